#pragma once

#include "protocol/lsp_lifecycle.hpp"
#include "server/lsp/verified_document.hpp"
#include "server/support/source_texts.hpp"

#include <string>
#include <vector>

namespace vouch::server {

/// The params of the request `vouch/run`.
struct RunParams {
  std::string uri;
  std::string trace; ///< its id
};

void from_json(const protocol::Json& json, RunParams& params);

/// The params of the request `vouch/runTable`.
struct RunTableParams {
  RunParams run;
  std::vector<std::string> variables; ///< none: those that decide
};

void from_json(const protocol::Json& json, RunTableParams& params);

/// A run that was found in the file at `path`, which is `document`; `texts` are those that were verified.
struct FoundRun {
  const VerifiedTrace& trace;
  const VerifiedDocument& document;
  const std::string& path;
  SourceTexts& texts;
  protocol::PositionEncoding encoding = protocol::PositionEncoding::Utf16;
};

/// The result of the request `vouch/run`: the run as a tree whose branches say why they went this way.
protocol::Json run_to_json(const FoundRun& run);

/// The result of the request `vouch/runTable`: the run with a column for each of the variables.
protocol::Json run_table_to_json(const FoundRun& run, const std::vector<std::string>& variables);

} // namespace vouch::server

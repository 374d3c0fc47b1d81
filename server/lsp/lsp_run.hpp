#pragma once

#include "protocol/lsp_lifecycle.hpp"
#include "server/formats/run_variables.hpp"
#include "server/lsp/verified_document.hpp"

namespace vouch::server {

/// The params of the request `vouch/run`.
struct RunParams {
  std::string uri;
  std::string trace; ///< its id
};

void from_json(const protocol::Json& json, RunParams& params);

/// Which static variables the document's functions mention.
StaticNames statics_of(const VerifiedDocument& document);

/// The result of the request `vouch/run`: the run of `trace`, which was found in the file at `path`, as a tree whose
/// branches say why they went this way. Places are those of the texts that were verified.
protocol::Json run_to_json(const VerifiedTrace& trace, const StaticNames& statics, const std::string& path,
                           SourceTexts& texts, protocol::PositionEncoding encoding);

} // namespace vouch::server

#pragma once

#include "analysis/asked_expression.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/lsp/verified_document.hpp"
#include "server/support/source_texts.hpp"

#include <string>

namespace vouch::server {

/// The params of the request `vouch/prove`.
struct ProveParams {
  std::string uri;
  protocol::Position position;
  std::string expression;
};

void from_json(const protocol::Json& json, ProveParams& params);

/// The answer in one sentence: `"x > 0" holds in front of line 12, in all runs`.
std::string sentence_of(const ExpressionAnswer& answer, const std::string& expression);

/// The result of the request `vouch/prove`, asked in the file at `path`, which is `document` as far as it is known.
protocol::Json proof_to_json(const ExpressionAnswer& answer, const std::string& expression,
                             const VerifiedDocument& document, const std::string& path, SourceTexts& texts,
                             protocol::PositionEncoding encoding);

} // namespace vouch::server

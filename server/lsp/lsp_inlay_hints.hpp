#pragma once

#include "protocol/lsp_features.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_settings.hpp"
#include "server/lsp/lsp_status.hpp"

#include <string_view>
#include <vector>

namespace vouch::server {

/// What is shown at the ends of lines within `range`: invariants at loops, and the last values of the run of the trace
/// `selected` (empty: none). Nothing of a version that is gone.
std::vector<protocol::InlayHint> inlay_hints(const DocumentStatus& status, const Document& document,
                                             const protocol::Range& range, protocol::PositionEncoding encoding,
                                             const HintSettings& settings, std::string_view selected);

} // namespace vouch::server

#pragma once

#include "protocol/lsp_features.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_status.hpp"

#include <optional>

namespace vouch::server {

/// What is known about the thing at `position`: of a function its status and summary, of a loop its invariants, of a
/// variable what the invariants say of it and what it is in the run of the trace `selected` (empty: none). Nothing if
/// nothing is known.
std::optional<protocol::Hover> hover(const DocumentStatus& status, const Document& document,
                                     protocol::Position position, protocol::PositionEncoding encoding,
                                     std::string_view selected);

} // namespace vouch::server

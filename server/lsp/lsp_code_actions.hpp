#pragma once

#include "protocol/lsp_features.hpp"
#include "server/lsp/lsp_code_lens.hpp"
#include "server/lsp/lsp_documents.hpp"
#include "server/lsp/lsp_status.hpp"

#include <vector>

namespace vouch::server {

/// What can be done about the violations that `params` is about or that lie in its range, about the function there, and about
/// what is selected.
std::vector<protocol::CodeAction> code_actions(const DocumentStatus& status, const Document& document,
                                               const protocol::CodeActionParams& params, DebuggerStart debugger,
                                               protocol::PositionEncoding encoding);

} // namespace vouch::server

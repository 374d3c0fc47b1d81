#pragma once

#include "server/lsp/lsp_options.hpp"
#include "server/lsp/verification_lanes.hpp"

#include <string>

namespace vouch::server {

/// Talks LSP on this process's stdin and stdout until the client says `exit`, closes its side or dies, with the
/// services doing the work. Logs to stderr; what other code prints to stdout goes there too.
///
/// Returns the exit status: 0 after `shutdown` and `exit`, 1 for any other end. If a service does not stop in time the
/// process ends right here, with that status.
int run_language_server(const LspOptions& options, const ServiceOfRoot& service_of_root, const std::string& version);

} // namespace vouch::server

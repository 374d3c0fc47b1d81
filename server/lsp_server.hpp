#pragma once

#include "analysis/verifier.hpp"
#include "server/lsp_options.hpp"

#include <functional>
#include <string>

namespace vouch::server {

/// Talks LSP on this process's stdin and stdout until the client says `exit`, closes its side or dies, with `verify`
/// doing the work. Logs to stderr; what other code prints to stdout goes there too.
///
/// Returns the exit status: 0 after `shutdown` and `exit`, 1 for any other end. If `verify` does not stop in time the
/// process ends right here, with that status.
int run_language_server(const LspOptions& options, const Verify& verify, const std::string& version);

} // namespace vouch::server

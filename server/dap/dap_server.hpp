#pragma once

#include "analysis/run_recording.hpp"
#include "server/dap/dap_options.hpp"

namespace vouch::server {

/// Talks the Debug Adapter Protocol until the client disconnects, closes its side or dies: on this process's stdin and
/// stdout, or with a port on 127.0.0.1 with one client after the other, until a signal ends it.
///
/// Returns the exit status: 0 after a session that ended with `disconnect` or the end of the stream, 1 for broken ones,
/// 2 if the port cannot be used.
int run_debug_adapter(const DapOptions& options, const RecordRun& record);

} // namespace vouch::server

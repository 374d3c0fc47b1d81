#pragma once

#include "analysis/run_recording.hpp"
#include "analysis/support/result.hpp"
#include "protocol/dap_types.hpp"
#include "server/formats/trace_file.hpp"

#include <string>
#include <vector>

namespace vouch::server {

/// What a debug session is about.
struct Replay {
  TraceFile trace;
  std::vector<std::string> warnings; ///< for the user: what has changed since
};

/// Reads what the client wants to look at: a trace, or a violation of a report of `vouch check --format json`.
Result<Replay> find_replay(const protocol::dap::LaunchArguments& arguments, const std::string& traces_folder);

} // namespace vouch::server

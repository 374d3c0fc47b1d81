#pragma once

#include "analysis/report/report.hpp"
#include "analysis/support/result.hpp"

#include <string>
#include <string_view>

/// Trace files: everything that it takes to execute a violating run once more, in one file. The language server writes
/// one for each violation that it shows, and `vouch dap` replays it, whatever has become of the sources by then.
namespace vouch::server {

struct TraceFile {
  /// The file's absolute path; `unsaved` has the texts of all open buffers at the time, and the file's own.
  SourceInput input;
  Options options; ///< only `entry`, `properties`, `data_model`, `linking` and `allocation` are kept
  Violation violation;
};

/// As JSON; the same trace gives the same text.
std::string to_text(const TraceFile& trace);

/// Reads what `to_text` has written.
Result<TraceFile> parse_trace_file(std::string_view text);

/// What names a trace: 16 hexadecimal digits, a hash of its file's text.
std::string trace_id(std::string_view text);

/// `$XDG_CACHE_HOME/vouch/traces` or `~/.cache/vouch/traces`; empty if neither variable is set.
std::string default_traces_folder();

/// Where the trace with this id is.
std::string trace_path(const std::string& folder, const std::string& id);

/// How many traces a folder keeps; of more, the oldest go when one is written.
inline constexpr std::size_t most_traces = 200;

/// Writes the trace into the folder, which is made if it is not there, and gives its id. Readers see the whole file or
/// none.
Result<std::string> write_trace_file(const std::string& folder, const TraceFile& trace);

/// Reads the trace with an id of `folder`, or a trace file at a path.
Result<TraceFile> find_trace(const std::string& folder, const std::string& id_or_path);

} // namespace vouch::server

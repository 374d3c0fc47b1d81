#pragma once

/// What all servers on stdin and stdout have in common.
namespace vouch::server {

enum class LogLevel { Warnings, Everything };

/// From now on logs go to stderr, in the whole process: stdout is for messages.
void log_to_stderr(LogLevel level);

/// A descriptor of our own for the same file, so that an event loop can own it and nobody else writes to it. Throws
/// std::system_error if the system has none left.
int own_copy(int descriptor);

/// A copy of stdout for messages; what others print to stdout goes to stderr then.
int take_over_stdout();

} // namespace vouch::server

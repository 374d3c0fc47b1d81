#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Programs that are not trusted to end, or to be modest.
namespace vouch::server {

struct ProcessLimits {
  std::chrono::milliseconds time{5'000}; ///< wall clock; then it is killed, with all that it started
  std::chrono::seconds processor_time{5};
  std::uint64_t memory_bytes = std::uint64_t{1} << 30U; ///< of address space; zero: no limit
  std::uint64_t file_bytes = std::uint64_t{64} << 20U;  ///< of each file it writes
  std::uint64_t processes = 256;                        ///< of the user, where the system counts them
  std::size_t output_bytes = std::size_t{1} << 20U;     ///< how much of what it prints is kept
};

struct ProcessEnd {
  bool has_started = true;
  bool has_timed_out = false;
  int exit_status = -1; ///< -1: a signal ended it
  int signal = 0;
  std::string output; ///< stdout and stderr, as they came
};

/// Runs a program, found as a shell finds it, in `directory` in a process group of its own, with nothing on stdin and
/// `environment` (`NAME=value`) added to this process's. To be called while the process has one thread. Throws
/// std::system_error if the system has no descriptors left.
ProcessEnd run_limited(const std::vector<std::string>& words, const std::string& directory,
                       const std::vector<std::string>& environment, const ProcessLimits& limits);

/// Runs `compute` in a child process, within `limits.time`; the output is what it returns, or less if it did not come
/// to its end.
ProcessEnd compute_limited(const std::function<std::string()>& compute, const ProcessLimits& limits);

/// As a shell reads it back.
std::string shell_quoted(const std::string& word);

} // namespace vouch::server

#pragma once

#include "server/engine/pipe.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vouch::server {

/// A program that runs beside this one, with pipes to its stdin and from its stdout; stderr is shared. It dies with the
/// thread that started it, and with this object.
class ChildProcess {
public:
  /// `command` is the program's path and its arguments. Throws std::system_error if the system gives no process. A
  /// program that cannot be executed ends with status 127.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t id() const { return id_; }
  [[nodiscard]] int input() const { return to_child_.write_end(); }   ///< where its stdin can be written
  [[nodiscard]] int output() const { return from_child_.read_end(); } ///< where its stdout can be read

  [[nodiscard]] bool has_ended();
  /// Ends it, if it has not ended, and returns what `wait` says about how it did.
  int kill_and_wait();

private:
  Pipe to_child_;
  Pipe from_child_;
  pid_t id_ = -1;
  int status_ = 0;
  enum class State { Running, Reaped } state_ = State::Running;
};

/// 0 if there is no such process.
std::uint64_t resident_memory_of(pid_t process);
/// How often somebody looks at it where a process must not have too much.
constexpr std::chrono::milliseconds memory_sampling_interval{20};

/// The exit status of a child of ours that could not allocate memory.
constexpr int out_of_memory_status = 9;
/// Whether `status` of `wait` says so, or that it was killed, as Linux does when it is out of memory.
bool ran_out_of_memory(int status);

/// `status` of `wait` in words: "ended with signal Segmentation fault".
std::string how_it_ended(int status);

} // namespace vouch::server

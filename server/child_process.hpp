#pragma once

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
  [[nodiscard]] int input() const { return input_; }   ///< where its stdin can be written
  [[nodiscard]] int output() const { return output_; } ///< where its stdout can be read

  [[nodiscard]] bool has_ended();
  /// Ends it, if it has not ended, and returns what `wait` says about how it did.
  int kill_and_wait();

private:
  pid_t id_ = -1;
  int input_ = -1;
  int output_ = -1;
  int status_ = 0;
  enum class State { Running, Reaped } state_ = State::Running;
};

/// Writes everything, however long it takes. False: nobody reads any more.
bool write_all(int descriptor, std::string_view text);

/// 0 if there is no such process.
std::uint64_t resident_memory_of(pid_t process);

/// `status` of `wait` in words: "ended with signal Segmentation fault".
std::string how_it_ended(int status);

} // namespace vouch::server

#pragma once

#include <array>
#include <string_view>

namespace vouch::server {

/// A pipe between this process and its children. Its ends are closed with it, and in every program that is executed.
class Pipe {
public:
  /// Throws std::system_error if the system has no descriptors left.
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }

  /// The reader sees the end of what is written only when nobody has this one open any more.
  void close_write_end();
  void close_read_end();

private:
  std::array<int, 2> ends_ = {-1, -1};
};

/// Writes everything, however long it takes. False: nobody reads any more.
bool write_all(int descriptor, std::string_view text);

} // namespace vouch::server

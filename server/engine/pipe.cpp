#include "server/engine/pipe.hpp"

#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vouch::server {
namespace {

void close_once(int& descriptor) {
  if (const int open = std::exchange(descriptor, -1); open != -1) {
    close(open);
  }
}

} // namespace

Pipe::Pipe() {
  if (pipe2(ends_.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
}

Pipe::~Pipe() {
  close_read_end();
  close_write_end();
}

void Pipe::close_read_end() { close_once(ends_[0]); }

void Pipe::close_write_end() { close_once(ends_[1]); }

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = write(descriptor, text.data(), text.size());
    if (written == -1 && errno == EINTR) {
      continue;
    }
    if (written == -1) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace vouch::server

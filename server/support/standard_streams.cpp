#include "server/support/standard_streams.hpp"

#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vouch::server {

void log_to_stderr(LogLevel level) {
  auto logger = std::make_shared<spdlog::logger>("vouch", std::make_shared<spdlog::sinks::stderr_sink_mt>());
  logger->set_level(level == LogLevel::Everything ? spdlog::level::debug : spdlog::level::warn);
  logger->flush_on(spdlog::level::debug);
  spdlog::set_default_logger(std::move(logger));
}

int own_copy(int descriptor) {
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (copy == -1) {
    throw std::system_error(errno, std::generic_category(), "cannot use a connection");
  }
  return copy;
}

int take_over_stdout() {
  const int output = own_copy(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return output;
}

} // namespace vouch::server

#pragma once

#include "protocol/asio.hpp"

#include <cstdint>
#include <functional>
#include <unistd.h>

namespace vouch::server {

/// Notices that the client's process has gone although its end of the pipe is still open, as happens when another child
/// of it has inherited the pipe. Watches only a client that is this process's parent: other process ids may belong to
/// another container.
class ClientWatch {
public:
  ClientWatch(boost::asio::io_context& io, std::function<void()> on_gone);

  void watch(std::int64_t process_id);

private:
  void wait();

  boost::asio::steady_timer timer_;
  std::function<void()> on_gone_;
  pid_t parent_ = 0;
};

} // namespace vouch::server

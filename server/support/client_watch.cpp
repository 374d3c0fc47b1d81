#include "server/support/client_watch.hpp"

#include <chrono>
#include <utility>

namespace vouch::server {

namespace {

constexpr std::chrono::seconds interval{2};

} // namespace

ClientWatch::ClientWatch(boost::asio::io_context& io, std::function<void()> on_gone)
    : timer_(io), on_gone_(std::move(on_gone)) {}

void ClientWatch::watch(std::int64_t process_id) {
  parent_ = getppid();
  if (process_id == parent_) {
    wait();
  }
}

void ClientWatch::wait() {
  timer_.expires_after(interval);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) {
      return;
    }
    if (getppid() != parent_) {
      on_gone_();
    } else {
      wait();
    }
  });
}

} // namespace vouch::server

#include "server/dap_server.hpp"

#include "protocol/framed_stream.hpp"
#include "server/client_watch.hpp"
#include "server/dap_session.hpp"
#include "server/property_pages.hpp"
#include "server/standard_streams.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <csignal>
#include <cstdio>
#include <optional>
#include <spdlog/spdlog.h>
#include <unistd.h>
#include <utility>

namespace vouch::server {
namespace {

enum class WatchedClient { Parent, None };

/// One session on a pair of descriptors.
class Conversation {
public:
  Conversation(const DapOptions& options, const RecordRun& record, int input, int output, WatchedClient client)
      : stream_(io_, input, output), flush_timer_(io_), client_watch_(io_, [this] { quit("the client has gone", 0); }),
        session_(record, options,
                 {[this](const std::string& body) { stream_.send(body); }, [this] { quit("the client is done", 0); }}) {
    if (client == WatchedClient::Parent) {
      client_watch_.watch(getppid());
    }
  }

  int run() {
    stream_.start({[this](const std::string& body) { session_.receive(body); },
                   [this](protocol::StreamEnd end, const std::string& why) {
                     const bool is_broken = end == protocol::StreamEnd::Broken;
                     if (is_broken) {
                       session_.report_broken_stream(why);
                     }
                     quit(why, is_broken ? 1 : 0);
                   }});
    io_.run();
    return status_.value_or(1);
  }

private:
  void quit(const std::string& why, int status) {
    if (status_) {
      return;
    }
    spdlog::info("the session ends: {}", why);
    status_ = status;
    flush_timer_.expires_after(flush_limit);
    flush_timer_.async_wait([this](const boost::system::error_code&) { io_.stop(); });
    stream_.finish([this] { io_.stop(); });
  }

  boost::asio::io_context io_{1};
  std::optional<int> status_;
  protocol::FramedStream stream_;
  boost::asio::steady_timer flush_timer_;
  ClientWatch client_watch_;
  DapSession session_;
};

int serve_port(const DapOptions& options, const RecordRun& record, std::uint16_t port) {
  using boost::asio::ip::tcp;
  boost::asio::io_context io;
  tcp::acceptor acceptor(io);
  try {
    const tcp::endpoint endpoint(boost::asio::ip::address_v4::loopback(), port);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen();
  } catch (const boost::system::system_error& problem) {
    std::fprintf(stderr, "vouch: cannot listen on port %u: %s\n", port, problem.code().message().c_str());
    return 2;
  }
  std::printf("listening on 127.0.0.1:%u\n", acceptor.local_endpoint().port());
  std::fflush(stdout);
  while (true) {
    tcp::socket socket(io);
    acceptor.accept(socket);
    const int input = own_copy(socket.native_handle());
    const int output = own_copy(socket.native_handle());
    socket.close();
    Conversation(options, record, input, output, WatchedClient::None).run();
  }
}

} // namespace

int run_debug_adapter(const DapOptions& options, const RecordRun& record) {
  std::signal(SIGPIPE, SIG_IGN); // a client that is gone shows as an error of the write
  log_to_stderr(options.log_level);
  write_property_pages(options.pages_folder);
  if (options.port) {
    return serve_port(options, record, *options.port);
  }
  const int input = own_copy(STDIN_FILENO);
  const int output = take_over_stdout();
  return Conversation(options, record, input, output, WatchedClient::Parent).run();
}

} // namespace vouch::server

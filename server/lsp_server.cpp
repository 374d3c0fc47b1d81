#include "server/lsp_server.hpp"

#include "protocol/framed_stream.hpp"
#include "server/client_watch.hpp"
#include "server/lsp_session.hpp"
#include "server/property_pages.hpp"
#include "server/standard_streams.hpp"

#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <spdlog/spdlog.h>
#include <unistd.h>
#include <utility>

namespace vouch::server {

namespace {

/// stdin and stdout as a message stream, a session at its end, and the ways in which they finish.
class StdioServer {
public:
  StdioServer(const LspOptions& options, const ServiceOfRoot& service_of_root, const std::string& version, int input,
              int output)
      : stream_(io_, input, output), flush_timer_(io_), client_watch_(io_, [this] { quit("the client has gone", 1); }),
        session_(io_, service_of_root, options, version,
                 {[this](const std::string& body) { stream_.send(body); }, [this](int status) { quit("exit", status); },
                  [this](std::int64_t process_id) { client_watch_.watch(process_id); }}) {}

  int run() {
    stream_.start({[this](const std::string& body) { session_.receive(body); },
                   [this](protocol::StreamEnd end, std::string why) { on_end(end, std::move(why)); }});
    io_.run();
    if (session_.shut_down() == WorkerThread::Wait::TimedOut) {
      spdlog::warn("the engine did not stop in time");
      spdlog::shutdown();
      std::_Exit(status_.value_or(1));
    }
    return status_.value_or(1);
  }

private:
  void on_end(protocol::StreamEnd end, std::string why) {
    if (end == protocol::StreamEnd::Broken) {
      session_.report_broken_stream(why);
    }
    quit(why, 1);
  }

  /// Leaves the event loop once everything said is written, or the client does not take it.
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
  LspSession session_;
};

} // namespace

int run_language_server(const LspOptions& options, const ServiceOfRoot& service_of_root, const std::string& version) {
  std::signal(SIGPIPE, SIG_IGN); // a client that is gone shows as an error of the write
  log_to_stderr(options.log_level);
  const int input = own_copy(STDIN_FILENO);
  const int output = take_over_stdout();
  if (!options.pages_folder.empty()) {
    write_property_pages(options.pages_folder);
  }
  return StdioServer(options, service_of_root, version, input, output).run();
}

} // namespace vouch::server

#include "tests/support/in_process_server.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace vouch::test {

namespace {

struct Pipe {
  int reading_end;
  int writing_end;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe(ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  return {ends[0], ends[1]};
}

} // namespace

InProcessServer::InProcessServer(const server::ServiceOfRoot& services, const server::LspOptions& options) {
  const Pipe to_server = make_pipe();
  const Pipe from_server = make_pipe();
  client_ = std::make_unique<LspClient>(to_server.writing_end, from_server.reading_end);
  thread_ = std::thread([this, services, options, input = to_server.reading_end, output = from_server.writing_end] {
    run(services, options, input, output);
  });
}

InProcessServer::~InProcessServer() {
  client_->close_input();
  if (thread_.joinable()) {
    thread_.join();
  }
  client_.reset();
}

std::optional<int> InProcessServer::exit_status() {
  if (!client_->wait_for_end()) {
    return std::nullopt;
  }
  thread_.join();
  return status_;
}

void InProcessServer::run(const server::ServiceOfRoot& services, const server::LspOptions& options, int input,
                          int output) {
  boost::asio::io_context io(1);
  protocol::FramedStream stream(io, input, output);
  const auto quit = [&](int status) {
    if (!status_) {
      status_ = status;
      stream.finish([&io] { io.stop(); });
    }
  };
  server::LspSession session(io, services, options, "test",
                             {[&stream](const std::string& body) { stream.send(body); }, quit, [](std::int64_t) {}});
  stream.start({[&session](const std::string& body) { session.receive(body); },
                [&](protocol::StreamEnd end, const std::string& why) {
                  if (end == protocol::StreamEnd::Broken) {
                    session.report_broken_stream(why);
                  }
                  quit(1);
                }});
  io.run();
}

} // namespace vouch::test

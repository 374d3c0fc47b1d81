#include "server/dap/dap_server.hpp"

#include "server/dap/dap_session.hpp"
#include "server/formats/property_pages.hpp"
#include "server/support/client_connection.hpp"
#include "server/support/standard_streams.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace vouch::server {
namespace {

constexpr ExitStatuses exit_statuses{.abandoned = 0, .broken = 1};

/// One session with the client of `connection`.
int serve(ClientConnection& connection, const DapOptions& options, const RecordRun& record) {
  DapSession session(
      record, options,
      {[&](const std::string& body) { connection.send(body); }, [&] { connection.quit("the client is done", 0); }});
  return connection.run({[&](const std::string& body) { session.receive(body); },
                         [&](const std::string& why) { session.report_broken_stream(why); }});
}

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
    ClientConnection connection(input, output, exit_statuses);
    serve(connection, options, record);
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
  ClientConnection connection(input, output, exit_statuses);
  connection.watch(getppid());
  return serve(connection, options, record);
}

} // namespace vouch::server

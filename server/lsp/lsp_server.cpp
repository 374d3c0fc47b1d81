#include "server/lsp/lsp_server.hpp"

#include "server/formats/property_pages.hpp"
#include "server/lsp/lsp_session.hpp"
#include "server/support/client_connection.hpp"
#include "server/support/standard_streams.hpp"

#include <csignal>
#include <cstdlib>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace vouch::server {

int run_language_server(const LspOptions& options, const ServiceOfRoot& service_of_root, const std::string& version) {
  std::signal(SIGPIPE, SIG_IGN); // a client that is gone shows as an error of the write
  log_to_stderr(options.log_level);
  const int input = own_copy(STDIN_FILENO);
  const int output = take_over_stdout();
  if (!options.pages_folder.empty()) {
    write_property_pages(options.pages_folder);
  }
  ClientConnection client(input, output, {.abandoned = 1, .broken = 1});
  LspSession session(client.event_loop(), service_of_root, options, version,
                     {[&](const std::string& body) { client.send(body); },
                      [&](int status) { client.quit("exit", status); },
                      [&](std::int64_t process_id) { client.watch(process_id); }});
  const int status = client.run({[&](const std::string& body) { session.receive(body); },
                                 [&](const std::string& why) { session.report_broken_stream(why); }});
  if (session.shut_down() == WorkerThread::Wait::TimedOut) {
    spdlog::warn("the engine did not stop in time");
    spdlog::shutdown();
    std::_Exit(status);
  }
  return status;
}

} // namespace vouch::server

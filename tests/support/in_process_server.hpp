#pragma once

#include "protocol/framed_stream.hpp"
#include "server/lsp/lsp_session.hpp"
#include "tests/support/lsp_client.hpp"

#include <memory>
#include <optional>
#include <thread>

namespace vouch::test {

/// A language server on a thread of this process, with a client at the other ends of two pipes.
class InProcessServer {
public:
  InProcessServer(const server::ServiceOfRoot& services, const server::LspOptions& options);
  ~InProcessServer();

  LspClient& client() { return *client_; }

  /// The status that the session ended with, once it did; nothing if it does not end in time.
  std::optional<int> exit_status();

private:
  void run(const server::ServiceOfRoot& services, const server::LspOptions& options, int input, int output);

  std::unique_ptr<LspClient> client_;
  std::optional<int> status_;
  std::thread thread_;
};

} // namespace vouch::test

#pragma once

#include "tests/support/lsp_client.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace vouch::test {

/// A language server in a process of its own, with a client on its stdin and stdout. Killed at the end if it still
/// runs.
class ServerProcess {
public:
  /// Throws std::system_error if the system gives no process.
  explicit ServerProcess(const std::vector<std::string>& command);
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  LspClient& client() { return *client_; }
  [[nodiscard]] pid_t id() const { return process_; }

  /// The exit status, or minus the signal that ended it; nothing if it still runs after `limit`.
  std::optional<int> exit_status(std::chrono::milliseconds limit = LspClient::patience);

private:
  pid_t process_ = -1;
  std::optional<int> status_;
  std::unique_ptr<LspClient> client_;
};

} // namespace vouch::test

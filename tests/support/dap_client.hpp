#pragma once

#include "tests/support/conversation_record.hpp"

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

/// A debug client for tests: an adapter process with its stdin and stdout, or a TCP connection to one. Shares no code
/// with the adapter. Everything waits for the adapter's answer; nothing sleeps.
namespace vouch::test {

using Json = nlohmann::json;

class DapClient {
public:
  static constexpr std::chrono::seconds patience{60}; ///< for one message, on a loaded machine

  /// Owns the descriptors, which may be the same.
  DapClient(int to_adapter, int from_adapter);
  ~DapClient();
  DapClient(const DapClient&) = delete;
  DapClient& operator=(const DapClient&) = delete;

  /// Sends a request and gives the whole response to it. Events that come first are kept for `event`.
  Json request(const std::string& command, const Json& arguments = Json::object());
  /// The body of a request that must succeed.
  Json ask(const std::string& command, const Json& arguments = Json::object());
  /// The body of the next event with this name.
  Json event(const std::string& name);

  void send_body(const std::string& body) {
    send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  }
  void send_bytes(std::string_view bytes);
  void close_input();
  /// The next message; null if there is none in time, or the stream has ended.
  Json next_message();

  /// `initialize`, `launch`, `configurationDone`; the body of the first `stopped`.
  Json start(const Json& launch, const Json& initialize = Json::object());
  /// A movement; the body of the `stopped` that follows.
  Json move(const std::string& command, const Json& arguments = {{"threadId", 1}});

  Json top_frame();
  int line() { return top_frame().at("line").get<int>(); }
  /// The value of an expression in the innermost frame, or `error: ...`.
  std::string value(const std::string& expression);
  /// The variables of a scope of the innermost frame.
  Json scope(const std::string& name);
  Json children(const Json& variable);

private:
  int to_adapter_;
  int from_adapter_;
  int next_seq_ = 1;
  std::string buffer_;
  std::vector<Json> events_;
  ConversationRecord record_{"dap"};
};

/// The variable with this name; null if there is none.
Json named(const Json& variables, const std::string& name);

/// A process with its stdin and stdout. Killed at the end if it still runs.
class AdapterProcess {
public:
  explicit AdapterProcess(const std::vector<std::string>& command);
  ~AdapterProcess();
  AdapterProcess(const AdapterProcess&) = delete;
  AdapterProcess& operator=(const AdapterProcess&) = delete;

  [[nodiscard]] int to_process() const { return to_process_; }
  [[nodiscard]] int from_process() const { return from_process_; }
  [[nodiscard]] pid_t id() const { return process_; }
  /// The exit status, or minus the signal that ended it; nothing if it still runs after a while.
  std::optional<int> exit_status();

private:
  pid_t process_ = -1;
  int to_process_ = -1;
  int from_process_ = -1;
  std::optional<int> status_;
};

} // namespace vouch::test

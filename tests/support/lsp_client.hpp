#pragma once

#include "tests/support/conversation_record.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

/// A language client for tests, on two descriptors. Reads everything that the server says on a thread of its own and
/// checks it: framing to the byte, JSON, one answer per request, no answer to what was not asked. It shares no code
/// with the server.
namespace vouch::test {

using Json = nlohmann::json;

class LspClient {
public:
  static constexpr std::chrono::seconds patience{20}; ///< sanitizers on a loaded machine

  /// Owns both descriptors.
  LspClient(int to_server, int from_server);
  ~LspClient();
  LspClient(const LspClient&) = delete;
  LspClient& operator=(const LspClient&) = delete;

  /// `initialize` with these capabilities and options, then `initialized`. The result of `initialize`. Unless the options
  /// say otherwise, it is about assertions.
  Json initialize(const Json& capabilities = default_capabilities(), const Json& options = nullptr);
  static Json default_capabilities();

  int request(const std::string& method, const Json& params);
  void notify(const std::string& method, const Json& params);
  void send_body(const std::string& body);
  void send_bytes(std::string_view bytes);
  void close_input();  ///< the server's stdin ends
  void close_output(); ///< nobody reads the server's stdout any more

  void open(const std::string& uri, const std::string& text, int version = 1);
  void replace_all(const std::string& uri, const std::string& text, int version);
  void save(const std::string& uri);
  void close(const std::string& uri);

  /// The whole response to request `id`. Fails the test and gives null if there is none in time.
  Json response(int id);
  /// The next message that `is_wanted` among those not yet taken by this function. As above.
  Json next(const std::function<bool(const Json&)>& is_wanted, const std::string& what);
  /// The params of the next notification of `method`.
  Json notification(const std::string& method);
  /// The params of the next `publishDiagnostics` for that version of the document.
  Json diagnostics(const std::string& uri, std::optional<int> version);

  /// All that the server has said so far.
  std::vector<Json> received() const;
  std::size_t count(const std::string& method) const;
  std::vector<std::string> violations() const;                   ///< of the protocol
  bool wait_for_end(std::chrono::milliseconds limit = patience); ///< of the server's output

  std::size_t chunk = std::string::npos; ///< bytes per write

  /// What the server's requests are answered with, by method; null if nothing is set.
  std::map<std::string, Json> answers;

private:
  void read_all();
  void take(const std::string& body);
  void answer(const Json& request);
  void complain(std::string what);

  ConversationRecord record_{"lsp"};
  int to_server_;
  int from_server_;
  mutable std::mutex mutex_;
  std::mutex write_mutex_;
  std::condition_variable arrived_;
  std::vector<Json> received_;
  std::vector<bool> taken_;
  std::map<int, bool> answered_; ///< by id of the requests
  std::vector<std::string> violations_;
  bool ended_ = false;
  int next_id_ = 1;
  std::thread reader_;
};

} // namespace vouch::test

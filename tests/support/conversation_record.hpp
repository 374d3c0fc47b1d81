#pragma once

#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

namespace vouch::test {

/// Writes down what a test and a server say to each other, byte by byte, for `tests/conformance`: a file in the folder
/// that the environment variable VOUCH_TEST_RECORD names, or nothing if it is not set.
class ConversationRecord {
public:
  /// `protocol` is `lsp` or `dap`.
  explicit ConversationRecord(const std::string& protocol);

  void to_server(std::string_view bytes);
  void to_client(std::string_view bytes);

private:
  void write(const char* receiver, std::string_view bytes);

  std::mutex mutex_;
  std::ofstream file_;
};

} // namespace vouch::test

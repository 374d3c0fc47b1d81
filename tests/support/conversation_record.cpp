#include "tests/support/conversation_record.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace vouch::test {

namespace {

std::string name_of_test() {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return test == nullptr ? "none" : std::string(test->test_suite_name()) + "." + test->name();
}

/// A file name that no other conversation of this test has, nor of another process.
std::filesystem::path unused_path(const std::filesystem::path& folder, std::string name) {
  std::ranges::replace(name, '/', '_');
  name += "-" + std::to_string(getpid());
  std::filesystem::path path;
  for (int number = 1; path.empty() || std::filesystem::exists(path); ++number) {
    path = folder / (name + "-" + std::to_string(number) + ".jsonl");
  }
  return path;
}

/// Each byte as the code point of its number: JSON has text only.
std::string as_latin1(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < 0x80U) {
      text += byte;
    } else {
      text += static_cast<char>(0xC0U | (value >> 6U));
      text += static_cast<char>(0x80U | (value & 0x3FU));
    }
  }
  return text;
}

} // namespace

ConversationRecord::ConversationRecord(const std::string& protocol) {
  const char* folder = std::getenv("VOUCH_TEST_RECORD"); // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (folder == nullptr) {
    return;
  }
  std::filesystem::create_directories(folder);
  const std::string test = name_of_test();
  file_.open(unused_path(folder, protocol + "-" + test));
  file_ << nlohmann::json{{"protocol", protocol}, {"test", test}} << "\n";
}

void ConversationRecord::to_server(std::string_view bytes) { write("server", bytes); }
void ConversationRecord::to_client(std::string_view bytes) { write("client", bytes); }

void ConversationRecord::write(const char* receiver, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  if (file_.is_open()) {
    file_ << nlohmann::json{{"to", receiver}, {"bytes", as_latin1(bytes)}} << "\n";
  }
}

} // namespace vouch::test

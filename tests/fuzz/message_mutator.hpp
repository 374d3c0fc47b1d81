#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>

namespace vouch::test {

using Json = nlohmann::json;

/// Makes LSP messages that are valid, nearly valid, or nonsense. All that it does follows from the seed.
class MessageMutator {
public:
  explicit MessageMutator(unsigned seed) : random_(seed) {}

  /// A message as a well-behaved client may send it at some time.
  Json valid_message();

  /// The body of a message, perhaps damaged.
  std::string body();

  /// A body with a header, perhaps damaged.
  std::string frame(const std::string& body);

  /// At least 0, less than `bound`.
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  bool one_in(std::size_t bound) { return below(bound) == 0; }

private:
  std::string uri();
  std::string text();
  Json position();
  Json junk(int depth);
  void damage_value(Json& json);
  void damage_bytes(std::string& bytes);

  std::mt19937 random_;
};

} // namespace vouch::test

#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace vouch::fuzz {

enum class TokenKind { Space, Directive, Text, Type, Word, Number, Operator, Punctuation };

struct Token {
  TokenKind kind = TokenKind::Space;
  std::string text;
};

/// The tokens of C source, space and comments included: their texts in a row are the source.
std::vector<Token> tokens_of(std::string_view source);

/// Damages C source such that much of it still compiles. All that it does follows from the seed.
class SourceMutator {
public:
  explicit SourceMutator(std::uint64_t seed) : random_(seed) {}

  /// `source` with a few tokens exchanged for others of their kind, replaced by odd ones, removed or joined.
  std::string mutate(std::string_view source);

  /// At least 0, less than `bound`.
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  bool one_in(std::size_t bound) { return below(bound) == 0; }

private:
  void mutate_token(std::vector<Token>& tokens);

  std::mt19937_64 random_;
};

} // namespace vouch::fuzz

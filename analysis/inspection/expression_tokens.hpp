#pragma once

#include "analysis/inspection/program_symbols.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vouch::inspection {

enum class TokenKind { Name, Number, Character, String, Operator, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text; ///< as written; of characters and strings: what they stand for
};

/// The words of a C expression, with the macros of the program that have no parameters in the place of their names.
/// Ends with an `End`. Throws `EvaluationError` at what is no word of C.
std::vector<Token> tokens_of(std::string_view expression, const cfa::SourceSymbols& symbols);

} // namespace vouch::inspection

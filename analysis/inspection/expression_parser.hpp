#pragma once

#include "analysis/inspection/program_symbols.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace vouch::inspection {

enum class SyntaxKind {
  Name,
  Integer,
  Floating,
  Character,
  String,
  Unary, ///< `text` is the operator: - + ! ~
  Dereference,
  AddressOf,
  Index,
  Member, ///< `text` is the field's name
  Arrow,
  Cast, ///< to `type`
  SizeOfType,
  SizeOfValue,
  Binary, ///< `text` is the operator
  And,
  Or,
  Conditional,
  Comma,
};

/// An expression as it is written. Types are known, what names stand for is not.
struct Syntax {
  SyntaxKind kind = SyntaxKind::Name;
  std::string text;
  cfa::CTypeId type; ///< of casts, `sizeof` and constants
  cfa::Integer integer = 0;
  long double number = 0;
  std::vector<Syntax> operands;
};

/// Parses a C expression. Throws `EvaluationError` if it is none, or if evaluating it would change something.
Syntax parse_expression(std::string_view text, ProgramSymbols& symbols);

} // namespace vouch::inspection

#pragma once

#include "analysis/inspection/program_symbols.hpp"

#include <string>

namespace vouch::inspection {

struct NumberLiteral {
  bool is_floating = false;
  cfa::CTypeId type;
  cfa::Integer integer = 0;
  long double number = 0;
};

/// C's constants: decimal, hexadecimal, octal and binary integers, floats, with their suffixes. Throws
/// `EvaluationError`.
NumberLiteral number_literal(const std::string& text, const ProgramSymbols& symbols);

} // namespace vouch::inspection

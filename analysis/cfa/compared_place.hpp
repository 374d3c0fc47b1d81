#pragma once

#include "analysis/cfa/expression.hpp"

#include <optional>

namespace vouch::cfa {

/// A condition that compares the value of a variable, in a register or in memory, with a constant: `place op constant`.
struct ComparedPlace {
  ExpressionRef place = nullptr; ///< a `VariableRead`, or the `Load` of a whole variable
  VariableId variable;
  BinaryOperator op = BinaryOperator::Equal;
  Integer constant = 0;
};

/// What the condition says about one variable of an integer type; nothing if it says something else.
std::optional<ComparedPlace> compared_place(ExpressionRef condition);

} // namespace vouch::cfa

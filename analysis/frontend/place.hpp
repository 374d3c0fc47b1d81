#pragma once

#include "analysis/cfa/expression.hpp"

#include <variant>
#include <vector>

namespace vouch::frontend {

/// A scalar variable that operations name.
struct RegisterPlace {
  cfa::VariableId variable;
};

/// A struct (or a struct inside of one) whose scalar parts are register variables, in the order of `RecordLeaves`.
struct LeavesPlace {
  std::vector<cfa::VariableId> leaves;
};

/// An object at an address.
struct MemoryPlace {
  cfa::ExpressionRef address = nullptr;
};

/// A bit-field in memory: `field.width` bits from bit `shift` on of the unsigned `unit` at `address`.
struct BitFieldPlace {
  cfa::ExpressionRef address = nullptr;
  cfa::IntegerType unit;
  unsigned shift = 0;
  cfa::IntegerType field;
};

/// What an lvalue designates.
using Place = std::variant<RegisterPlace, LeavesPlace, MemoryPlace, BitFieldPlace>;

} // namespace vouch::frontend

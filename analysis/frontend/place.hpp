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

/// Which element of an array with so many of them.
struct ElementIndex {
  cfa::ExpressionRef index = nullptr;
  cfa::Integer elements = 0;
};

/// An object at an address.
struct MemoryPlace {
  cfa::ExpressionRef address = nullptr;
  std::vector<ElementIndex> indices = {}; ///< of the arrays that it is an element, or a part of one, of
};

/// A bit-field in memory: `field.width` bits from bit `shift` on of the unsigned `unit` at `address`.
struct BitFieldPlace {
  cfa::ExpressionRef address = nullptr;
  cfa::IntegerType unit;
  unsigned shift = 0;
  cfa::IntegerType field;
  std::vector<ElementIndex> indices = {}; ///< as in `MemoryPlace`
};

/// What an lvalue designates.
using Place = std::variant<RegisterPlace, LeavesPlace, MemoryPlace, BitFieldPlace>;

} // namespace vouch::frontend

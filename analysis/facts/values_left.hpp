#pragma once

#include "analysis/cfa/cfa.hpp"

#include <unordered_map>

namespace vouch::facts {

struct ValueLeft {
  cfa::VariableId variable;
  cfa::Integer value = 0;
};

/// By condition: the register of which it leaves one value, together with the conditions that stand in front of it, if no other way
/// leads in between them. None of them has to say so alone: at the second of `x >= 5 && x <= 5` it is 5, and 0 at `x <= 0` if x is
/// unsigned.
///
/// For whoever keeps single values, and no bounds.
std::unordered_map<cfa::EdgeId, ValueLeft> values_left_by_conditions(const cfa::Cfa& cfa);

} // namespace vouch::facts

#pragma once

#include "analysis/cfa/cfa.hpp"

#include <algorithm>

namespace vouch::cfa {

/// Whether the variable exists as long as the program runs.
inline bool has_static_storage(const Variable& variable) {
  return variable.kind == VariableKind::Global || variable.kind == VariableKind::StaticLocal ||
         variable.kind == VariableKind::Index || variable.kind == VariableKind::OwnIndex;
}

/// Whether each activation of a function has a variable of its own.
inline bool has_automatic_storage(const Variable& variable) {
  return variable.function.is_valid() && !has_static_storage(variable);
}

/// Whether what `callee` leaves in the variable is there for its caller: static storage, and what it returns.
inline bool outlives_call(VariableId variable, const Function& callee, const Cfa& cfa) {
  return has_static_storage(cfa.variable(variable)) ||
         std::ranges::find(callee.return_variables, variable) != callee.return_variables.end();
}

} // namespace vouch::cfa

#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::cfa {

/// Whether the variable exists as long as the program runs.
inline bool has_static_storage(const Variable& variable) {
  return variable.kind == VariableKind::Global || variable.kind == VariableKind::StaticLocal;
}

/// Whether each activation of a function has a variable of its own.
inline bool has_automatic_storage(const Variable& variable) {
  return variable.function.is_valid() && !has_static_storage(variable);
}

} // namespace vouch::cfa

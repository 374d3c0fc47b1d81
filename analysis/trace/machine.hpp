#pragma once

#include "analysis/trace/memory.hpp"
#include "analysis/trace/program.hpp"

#include <vector>

namespace vouch::trace {

/// What a run changes while it goes on, except for its control.
struct Machine {
  std::vector<Value> slots;          ///< see `Program`
  std::vector<Provenance> variables; ///< by VariableId: the object of a variable in memory; none before its lifetime
  Memory memory;
  /// Something was computed from the numeric address of an object. Other addresses may give another run.
  bool depends_on_addresses = false;
};

} // namespace vouch::trace

#pragma once

#include "analysis/trace/memory.hpp"
#include "analysis/trace/program.hpp"

#include <utility>
#include <vector>

namespace vouch::trace {

/// What a run changes while it goes on, except for its control.
struct Machine {
  std::vector<Value> slots;          ///< see `Program`
  std::vector<Provenance> variables; ///< by VariableId: the object of a variable in memory; none before its lifetime
  Memory memory;
  std::vector<std::uint32_t> activations; ///< by function: of how many calls the run is inside
  /// What recursive calls have saved of the activations outside of them, in the order of the calls.
  std::vector<std::pair<std::uint32_t, Value>> suspended_registers;
  /// Something was computed from the numeric address of an object. Other addresses may give another run.
  bool depends_on_addresses = false;
};

} // namespace vouch::trace

#pragma once

#include "analysis/trace/memory.hpp"
#include "analysis/trace/program.hpp"

#include <map>
#include <utility>
#include <vector>

namespace vouch::trace {

/// An object that pointers of callers may lead to: they made it, or the program passed it to code elsewhere.
struct GivenObject {
  enum class Maker { Caller, Program };
  cfa::GivenTypeId type;
  Value start; ///< a pointer to it; it need not exist any more
  Maker maker = Maker::Caller;
};

/// What a run changes while it goes on, except for its control.
struct Machine {
  std::vector<Value> slots;          ///< see `Program`
  std::vector<Provenance> variables; ///< by VariableId: the object of a variable in memory; none before its lifetime
  Memory memory;
  std::vector<std::uint32_t> activations; ///< by function: of how many calls the run is inside
  /// What recursive calls have saved of the activations outside of them, in the order of the calls.
  std::vector<std::pair<std::uint32_t, Value>> suspended_registers;
  /// What the run has met of these, in this order.
  std::vector<GivenObject> given = {};
  /// Pointers to them by what inputs call them: their type and a number.
  std::map<std::pair<std::size_t, std::uint64_t>, Value> given_by_number = {};
  /// Something was computed from the numeric address of an object. Other addresses may give another run.
  bool depends_on_addresses = false;
};

} // namespace vouch::trace

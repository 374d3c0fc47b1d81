#pragma once

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/support/patricia_map.hpp"

#include <algorithm>
#include <vector>

/// What becomes of facts about registers where a block is entered and left that is analysed on its own; for domains that know
/// nothing else.
namespace vouch::core {

/// A function starts with its parameters and what has static storage: other registers of that name are those of another
/// activation.
template <class Fact>
PatriciaMap<Fact> registers_of_callee(const PatriciaMap<Fact>& registers, const cfa::Function& callee,
                                      const cfa::Cfa& cfa) {
  return registers.filtered([&](std::uint64_t key, const Fact& /*fact*/) {
    const cfa::VariableId variable(key);
    return cfa::has_static_storage(cfa.variable(variable)) ||
           std::ranges::find(callee.parameters, variable) != callee.parameters.end();
  });
}

/// A loop starts with all of them.
template <class Fact>
PatriciaMap<Fact> registers_at_entry(const PatriciaMap<Fact>& registers, const BlockContext& block,
                                     const cfa::Cfa& cfa) {
  return block.block.kind == facts::BlockKind::Loop
             ? registers
             : registers_of_callee(registers, cfa.function(block.block.function), cfa);
}

/// Behind a function: of `expanded` what outlives the call, and the caller's own registers as they were at its entry, but for those
/// parameters that the call may have overwritten.
template <class Fact>
PatriciaMap<Fact> registers_behind_call(const PatriciaMap<Fact>& entry, const PatriciaMap<Fact>& expanded,
                                        const cfa::Function& callee, const cfa::Cfa& cfa) {
  const auto outlives = [&](cfa::VariableId variable) { return cfa::outlives_call(variable, callee, cfa); };
  PatriciaMap<Fact> result =
      expanded.filtered([&](std::uint64_t key, const Fact& /*fact*/) { return outlives(cfa::VariableId(key)); });
  entry.for_each([&](std::uint64_t key, const Fact& fact) {
    const cfa::VariableId variable(key);
    if (!outlives(variable) && std::ranges::find(callee.parameters, variable) == callee.parameters.end()) {
      result = result.with(key, fact);
    }
  });
  return result;
}

} // namespace vouch::core

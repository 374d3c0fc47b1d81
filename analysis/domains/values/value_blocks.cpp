#include "analysis/core/block_registers.hpp"
#include "analysis/domains/values/value_analysis.hpp"

#include <algorithm>

/// What the analysis does where blocks are entered and left.
namespace vouch::domains {
namespace {

bool contains(const std::vector<cfa::VariableId>& variables, cfa::VariableId variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

} // namespace

bool ValueAnalysis::is_used(cfa::VariableId variable, const core::BlockContext& block) const {
  if (block.block.kind == facts::BlockKind::Function) {
    if (contains(cfa_->function(block.block.function).parameters, variable)) {
      return true;
    }
  }
  return block.effects.registers_read.contains(variable) || block.effects.registers_written.contains(variable);
}

bool ValueAnalysis::is_touched(ObjectId object, const core::BlockContext& block) const {
  return block.effects.groups.contains(block.table.id_of(ValueMemory(*cfa_, *regions_).group_of(object)));
}

std::optional<ValueState> ValueAnalysis::reduce(const State& state, const Precision& /*precision*/,
                                                const core::BlockContext& block) const {
  State reduced;
  reduced.registers = state.registers.filtered(
      [&](std::uint64_t key, const auto& /*value*/) { return is_used(cfa::VariableId(key), block); });
  reduced.memory = state.memory.filtered(
      [&](std::uint64_t key, const auto& /*object*/) { return is_touched(ObjectId::of_number(key), block); });
  reduced.allocations = state.allocations.filtered(
      [&](std::uint64_t key, const auto& /*count*/) { return block.effects.allocations.contains(cfa::EdgeId(key)); });
  return reduced;
}

namespace {

/// The entries of `entry` for which `is_inside(key)` does not hold, and all of `exit`.
template <class Map, class IsInside>
Map expanded_map(const Map& entry, const Map& exit, const IsInside& is_inside) {
  Map result = entry.filtered([&](std::uint64_t key, const auto& /*value*/) { return !is_inside(key); });
  exit.for_each([&](std::uint64_t key, const auto& value) { result = result.with(key, value); });
  return result;
}

} // namespace

ValueState ValueAnalysis::expand(const State& entry, const core::BlockContext& block, const State& exit) const {
  State expanded;
  expanded.registers = expanded_map(entry.registers, exit.registers,
                                    [&](std::uint64_t key) { return is_used(cfa::VariableId(key), block); });
  expanded.memory = expanded_map(entry.memory, exit.memory,
                                 [&](std::uint64_t key) { return is_touched(ObjectId::of_number(key), block); });
  expanded.allocations = expanded_map(entry.allocations, exit.allocations, [&](std::uint64_t key) {
    return block.effects.allocations.contains(cfa::EdgeId(key));
  });
  expanded.saved = entry.saved;
  return expanded;
}

ValueState ValueAnalysis::state_inside(const State& entry, cfa::FunctionId callee) const {
  State result = entry;
  result.registers = core::registers_of_callee(entry.registers, cfa_->function(callee), *cfa_);
  result.saved = {};
  return result;
}

ValueState ValueAnalysis::rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const {
  return state_behind_call(entry, block.block.function, expanded);
}

ValueState ValueAnalysis::state_behind_call(const State& entry, cfa::FunctionId callee, const State& exit) const {
  State result = exit;
  result.registers = core::registers_behind_call(entry.registers, exit.registers, cfa_->function(callee), *cfa_);
  entry.saved.for_each(
      [&](std::uint64_t key, const ExplicitValue& value) { result.registers = result.registers.with(key, value); });
  result.saved = {};
  for (cfa::VariableId variable : automatic_variables_[callee.index()]) {
    result.memory = result.memory.without(ObjectId::of(variable).number());
  }
  return result;
}

} // namespace vouch::domains

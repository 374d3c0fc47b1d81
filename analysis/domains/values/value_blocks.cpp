#include "analysis/cfa/storage_duration.hpp"
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
  reduced.registers =
      block.block.kind == facts::BlockKind::Function ? entered(state, block.block.function).registers : state.registers;
  reduced.registers = reduced.registers.filtered(
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

ValueState ValueAnalysis::entered(const State& entry, cfa::FunctionId callee) const {
  const std::vector<cfa::VariableId>& parameters = cfa_->function(callee).parameters;
  State result = entry;
  result.registers = entry.registers.filtered([&](std::uint64_t key, const auto& /*value*/) {
    const cfa::VariableId variable(key);
    return cfa::has_static_storage(cfa_->variable(variable)) || contains(parameters, variable);
  });
  result.saved = {};
  return result;
}

ValueState ValueAnalysis::rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const {
  return left(entry, block.block.function, expanded);
}

ValueState ValueAnalysis::left(const State& entry, cfa::FunctionId function, const State& exit) const {
  const cfa::Function& callee = cfa_->function(function);
  auto outlives_call = [&](cfa::VariableId variable) { return cfa::outlives_call(variable, callee, *cfa_); };
  State rebuilt = exit;
  rebuilt.registers = exit.registers.filtered(
      [&](std::uint64_t key, const auto& /*value*/) { return outlives_call(cfa::VariableId(key)); });
  auto give_back = [&](std::uint64_t key, const ExplicitValue& value) {
    rebuilt.registers = rebuilt.registers.with(key, value);
  };
  entry.registers.for_each([&](std::uint64_t key, const ExplicitValue& value) {
    const cfa::VariableId variable(key);
    if (!outlives_call(variable) && !contains(callee.parameters, variable)) {
      give_back(key, value);
    }
  });
  entry.saved.for_each(give_back);
  rebuilt.saved = {};
  for (cfa::VariableId variable : automatic_variables_[function.index()]) {
    rebuilt.memory = rebuilt.memory.without(ObjectId::of(variable).number());
  }
  return rebuilt;
}

} // namespace vouch::domains

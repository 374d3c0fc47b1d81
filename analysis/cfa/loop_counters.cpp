#include "analysis/cfa/loop_counters.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"

namespace vouch::cfa {

std::optional<Integer> step_of(const Assign& assign) {
  const auto* sum = std::get_if<Binary>(&without_conversions(assign.value)->node);
  if (sum == nullptr || (sum->op != BinaryOperator::Add && sum->op != BinaryOperator::Subtract)) {
    return std::nullopt;
  }
  const auto* before = std::get_if<VariableRead>(&without_conversions(sum->left)->node);
  const auto* step = std::get_if<Constant>(&without_conversions(sum->right)->node);
  if (before == nullptr || before->variable != assign.target || step == nullptr) {
    return std::nullopt;
  }
  return sum->op == BinaryOperator::Add ? step->value : -step->value;
}

std::set<VariableId> counters_around(const Cfa& cfa, LocationId location) {
  std::set<VariableId> counters;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const LocationId head(index);
    if (!cfa.location(head).is_loop_head || cfa.location(head).function != cfa.location(location).function) {
      continue;
    }
    const std::set<LocationId> loop = locations_of_loop(cfa, head);
    if (!loop.contains(location)) {
      continue;
    }
    for (const LocationId inside : loop) {
      for (const EdgeId edge : cfa.outgoing(inside)) {
        const auto* assign = std::get_if<Assign>(&cfa.edge(edge).operation);
        if (assign != nullptr && step_of(*assign)) {
          counters.insert(assign->target);
        }
      }
    }
  }
  return counters;
}

} // namespace vouch::cfa

#include "tests/support/constant_propagation.hpp"

#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::test {
namespace {

std::optional<cfa::Integer> apply(cfa::BinaryOperator op, cfa::Integer left, cfa::Integer right) {
  switch (op) {
  case cfa::BinaryOperator::Add:
    return left + right;
  case cfa::BinaryOperator::Subtract:
    return left - right;
  case cfa::BinaryOperator::Equal:
    return left == right ? 1 : 0;
  case cfa::BinaryOperator::NotEqual:
    return left != right ? 1 : 0;
  case cfa::BinaryOperator::Less:
    return left < right ? 1 : 0;
  case cfa::BinaryOperator::LessEqual:
    return left <= right ? 1 : 0;
  case cfa::BinaryOperator::GreaterEqual:
    return left >= right ? 1 : 0;
  default:
    return std::nullopt;
  }
}

/// `state`, in which `variable == value` is known to hold.
void learn_equality(ConstantState& state, cfa::ExpressionRef condition) {
  const auto* binary = std::get_if<cfa::Binary>(&condition->node);
  if (binary == nullptr || binary->op != cfa::BinaryOperator::Equal) {
    return;
  }
  const auto* read = std::get_if<cfa::VariableRead>(&binary->left->node);
  std::optional<cfa::Integer> value = evaluate(binary->right, state);
  if (read != nullptr && value) {
    state.known[read->variable] = *value;
  }
}

/// Whether every state that `lower` stands for is one of `upper`'s.
bool is_below(const ConstantState& lower, const ConstantState& upper) {
  return std::all_of(upper.known.begin(), upper.known.end(), [&](const auto& entry) {
    auto found = lower.known.find(entry.first);
    return found != lower.known.end() && found->second == entry.second;
  });
}

} // namespace

std::optional<cfa::Integer> evaluate(cfa::ExpressionRef expression, const ConstantState& state) {
  if (const auto* constant = std::get_if<cfa::Constant>(&expression->node)) {
    return constant->value;
  }
  if (const auto* read = std::get_if<cfa::VariableRead>(&expression->node)) {
    auto found = state.known.find(read->variable);
    return found == state.known.end() ? std::nullopt : std::optional(found->second);
  }
  if (const auto* binary = std::get_if<cfa::Binary>(&expression->node)) {
    std::optional<cfa::Integer> left = evaluate(binary->left, state);
    std::optional<cfa::Integer> right = evaluate(binary->right, state);
    return left && right ? apply(binary->op, *left, *right) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<ConstantState> ConstantPropagation::post(const State& state, const Precision&,
                                                     const core::EdgeContext& edge) const {
  ConstantState next = state;
  if (const auto* assume = std::get_if<cfa::Assume>(&edge.edge.operation)) {
    const bool holds = assume->polarity == cfa::Polarity::Holds;
    if (std::optional<cfa::Integer> value = evaluate(assume->condition, state)) {
      return (*value != 0) == holds ? std::vector{state} : std::vector<ConstantState>{};
    }
    if (holds) {
      learn_equality(next, assume->condition);
    }
    return {next};
  }
  for (cfa::VariableId written : cfa::variables_written(edge.edge.operation)) {
    next.known.erase(written);
  }
  if (const auto* assign = std::get_if<cfa::Assign>(&edge.edge.operation)) {
    if (std::optional<cfa::Integer> value = evaluate(assign->value, state)) {
      next.known[assign->target] = *value;
    }
  }
  return {next};
}

ConstantState ConstantPropagation::merge(const State& added, const State& reached, const Precision&) const {
  return merge_ == ConstantMerge::Separate ? reached : *join(added, reached);
}

std::optional<ConstantState> ConstantPropagation::join(const State& added, const State& reached) const {
  ConstantState joined;
  std::set_intersection(added.known.begin(), added.known.end(), reached.known.begin(), reached.known.end(),
                        std::inserter(joined.known, joined.known.end()));
  return joined;
}

bool ConstantPropagation::stop(const State& state, std::span<const State* const> reached, const Precision&) const {
  return std::any_of(reached.begin(), reached.end(),
                     [&](const State* candidate) { return is_below(state, *candidate); });
}

core::Adjustment<ConstantState, ConstantPrecision>
ConstantPropagation::adjust(const State& state, const Precision& precision, const core::ReachedView<State>&) const {
  ConstantState adjusted = state;
  std::erase_if(adjusted.known, [&](const auto& entry) { return !precision.tracked.contains(entry.first); });
  return core::Continue<State, Precision>{std::move(adjusted), precision};
}

ConstantPrecision ConstantPropagation::join_precision(const Precision& left, const Precision& right) const {
  ConstantPrecision joined = left;
  joined.tracked.insert(right.tracked.begin(), right.tracked.end());
  return joined;
}

bool Place::stop(const State& state, std::span<const State* const> reached, const Precision&) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) { return *candidate == state; });
}

std::optional<core::TargetReason> Place::target(const State& state) const {
  const std::optional<cfa::Target>& target = cfa_->location(state.location).target;
  if (!target) {
    return std::nullopt;
  }
  return core::TargetReason{core::TargetKind::Property, state.location, target->message};
}

} // namespace vouch::test

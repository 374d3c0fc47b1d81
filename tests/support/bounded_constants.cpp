#include "tests/support/bounded_constants.hpp"

#include "analysis/cfa/compared_place.hpp"

#include <algorithm>

namespace vouch::test {
namespace {

static_assert(core::ConfigurableProgramAnalysis<BoundedConstants>);
static_assert(core::ConfigurableProgramAnalysis<Comparisons>);

/// The variables that the conditions compare with a constant for equality, and that.
std::set<std::pair<cfa::VariableId, cfa::Integer>> equalities(const std::vector<cfa::ExpressionRef>& conditions) {
  std::set<std::pair<cfa::VariableId, cfa::Integer>> result;
  for (cfa::ExpressionRef condition : conditions) {
    const std::optional<cfa::ComparedPlace> compared = cfa::compared_place(condition);
    if (compared && compared->op == cfa::BinaryOperator::Equal) {
      result.emplace(compared->variable, compared->constant);
    }
  }
  return result;
}

} // namespace

std::vector<BoundedState> BoundedConstants::post(const State& state, const Precision&,
                                                 const core::EdgeContext& edge) const {
  std::vector<State> result;
  for (ConstantState& next : exact_.post(state.values, {}, edge)) {
    result.push_back({std::move(next)});
  }
  return result;
}

bool BoundedConstants::stop(const State& state, std::span<const State* const> reached, const Precision&) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) {
    const ConstantState* values = &candidate->values;
    return exact_.stop(state.values, {&values, 1}, {});
  });
}

core::Adjustment<BoundedState, BoundedConstants::Precision>
BoundedConstants::adjust(const State& state, const Precision& precision,
                         const core::ReachedView<State>& reached) const {
  State next = state;
  Precision smaller = precision;
  bool pauses = false;
  for (const auto& [variable, value] : state.values.known) {
    std::set<cfa::Integer> values = {value};
    for (std::size_t index = 0; index < reached.size(); ++index) {
      const auto& known = reached[index].values.known;
      if (auto found = known.find(variable); found != known.end()) {
        values.insert(found->second);
      }
    }
    const bool is_at_limit = precision.has(variable) && values.size() > most_values_;
    pauses = pauses || is_at_limit;
    if (is_at_limit && at_limit_ == AtLimit::GiveUp) {
      smaller = smaller.without(variable);
    }
    if (!smaller.has(variable)) {
      next.values.known.erase(variable);
    }
  }
  if (pauses && at_limit_ == AtLimit::Pause) {
    return core::Pause<State, Precision>{std::move(next), std::nullopt, "a variable has too many values"};
  }
  return core::Continue<State, Precision>{std::move(next), std::move(smaller)};
}

std::vector<cfa::ExpressionRef> BoundedConstants::says(const State& state) const {
  std::vector<cfa::ExpressionRef> conditions;
  const cfa::Type type = cfa::IntegerType{32, cfa::Signedness::Signed};
  for (const auto& [variable, value] : state.values.known) {
    conditions.push_back(
        said_->binary(cfa::BinaryOperator::Equal, said_->read(variable, type), said_->constant(value, type)));
  }
  return conditions;
}

std::vector<ComparisonState> Comparisons::post(const State& state, const Precision&,
                                               const core::EdgeContext& edge) const {
  std::vector<State> result;
  for (ConstantState& next : exact_.post(state.equal, {}, edge)) {
    result.push_back({std::move(next)});
  }
  return result;
}

bool Comparisons::stop(const State& state, std::span<const State* const> reached, const Precision&) const {
  return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) {
    const ConstantState* equal = &candidate->equal;
    return exact_.stop(state.equal, {&equal, 1}, {});
  });
}

core::Adjustment<ComparisonState, ComparisonPrecision>
Comparisons::adjust(const State& state, const Precision& precision, const core::ReachedView<State>&) const {
  State next = state;
  std::erase_if(next.equal.known, [&](const auto& entry) { return !precision.tracked.contains(entry); });
  return core::Continue<State, Precision>{std::move(next)};
}

core::Adjustment<ComparisonState, ComparisonPrecision>
Comparisons::adjust_together(const State& state, const Precision& precision, const core::ProductChange& change) const {
  const auto left = equalities(change.after.says());
  State next = state;
  Precision larger = precision;
  for (const auto& comparison : equalities(change.before.says())) {
    if (!left.contains(comparison)) {
      larger.tracked.insert(comparison);
      next.equal.known.insert(comparison);
    }
  }
  return core::Continue<State, Precision>{std::move(next), std::move(larger)};
}

ComparisonPrecision Comparisons::join_precision(const Precision& left, const Precision& right) const {
  Precision joined = left;
  joined.tracked.insert(right.tracked.begin(), right.tracked.end());
  return joined;
}

} // namespace vouch::test

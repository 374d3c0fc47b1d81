#include "analysis/findings/state_facts.hpp"

#include "analysis/cfa/compared_place.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/smt/c_text/c_arithmetic.hpp"

#include <algorithm>
#include <map>

namespace vouch::findings {
namespace {

using cfa::Integer;
using cfa::NamedPlace;

/// So many values are listed; of more the bounds are given.
constexpr std::size_t most_listed = 3;
/// Relations are looked for between so many variables at most.
constexpr std::size_t most_related = 12;
constexpr Integer largest_factor = 16;

/// What a place holds in each state, in one order of the states. Where each state has one value, these are `values`.
struct Observed {
  NamedPlace place;
  cfa::IntegerType type;
  std::vector<Integer> values;
  std::set<Integer> distinct;
  std::optional<Integer> lowest;
  std::optional<Integer> highest;
};

/// What one state says about a variable.
struct Bounds {
  std::optional<Integer> lowest;
  std::optional<Integer> highest;
};
using BoundsByVariable = std::map<cfa::VariableId, Bounds>;

BoundsByVariable bounds_of(const std::vector<cfa::ExpressionRef>& conditions) {
  BoundsByVariable result;
  for (cfa::ExpressionRef condition : conditions) {
    const std::optional<cfa::ComparedPlace> compared = cfa::compared_place(condition);
    if (!compared) {
      continue;
    }
    auto& [lowest, highest] = result[compared->variable];
    const Integer bound = compared->constant;
    switch (compared->op) {
    case cfa::BinaryOperator::Equal:
      lowest = bound;
      highest = bound;
      break;
    case cfa::BinaryOperator::GreaterEqual:
      lowest = std::max(lowest.value_or(bound), bound);
      break;
    case cfa::BinaryOperator::LessEqual:
      highest = std::min(highest.value_or(bound), bound);
      break;
    default:
      break;
    }
  }
  return result;
}

/// The variables that operations of the loop mention.
std::set<cfa::VariableId> variables_of_loop(cfa::LocationId head, const cfa::Cfa& cfa) {
  std::set<cfa::VariableId> result;
  for (cfa::LocationId location : cfa::locations_of_loop(cfa, head)) {
    for (cfa::EdgeId edge : cfa.outgoing(location)) {
      const std::vector<cfa::VariableId> mentioned = cfa::variables_mentioned(cfa.edge(edge).operation);
      result.insert(mentioned.begin(), mentioned.end());
    }
  }
  return result;
}

/// Nothing if there is a state that says nothing about the variable.
std::optional<Observed> observed(cfa::VariableId id, const std::vector<BoundsByVariable>& states, const cfa::Cfa& cfa) {
  const cfa::IntegerType* type = cfa::as_integer(cfa.variable(id).type);
  if (type == nullptr) {
    return std::nullopt;
  }
  Observed result{{id}, *type, {}, {}, cfa::maximum_value(*type), cfa::minimum_value(*type)};
  bool has_values = true;
  for (const BoundsByVariable& state : states) {
    const auto known = state.find(id);
    if (known == state.end()) {
      return std::nullopt;
    }
    const auto& [lowest, highest] = known->second;
    result.lowest = result.lowest && lowest ? std::optional(std::min(*result.lowest, *lowest)) : std::nullopt;
    result.highest = result.highest && highest ? std::optional(std::max(*result.highest, *highest)) : std::nullopt;
    has_values = has_values && lowest && lowest == highest;
    if (has_values) {
      result.values.push_back(*lowest);
      result.distinct.insert(*lowest);
    }
  }
  if (!has_values) {
    result.values.clear();
    result.distinct.clear();
  }
  return result;
}

class FactWriter {
public:
  explicit FactWriter(LoopFacts& facts) : facts_(facts) {}

  void add_values(const Observed& observed) {
    if (observed.distinct.empty() || observed.distinct.size() > most_listed) {
      add_bound(observed, cfa::BinaryOperator::GreaterEqual, observed.lowest, cfa::minimum_value(observed.type));
      add_bound(observed, cfa::BinaryOperator::LessEqual, observed.highest, cfa::maximum_value(observed.type));
      return;
    }
    std::vector<smt::CText> alternatives;
    for (Integer value : observed.distinct) {
      if (std::optional<smt::CText> equation = comparison(observed, cfa::BinaryOperator::Equal, value)) {
        alternatives.push_back(*std::move(equation));
      }
    }
    if (alternatives.size() == observed.distinct.size()) {
      facts_.conjuncts.push_back(smt::c_or(alternatives).text);
    }
  }

  /// y = factor * x + offset in all states; false if there is no such relation.
  bool add_relation(const Observed& x, const Observed& y) {
    const std::size_t other = differing_state(x);
    const Integer step = x.values[other] - x.values.front();
    const Integer rise = y.values[other] - y.values.front();
    const Integer factor = rise / step;
    if (rise % step != 0 || factor == 0 || factor > largest_factor || factor < -largest_factor) {
      return false;
    }
    const Integer offset = y.values.front() - factor * x.values.front();
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      if (y.values[i] != factor * x.values[i] + offset) {
        return false;
      }
    }
    const std::optional<smt::CNumber> a = smt::c_place(x.place, x.type);
    const std::optional<smt::CNumber> b = smt::c_place(y.place, y.type);
    if (a && b) {
      if (auto relation =
              smt::c_linear(cfa::BinaryOperator::Equal, {{1, *b}, {-factor, *a}}, -offset, smt::Truth::Known)) {
        facts_.conjuncts.push_back(relation->text);
      }
    }
    return true;
  }

private:
  static std::size_t differing_state(const Observed& x) {
    const auto other = std::ranges::find_if(x.values, [&](Integer value) { return value != x.values.front(); });
    return static_cast<std::size_t>(other - x.values.begin());
  }

  static std::optional<smt::CText> comparison(const Observed& observed, cfa::BinaryOperator op, Integer bound) {
    const std::optional<smt::CNumber> place = smt::c_place(observed.place, observed.type);
    const std::optional<smt::CNumber> literal = smt::c_literal(bound);
    return place && literal ? smt::c_comparison(op, *place, *literal) : std::nullopt;
  }

  void add_bound(const Observed& observed, cfa::BinaryOperator op, std::optional<Integer> bound, Integer limit) {
    const std::optional<smt::CText> text = bound && *bound != limit ? comparison(observed, op, *bound) : std::nullopt;
    if (text) {
      facts_.conjuncts.push_back(text->text);
    }
  }

  LoopFacts& facts_;
};

LoopFacts facts_at(cfa::LocationId head, const std::vector<BoundsByVariable>& states, const cfa::Cfa& cfa) {
  LoopFacts facts{head, {}, {}};
  FactWriter writer(facts);
  std::vector<Observed> changing;
  for (cfa::VariableId id : variables_of_loop(head, cfa)) {
    if (!cfa::name_at({id}, cfa, cfa.location(head).range)) {
      continue;
    }
    if (std::optional<Observed> values = observed(id, states, cfa)) {
      writer.add_values(*values);
      if (values->distinct.size() > most_listed && changing.size() < most_related) {
        changing.push_back(*std::move(values));
      }
    }
  }
  for (std::size_t i = 0; i < changing.size(); ++i) {
    for (std::size_t j = i + 1; j < changing.size(); ++j) {
      if (!writer.add_relation(changing[i], changing[j])) {
        writer.add_relation(changing[j], changing[i]);
      }
    }
  }
  return facts;
}

LoopFacts facts_at_exit(const cfa::Function& function, const std::vector<BoundsByVariable>& states,
                        const cfa::Cfa& cfa) {
  LoopFacts facts{function.exit, {}, {}};
  if (function.return_variables.size() == 1) {
    if (const std::optional<Observed> result = observed(function.return_variables.front(), states, cfa)) {
      FactWriter(facts).add_values(*result);
    }
  }
  return facts;
}

} // namespace

std::vector<LoopFacts> loop_facts(const core::Exploration& exploration, const ProvedProgram& program) {
  const facts::FollowedRuns followed(program.cfa, program.targets, program.start);
  std::map<cfa::LocationId, std::vector<BoundsByVariable>> states;
  for (core::ReachedSetId set : exploration.used_by_program()) {
    const core::ReachedSet& reached = exploration.reached(set);
    for (core::ArgNodeId id : reached.arg().ids()) {
      const core::ArgNode& node = reached.node(id);
      const cfa::LocationId location = reached.analysis().location(node.state);
      const cfa::Function& function = program.cfa.function(program.cfa.location(location).function);
      const bool is_of_interest = program.cfa.location(location).is_loop_head || function.exit == location;
      if (is_of_interest && !core::is_covered(node) && is_in_main_file(function) &&
          followed.are_followed_to(location)) {
        states[location].push_back(bounds_of(reached.analysis().says(node.state)));
      }
    }
  }
  std::vector<LoopFacts> result;
  for (const auto& [head, list] : states) {
    const cfa::Function& function = program.cfa.function(program.cfa.location(head).function);
    result.push_back(function.exit == head ? facts_at_exit(function, list, program.cfa)
                                           : facts_at(head, list, program.cfa));
  }
  return result;
}

} // namespace vouch::findings

#include "analysis/facts/passed_checks.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vouch::facts {
namespace {

using Conditions = std::vector<bool>; ///< by number

/// What the value of a condition depends on.
struct Dependence {
  std::unordered_set<cfa::VariableId> registers;
  bool on_memory = false;
  bool on_lives = false;          ///< of objects
  bool on_static_storage = false; ///< registers that other functions can change
};

Dependence dependence_of(const cfa::Cfa& cfa, cfa::ExpressionRef condition) {
  Dependence result;
  cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      result.registers.insert(read->variable);
      result.on_static_storage |= !cfa::has_automatic_storage(cfa.variable(read->variable));
    }
    const auto* check = std::get_if<cfa::MemoryCheck>(&part->node);
    result.on_memory |= std::holds_alternative<cfa::Load>(part->node);
    result.on_lives |= check != nullptr && check->fault != cfa::MemoryFault::Null;
  });
  return result;
}

/// The condition that is known to fail behind the edge.
cfa::ExpressionRef failed_condition(const cfa::Edge& edge) {
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  return assume != nullptr && assume->polarity == cfa::Polarity::Fails ? assume->condition : nullptr;
}

cfa::ExpressionRef condition_of_target(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  const bool leads_to_target = cfa.location(edge.target).target.has_value();
  return leads_to_target && assume != nullptr && assume->polarity == cfa::Polarity::Holds ? assume->condition : nullptr;
}

/// Of one function.
class AvailableConditions {
public:
  AvailableConditions(const cfa::Cfa& cfa, cfa::FunctionId function, bool is_recursive,
                      const std::vector<cfa::LocationId>& locations)
      : cfa_(cfa), is_recursive_(is_recursive) {
    for (cfa::LocationId location : locations) {
      for (cfa::EdgeId edge : cfa.outgoing(location)) {
        if (cfa::ExpressionRef condition = condition_of_target(cfa, cfa.edge(edge))) {
          if (numbers_.emplace(condition, numbers_.size()).second) {
            dependences_.push_back(dependence_of(cfa, condition));
          }
        }
      }
    }
    if (!numbers_.empty()) {
      available_[cfa.function(function).entry] = Conditions(numbers_.size(), false);
      iterate();
    }
  }

  [[nodiscard]] bool is_available(cfa::ExpressionRef condition, cfa::LocationId location) const {
    const auto known = available_.find(location);
    return known != available_.end() && known->second[numbers_.at(condition)];
  }

private:
  void iterate() {
    std::vector<cfa::LocationId> work;
    for (const auto& [entry, conditions] : available_) {
      work.push_back(entry);
    }
    while (!work.empty()) {
      const cfa::LocationId location = work.back();
      work.pop_back();
      for (cfa::EdgeId id : cfa_.outgoing(location)) {
        const cfa::Edge& edge = cfa_.edge(id);
        if (std::holds_alternative<cfa::Return>(edge.operation)) {
          continue; // into a caller
        }
        const bool is_call = std::holds_alternative<cfa::Call>(edge.operation);
        const cfa::LocationId next = is_call ? cfa_.edge(cfa_.return_of(id)).target : edge.target;
        if (join(next, behind(id, available_.at(location)))) {
          work.push_back(next);
        }
      }
    }
  }

  /// Whether that changes what is available there.
  bool join(cfa::LocationId location, const Conditions& conditions) {
    const auto [known, is_new] = available_.emplace(location, conditions);
    bool has_changed = is_new;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
      if (known->second[i] && !conditions[i]) {
        known->second[i] = false;
        has_changed = true;
      }
    }
    return has_changed;
  }

  [[nodiscard]] Conditions behind(cfa::EdgeId id, Conditions conditions) const {
    const cfa::Edge& edge = cfa_.edge(id);
    if (std::holds_alternative<cfa::Unsupported>(edge.operation)) {
      return Conditions(conditions.size(), false);
    }
    std::vector<cfa::VariableId> written = cfa::variables_written(edge.operation);
    bool changes_memory = false;
    bool changes_lives = false;
    bool is_call = false;
    std::visit(Overloaded{
                   [](const cfa::Skip&) {},
                   [](const cfa::Assume&) {},
                   [](const cfa::Assign&) {},
                   [](const cfa::Input&) {},
                   [](const cfa::Return&) {},
                   [](const cfa::Unsupported&) {}, // it is settled
                   [&](const cfa::Store&) { changes_memory = true; },
                   [&](const cfa::CopyMemory&) { changes_memory = true; },
                   [&](const cfa::SetMemory&) { changes_memory = true; },
                   [&](const cfa::WriteBytes&) { changes_memory = true; },
                   [&](const cfa::ReceiveMemory&) { changes_memory = true; },
                   [&](const cfa::HavocMemory&) { changes_memory = true; },
                   [&](const cfa::Declare&) { changes_memory = changes_lives = true; },
                   [&](const cfa::Allocate&) { changes_memory = changes_lives = true; },
                   [&](const cfa::Free&) { changes_memory = changes_lives = true; },
                   [&](const cfa::Call&) { changes_memory = changes_lives = is_call = true; },
               },
               edge.operation);
    if (is_call) {
      const std::vector<cfa::VariableId> received = cfa::variables_written(cfa_.edge(cfa_.return_of(id)).operation);
      written.insert(written.end(), received.begin(), received.end());
    }
    const bool may_change_some = changes_memory || changes_lives || is_call || !written.empty();
    for (std::size_t i = 0; may_change_some && i < conditions.size(); ++i) {
      const Dependence& on = dependences_[i];
      const bool changes = (changes_memory && on.on_memory) || (changes_lives && on.on_lives) ||
                           (is_call && (is_recursive_ || on.on_static_storage)) ||
                           std::ranges::any_of(written, [&](cfa::VariableId id) { return on.registers.contains(id); });
      conditions[i] = conditions[i] && !changes;
    }
    if (cfa::ExpressionRef failed = failed_condition(edge)) {
      if (const auto number = numbers_.find(failed); number != numbers_.end()) {
        conditions[number->second] = true;
      }
    }
    return conditions;
  }

  const cfa::Cfa& cfa_;
  bool is_recursive_;
  std::unordered_map<cfa::ExpressionRef, std::size_t> numbers_;
  std::vector<Dependence> dependences_; ///< by number
  std::unordered_map<cfa::LocationId, Conditions> available_;
};

} // namespace

std::unordered_set<cfa::LocationId> targets_of_passed_checks(const cfa::Cfa& cfa) {
  std::vector<std::vector<cfa::LocationId>> locations(cfa.function_count());
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId id(index);
    if (cfa.location(id).function.is_valid() && !cfa.outgoing(id).empty()) {
      locations[cfa.location(id).function.index()].push_back(id);
    }
  }
  const std::unordered_set<cfa::FunctionId> recursive = CallGraph(cfa).recursive_functions();
  std::unordered_set<cfa::LocationId> result;
  std::unordered_set<cfa::LocationId> others; // that some check comes to which has not passed before
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::FunctionId function(index);
    const AvailableConditions available(cfa, function, recursive.contains(function), locations[index]);
    for (cfa::LocationId location : locations[index]) {
      for (cfa::EdgeId id : cfa.outgoing(location)) {
        const cfa::Edge& edge = cfa.edge(id);
        if (cfa.location(edge.target).target) {
          const cfa::ExpressionRef condition = condition_of_target(cfa, edge);
          const bool has_passed = condition != nullptr && available.is_available(condition, location);
          (has_passed ? result : others).insert(edge.target);
        }
      }
    }
  }
  std::erase_if(result, [&](cfa::LocationId target) { return others.contains(target); });
  return result;
}

} // namespace vouch::facts

#include "analysis/facts/functions_before_targets.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vouch::facts {

class FunctionsBeforeTargets::Search {
public:
  Search(const FunctionsBeforeTargets& program, cfa::LocationId start,
         const std::function<bool(cfa::LocationId)>& is_impossible)
      : program_(program), cfa_(program.cfa_), is_impossible_(is_impossible), start_(cfa_.location(start).function),
        has_target_(cfa_.function_count(), false), is_entered_(cfa_.function_count(), false),
        is_entered_before_targets_(cfa_.function_count(), false) {}

  std::vector<cfa::FunctionId> entered() {
    find_functions_with_targets();
    enter(start_, HasTargetBehind::No);
    while (!work_.empty()) {
      const cfa::FunctionId caller = work_.back();
      work_.pop_back();
      follow_calls(caller);
    }
    std::vector<cfa::FunctionId> result;
    for (std::size_t index = 0; index < is_entered_.size(); ++index) {
      if (is_entered_[index]) {
        result.emplace_back(index);
      }
    }
    return result;
  }

private:
  enum class HasTargetBehind { No, Yes };

  /// In themselves, or in what they call.
  void find_functions_with_targets() {
    std::unordered_map<cfa::FunctionId, std::vector<cfa::FunctionId>> callers;
    std::vector<cfa::FunctionId> found;
    const auto add = [&](cfa::FunctionId function) {
      if (!has_target_[function.index()]) {
        has_target_[function.index()] = true;
        found.push_back(function);
      }
    };
    for (const cfa::FunctionId function : program_.calls_.reachable_from(start_)) {
      const Function& known = program_.functions_[function.index()];
      if (!known.not_understood.empty() || !std::ranges::all_of(known.targets, is_impossible_)) {
        add(function);
      }
      for (const cfa::FunctionId callee : program_.calls_.callees(function)) {
        callers[callee].push_back(function);
      }
    }
    for (std::size_t next = 0; next < found.size(); ++next) {
      for (const cfa::FunctionId caller : callers[found[next]]) {
        add(caller);
      }
    }
  }

  void enter(cfa::FunctionId function, HasTargetBehind behind) {
    const bool is_new = !is_entered_[function.index()];
    const bool is_new_before_targets = behind == HasTargetBehind::Yes && !is_entered_before_targets_[function.index()];
    is_entered_[function.index()] = true;
    if (is_new_before_targets) {
      is_entered_before_targets_[function.index()] = true;
    }
    if (is_new || is_new_before_targets) {
      work_.push_back(function);
    }
  }

  void follow_calls(cfa::FunctionId caller) {
    const bool has_target_behind = is_entered_before_targets_[caller.index()];
    const std::unordered_set<cfa::LocationId> before = has_target_behind || !has_target_[caller.index()]
                                                           ? std::unordered_set<cfa::LocationId>()
                                                           : locations_before_targets(caller);
    for (const cfa::EdgeId call : program_.functions_[caller.index()].calls) {
      const cfa::Edge& edge = cfa_.edge(call);
      if (!has_target_behind && !before.contains(edge.source)) {
        continue;
      }
      const bool comes_back_before_targets =
          has_target_behind || before.contains(cfa_.edge(cfa_.return_of(call)).target);
      enter(std::get<cfa::Call>(edge.operation).callee,
            comes_back_before_targets ? HasTargetBehind::Yes : HasTargetBehind::No);
    }
  }

  /// Within `function`, of those that it has itself and those in what it calls.
  [[nodiscard]] std::unordered_set<cfa::LocationId> locations_before_targets(cfa::FunctionId function) const {
    const Function& known = program_.functions_[function.index()];
    std::unordered_set<cfa::LocationId> result;
    std::vector<cfa::LocationId> work;
    const auto add = [&](cfa::LocationId location) {
      if (result.insert(location).second) {
        work.push_back(location);
      }
    };
    for (const cfa::LocationId target : known.targets) {
      if (!is_impossible_(target)) {
        add(target);
      }
    }
    std::ranges::for_each(known.not_understood, add);
    for (const cfa::EdgeId call : known.calls) {
      if (has_target_[std::get<cfa::Call>(cfa_.edge(call).operation).callee.index()]) {
        add(cfa_.edge(call).source);
      }
    }
    while (!work.empty()) {
      const cfa::LocationId location = work.back();
      work.pop_back();
      for (const cfa::EdgeId id : cfa_.incoming(location)) {
        const cfa::Edge& edge = cfa_.edge(id);
        const auto* back = std::get_if<cfa::Return>(&edge.operation);
        const bool is_from_a_caller = std::holds_alternative<cfa::Call>(edge.operation);
        if (!is_from_a_caller && !cfa::is_never_passed(edge.operation)) {
          add(back != nullptr ? cfa_.edge(back->call).source : edge.source);
        }
      }
    }
    return result;
  }

  const FunctionsBeforeTargets& program_;
  const cfa::Cfa& cfa_;
  const std::function<bool(cfa::LocationId)>& is_impossible_;
  cfa::FunctionId start_;
  std::vector<bool> has_target_; ///< by function, as the following
  std::vector<bool> is_entered_;
  std::vector<bool> is_entered_before_targets_; ///< by a call that such a target is behind
  std::vector<cfa::FunctionId> work_;
};

FunctionsBeforeTargets::FunctionsBeforeTargets(const cfa::Cfa& cfa)
    : cfa_(cfa), calls_(cfa), functions_(cfa.function_count()) {
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    const auto can_be_taken = [&](cfa::EdgeId edge) { return !cfa::is_never_passed(cfa.edge(edge).operation); };
    if (cfa.location(location).target && std::ranges::any_of(cfa.incoming(location), can_be_taken)) {
      functions_[cfa.location(location).function.index()].targets.push_back(location);
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    Function& function = functions_[cfa::function_of(cfa, edge).index()];
    if (std::holds_alternative<cfa::Unsupported>(edge.operation)) {
      function.not_understood.push_back(edge.source);
    } else if (std::holds_alternative<cfa::Call>(edge.operation)) {
      function.calls.emplace_back(index);
    }
  }
}

std::vector<cfa::FunctionId>
FunctionsBeforeTargets::entered_from(cfa::LocationId start,
                                     const std::function<bool(cfa::LocationId)>& is_impossible) const {
  return Search(*this, start, is_impossible).entered();
}

} // namespace vouch::facts

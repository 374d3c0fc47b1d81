#include "analysis/domains/predicates/path_simulation.hpp"

#include "analysis/smt/terms/definitions.hpp"

#include <algorithm>
#include <cassert>
#include <ranges>
#include <unordered_set>

namespace vouch::domains {
std::optional<smt::Term> PathSimulation::condition(PathFormulaId id, std::size_t most_terms, RunContext& context) {
  return reach(id, most_terms, context)
             ? std::optional(terms_.logical_and(conditions_behind(id, PathFormulas::start())))
             : std::nullopt;
}

smt::Term PathSimulation::at_end(PathFormulaId id, const smt::Term& term) {
  smt::Substitution values;
  for (const smt::Term& constant : std::vector<smt::Term>(terms_.constants(term))) {
    const std::optional<smt::IndexedSymbol> found = encoder_.find(constant);
    if (found && !found->index) {
      values.emplace_back(constant, value_in(places_.at(id), found->symbol));
    }
  }
  return computation_.compute(term, values);
}

std::vector<smt::SymbolId> PathSimulation::differing(PathFormulaId first, PathFormulaId second) const {
  const PatriciaMap<smt::Term>& left = places_.at(first).values;
  const PatriciaMap<smt::Term>& right = places_.at(second).values;
  std::vector<smt::SymbolId> result;
  left.for_each([&](std::uint64_t key, const smt::Term& value) {
    const smt::Term* other = right.find(key);
    if (other == nullptr || *other != value) {
      result.emplace_back(key);
    }
  });
  right.for_each([&](std::uint64_t key, const smt::Term&) {
    if (left.find(key) == nullptr) {
      result.emplace_back(key);
    }
  });
  return result;
}

bool PathSimulation::reach(PathFormulaId id, std::size_t most_terms, RunContext& context) {
  std::vector<PathFormulaId> work = {id}; // an explicit stack: paths are thousands of edges long
  while (!work.empty()) {
    const PathFormulaId current = work.back();
    const PathFormulas::Node& node = formulas_.nodes_[current.index()];
    const std::size_t waiting = work.size();
    if (!places_.contains(current)) {
      for (PathFormulaId needed : {node.first, node.second}) {
        if (needed.is_valid() && !places_.contains(needed)) {
          work.push_back(needed);
        }
      }
    }
    if (work.size() == waiting) {
      context.check();
      if (computation_.size() > most_terms) {
        return false;
      }
      if (!places_.contains(current)) {
        places_.emplace(current, simulate(node));
      }
      work.pop_back();
    }
  }
  return true;
}

PathSimulation::Place PathSimulation::simulate(const PathFormulas::Node& node) {
  switch (node.kind) {
  case PathFormulas::Kind::Start:
    return {};
  case PathFormulas::Kind::Merge:
    return simulate_merge(node);
  default:
    assert(node.kind == PathFormulas::Kind::Extend);
    return simulate_edge(node);
  }
}

PathSimulation::Place PathSimulation::simulate_edge(const PathFormulas::Node& node) {
  const Edge& edge = meaning_of(node.edge);
  const Place& before = places_.at(node.first);
  Place result;
  result.values = before.values;
  for (const auto& [symbol, constant] : edge.read) {
    result.terms.emplace_back(constant, value_in(before, symbol));
  }
  for (const auto& [symbol, constant] : edge.any) {
    result.terms.emplace_back(constant, fresh(symbol));
  }
  for (const auto& [constant, value] : edge.definitions) {
    result.terms.emplace_back(constant, computation_.compute(value, result.terms));
  }
  for (const smt::Term& condition : edge.conditions) {
    std::ranges::copy(terms_.conjuncts(computation_.compute(condition, result.terms)),
                      std::back_inserter(result.conditions));
  }
  for (const auto& [symbol, constant] : edge.written) {
    result.values = result.values.with(symbol.index(), terms_.substitute(constant, result.terms));
  }
  return result;
}

const PathSimulation::Edge& PathSimulation::meaning_of(cfa::EdgeId id) {
  const auto known = edges_.find(id);
  if (known != edges_.end()) {
    return known->second;
  }
  Edge edge;
  edge.step = encoder_.encode(id, {});
  std::unordered_map<smt::Term, smt::Term> definitions; // by constant
  for (const smt::Term& conjunct : terms_.conjuncts(edge.step.formula)) {
    const auto may_be_defined = [&](const smt::Term& constant) {
      const std::optional<smt::IndexedSymbol> indexed = encoder_.find(constant);
      return indexed && indexed->index.value_or(0) != 0 && !definitions.contains(constant);
    };
    if (const std::optional<smt::Definition> found = smt::definition_in(terms_, conjunct, may_be_defined)) {
      definitions.emplace(found->constant, found->value);
    } else {
      edge.conditions.push_back(conjunct);
    }
  }

  std::unordered_set<smt::Term> seen;
  std::unordered_set<smt::Term> is_open; // being looked at: defined by itself, through others
  const std::function<void(const smt::Term&)> need = [&](const smt::Term& constant) {
    const std::optional<smt::IndexedSymbol> indexed = encoder_.find(constant);
    if (!indexed || !indexed->index || !seen.insert(constant).second) {
      return;
    }
    const auto definition = definitions.find(constant);
    if (definition == definitions.end()) {
      (*indexed->index == 0 ? edge.read : edge.any).emplace_back(indexed->symbol, constant);
      return;
    }
    is_open.insert(constant);
    const std::vector<smt::Term> inside = terms_.constants(definition->second);
    std::ranges::for_each(inside, need);
    is_open.erase(constant);
    if (std::ranges::any_of(inside, [&](const smt::Term& other) { return is_open.contains(other); })) {
      edge.any.emplace_back(indexed->symbol, constant);
      edge.conditions.push_back(terms_.equal(constant, definition->second));
    } else {
      edge.definitions.emplace_back(constant, definition->second);
    }
  };
  const std::vector<smt::Term> conditions = edge.conditions;
  for (const smt::Term& part : conditions) {
    std::ranges::for_each(std::vector<smt::Term>(terms_.constants(part)), need);
  }
  for (const auto& [symbol, index] : edge.step.out) {
    const smt::Term constant = encoder_.indexed(symbol, index);
    need(constant);
    if (encoder_.is_state(symbol)) {
      edge.written.emplace_back(symbol, constant);
    }
  }
  for (const auto& [constant, value] : definitions) {
    need(constant);
  }
  return edges_.emplace(id, std::move(edge)).first->second;
}

PathSimulation::Place PathSimulation::simulate_merge(const PathFormulas::Node& node) {
  const Place& left = places_.at(node.first);
  const Place& right = places_.at(node.second);
  std::vector<smt::Term> of_left = conditions_behind(node.first, node.dominator);
  std::vector<smt::Term> of_right = conditions_behind(node.second, node.dominator);
  const auto is_never = [](const smt::Term& condition) { return condition.is_false(); };
  Place result;
  if (std::ranges::any_of(of_left, is_never) || std::ranges::any_of(of_right, is_never)) {
    const bool is_left = std::ranges::none_of(of_left, is_never);
    return {is_left ? left.values : right.values, is_left ? of_left : of_right, {}, terms_.boolean(is_left)};
  }
  for (const smt::Term& condition : of_left) {
    if (std::ranges::find(of_right, terms_.logical_not(condition)) != of_right.end()) {
      result.is_left = condition;
      break;
    }
  }
  if (result.is_left.is_null()) {
    result.is_left = fresh_choice();
  }
  const smt::Term is_right = terms_.logical_not(result.is_left);
  std::erase(of_left, result.is_left);
  std::erase(of_right, is_right);
  const smt::Term either = terms_.logical_and(terms_.implies(result.is_left, terms_.logical_and(of_left)),
                                              terms_.implies(is_right, terms_.logical_and(of_right)));
  result.conditions = terms_.conjuncts(either);
  result.values = left.values;
  const auto meet = [&](std::uint64_t key) {
    const smt::SymbolId symbol(key);
    const smt::Term first = value_in(left, symbol);
    const smt::Term second = value_in(right, symbol);
    if (first != second) {
      result.values = result.values.with(key, terms_.if_then_else(result.is_left, first, second));
    }
  };
  left.values.for_each([&](std::uint64_t key, const smt::Term&) { meet(key); });
  right.values.for_each([&](std::uint64_t key, const smt::Term&) {
    if (left.values.find(key) == nullptr) {
      meet(key);
    }
  });
  return result;
}

std::vector<smt::Term> PathSimulation::conditions_behind(PathFormulaId id, PathFormulaId dominator) const {
  std::vector<smt::Term> result;
  for (; id != dominator; id = formulas_.nodes_[id.index()].dominator) {
    const std::vector<smt::Term>& conditions = places_.at(id).conditions;
    std::ranges::copy(conditions | std::views::reverse, std::back_inserter(result));
  }
  std::ranges::reverse(result);
  std::erase_if(result, [](const smt::Term& condition) { return condition.is_true(); });
  return result;
}

smt::Term PathSimulation::value_in(const Place& place, smt::SymbolId symbol) {
  const smt::Term* value = place.values.find(symbol.index());
  return value != nullptr ? *value : encoder_.indexed(symbol, 0);
}

smt::Term PathSimulation::fresh(smt::SymbolId symbol) { return encoder_.indexed(symbol, ++used_[symbol]); }

smt::Term PathSimulation::fresh_choice() {
  return terms_.constant("path::left@" + std::to_string(++choices_), smt::Sort::boolean());
}

std::vector<PathStep> PathSimulation::path(PathFormulaId id, const std::function<bool(const smt::Term&)>& holds) {
  std::vector<PathStep> steps;
  while (id != PathFormulas::start()) {
    const PathFormulas::Node& node = formulas_.nodes_[id.index()];
    const Place& at = places_.at(id);
    if (node.kind == PathFormulas::Kind::Merge) {
      id = holds(at.is_left) ? node.first : node.second;
      continue;
    }
    smt::EncodedStep step = meaning_of(node.edge).step;
    const auto here = [&](smt::Term& term) { term = term.is_null() ? term : terms_.substitute(term, at.terms); };
    for (smt::InputSite& site : step.inputs) {
      here(site.value);
      std::ranges::for_each(site.arguments, here);
    }
    for (smt::LoadSite& site : step.loads) {
      here(site.value);
    }
    here(step.made);
    steps.push_back({id, node.edge, std::move(step)});
    id = node.first;
  }
  std::ranges::reverse(steps);
  return steps;
}

} // namespace vouch::domains

#include "analysis/smt/interpolation/path_program.hpp"

#include "analysis/smt/terms/definitions.hpp"
#include "analysis/smt/terms/relevant_background.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace vouch::smt {

namespace {

using TermSet = std::unordered_set<Term>;

Term local_constant(TermManager& terms, std::size_t number, const Sort& sort) {
  return terms.constant("local'" + std::to_string(number), sort);
}

/// The names of primed and local constants end in characters that no name of a C program has.
Transition make_transition(TermManager& terms, const PathStep& step, const TermSet& rigid) {
  Transition transition;
  Substitution renaming;
  std::unordered_map<Term, Term> canonical;
  std::vector<Term> relation{step.relation};
  for (const auto& [symbol, value] : step.inputs) {
    auto [known, is_new] = canonical.emplace(value, symbol);
    if (is_new) {
      renaming.emplace_back(value, symbol);
    } else {
      relation.push_back(terms.equal(symbol, value)); // two symbols that the step knows to be equal
    }
  }
  for (const auto& [symbol, value] : step.outputs) {
    if (rigid.contains(value)) {
      canonical.emplace(value, value);
    }
    auto [known, is_new] = canonical.try_emplace(value);
    if (is_new) {
      known->second = terms.constant(terms.name(symbol) + "'", symbol.sort());
      renaming.emplace_back(value, known->second);
    }
    transition.outputs.emplace_back(symbol, known->second);
  }
  Term whole = terms.logical_and(relation);
  for (const Term& constant : terms.constants(whole)) {
    if (!rigid.contains(constant) && !canonical.contains(constant)) {
      Term local = local_constant(terms, transition.locals.size(), constant.sort());
      renaming.emplace_back(constant, local);
      canonical.emplace(constant, local);
      transition.locals.push_back(local);
    }
  }
  transition.relation = terms.substitute(whole, renaming);
  return transition;
}

void keep_relevant_background(TermManager& terms, const InterpolationProblem& problem, Path& path) {
  TermSet mentioned;
  for (const Transition& transition : path.transitions) {
    const std::vector<Term>& constants = terms.constants(transition.relation);
    mentioned.insert(constants.begin(), constants.end());
    for (const auto& [symbol, value] : transition.outputs) {
      mentioned.insert(value);
    }
  }
  RigidPart part = relevant_background(terms, problem.rigid, problem.background, mentioned);
  path.rigid = std::move(part.constants);
  path.background = std::move(part.background);
}

struct Slice {
  Transition transition;
  TermSet live_before;
};

/// What of `transition` matters if only the symbols `live` matter behind it. Definitions of unneeded constants go: a
/// weaker relation has weaker post-conditions, so whatever refutes the slice refutes the transition.
Slice slice(TermManager& terms, const Transition& transition, const TermSet& live, const TermSet& symbols) {
  TermSet definable(transition.locals.begin(), transition.locals.end());
  for (const auto& [symbol, value] : transition.outputs) {
    if (!symbols.contains(value)) {
      definable.insert(value);
    }
  }
  std::vector<Term> conjuncts = terms.conjuncts(transition.relation);
  std::unordered_map<Term, std::size_t> definition;
  std::vector<std::size_t> pending;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    auto defined = definition_in(terms, conjuncts[i], [&](const Term& c) { return definable.contains(c); });
    if (!defined || !definition.emplace(defined->constant, i).second) {
      pending.push_back(i);
    }
  }
  Slice result;
  std::vector<bool> kept(conjuncts.size(), false);
  TermSet needed;
  auto need = [&](const Term& constant) {
    auto found = definition.find(constant);
    if (needed.insert(constant).second && found != definition.end()) {
      pending.push_back(found->second);
    }
  };
  result.live_before = live;
  for (const auto& [symbol, value] : transition.outputs) {
    result.live_before.erase(symbol);
  }
  for (const auto& [symbol, value] : transition.outputs) {
    if (live.contains(symbol)) {
      result.transition.outputs.emplace_back(symbol, value);
      need(value);
    }
  }
  while (!pending.empty()) {
    std::size_t next = pending.back();
    pending.pop_back();
    kept[next] = true;
    for (const Term& constant : terms.constants(conjuncts[next])) {
      need(constant);
    }
  }
  std::vector<Term> relation;
  for (std::size_t i = 0; i < conjuncts.size(); ++i) {
    if (kept[i]) {
      relation.push_back(conjuncts[i]);
    }
  }
  result.transition.relation = terms.logical_and(relation);
  for (const Term& constant : needed) {
    if (symbols.contains(constant)) {
      result.live_before.insert(constant);
    }
  }
  // Numbered anew, so that steps that differed in what was dropped become equal.
  TermSet locals(transition.locals.begin(), transition.locals.end());
  Substitution renaming;
  for (const Term& constant : terms.constants(result.transition.relation)) {
    if (locals.contains(constant)) {
      Term local = local_constant(terms, result.transition.locals.size(), constant.sort());
      renaming.emplace_back(constant, local);
      result.transition.locals.push_back(local);
    }
  }
  result.transition.relation = terms.substitute(result.transition.relation, renaming);
  return result;
}

std::vector<std::size_t> number_nodes(const Path& path, PathProgramShape shape) {
  std::vector<std::size_t> nodes;
  std::map<std::size_t, std::size_t> node_of_location;
  for (std::size_t cut = 0; cut < path.cut_count(); ++cut) {
    std::size_t key = shape == PathProgramShape::Folded ? path.locations[cut] : cut;
    nodes.push_back(node_of_location.emplace(key, node_of_location.size()).first->second);
  }
  return nodes;
}

/// Backward data-flow over the edges until nothing changes.
std::vector<TermSet> live_symbols(TermManager& terms, const std::vector<PathProgramEdge>& edges, std::size_t nodes,
                                  const TermSet& symbols) {
  std::vector<TermSet> live(nodes);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
      if (!edge->source) {
        continue;
      }
      const TermSet none;
      TermSet before = slice(terms, edge->transition, edge->target ? live[*edge->target] : none, symbols).live_before;
      for (const Term& symbol : before) {
        changed |= live[*edge->source].insert(symbol).second;
      }
    }
  }
  return live;
}

void add_once(std::vector<PathProgramEdge>& edges, PathProgramEdge edge) {
  if (std::find(edges.begin(), edges.end(), edge) == edges.end()) {
    edges.push_back(std::move(edge));
  }
}

} // namespace

Path make_path(TermManager& terms, const InterpolationProblem& problem) {
  Path path;
  TermSet rigid(problem.rigid.begin(), problem.rigid.end());
  TermSet known;
  for (const PathStep& step : problem.steps) {
    path.transitions.push_back(make_transition(terms, step, rigid));
    path.locations.push_back(step.location);
    for (const Substitution* mapping : {&step.inputs, &step.outputs}) {
      for (const auto& [symbol, value] : *mapping) {
        if (known.insert(symbol).second) {
          path.symbols.push_back(symbol);
        }
      }
    }
  }
  keep_relevant_background(terms, problem, path);
  return path;
}

Term at_exit(TermManager& terms, const Transition& transition, const Term& formula) {
  return terms.substitute(formula, transition.outputs);
}

PathProgram make_path_program(TermManager& terms, const Path& path, PathProgramShape shape) {
  PathProgram program;
  program.node_of_cut = number_nodes(path, shape);
  std::vector<PathProgramEdge> edges;
  std::optional<std::size_t> source;
  for (std::size_t i = 0; i < path.transitions.size(); ++i) {
    std::optional<std::size_t> target;
    if (i < path.cut_count()) {
      target = program.node_of_cut[i];
    }
    add_once(edges, {source, target, path.transitions[i]});
    source = target;
  }
  std::size_t nodes = 0;
  for (std::size_t node : program.node_of_cut) {
    nodes = std::max(nodes, node + 1);
  }
  TermSet symbols(path.symbols.begin(), path.symbols.end());
  std::vector<TermSet> live = live_symbols(terms, edges, nodes, symbols);
  for (PathProgramEdge& edge : edges) {
    const TermSet none;
    edge.transition = slice(terms, edge.transition, edge.target ? live[*edge.target] : none, symbols).transition;
    add_once(program.edges, std::move(edge));
  }
  for (const TermSet& set : live) {
    std::vector<Term>& ordered = program.live.emplace_back();
    std::copy_if(path.symbols.begin(), path.symbols.end(), std::back_inserter(ordered),
                 [&](const Term& symbol) { return set.contains(symbol); });
  }
  return program;
}

Unrolling unroll(TermManager& terms, const Path& path) {
  Unrolling unrolling;
  Substitution state;
  auto numbered = [&](const Term& constant, std::size_t index) {
    return terms.constant(terms.name(constant) + "@" + std::to_string(index), constant.sort());
  };
  for (const Term& symbol : path.symbols) {
    state.emplace_back(symbol, numbered(symbol, 0));
  }
  const TermSet rigid(path.rigid.begin(), path.rigid.end());
  for (std::size_t i = 0; i < path.transitions.size(); ++i) {
    const Transition& transition = path.transitions[i];
    Substitution renaming = state;
    for (const Term& local : transition.locals) {
      renaming.emplace_back(local, numbered(local, i + 1));
    }
    // Every changed symbol gets a constant of its own, even if it has the same value as another one: that they are
    // equal is what this step does, and later steps must not know it by their names.
    TermSet taken(path.symbols.begin(), path.symbols.end());
    Substitution copies;
    for (const auto& [symbol, value] : transition.outputs) {
      if (!rigid.contains(value) && taken.insert(value).second) {
        renaming.emplace_back(value, numbered(symbol, i + 1));
      } else {
        copies.emplace_back(numbered(symbol, i + 1), value);
      }
    }
    std::vector<Term> relation{terms.substitute(transition.relation, renaming)};
    for (const auto& [copy, value] : copies) {
      relation.push_back(terms.equal(copy, terms.substitute(value, renaming)));
    }
    unrolling.relations.push_back(terms.logical_and(relation));
    for (auto& [symbol, value] : state) {
      auto changes = [&changed = symbol](const auto& output) { return output.first == changed; };
      if (std::any_of(transition.outputs.begin(), transition.outputs.end(), changes)) {
        value = numbered(symbol, i + 1);
      }
    }
    if (i < path.cut_count()) {
      unrolling.states.push_back(state);
    }
  }
  return unrolling;
}

} // namespace vouch::smt

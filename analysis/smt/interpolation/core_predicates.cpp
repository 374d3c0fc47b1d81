#include "analysis/smt/interpolation/core_predicates.hpp"

#include "analysis/smt/interpolation/path_program.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

/// Weakest preconditions of atoms (Ball, Majumdar, Millstein, Rajamani: Automatic Predicate Abstraction of C Programs,
/// PLDI 2001), restricted to the conjuncts that an unsatisfiable core of the path needs.
///
/// Example: `x = a; y = x + 1; assume(y < a)`. The atom y < a is a predicate behind the second step; before that step,
/// the definition of y turns it into x + 1 < a, and before the first one it is a + 1 < a: false, nothing to track.
namespace vouch::smt {

namespace {

constexpr std::size_t most_predicates = 48;
constexpr std::size_t largest_predicate = 120; ///< in subterms

using TermSet = std::unordered_set<Term>;

bool is_small(const Term& term) {
  std::unordered_set<unsigned> seen;
  std::vector<z3::expr> pending{Z3Access::expression(term)};
  while (!pending.empty() && seen.size() <= largest_predicate) {
    z3::expr next = pending.back();
    pending.pop_back();
    if (seen.insert(next.id()).second && next.is_app()) {
      for (unsigned i = 0; i < next.num_args(); ++i) {
        pending.push_back(next.arg(i));
      }
    }
  }
  return pending.empty();
}

class Collector {
public:
  Collector(TermManager& terms, const Path& path, Unrolling unrolling)
      : terms_(terms), path_(path), unrolling_(std::move(unrolling)) {}

  /// `needed[i]` are the conjuncts of step i that take part.
  std::vector<std::vector<Term>> collect(const std::vector<std::vector<Term>>& needed) {
    std::vector<std::vector<Term>> cuts(path_.cut_count());
    std::vector<Term> carried; // atoms about the cut before step `step` and later ones
    for (std::size_t step = path_.transitions.size(); step-- > 0;) {
      if (step < path_.cut_count()) {
        record(carried, step, cuts[step]);
        for (const Term& conjunct : needed[step]) {
          record(terms_.atoms(conjunct), step, cuts[step]);
        }
      }
      for (const Term& conjunct : needed[step]) {
        for (const Term& atom : terms_.atoms(conjunct)) {
          carried.push_back(atom);
        }
      }
      carry_back(carried, step, needed[step]);
    }
    share_between_cuts_of_a_location(cuts);
    return cuts;
  }

private:
  /// Definitions of what `step` makes new, from its conjuncts of the form `constant = value`.
  Substitution definitions(std::size_t step, const std::vector<Term>& conjuncts) {
    TermSet old;
    if (step > 0) {
      for (const auto& [symbol, value] : unrolling_.states[step - 1]) {
        old.insert(value);
      }
    }
    old.insert(path_.rigid.begin(), path_.rigid.end());
    Substitution result;
    TermSet defined;
    for (const Term& conjunct : conjuncts) {
      z3::expr equation = Z3Access::expression(conjunct);
      if (kind_of(equation) != Z3_OP_EQ) {
        continue;
      }
      for (unsigned side = 0; side < 2; ++side) {
        Term constant = Z3Access::term(terms_, equation.arg(side));
        Term value = Z3Access::term(terms_, equation.arg(1 - side));
        const auto& inside = terms_.constants(value);
        if (is_uninterpreted_constant(equation.arg(side)) && !old.contains(constant) &&
            std::find(inside.begin(), inside.end(), constant) == inside.end() && defined.insert(constant).second) {
          result.emplace_back(constant, value);
          break;
        }
      }
    }
    return result;
  }

  void carry_back(std::vector<Term>& atoms, std::size_t step, const std::vector<Term>& conjuncts) {
    constexpr int longest_chain = 8; // of definitions within one step
    const Substitution definition = definitions(step, conjuncts);
    std::vector<Term> carried;
    TermSet known;
    for (const Term& atom : atoms) {
      Term before = atom;
      for (int i = 0; i < longest_chain; ++i) {
        Term next = terms_.substitute(before, definition);
        if (next == before) {
          break;
        }
        before = std::move(next);
      }
      before = terms_.simplify(before);
      if (!before.is_true() && !before.is_false() && is_small(before) && known.insert(before).second) {
        carried.push_back(std::move(before));
      }
    }
    constexpr std::size_t most_carried = 4 * most_predicates;
    carried.resize(std::min(carried.size(), most_carried));
    atoms = std::move(carried);
  }

  /// What helps in one round of a loop is worth a try in all rounds, above all where a step was no assignment and an
  /// atom could not be carried back.
  void share_between_cuts_of_a_location(std::vector<std::vector<Term>>& cuts) {
    std::map<std::size_t, std::vector<Term>> shared;
    for (std::size_t cut = cuts.size(); cut-- > 0;) { // the last round is the closest to what the path fails on
      std::vector<Term>& all = shared[path_.locations[cut]];
      for (const Term& predicate : cuts[cut]) {
        if (all.size() < most_predicates && std::find(all.begin(), all.end(), predicate) == all.end()) {
          all.push_back(predicate);
        }
      }
    }
    for (std::size_t cut = 0; cut < cuts.size(); ++cut) {
      cuts[cut] = shared[path_.locations[cut]];
    }
  }

  /// Adds those of `atoms` that can be said at `cut`.
  void record(const std::vector<Term>& atoms, std::size_t cut, std::vector<Term>& predicates) {
    Substitution to_symbols;
    TermSet sayable(path_.rigid.begin(), path_.rigid.end());
    for (const auto& [symbol, value] : unrolling_.states[cut]) {
      if (sayable.insert(value).second) {
        to_symbols.emplace_back(value, symbol);
      }
    }
    for (const Term& atom : atoms) {
      const auto& constants = terms_.constants(atom);
      bool can_be_said =
          !constants.empty() && std::all_of(constants.begin(), constants.end(),
                                            [&](const Term& constant) { return sayable.contains(constant); });
      if (!can_be_said || predicates.size() >= most_predicates) {
        continue;
      }
      Term predicate = terms_.simplify(terms_.substitute(atom, to_symbols));
      if (z3::expr formula = Z3Access::expression(predicate); kind_of(formula) == Z3_OP_NOT) {
        predicate = Z3Access::term(terms_, formula.arg(0)); // a predicate and its negation say the same
      }
      if (std::find(predicates.begin(), predicates.end(), predicate) == predicates.end()) {
        predicates.push_back(std::move(predicate));
      }
    }
  }

  TermManager& terms_;
  const Path& path_;
  Unrolling unrolling_;
};

} // namespace

InterpolationResult CorePredicates::interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) {
  Path path = make_path(terms_, problem);
  Unrolling unrolling = unroll(terms_, path);
  std::vector<Term> assumptions;
  std::vector<std::vector<Term>> needed;
  for (const Term& relation : unrolling.relations) {
    needed.push_back(terms_.conjuncts(relation));
    assumptions.insert(assumptions.end(), needed.back().begin(), needed.back().end());
  }
  Solver solver(terms_, context_);
  solver.add(path.background);
  SolverAnswer answer = solver.check_assuming(assumptions, limit);
  if (std::holds_alternative<Satisfiable>(answer)) {
    return Feasible{};
  }
  if (const auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
    const TermSet core(unsatisfiable->core.begin(), unsatisfiable->core.end());
    for (std::vector<Term>& conjuncts : needed) {
      std::erase_if(conjuncts, [&](const Term& conjunct) { return !core.contains(conjunct); });
    }
  }
  return Predicates{Collector(terms_, path, std::move(unrolling)).collect(needed), "core"};
}

} // namespace vouch::smt

#include "analysis/smt/interpolation/horn_core.hpp"

#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <deque>

/// Starts from what the clause without a head needs and adds, clause by clause, what the conjuncts found so far need,
/// each time from an unsatisfiable core (as Ivrii, Gurfinkel, Belov minimise inductive invariants: Small Inductive Safe
/// Invariants, FMCAD 2014).
///
/// Invariant: what is needed of a predicate follows, by every clause whose obligation was handled, from what is needed
/// of the predicates in the clause's body. When no obligation is left, what is needed is a solution.
///
/// Example: P(x) & x' = x + 1 -> P(x'), x = 0 -> P(x), P(x) & x < 0 -> false, with the solution x >= 0 & x >= -5. The
/// last clause needs x >= 0 (or x >= -5, but not both), and the other two give x >= 0 from x >= 0.
namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

/// A conjunct of a predicate's formula, and what it says about the arguments of one atom.
struct Premise {
  std::size_t predicate;
  Term conjunct;
  Term instance;
};

class Minimiser {
public:
  Minimiser(TermManager& terms, RunContext& context, const HornSystem& system, const std::vector<Term>& solution,
            milliseconds limit)
      : terms_(terms), context_(context), system_(system), end_(ProcessorClock::now() + limit),
        needed_(system.parameters.size()) {
    for (const Term& formula : solution) {
      conjuncts_.push_back(terms.conjuncts(formula));
    }
  }

  std::optional<std::vector<Term>> run() {
    for (const HornClause& clause : system_.clauses) {
      if (!clause.head) {
        pending_.push_back({&clause, terms_.boolean(false)});
      }
    }
    while (!pending_.empty()) {
      const Obligation next = pending_.front();
      pending_.pop_front();
      if (!handle(*next.clause, next.conclusion)) {
        return std::nullopt;
      }
    }
    std::vector<Term> result;
    result.reserve(needed_.size());
    for (const std::vector<Term>& predicate : needed_) {
      result.push_back(terms_.logical_and(predicate));
    }
    return result;
  }

private:
  struct Obligation {
    const HornClause* clause;
    Term conclusion; ///< about the head's parameters
  };

  bool handle(const HornClause& clause, const Term& conclusion) {
    Solver solver(terms_, context_);
    solver.add(clause.constraint);
    if (clause.head) {
      solver.add(terms_.logical_not(said_of(terms_, system_, *clause.head, conclusion)));
    }
    std::vector<Premise> premises;
    for (const HornAtom& atom : clause.body) {
      for (const Term& conjunct : conjuncts_[atom.predicate]) {
        premises.push_back({atom.predicate, conjunct, said_of(terms_, system_, atom, conjunct)});
      }
    }
    std::vector<Term> known;
    std::vector<Term> all;
    for (const Premise& premise : premises) {
      all.push_back(premise.instance);
      if (is_needed(premise)) {
        known.push_back(premise.instance);
      }
    }
    if (is_refuted(solver, known)) {
      return true;
    }
    std::optional<std::vector<Term>> core = is_refuted(solver, all);
    if (!core) {
      return false;
    }
    reduce(solver, *core, known, premises);
    for (const Premise& premise : premises) {
      if (contains(*core, premise.instance) && !is_needed(premise)) {
        need(premise.predicate, premise.conjunct);
      }
    }
    return true;
  }

  static bool contains(const std::vector<Term>& list, const Term& term) {
    return std::find(list.begin(), list.end(), term) != list.end();
  }

  [[nodiscard]] bool is_needed(const Premise& premise) const {
    return contains(needed_[premise.predicate], premise.conjunct);
  }

  void need(std::size_t predicate, const Term& conjunct) {
    needed_[predicate].push_back(conjunct);
    for (const HornClause& clause : system_.clauses) {
      if (clause.head && clause.head->predicate == predicate) {
        pending_.push_back({&clause, conjunct});
      }
    }
  }

  /// The core if `assumptions` contradict the solver's assertions; nothing if they do not, or if time is over.
  std::optional<std::vector<Term>> is_refuted(Solver& solver, const std::vector<Term>& assumptions) {
    auto left = time_until(end_);
    if (left.count() == 0) {
      return std::nullopt;
    }
    SolverAnswer answer = solver.check_assuming(assumptions, left);
    if (auto* unsatisfiable = std::get_if<Unsatisfiable>(&answer)) {
      return std::move(unsatisfiable->core);
    }
    return std::nullopt;
  }

  /// Takes out of `core` what it does not need. The last conjuncts of a formula are tried first, those that are needed
  /// anyhow not at all.
  void reduce(Solver& solver, std::vector<Term>& core, const std::vector<Term>& known,
              const std::vector<Premise>& premises) {
    for (auto candidate = premises.rbegin(); candidate != premises.rend(); ++candidate) {
      if (!contains(core, candidate->instance) || contains(known, candidate->instance)) {
        continue;
      }
      std::vector<Term> without = known;
      std::copy_if(core.begin(), core.end(), std::back_inserter(without), [&](const Term& instance) {
        return !(instance == candidate->instance) && !contains(known, instance);
      });
      if (auto smaller = is_refuted(solver, without)) {
        core = std::move(*smaller);
      }
    }
  }

  TermManager& terms_;
  RunContext& context_;
  const HornSystem& system_;
  ProcessorClock::time_point end_;
  std::vector<std::vector<Term>> conjuncts_;
  std::vector<std::vector<Term>> needed_;
  std::deque<Obligation> pending_;
};

} // namespace

std::optional<std::vector<Term>> horn_core(TermManager& terms, RunContext& context, const HornSystem& system,
                                           const std::vector<Term>& solution, milliseconds limit) {
  return Minimiser(terms, context, system, solution, limit).run();
}

} // namespace vouch::smt

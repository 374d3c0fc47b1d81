#pragma once

#include "analysis/smt/terms/term.hpp"

#include <cstddef>
#include <optional>
#include <vector>

/// Constrained Horn clauses over unknown predicates: what invariants, interpolants and summaries of functions solve.
namespace vouch::smt {

/// A predicate of the system, said about these terms.
struct HornAtom {
  std::size_t predicate = 0;
  std::vector<Term> arguments;

  friend bool operator==(const HornAtom&, const HornAtom&) = default;
};

/// Stands for: all of `body` & constraint -> head, for all values of all constants. Without a body it is a fact; with
/// more than one atom there it is not linear, as calls make it; without a head it derives false.
struct HornClause {
  std::vector<HornAtom> body;
  Term constraint;
  std::optional<HornAtom> head;

  friend bool operator==(const HornClause&, const HornClause&) = default;
};

/// `parameters[p]` names the arguments of predicate p, and so fixes their number and sorts.
struct HornSystem {
  std::vector<std::vector<Term>> parameters;
  std::vector<HornClause> clauses; ///< exactly one has no head
};

/// `formula` over the parameters of the atom's predicate, said about the atom's arguments.
Term said_of(TermManager& terms, const HornSystem& system, const HornAtom& atom, const Term& formula);

/// The system for what is left to find where the formulas `known`, one per predicate, are known to hold: a solution of
/// it, together with them, is one of `system` if they follow from the clauses and one another.
HornSystem assuming(TermManager& terms, HornSystem system, const std::vector<Term>& known);

enum class Strength { Same, Weaker };
/// Takes uninterpreted functions out of the constraints, clause by clause, as `without_functions` does. Solutions of
/// the result are solutions of the system; derivations of false are only if it is as strong.
Strength remove_functions(TermManager& terms, HornSystem& system);

} // namespace vouch::smt

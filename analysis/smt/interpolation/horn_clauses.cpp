#include "analysis/smt/interpolation/horn_clauses.hpp"

#include "analysis/smt/terms/ackermann.hpp"

namespace vouch::smt {

Term said_of(TermManager& terms, const HornSystem& system, const HornAtom& atom, const Term& formula) {
  const std::vector<Term>& parameters = system.parameters[atom.predicate];
  Substitution instance;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!(parameters[i] == atom.arguments[i])) {
      instance.emplace_back(parameters[i], atom.arguments[i]);
    }
  }
  return instance.empty() ? formula : terms.substitute(formula, instance);
}

HornSystem assuming(TermManager& terms, HornSystem system, const std::vector<Term>& known) {
  for (HornClause& clause : system.clauses) {
    for (const HornAtom& atom : clause.body) {
      clause.constraint = terms.logical_and(clause.constraint, said_of(terms, system, atom, known[atom.predicate]));
    }
  }
  return system;
}

Strength remove_functions(TermManager& terms, HornSystem& system) {
  Strength strength = Strength::Same;
  for (HornClause& clause : system.clauses) {
    Term weaker = without_functions(terms, clause.constraint);
    if (!(weaker == clause.constraint)) {
      strength = Strength::Weaker;
      clause.constraint = std::move(weaker);
    }
  }
  return strength;
}

} // namespace vouch::smt

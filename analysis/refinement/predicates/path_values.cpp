#include "analysis/refinement/predicates/path_values.hpp"

namespace vouch::refinement {

smt::SolverAnswer PathValues::solve_anew(const std::vector<smt::Term>& formulas) {
  values_.clear();
  first_ = terms_.logical_and(formulas);
  return solve(formulas);
}

smt::SolverAnswer PathValues::solve(const std::vector<smt::Term>& formulas) {
  smt::SolverAnswer answer = ask(formulas);
  if (const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer)) {
    for (const smt::Term& formula : formulas) {
      for (const smt::Term& constant : terms_.constants(formula)) {
        if (!values_.contains(constant)) {
          values_.emplace(constant, satisfiable->model.evaluate(constant));
        }
      }
    }
  }
  return answer;
}

smt::SolverAnswer PathValues::ask(const std::vector<smt::Term>& formulas) {
  const smt::Term all = terms_.logical_and(formulas);
  smt::Solver solver(terms_, context_, smt::SolverStrategy::OneQuery);
  solver.add(substituted(all));
  solver.add(substituted(theory_.encoder.background(terms_.logical_and(std::vector{first_, all}))));
  return solver.check();
}

smt::Term PathValues::substituted(const smt::Term& formula) const {
  smt::Substitution substitution;
  for (const smt::Term& constant : terms_.constants(formula)) {
    if (const auto value = values_.find(constant); value != values_.end()) {
      substitution.emplace_back(constant, value->second);
    }
  }
  return terms_.substitute(formula, substitution);
}

std::optional<std::string> PathValues::text_of(const smt::Term& constant) const {
  const auto value = values_.find(constant);
  return value != values_.end() ? std::optional(value->second.to_string()) : std::nullopt;
}

} // namespace vouch::refinement

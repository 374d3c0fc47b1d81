#pragma once

#include "analysis/refinement/segment_chain.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::refinement {

/// Values for the constants of formulas, found by one question after the other: what an earlier answer has given a value
/// keeps it in the later ones.
class PathValues {
public:
  /// The arguments must outlive this.
  PathValues(smt::TermManager& terms, TheoryView theory, RunContext& context)
      : terms_(terms), theory_(theory), context_(context) {}

  /// Forgets all values, and finds some for which the formulas hold.
  smt::SolverAnswer solve_anew(const std::vector<smt::Term>& formulas);
  /// Finds values for the constants of the formulas that have none, so that these hold.
  smt::SolverAnswer solve(const std::vector<smt::Term>& formulas);
  /// Whether there are such values; they are not kept.
  smt::SolverAnswer ask(const std::vector<smt::Term>& formulas);

  /// The formula with the values of its constants, where these have one.
  [[nodiscard]] smt::Term substituted(const smt::Term& formula) const;
  /// As text; nothing if it has none.
  [[nodiscard]] std::optional<std::string> text_of(const smt::Term& constant) const;

private:
  smt::TermManager& terms_;
  TheoryView theory_;
  RunContext& context_;
  smt::Term first_; ///< what was solved anew; the axioms about it and a later formula are about both together
  std::unordered_map<smt::Term, smt::Term> values_;
};

} // namespace vouch::refinement

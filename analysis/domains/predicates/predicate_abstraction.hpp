#pragma once

#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/report/predicate_settings.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <map>
#include <memory>
#include <optional>
#include <vector>

/// Predicate abstraction of blocks: the strongest combination of given predicates that holds behind a block.
///
/// Cartesian: the conjunction of all predicates (or negations) that are implied. Boolean: the strongest Boolean
/// combination, by enumerating the satisfiable minterms (AllSAT); beyond a bound on their number the Cartesian
/// abstraction is used, which is weaker and therefore still sound.
///
/// Worked example: before the block x = y holds; the block is `x++`; the predicates are x = y, x > y. Cartesian and
/// Boolean abstraction both give !(x = y) && x > y.
namespace vouch::domains {

/// A formula over unindexed symbols that holds at a block end, with the way it was reached: the block that ends here,
/// and the abstraction where that block began. Immutable; the chain of `previous` is a path of blocks to the start.
struct Abstraction {
  smt::Term formula;
  cfa::LocationId location;
  PathFormulaId block;
  std::shared_ptr<const Abstraction> previous; ///< null at the start
  std::vector<smt::Term> predicates;           ///< that were tracked when the formula was computed
  std::vector<smt::Term> known = {};           ///< what other domains say there: comparisons, each of one symbol
  bool may_be_empty = false;                   ///< nobody has asked at length whether any run gets there
};
using AbstractionRef = std::shared_ptr<const Abstraction>;

class PredicateAbstractor {
public:
  PredicateAbstractor(smt::TermManager& terms, smt::Encoder& encoder, PathFormulaEncoder& paths, RunContext& context,
                      PredicateAbstraction kind);

  /// What is behind `block` of what `entry` stands for, by `predicates`; nothing if nothing is. A solver that gives up, or that
  /// has not found within `limit` whether anything is, counts as satisfiable.
  std::optional<smt::Term> abstract(const Abstraction& entry, PathFormulaId block,
                                    const std::vector<smt::Term>& predicates,
                                    std::chrono::milliseconds limit = smt::Solver::default_limit);

  /// Those of the conditions that compare an integer register with a constant, over unindexed symbols.
  std::vector<smt::Term> known_from(const std::vector<cfa::ExpressionRef>& conditions);

  [[nodiscard]] smt::Term conjunction(const smt::Term& a, const smt::Term& b) { return terms_.logical_and(a, b); }

  /// Whether `a` implies `b`, both over unindexed symbols; false also if the solver gives up.
  bool implies(const smt::Term& a, const smt::Term& b);
  /// The same for all that two abstractions say, also what is known from other domains.
  bool implies(const Abstraction& a, const Abstraction& b);

  /// Whether the formula says nothing that is not known from other domains; false also if the solver gives up.
  bool is_known(const Abstraction& abstraction);

private:
  using Key = std::pair<std::pair<unsigned, std::size_t>, std::vector<unsigned>>;

  std::optional<smt::Term> compute(const smt::Term& entry, PathFormulaId block,
                                   const std::vector<smt::Term>& predicates, std::chrono::milliseconds limit);
  smt::Term background_of(const std::vector<smt::Term>& formulas);
  /// The ranges of the symbols in `predicates`: a block that does not read a symbol says nothing about its range.
  smt::Term ranges_of(const std::vector<smt::Term>& predicates, const smt::SsaMap& ssa);
  /// What the assertions of `solver`, of which `model` is one, imply of `predicates`, which are `instances` there.
  smt::Term cartesian(smt::Solver& solver, const smt::Model& model, const std::vector<smt::Term>& predicates,
                      const std::vector<smt::Term>& instances);
  smt::Term boolean(smt::Solver& solver, const smt::Model& model, const std::vector<smt::Term>& predicates,
                    const std::vector<smt::Term>& instances);

  smt::TermManager& terms_;
  smt::Encoder& encoder_;
  PathFormulaEncoder& paths_;
  RunContext& context_;
  PredicateAbstraction kind_;
  std::map<Key, std::optional<smt::Term>> abstractions_;
  std::map<std::pair<unsigned, unsigned>, bool> implications_;
  std::vector<smt::Term> kept_alive_; ///< caches are keyed by term ids, so the terms must not die
};

} // namespace vouch::domains

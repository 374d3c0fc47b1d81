#pragma once

#include "analysis/core/reached_set.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "analysis/smt/interpolation/interpolation.hpp"

#include <vector>

/// An abstract error path as the predicate analysis sees it: a chain of blocks from the start to a target.
namespace vouch::refinement {

/// One block of the chain: its paths, and the abstraction and ARG node at its end.
struct ChainSegment {
  domains::PathFormulaId paths;
  domains::AbstractionRef end;
  core::ArgNodeId node;
  std::size_t location_key = 0; ///< equal for equal locations in equal call stacks
};

/// One theory with its view of the path formulas.
struct TheoryView {
  smt::Encoder& encoder;
  domains::PathFormulaEncoder& paths;
};

/// The blocks' formulas in that theory.
std::vector<smt::Term> relations_of(const std::vector<ChainSegment>& chain, TheoryView theory);

/// For each block, what the blocks behind it and the facts known there ask about the values at its end, as constants of
/// its formula. Equal for all blocks that end at one location.
std::vector<std::vector<smt::Term>> asked_at_ends(const std::vector<ChainSegment>& chain, TheoryView theory);

/// What the value analysis knows where `block` starts, as far as the block reads it: equalities over the symbols'
/// values at its start. The theory must be that of the abstraction.
std::vector<smt::Term> known_before(const std::vector<ChainSegment>& chain, std::size_t block, TheoryView theory);

/// The chain that ends in `target`, first block first.
std::vector<ChainSegment> segment_chain(const core::ReachedSet& reached, core::ArgNodeId target);

/// The chain in one theory, its blocks renamed apart so that their conjunction describes whole executions: block k's
/// values at its start are block k-1's values at its end.
class ChainInstance {
public:
  /// `relations` are the blocks' formulas, in the indices that `paths` gives them.
  ChainInstance(const std::vector<ChainSegment>& chain, const std::vector<smt::Term>& relations,
                smt::TermManager& terms, TheoryView theory);

  [[nodiscard]] const std::vector<smt::Term>& formulas() const { return formulas_; }
  /// Axioms about the rigid constants that occur.
  [[nodiscard]] const smt::Term& background() const { return background_; }

  /// A term over the indexed constants of `block`, renamed as that block was.
  [[nodiscard]] smt::Term renamed(const smt::Term& term, std::size_t block) const;

private:
  smt::TermManager* terms_;
  std::vector<smt::Term> formulas_;
  std::vector<smt::Substitution> renamings_;
  smt::Term background_;
};

/// The same chain as a problem for interpolation: one step per block, one cut at each block end but the last.
smt::InterpolationProblem interpolation_problem(const std::vector<ChainSegment>& chain,
                                                const std::vector<smt::Term>& relations, smt::TermManager& terms,
                                                TheoryView theory);

} // namespace vouch::refinement

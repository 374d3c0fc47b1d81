#pragma once

#include "analysis/refinement/segment_chain.hpp"

#include <memory>
#include <variant>
#include <vector>

/// Slicing of an infeasible path to the edges that its infeasibility rests on, after Jhala, Majumdar: "Path slicing",
/// PLDI 2005, but by unsatisfiable cores instead of data flow.
///
/// The contribution c of every edge e to the blocks' formulas is replaced by (keep_e -> c). Contributions occur only
/// positively, so leaving one out weakens the formula: the edge then does anything. An unsatisfiable core of the
/// assumptions keep_e names edges that refute the path together; with only those kept, blocks of hundreds of edges shrink to
/// a few, and interpolation sees only the variables that matter. Interpolants of the weaker formula are interpolants of
/// the original. Values that are known where a block starts are kept or left out likewise: often the last blocks are then
/// refuted by themselves.
///
/// Worked example: [x = 0], [y = f(); z = y * y], [x != 0] has the slice [x = 0], [true], [x != 0].
namespace vouch::refinement {

/// What the infeasibility of a chain rests on. The chain, the term manager and the run must outlive it.
class Refutation {
public:
  struct Parts;
  explicit Refutation(std::unique_ptr<Parts> parts);
  Refutation(Refutation&&) noexcept;
  Refutation& operator=(Refutation&&) noexcept;
  ~Refutation();

  /// The blocks' formulas without what has no influence on whether the chain can be taken.
  [[nodiscard]] std::vector<smt::Term> relations() const;

  /// The blocks' formulas, reduced to a part whose conjunction is still unsatisfiable: a small one, which takes up to half
  /// a second. Throws `Interrupted`.
  [[nodiscard]] std::vector<smt::Term> slice() const;

private:
  std::unique_ptr<Parts> parts_;
};
/// The edges of one path through the chain that exists in the theory, without what is inside of summaries.
struct PathInTheory {
  std::vector<cfa::EdgeId> edges;
};
/// The solver gave up.
struct UndecidedSlice {};

/// Whether the theory refutes the chain. Throws `Interrupted`.
std::variant<Refutation, PathInTheory, UndecidedSlice>
slice_or_path(const std::vector<ChainSegment>& chain, smt::TermManager& terms, TheoryView theory, RunContext& context);

} // namespace vouch::refinement

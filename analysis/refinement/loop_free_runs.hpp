#pragma once

#include "analysis/core/reached_set.hpp"
#include "analysis/domains/control/unwound_loops.hpp"
#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/facts/live_variables.hpp"

#include <optional>
#include <unordered_map>
#include <vector>

/// Runs that go round in no circle (M. Sheeran, S. Singh, G. Stålmarck: "Checking safety properties using induction and a
/// SAT-solver", FMCAD 2000, section 3), where loops are unwound.
///
/// Invariant: if a run comes to a target at all, one comes there in which no two rounds of a loop, in one activation, begin
/// with the same values. For what comes behind the later one could have come behind the earlier one: the shortest run to the
/// target has no such rounds. So a round that cannot begin without a circle need not be looked at.
///
/// Example: `void assume(int c) { while (!c) { } }` has one round; in `while (flag[k] == 1) k += nd() & 1;` with k <= 2,
/// the fourth round begins with a k that an earlier one began with.
namespace vouch::refinement {

class LoopFreeRuns {
public:
  /// All must outlive the object; `reached` is of a product of unwound loops and paths, of a program in which no function
  /// calls itself.
  LoopFreeRuns(const core::ReachedSet& reached, const facts::LiveVariables& live, const domains::PathFormulas& formulas,
               domains::PathSimulation& simulation, smt::Encoder& encoder)
      : reached_(reached), live_(live), formulas_(formulas), simulation_(simulation), encoder_(encoder) {}

  /// What holds of such a run that comes to `head`, where a round of a loop begins: no round of this loop and of those around
  /// it has begun with the values of one up to eight rounds before. In values at the start of the paths. Weaker where rounds
  /// may have begun in several places; true where the paths are too many for a formula. Throws `Interrupted`.
  smt::Term condition_at(core::ArgNodeId head, RunContext& context);

private:
  /// The heads of the rounds before that of `head`, of the same loop, the last one first, as far as circles go.
  [[nodiscard]] std::vector<core::ArgNodeId> rounds_before(core::ArgNodeId head) const;
  /// The head of the round, of the loop around that of `head`, in which `head` is; nothing: there is no such loop.
  [[nodiscard]] std::optional<core::ArgNodeId> round_around(core::ArgNodeId head) const;
  [[nodiscard]] domains::PathFormulaId path_to(core::ArgNodeId node) const;
  smt::Term condition_of(core::ArgNodeId head);
  smt::Term begin_differently(domains::PathFormulaId earlier, domains::PathFormulaId later, cfa::LocationId head);
  /// Whether what comes behind `head` may depend on the symbol.
  [[nodiscard]] bool matters_at(cfa::LocationId head, smt::SymbolId symbol) const;

  const core::ReachedSet& reached_;
  const facts::LiveVariables& live_;
  const domains::PathFormulas& formulas_;
  domains::PathSimulation& simulation_;
  smt::Encoder& encoder_;
  std::unordered_map<domains::PathFormulaId, smt::Term> known_; ///< by the paths to heads
};

} // namespace vouch::refinement

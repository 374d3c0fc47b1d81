#pragma once

#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/refinement/values/tracking_costs.hpp"
#include "analysis/report/exploration_settings.hpp"
#include "analysis/support/run_context.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

/// Interpolation in the domain of explicit values, without a solver.
///
/// After D. Beyer and S. Loewe, "Explicit-value analysis based on CEGAR and interpolation", Univ. of Passau, MIP-1205, 2012:
/// Algorithm 3 (Interpolate) and Algorithm 4 (Refine). An interpolant behind an operation is what is left of the interpolant in
/// front of it and the operation when every place was dropped that can be dropped: such that the rest of the path is still
/// contradictory. Since each is computed from the one before, they hang together, and exclude the path.
///
/// Here the strongest postcondition is a set of states, since an allocation may fail, and `c ? a : b` has two outcomes. So is an
/// interpolant: all of its states are without the same places, and the rest is contradictory for each of them.
///
/// Invariant: behind edge i, the interpolant contains what one edge makes of the one behind edge i - 1; behind the last one there
/// is no state.
///
/// The call of a block is followed inside: what the caller knows is kept at its entry, and known again behind it, so that
/// activations of one function do not get in each other's way. So an interpolant is the innermost state, and one for each call that
/// the path is in.
///
/// Of a long reason, no place is dropped by trying, which is quadratic in its length: what the last condition is computed from
/// (needed_values.hpp) is kept, if that is contradictory, too.
///
/// Example: a = 1; b = a; c = b; [c != 1]   has   {a = 1}, {b = 1}, {c = 1}, and nothing behind.
///
/// A path may be contradictory for several reasons. Of these, one is chosen whose values change seldom: each condition that
/// cannot hold ends a prefix which is a reason, if what cannot hold before it is passed over (D. Beyer, S. Loewe, P. Wendler:
/// "Refinement selection", SPIN 2015). With it go all that cost little: where nearly every branch is decided by flags, what is left
/// out now would be asked for next, and branches go both ways until then.
namespace vouch::refinement {

struct ValueInterpolants {
  std::vector<std::vector<domains::ValueState>>
      states; ///< by edge, up to the one that nothing gets beyond; the innermost
  /// Behind edges that enter a block: what the caller keeps.
  std::map<std::size_t, std::vector<domains::ValueState>> callers;
  std::vector<domains::TrackedPlaces> places; ///< by edge: those of which something is said, by callers too
  std::set<cfa::EdgeId> named;                ///< allocations whose objects have to have names
};

/// Needed: the one that costs least, and all others that cost little. Affordable: those that do not cost much.
enum class WantedReasons { Needed, Affordable };

struct InterpolationSettings {
  WantedReasons wanted = WantedReasons::Needed;
  EliminationOrder elimination = EliminationOrder::CostlyFirst;
};

/// For each of the wanted reasons, those that cost least first. Without values of what was given up. Empty: values do not exclude
/// the path, as far as it is followed, or not for such a reason. Throws `Interrupted`.
std::vector<ValueInterpolants> interpolate_values(const domains::ValueAnalysis& analysis, const cfa::Cfa& cfa,
                                                  const TrackingCosts& costs, std::span<const cfa::EdgeId> path,
                                                  const domains::GivenUp& given_up,
                                                  const InterpolationSettings& settings, RunContext& context);

} // namespace vouch::refinement

#pragma once

#include "analysis/cfa/target_reachability.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/smt/encoder.hpp"

#include <map>
#include <string>
#include <variant>
#include <vector>

/// A second opinion on every "safe": whether what an exploration found is an inductive invariant that excludes all
/// targets (Floyd 1967). Shares with the exploration the meaning of edges as formulas, and nothing else: it walks the
/// program by itself, knows no precision, no abstraction, no coverage and no graph.
///
/// A program point is a location with the calls that have not returned. The proof is a set of formulas for some
/// program points, of which one holds whenever a run is there. Accepted if
///
///   - the formula at the start is true;
///   - each formula, followed by any loop-free piece of program from its point to another that has formulas, implies
///     one of those;
///   - followed by any such piece to a point where nothing was found (a target, a loop that was not entered), it is
///     unsatisfiable.
///
/// Points from which no edges lead to a target need no formulas.
///
/// Worked example: `i = 0; while (i < 9) i++; assert(i == 9);` with i <= 9 at the loop's head: `i = 0` implies it, so
/// does `i <= 9 && i < 9` followed by i++, and `i <= 9 && !(i < 9) && !(i == 9)` has no solution.
namespace vouch::refinement {

struct ProgramPoint {
  cfa::LocationId location;
  std::vector<cfa::EdgeId> calls; ///< that have not returned, the first one first

  friend bool operator==(const ProgramPoint&, const ProgramPoint&) = default;
  friend auto operator<=>(const ProgramPoint&, const ProgramPoint&) = default;
};

/// Formulas over unindexed symbols; where there are several, one of them holds.
using Proof = std::map<ProgramPoint, std::vector<smt::Term>>;

/// What a finished exploration with the predicate analysis claims.
Proof proof_of(const core::ReachedSet& reached);

struct ProofAccepted {};
/// A counterexample to induction exists; `reason` says where.
struct ProofRejected {
  std::string reason;
};
/// The solver could not tell.
struct ProofUnchecked {
  std::string reason;
};
using ProofVerdict = std::variant<ProofAccepted, ProofRejected, ProofUnchecked>;

/// Checks `proof` for runs from `start`. Targets in `excluded` are no part of the claim. Throws `Interrupted`.
ProofVerdict check_proof(const Proof& proof, const cfa::Cfa& cfa, const cfa::TargetReachability& targets,
                         cfa::LocationId start,
                         const core::TargetKeys& excluded, smt::Encoder& encoder, RunContext& context);

} // namespace vouch::refinement

#pragma once

#include "analysis/cfa/target_reachability.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/smt/encoder.hpp"

#include <map>
#include <span>
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
/// Functions that were analysed on their own come with proofs of their own: of an entry formula, the body follows the same
/// rules as above, and its exit has formulas that relate the values there to those at the entry. A call is then no piece of
/// program but one step: what holds at the entry must imply one of the function's entry formulas, and behind the
/// return the exit formulas of all those hold whose entry formula did. Induction on the length of runs makes this
/// right for recursion too (Hoare 1971).
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

/// What is claimed of a function that was analysed on its own.
struct FunctionProof {
  core::BlockContext block;
  smt::Term entry; ///< over the values at the entry
  Proof points;    ///< that of the exit without open calls included; they may speak of values at the entry by their names
  /// Whether something may follow the return. If not, the proof serves only calls behind which nothing can.
  bool is_followed = true;
};

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

/// Checks `proof` for runs from `start`, and those of the functions that have proofs of their own. Targets in `excluded` are no
/// part of the claim. Throws `Interrupted`.
ProofVerdict check_proof(const Proof& proof, std::span<const FunctionProof> functions, const cfa::Cfa& cfa, const cfa::TargetReachability& targets,
                         cfa::LocationId start,
                         const core::TargetKeys& excluded, smt::Encoder& encoder, RunContext& context);

} // namespace vouch::refinement

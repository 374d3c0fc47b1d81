#pragma once

#include "analysis/core/reachability.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/proofs/proof.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>

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
/// Blocks that were analysed on their own come with claims: of an entry formula, the block follows the same
/// rules as above, and its exits have formulas that relate the values there to those at the entry. A block is then no
/// piece of program but one step: what holds at the entry must imply one of its claims' entry formulas, and behind it
/// the exit formulas of all those claims hold whose entry formula did. Induction on the length of runs makes this right
/// for recursion too (Hoare 1971).
///
///   - A function is crossed from the call to behind the return. The caller keeps its registers, and gets its
///     parameters back where the function calls itself.
///   - A loop is crossed from its head to each of the locations behind it, whichever way leads there, `break` and
///     `return` included, in the calls that are open. It sees all variables of its function, and what it may write has
///     any value behind it that the exit formula allows. Within its own claim the head is a point like others: the
///     loop's own edges lead back to it, and one of the claim's formulas there must hold again. Loops inside of it may
///     have claims, too. A function that the loop calls must not be running when the loop is entered, unless it
///     has a claim as well.
///
/// Worked example: `i = 0; while (i < 9) i++; assert(i == 9);` with i <= 9 at the loop's head: `i = 0` implies it, so
/// does `i <= 9 && i < 9` followed by i++, and `i <= 9 && !(i < 9) && !(i == 9)` has no solution. With a claim for the
/// loop, of entry formula i <= 9 and exit formula i = 9: `i = 0` implies the former, and `i@1 = 9 && !(i@1 == 9)`
/// has no solution; within the claim, i <= 9 at the head is checked as above, and `i <= 9 && !(i < 9)` implies i = 9.
namespace vouch::proofs {

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

/// What proofs and claims are about, and what it takes to check them.
struct ProofScope {
  const cfa::Cfa& cfa;
  const facts::TargetReachability& targets;
  const core::TargetKeys& excluded; ///< targets that are no part of what is proved
  smt::Encoder& encoder;
  RunContext& context;
};

/// Checks `proof` for runs from `start`, and the claims about blocks. Throws `Interrupted`.
ProofVerdict check_proof(const Proof& proof, std::span<const BlockClaim> claims, cfa::LocationId start,
                         const ProofScope& scope);

/// The same of the proof alone: the claims hold. Throws `Interrupted`.
ProofVerdict check_program(const Proof& proof, std::span<const BlockClaim> claims, cfa::LocationId start,
                           const ProofScope& scope);

/// Where runs may be, as far as `proof` and `claims`, which are accepted, tell: locations that are not among them are
/// unreachable, unless no target is ahead there. `known`: where runs are known to be; of these, and of those that are
/// not `of_interest`, nobody asks a solver. Nothing if the proof has a loop without a formula. Throws `Interrupted`.
std::optional<std::set<cfa::LocationId>> possibly_reached(const Proof& proof, std::span<const BlockClaim> claims,
                                                          std::set<cfa::LocationId> known,
                                                          const std::function<bool(cfa::LocationId)>& of_interest,
                                                          const ProofScope& scope);

/// Those of `claims`, by index, with `to_check` that do not follow from their blocks' code and from what `claims` say
/// of the blocks that these enter, or of which that is not certain. Throws `Interrupted`.
std::vector<std::size_t> rejected_claims(std::span<const BlockClaim> claims, const std::vector<bool>& to_check,
                                         const ProofScope& scope);

} // namespace vouch::proofs

#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/core/exploration.hpp"
#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/refinement/segment_chain.hpp"

/// Bounded model checking: loops and calls are unwound, and one bit-precise query is about all paths at once (A. Biere,
/// A. Cimatti, E. Clarke, Y. Zhu: "Symbolic model checking without BDDs", TACAS 1999; for C: E. Clarke, D. Kroening,
/// F. Lerda: "A tool for checking ANSI-C programs", TACAS 2004). Here it is a proof, or a violation, never less: no
/// bound is set, and what has no end is given up.
///
/// Invariant: nothing is left out but states that the solver has found to be empty, and those that runs come to only in a circle
/// (loop_free_runs.hpp). So if exploring comes to its end, a target is reached if and only if one of the paths into it can be
/// taken that were reached. What the engine cannot go on from, such as a call of a function
/// that nobody knows, is a target, too: a second query says whether there is a run into it.
///
/// Example: `for (i = 0; i < n; i++) { a[i] = i; assert(a[i / 2] >= 0); }` with n <= 10 from outside. Round 8 can come, so
/// that exploring goes on; round 16 cannot, and its state is dismissed. The query is the disjunction of the 15 paths into
/// the assertion; there is no execution, so that it holds. With n <= 1000 round 64 can come and the loop may be left
/// before, for which reason exploring ends there.
namespace vouch::refinement {

struct UnwindingServices {
  const cfa::Cfa& cfa;
  const facts::LiveVariables& live;
  smt::TermManager& terms;
  domains::PathFormulas& formulas;
  smt::Encoder& bits;
  domains::PathSimulation& simulation; ///< on bits; keeps what was computed from one call to the next
};

/// Explores a product of unwound loops and paths to its end, and decides then which targets are reached. To be called
/// again with more in `ignored`, as `run_cegar`. `Paused`: a loop goes round too often; what was reached until
/// then is not violated. Throws `Interrupted`.
core::CegarResult run_unwinding(core::WholeProgramExploration& exploration, const UnwindingServices& services,
                                RunContext& context, const core::TargetKeys& ignored);

} // namespace vouch::refinement

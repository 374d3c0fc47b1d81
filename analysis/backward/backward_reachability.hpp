#pragma once

#include "analysis/backward/settings.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/proofs/proof.hpp"
#include "analysis/refinement/segment_chain.hpp"

#include <string>
#include <variant>

/// Abstraction refinement for quantified array assertions, after M. Seghir, A. Podelski, T. Wies: "Abstraction refinement
/// for quantified array assertions", SAS 2009. Backwards from the targets, over cubes of predicates, with the predicates
/// that exact preconditions of spurious paths consist of, and with inequalities between the indices in them.
///
/// A quantified assertion is one about an index that has any value and keeps it: transformation/checking_loops makes it. In
/// a set of states that lead to a target the index is one for which the assertion fails, and so the complement says
/// something of all of them.
///
/// Invariant: the cubes found at a place contain all states there from which a run leads to a target through the pieces
/// looked at so far. If no cube is at the start, their complement is inductive and excludes the targets. Whoever gets it
/// checks that (proofs/proof_check.hpp), so that nothing rests on the search.
///
/// Worked example (the paper's Fig. 1): `for (i = 0; i < n; ++i) a[i] = 0;` and a[k] = 0 asserted for 0 <= k < n.
///
///   Round 1, no predicates. The head of the loop is reached from the target with the cube `true`, and so is the start.
///     Exact: one round, and then the target, from 0 <= k < n, (if k = i then 0 else a[k]) != 0, i < n, i + 1 >= n.
///     In the case that is possible, k != i and a[k] != 0. Atoms: 0 <= k, k < n, a[k] = 0, i < n, i + 1 < n. They imply
///     that k and i differ: k < i, i < k (saturation).
///   Round 2. From the target, i >= n: 0 <= k < n, a[k] != 0, k < i. One round before that: the same, since k = i is
///     excluded by the write and k > i by k < i + 1. At the start i is 0, so that k < i and 0 <= k exclude one another.
///   Complement: for all k, 0 <= k < n and k < i imply a[k] = 0.
///
/// Preconditions are split into cases, one cube for each (the errata of our sheet on the paper): which path is taken, and
/// which of two indices are equal.
namespace vouch::backward {

struct BackwardServices {
  const cfa::Cfa& cfa;
  const facts::TargetReachability& targets;
  smt::TermManager& terms;
  domains::PathFormulas& formulas;
  smt::Encoder& integers;
  smt::Encoder& bits;
  domains::PathSimulation& on_bits; ///< keeps what was computed from one call to the next
};

struct Excluded {
  proofs::Proof invariant; ///< for every place that runs are looked at
};
struct Reached {
  core::ErrorPath path;
};
struct Open {
  std::string reason;
};
using BackwardResult = std::variant<Excluded, Reached, Open>;

/// Looks for an invariant that excludes every target behind `start` that is not in `ignored`, or for an execution that
/// comes to one, confirmed on bits. Counts rounds as refinements and cubes as states. Throws `Interrupted`.
BackwardResult search_backwards(const BackwardServices& services, const Settings& settings, cfa::LocationId start,
                                const core::TargetKeys& ignored, RunContext& context);

} // namespace vouch::backward

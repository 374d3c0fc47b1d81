#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/refinement/segment_chain.hpp"

#include <string>
#include <variant>

/// The bit-precise decision of an abstract error path.
namespace vouch::refinement {

struct FeasiblePath {
  core::ErrorPath path;
};
struct InfeasiblePath {};
struct UndecidedPath {
  std::string reason;
};
using Feasibility = std::variant<FeasiblePath, InfeasiblePath, UndecidedPath>;

/// Whether some execution follows the chain, decided in the theory of `bits` (bit-vectors). A feasible path comes with
/// its edges and the values of its inputs. A function without a definition may return anything, but must return the same
/// for equal arguments: a path that needs more than that is undecided, because the real function may be pure.
/// Throws `Interrupted`.
Feasibility decide(const std::vector<ChainSegment>& chain, smt::TermManager& terms, TheoryView bits,
                   const cfa::Cfa& cfa, RunContext& context);

/// The same of the paths of `id`, whose values are computed along them. The target is where the chosen path ends.
Feasibility decide(domains::PathSimulation& paths, domains::PathFormulaId id, smt::TermManager& terms,
                   smt::Encoder& bits, const cfa::Cfa& cfa, RunContext& context);

/// The same of those executions for which `besides` holds, over the values at their start.
Feasibility decide(domains::PathSimulation& paths, domains::PathFormulaId id, const smt::Term& besides,
                   smt::TermManager& terms, smt::Encoder& bits, const cfa::Cfa& cfa, RunContext& context);

} // namespace vouch::refinement

#include "analysis/proofs/proof.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

#include <algorithm>

namespace vouch::proofs {
namespace {

ProgramPoint point_of(const core::AbstractState& state) {
  const auto& stack = core::component<domains::CallStackState>(state);
  ProgramPoint point{core::component<domains::PredicateState>(state).location, {}};
  for (const domains::CallFrame* frame = stack.top.get(); frame != nullptr; frame = frame->below.get()) {
    point.calls.push_back(frame->call);
  }
  std::reverse(point.calls.begin(), point.calls.end());
  return point;
}

} // namespace

Proof proof_of(const core::ReachedSet& reached) {
  Proof proof;
  for (core::ArgNodeId id : reached.arg().ids()) {
    const core::ArgNode& node = reached.node(id);
    const auto& predicates = core::component<domains::PredicateState>(node.state);
    const bool is_block_end = predicates.path == domains::PathFormulas::start();
    if (node.covered_by || !is_block_end) {
      continue;
    }
    std::vector<smt::Term>& formulas = proof[point_of(node.state)];
    if (std::find(formulas.begin(), formulas.end(), predicates.abstraction->formula) == formulas.end()) {
      formulas.push_back(predicates.abstraction->formula);
    }
  }
  return proof;
}

} // namespace vouch::proofs

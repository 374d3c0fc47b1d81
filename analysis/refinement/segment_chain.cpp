#include "analysis/refinement/segment_chain.hpp"

#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

#include <cassert>

namespace vouch::refinement {

std::vector<ChainSegment> segment_chain(const core::ReachedSet& reached, core::ArgNodeId target) {
  std::vector<ChainSegment> chain;
  domains::AbstractionRef last;
  for (core::ArgNodeId id : reached.arg().path_to(target).nodes) {
    const core::AbstractState& state = reached.node(id).state;
    const domains::AbstractionRef& abstraction = domains::abstraction_of(state);
    bool is_new_block_end = last == nullptr || abstraction != last;
    if (!is_new_block_end) {
      continue;
    }
    // Every path into a node passes the same abstractions, so the first parents serve as well as any.
    assert(abstraction->previous == last);
    if (last != nullptr) {
      const std::size_t key = hash_of(reached.analysis().location(state), domains::hash_of_open_calls(state));
      chain.push_back({abstraction->block, abstraction, id, key});
    }
    last = abstraction;
  }
  return chain;
}

} // namespace vouch::refinement

#include "analysis/refinement/block_chain.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

#include <cassert>

namespace vouch::refinement {

std::vector<ChainBlock> block_chain(const core::ReachedSet& reached, core::ArgNodeId target) {
  std::vector<ChainBlock> chain;
  domains::AbstractionRef last;
  for (core::ArgNodeId id : reached.arg().path_to(target).nodes) {
    const core::AbstractState& state = reached.node(id).state;
    const auto& predicates = core::component<domains::PredicateState>(state);
    bool is_new_block_end = last == nullptr || predicates.abstraction != last;
    if (!is_new_block_end) {
      continue;
    }
    // Every path into a node passes the same abstractions, so the first parents serve as well as any.
    assert(predicates.abstraction->previous == last);
    if (last != nullptr) {
      std::size_t key = hash_of(predicates.location, hash_value(core::component<domains::CallStackState>(state)));
      chain.push_back({predicates.abstraction->block, predicates.abstraction, id, key});
    }
    last = predicates.abstraction;
  }
  return chain;
}

} // namespace vouch::refinement

#include "analysis/proofs/block_proof.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
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

/// What is claimed at the points of one reached set.
Proof points_of(const core::ReachedSet& reached) {
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

/// The formula at the start of a block's analysis without the names that values at the entry have besides.
smt::Term entry_formula(const smt::Term& formula, const core::BlockContext& block, const cfa::Cfa& cfa,
                        smt::Encoder& encoder) {
  smt::Substitution present;
  for (smt::SymbolId symbol : domains::BlockSymbols(cfa, encoder).named_at_entry(block)) {
    present.emplace_back(encoder.symbol(encoder.entry_value_of(symbol)), encoder.symbol(symbol));
  }
  return encoder.terms().substitute(formula, present);
}

} // namespace

BlockProof proof_of(const core::Exploration& exploration, std::span<const BlockClaim> known, smt::Encoder& encoder) {
  BlockProof proof{{}, {known.begin(), known.end()}};
  for (core::ReachedSetId id : exploration.used_by_program()) {
    if (exploration.is_known(id)) {
      continue; // in `known`, with those that it rests on
    }
    const core::ReachedSet& reached = exploration.reached(id);
    Proof points = points_of(reached);
    const std::optional<core::BlockContext> block = exploration.block_of(id);
    if (!block) {
      proof.program = std::move(points);
      continue;
    }
    const core::AbstractState& start = reached.node(reached.arg().root()).state;
    const smt::Term& formula = core::component<domains::PredicateState>(start).abstraction->formula;
    // The entry formula stands for it. Behind a round of a loop there may be others.
    std::erase(points[{block->block.entry, {}}], formula);
    proof.blocks.push_back({*block, entry_formula(formula, *block, exploration.cfa(), encoder), std::move(points),
                            core::component<domains::CallStackState>(start).is_target_behind});
  }
  return proof;
}

} // namespace vouch::proofs

#include "analysis/proofs/block_proof.hpp"

#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

#include <algorithm>

namespace vouch::proofs {
namespace {

/// What is claimed at the points of one reached set.
Proof points_of(const core::ReachedSet& reached) {
  Proof proof;
  for (core::ArgNodeId id : reached.arg().ids()) {
    const core::ArgNode& node = reached.node(id);
    if (core::is_covered(node) || !domains::is_segment_end(node.state)) {
      continue;
    }
    std::vector<smt::Term>& formulas =
        proof[{reached.analysis().location(node.state), domains::open_calls(node.state)}];
    const smt::Term& formula = domains::abstraction_of(node.state)->formula;
    if (std::find(formulas.begin(), formulas.end(), formula) == formulas.end()) {
      formulas.push_back(formula);
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
    const smt::Term& formula = domains::abstraction_of(start)->formula;
    // The entry formula stands for it. Behind a round of a loop there may be others.
    std::erase(points[{block->block.entry, {}}], formula);
    proof.blocks.push_back({*block, entry_formula(formula, *block, exploration.cfa(), encoder), std::move(points),
                            domains::behind_start(start) == domains::BehindStart::Target});
  }
  return proof;
}

} // namespace vouch::proofs

#include "analysis/proofs/block_proof.hpp"

#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

namespace vouch::proofs {
namespace {

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

BlockProof proof_of(const bam::BlockMemoization& memoization, std::span<const BlockClaim> known,
                    smt::Encoder& encoder) {
  BlockProof proof{{}, {known.begin(), known.end()}};
  for (bam::BlockAnalysisId id : memoization.used_by_program()) {
    const bam::BlockAnalysis& analysis = memoization[id];
    if (analysis.known) {
      continue; // in `known`, with those that it rests on
    }
    Proof points = proof_of(analysis.reached);
    if (!analysis.block) {
      proof.program = std::move(points);
      continue;
    }
    const core::BlockContext block = memoization.context_of(*analysis.block);
    const core::AbstractState& start = analysis.reached.node(analysis.reached.arg().root()).state;
    const smt::Term& formula = core::component<domains::PredicateState>(start).abstraction->formula;
    // The entry formula stands for it. Behind a round of a loop there may be others.
    std::erase(points[{block.block.entry, {}}], formula);
    proof.blocks.push_back({block, entry_formula(formula, block, memoization.cfa(), encoder), std::move(points),
                            core::component<domains::CallStackState>(start).is_target_behind});
  }
  return proof;
}

} // namespace vouch::proofs

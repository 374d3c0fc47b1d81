#include "analysis/reuse/known_results.hpp"

#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"

namespace vouch::reuse {
namespace {

/// A state of the block's own analysis at `location`, with no call open.
core::AbstractState state_at(cfa::LocationId location, const smt::Term& formula, domains::AbstractionRef previous,
                             const proofs::BlockClaim& claim, const core::Analysis& analysis, smt::Encoder& encoder) {
  const domains::BehindStart behind = claim.is_followed ? domains::BehindStart::Target : domains::BehindStart::Nothing;
  auto abstraction = std::make_shared<const domains::Abstraction>(domains::Abstraction{
      formula, location, domains::PathFormulas::start(), std::move(previous), encoder.terms().conjuncts(formula)});
  return domains::with_abstraction(domains::with_behind_start(analysis.initial_state(location), behind),
                                   std::move(abstraction));
}

} // namespace

std::vector<bam::KnownResult> known_results(std::span<const proofs::BlockClaim> claims, const core::Analysis& analysis,
                                            const cfa::Cfa& cfa, const facts::BlockPartition& blocks,
                                            smt::Encoder& encoder) {
  const domains::BlockSymbols symbols(cfa, encoder);
  std::vector<bam::KnownResult> results;
  for (const proofs::BlockClaim& claim : claims) {
    const facts::Block& block = claim.block.block;
    const smt::Term entry = encoder.terms().logical_and(claim.entry, symbols.entry_equalities(claim.block));
    bam::KnownResult result{
        *blocks.entered_at(block.entry), state_at(block.entry, entry, nullptr, claim, analysis, encoder), {}};
    const domains::AbstractionRef start = domains::abstraction_of(result.entry);
    for (cfa::LocationId exit : block.exits) {
      if (auto found = claim.points.find({exit, {}}); found != claim.points.end()) {
        for (const smt::Term& formula : found->second) {
          result.exits.push_back(state_at(exit, formula, start, claim, analysis, encoder));
        }
      }
    }
    results.push_back(std::move(result));
  }
  return results;
}

} // namespace vouch::reuse

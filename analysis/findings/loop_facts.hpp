#pragma once

#include "analysis/core/exploration.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/findings/proved_facts.hpp"
#include "analysis/proofs/block_proof.hpp"
#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/support/run_context.hpp"

#include <vector>

/// From proofs to what holds at the heads of loops.
namespace vouch::findings {

/// What a proof is about.
struct ProvedProgram {
  const cfa::Cfa& cfa;
  const facts::TargetReachability& targets;
  const facts::MemoryRegions& regions;
  const facts::LiveVariables& live;
  cfa::LocationId start;
};

/// From formulas: at each head, of what the formulas say in all contexts, what can be said in C. Conjuncts that follow
/// from types or from others are left out. Queries are asked until `context` ends; what is not looked at by then is
/// left out or stays although it follows. Never throws.
std::vector<LoopFacts> loop_facts(const proofs::BlockProof& proof, const ProvedProgram& program, smt::Encoder& encoder,
                                  RunContext& context);

} // namespace vouch::findings

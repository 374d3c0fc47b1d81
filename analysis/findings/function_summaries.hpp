#pragma once

#include "analysis/facts/program_facts.hpp"
#include "analysis/findings/proved_facts.hpp"

#include <vector>

/// What a function means to its callers, from its code and from what proofs say.
namespace vouch::findings {

/// Fills the summaries of `reports`: what the function requires (its contract), what the proofs know of its result, and
/// what it may change. `program`: null if nothing is known of side effects.
void add_summaries(std::vector<FunctionReport>& reports, const cfa::Cfa& cfa, const facts::ProgramFacts* program,
                   const CombinedFacts& facts);

} // namespace vouch::findings

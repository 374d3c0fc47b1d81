#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/verifier.hpp"

/// The verification of one entry point: assembles the analyses that the options ask for, runs the CEGAR loop until every
/// target is decided, and replays what it finds.
namespace vouch {

struct EntryOutcome {
  std::vector<Violation> violations;
  std::vector<std::string> open; ///< why the rest is not proved; empty: everything else is
  std::vector<Invariant> invariants;
};

/// Throws `Interrupted`; `outcome` then has what was found so far.
void verify_entry(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const Options& options, RunContext& context,
                  EntryOutcome& outcome);

} // namespace vouch

#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/report/report.hpp"

/// The verification of all entry points of one file, in rounds.
namespace vouch::configurations {

/// Verifies each entry point of `cfa` and puts what was found into `report`. In each round, what time is left is shared among
/// those that are open; who needs less leaves more to the others, who try again if that at least doubles their share.
/// Where callers are to blame for a violation, the next round assumes that they do not cause it.
///
/// A run that `context` ends early leaves what was decided by then; the rest is unknown, with the reason.
void verify_program(const cfa::Cfa& cfa, const Options& options, VerificationContext& context, FileReport& report);

} // namespace vouch::configurations

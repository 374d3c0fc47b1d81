#pragma once

#include "analysis/cfa/cfa.hpp"

namespace vouch::facts {

/// Whether a run from `start` that has a target ahead may come to a loop that counts, and of which the program does not say how often it goes round:
/// whoever keeps explicit values meets a new one in every round there, and comes to no end.
///
/// This chooses what is tried first, and proves nothing; so it does not have to be right. A loop is one of these if all its
/// exits ask for something that depends on an input (on what callers pass, on what other code returns or leaves in
/// memory), and if it gives some variable a value that is computed from the variable itself, without such things, or moves a
/// pointer on.
///
/// Example: `for (i = 0; i < n; i++)` with n from callers is one; `for (i = 0; i < 8 && a[i]; i++)` is none, since 8 rounds are
/// the most, and `while (n > 0) n--;` is none, since all that is known of n is known before the first round.
bool counts_up_to_inputs(const cfa::Cfa& cfa, cfa::LocationId start);

} // namespace vouch::facts

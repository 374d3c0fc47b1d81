#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/refinement/predicates/string_uses.hpp"

/// What loops over a string need to know that another loop has measured: `n = strlen(s); if (n < size) strcpy(to, s);` stays
/// within `to`, since the loop in `strcpy` ends where the one in `strlen` did.
namespace vouch::refinement {

/// Of each place where a loop looks for the end of a string, as the loop has it and as its function returns it: where another
/// loop reads the same string, that this place is 0, that the loop is not behind it, and that what it writes has room for
/// the rest up to there. At loops in between: that the place is 0, how large objects are that were allocated for it, and that
/// what the length is compared with is no more than what is written has room for. What a loop
/// copies ends where it has stopped writing, which is no further.
///
/// Example: in `strcpy(to, s)` behind `n = strlen(s)`, at `while (from[i] != 0)`
///
///   memory[s + n] = 0,  from + i <= s + n,  to + i + (s + n - (from + i)) < base(to) + size(base(to))
domains::PredicatePrecision length_predicates(const StringUses& uses, const facts::MemoryRegions& regions,
                                              smt::Encoder& encoder, smt::SymbolId sizes);

} // namespace vouch::refinement

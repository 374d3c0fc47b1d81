#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/smt/encoding/encoder.hpp"

/// What an exploration by predicates begins with.
namespace vouch::refinement {

/// What loops need to know of strings and of what they count (string_predicates.hpp, counter_predicates.hpp), at their heads,
/// and at those of the loops inside: what is not known there is lost for the loop around. `for (i = 0; i < strlen(s); i++)`:
/// that i is a place in s, at the head of the loop in `strlen`; and there, too, that the pointers which its function got are
/// those that were passed.
///
/// A loop with many others inside keeps it to itself, and of a function with many callers nothing is said about them: each
/// predicate is a question at each visit.
domains::PredicatePrecision offered_predicates(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                               smt::Encoder& encoder);

} // namespace vouch::refinement

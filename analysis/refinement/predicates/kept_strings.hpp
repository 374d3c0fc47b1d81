#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/refinement/predicates/string_uses.hpp"

/// What loops keep of strings that others read: what is not known at the head of a loop is lost behind it.
namespace vouch::refinement {

/// At the head of each loop that runs while a function does which has strings: that each of them is one
/// (string_predicates.hpp), lies below what will be allocated, and is apart from what is written. A function with many
/// strings, or many loops, keeps nothing: each predicate is a question at each visit.
///
/// Example: `strcpy(d, a); strcpy(d + n, b);` At the loop that copies a: that the object of b ends with 0, and is not that
/// of d.
domains::PredicatePrecision kept_string_predicates(const StringUses& uses, const facts::MemoryRegions& regions,
                                                   smt::Encoder& encoder, smt::SymbolId sizes);

} // namespace vouch::refinement

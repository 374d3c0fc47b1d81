#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/smt/encoding/encoder.hpp"

/// What loops over the characters of a string need to know, before anybody asks: interpolants of a path through a few
/// rounds speak of the characters that were read there, one after the other, and not of the one that ends the string.
namespace vouch::refinement {

/// At the head of each loop that reads single bytes at places that move: for such a place p + i, that it and p are in the
/// object that p leads into, that the last byte of this object is 0, that it is not huge, that what i is compared with is a place
/// in it as well, and that the loop writes bytes to other objects, or to what it has read. Predicates are no claims; where
/// one does not hold it is not used. None in bit-vectors, and where no check asks for the sizes of objects.
///
/// Example: `while (*s == ' ') s++; while (*s) s++;`
///
///   base(s) <= s,  s < base(s) + size(base(s)),  memory[base(s) + size(base(s)) - 1] = 0
///
/// A run that reads something else than 0 at s is not at the last byte, and is still in the object one further.
domains::PredicatePrecision string_predicates(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                              smt::Encoder& encoder);

} // namespace vouch::refinement

#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/smt/encoding/encoder.hpp"

/// What loops that count something need to know: interpolants of a path through a few rounds speak of how often it was
/// counted in these.
namespace vouch::refinement {

/// At the head of each loop that adds numbers to a variable, where that is checked not to overflow: that this is at most
/// what another variable of the loop is that numbers are added to, or as far as a pointer has come that moves in it. Not for
/// a variable that is compared with something in the loop, which has its limit. Predicates are no claims; where one does
/// not hold it is not used. None in bit-vectors.
///
/// Example: `for (int i = 0; i < n; i++) if (a[i] == x) count++;` gives `count <= i`, and the same with `for (; *p; p++)`
/// gives `count <= p - base(p)`.
domains::PredicatePrecision counter_predicates(const cfa::Cfa& cfa, smt::Encoder& encoder);

} // namespace vouch::refinement

#pragma once

#include "analysis/cfa/cfa.hpp"

/// Whether it matters in which order the parts of an expression are evaluated where C leaves that open (6.5p2, p3):
/// operands of most operators, arguments of calls, elements of initialisers.
///
/// The front end lowers such parts from left to right and puts an `Unsupported` with `parts` in front of them wherever
/// the source alone does not tell that they have nothing to do with each other. Here the whole program is known: what
/// the functions change that are called, and what pointers lead to.
///
/// Two parts are independent if neither writes what the other reads or writes. A part reads and writes
///  - the registers and regions of memory that its own operations name;
///  - of the functions that it calls, directly or through others: those of static lifetime, and memory.
/// Variables that no pointer leads to but those that are seen to be passed on (facts/confined_pointers.hpp) count by name
/// and bytes instead of by region, where they are named and where they are passed.
/// Left out are writes that no other part can notice:
///  - of objects that belong to a called function alone, whose lifetime is over when it returns;
///  - of temporary objects that pass an argument or receive a result, each of which one part alone uses;
///  - of objects that the part itself has allocated. A register holds such an address if every value that it ever gets
///    is a fresh allocation, or a copy of such a register of the same function or of one that it calls; no parameter
///    counts;
///  - of what no operation of the program reads;
///  - to undetermined values by both parts.
/// Nor does it count that a called function reads a variable of its own by name: that of its activation, which no other
/// part reaches.
///
/// Invariant: where all parts of an expression are pairwise independent, every order of evaluation that C allows leads
/// to the same states up to the identity of fresh objects, since parts that touch nothing in common commute, down to
/// their single operations.
///
/// Example:  int n; int next(void) { return ++n; }   int twice(int x) { return 2 * x; }
///   next() - next()    both write n, which is read: the order matters
///   next() - twice(1)  nothing in common: any order is like the one from left to right
namespace vouch::transformation {

/// Takes out the marks whose parts are independent. The others stay, without their parts.
void settle_evaluation_orders(cfa::CfaBuilder& builder);

} // namespace vouch::transformation

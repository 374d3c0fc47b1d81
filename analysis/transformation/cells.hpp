#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>

/// Arrays as their values at one index.
///
/// After D. Monniaux and L. Gonnord, "Cell morphing: from array programs to array-free Horn clauses", SAS 2016, with the
/// simplest of their abstractions: one cell, which other elements say nothing about. The index is the one at which loops that
/// only check are asked (checking_loops.hpp); it never changes, and so a cell is a variable like any other.
///
///     a[i] = x;                  cell_a = i == index ? x : cell_a;
///     b[i] = -x;           =>    cell_b = i == index ? -x : cell_b;
///     c[i] = a[i] + b[i];        any = *; any' = *;
///                                cell_c = i == index ? (i == index ? cell_a : any) + (i == index ? cell_b : any') : cell_c;
///
/// What is left are numbers, and predicates about these are found where those about memory are not: between `a` and `b`, and
/// through the sum. Elements at other indices are lost, so that `a[i] = a[i - 1] + 1` says nothing any more.
///
/// An array is what one pointer leads to: a variable in memory, or a register that addresses begin with. Each has a cell for
/// each index. Elements are all of one integer type, and accesses of the objects that the pointer may lead to (facts/points_to)
/// are at multiples of its size from their start.
///
/// Invariant: where a cell's pointer leads to an object of at least `index` elements and one more, the cell has the value of that
/// element. A store changes the cells of all pointers that it may write through; what changes the pointer, or writes memory in
/// another way, makes the cell any value. So the changed program has all runs that the given one has without undefined
/// behaviour, and what is proved of it holds for that; nothing else does.
namespace vouch::transformation {

/// Nothing if `cfa` has no index or no such array. Ids of what is in `cfa` stay what they are.
std::optional<cfa::Cfa> with_cells(const cfa::Cfa& cfa);

} // namespace vouch::transformation

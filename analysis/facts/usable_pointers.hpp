#pragma once

#include "analysis/facts/known_pointer.hpp"
#include "analysis/facts/memory_regions.hpp"

#include <functional>
#include <optional>
#include <unordered_set>

/// Which checks of pointers cannot fail, by a data-flow analysis of registers over all functions that a run comes to: M. Sharir
/// and A. Pnueli, "Two approaches to interprocedural data flow analysis", 1981, with call strings of length 0.
namespace vouch::facts {

/// The targets of checks for null, for ended lifetimes and for bounds that no run from `start` comes to. Of each pointer in a
/// register is followed whether it is null, whether its object lives, and which bytes from there on belong to that.
///
/// Invariant: in every run that is at a location, each register of its function has a value as it is described there. What
/// is not described may be anything.
///
/// - An object that the program makes, or that callers made (cfa/given_type.hpp), lives, and its size is known. So
///   it is with a pointer that was found in memory where only starts of known objects are kept.
/// - Behind a check that has passed, what it asked for is known; behind several of one pointer also what lies between.
/// - A function's parameters are what all calls pass, and a call's result is what all ways to the end of the function leave.
/// - Objects end where something of their class of points-to analysis is freed, in a call or not. A variable that a pointer may outlive
///   lives while its function runs, or until another life of it begins: so long, what is derived from its address is usable. In a
///   class with such variables a check that has passed says nothing of lives, unless it is known where the pointer comes from.
///
/// Example: `int sum(struct s *p) { return p->a + twice(p); }  int twice(struct s *q) { return 2 * q->b; }`
///   behind `p->a`, `p` is not null and leads to bytes 0 to 16 of an object, as a caller's struct has; so does `q`, and none of
///   the three checks of `q->b` is left.
/// Between which numbers an integer is whenever a run is at a location, as bytes count: to before `end`. Nothing: not known.
using NumbersAt = std::function<std::optional<Bytes>(cfa::ExpressionRef number, cfa::LocationId location)>;

/// `regions` are those of `cfa`; `numbers` says how far pointers are moved that are moved by no constant.
std::unordered_set<cfa::LocationId> targets_of_usable_pointers(const cfa::Cfa& cfa, const MemoryRegions& regions,
                                                               cfa::LocationId start, const NumbersAt& numbers);

} // namespace vouch::facts

#pragma once

#include "analysis/cfa/cfa.hpp"

#include <unordered_set>

/// Which checks cannot fail because the same one has passed before: available expressions, as compilers know them (Aho,
/// Lam, Sethi and Ullman, "Compilers", 2nd edition, 9.2.6), of conditions that lead to targets.
namespace vouch::facts {

/// The targets that no run comes to: on all ways there from where the function is entered, the same condition was
/// found not to hold, and nothing that it depends on has changed since.
///
/// Invariant: a condition is available at a location if in every run that is there it has the value that it had when it was
/// last assumed to fail. It depends on the registers that it reads, on memory if it loads, and on the lives of objects
/// if it asks whether an access is one to an object that exists. What a call changes is not looked up: memory, lives, and
/// what is not automatic; for functions that call themselves, everything.
///
/// Example: `if (n > 0) s->a = n; s->b = 1;` asks on one way twice whether `s` is null. The second check stays, since on
/// the other way it is the first. In `s->a = n; if (n > 0) s->b = 1;` the second one goes.
std::unordered_set<cfa::LocationId> targets_of_passed_checks(const cfa::Cfa& cfa);

} // namespace vouch::facts

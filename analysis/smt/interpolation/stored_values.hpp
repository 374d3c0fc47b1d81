#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

/// What a step says of the state behind it that its atoms say only of values in between, as guesses: what it stores is
/// what can be read there, and a value in between can often be told by what is left of it.
///
/// Example: sizes' = store(sizes, p, n) & cells' = store(cells, p + n - 1, 0) & n <= 9, where n is not known behind it
///   select(sizes', p) = n                        tells n,
///   select(cells', p + n - 1) = 0                becomes select(cells', p + select(sizes', p) - 1) = 0,
///   n <= 9                                       becomes select(sizes', p) <= 9.
/// Stores may be overwritten, and equations may be those of one branch only: nothing of this need hold.
namespace vouch::smt {

/// Over the values behind `transition` that constants among `known` stand for.
std::vector<Term> guesses_behind(TermManager& terms, const Transition& transition, const std::vector<Term>& known);

} // namespace vouch::smt

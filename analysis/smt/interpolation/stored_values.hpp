#pragma once

#include "analysis/smt/interpolation/path_program.hpp"

/// What a step says of the state behind it that its atoms say only of values in between, as guesses: what it stores is
/// what can be read there, and a value in between can often be told by what is left of it.
///
/// Example: sizes' = store(sizes, p, n) & cells' = store(cells, p + n - 1, 0) & n <= 9, where n is not known behind it
///   select(sizes', p) = n                        tells n,
///   select(cells', p + n - 1) = 0                becomes select(cells', p + select(sizes', p) - 1) = 0,
///   n <= 9                                       becomes select(sizes', p) <= 9.
/// Of several that tell a value, one that lasts is taken: behind `p = s; base = s` it is `base` that tells `s`, if a loop
/// moves `p` on. Stores may be overwritten, and equations may be those of one branch only: nothing of this need hold.
namespace vouch::smt {

/// Over the values behind `transition` that constants among `lasting` and `changing` stand for.
std::vector<Term> guesses_behind(TermManager& terms, const Transition& transition, const std::vector<Term>& lasting,
                                 const std::vector<Term>& changing);

/// What `formula` reads of an array of integers, at a constant.
struct Cell {
  Term address;
  Term content; ///< the cell itself
  friend bool operator==(const Cell&, const Cell&) = default;
};
std::vector<Cell> integer_cells(TermManager& terms, const Term& formula);

} // namespace vouch::smt

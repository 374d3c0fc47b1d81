#pragma once

#include "analysis/smt/terms/interval.hpp"
#include "analysis/smt/terms/term.hpp"

namespace vouch::smt {

/// What an expression evaluates to. A Boolean term stands for the numbers 0 and 1. For values of floating-point type
/// `range` means nothing.
struct Value {
  Term term;
  Interval range;
};

inline bool is_truth(const Value& value) { return value.term.sort().kind == SortKind::Boolean; }

} // namespace vouch::smt

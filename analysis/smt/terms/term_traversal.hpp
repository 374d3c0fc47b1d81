#pragma once

#include "analysis/smt/terms/z3_access.hpp"

#include <unordered_set>
#include <vector>

/// Looking into terms. All walks keep their own stack: path formulas are deep.
namespace vouch::smt {

/// Calls `visit` for every distinct subterm of `root` that is reached, in order of first occurrence; goes below a
/// subterm only if `visit` returns true.
template <class Visit>
void walk(const z3::expr& root, Visit visit) {
  std::unordered_set<unsigned> seen;
  std::vector<z3::expr> pending{root};
  while (!pending.empty()) {
    z3::expr next = pending.back();
    pending.pop_back();
    if (!seen.insert(next.id()).second || !visit(next)) {
      continue;
    }
    if (next.is_quantifier()) {
      pending.push_back(next.body());
      continue;
    }
    if (next.is_app()) {
      for (unsigned i = next.num_args(); i-- > 0;) {
        pending.push_back(next.arg(i));
      }
    }
  }
}

} // namespace vouch::smt

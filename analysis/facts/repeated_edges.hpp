#pragma once

#include "analysis/cfa/cfa.hpp"

#include <vector>

namespace vouch::facts {

/// Whether control can come to the edge again in the same activation of its function.
bool is_reached_again(const cfa::Cfa& cfa, cfa::EdgeId edge);

/// Which edges a run may take more than once.
///
/// Invariant: if a run takes an edge twice, the edge is in a cycle of its function, or the function may be entered twice:
/// it can call itself, is called in two places, or in one that is passed twice.
///
/// Example: `void f(void) { char a[9]; } void g(void) { for (;;) f(); } void h(void) { char b[9]; g(); }`
///   a run from h makes `b` once, and `a` again and again.
class RepeatedEdges {
public:
  /// `cfa` must outlive the object. Runs begin at one of its entry points, and nowhere else.
  explicit RepeatedEdges(const cfa::Cfa& cfa);

  [[nodiscard]] bool may_be_repeated(cfa::EdgeId edge) const;

private:
  const cfa::Cfa& cfa_;
  std::vector<bool> may_be_entered_again_; ///< by function
  std::vector<bool> has_loops_;            ///< the same; where large tables are filled there are none
};

} // namespace vouch::facts

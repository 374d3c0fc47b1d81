#pragma once

#include "analysis/cfa/cfa.hpp"

#include <span>
#include <vector>

namespace vouch::cfa {

/// Where the automatic variables in registers are live: where a run may still read the present value before it writes
/// another one. Computed backwards within each function; a call reads what it passes and, on its return, writes what it
/// gets back.
///
/// Example: `t = f(); if (t) g();` reads t at the branch for the last time; on both edges of the branch t dies.
class LiveVariables {
public:
  /// `cfa` must outlive the result.
  explicit LiveVariables(const Cfa& cfa);

  /// The variables that are not live behind `edge`, but live before it or written by it. What a run knew about them can
  /// be forgotten there.
  [[nodiscard]] std::span<const VariableId> dying_on(EdgeId edge) const { return dying_[edge.index()]; }
  /// Of an automatic variable in a register of the location's function.
  [[nodiscard]] bool is_live_at(LocationId location, VariableId variable) const;

private:
  using Set = std::vector<VariableId>; ///< ascending

  [[nodiscard]] bool is_automatic(VariableId variable) const;
  [[nodiscard]] Set read_on(EdgeId edge) const;
  [[nodiscard]] Set written_on(EdgeId edge) const;
  /// Live before `edge`, given what is live behind it.
  [[nodiscard]] Set live_before(EdgeId edge) const;
  void iterate();

  const Cfa& cfa_;
  std::vector<Set> live_;  ///< by location
  std::vector<Set> dying_; ///< by edge
};

} // namespace vouch::cfa

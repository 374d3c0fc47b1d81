#pragma once

#include "analysis/cfa/cfa.hpp"

#include <span>
#include <vector>

namespace vouch::facts {

/// Where the automatic variables in registers are live: where a run may still read the present value before it writes
/// another one. Computed backwards within each function; a call reads what it passes and, on its return, writes what it
/// gets back.
///
/// Example: `t = f(); if (t) g();` reads t at the branch for the last time; on both edges of the branch t dies.
class LiveVariables {
public:
  /// `cfa` must outlive the result.
  explicit LiveVariables(const cfa::Cfa& cfa);

  /// The variables that are not live behind `edge`, but live before it or written by it. What a run knew about them can
  /// be forgotten there.
  [[nodiscard]] std::span<const cfa::VariableId> dying_on(cfa::EdgeId edge) const { return dying_[edge.index()]; }
  /// Of an automatic variable in a register of the location's function.
  [[nodiscard]] bool is_live_at(cfa::LocationId location, cfa::VariableId variable) const;

private:
  using Set = std::vector<cfa::VariableId>; ///< ascending

  [[nodiscard]] bool is_automatic(cfa::VariableId variable) const;
  [[nodiscard]] Set read_on(cfa::EdgeId edge) const;
  [[nodiscard]] Set written_on(cfa::EdgeId edge) const;
  /// Live before `edge`, given what is live behind it.
  [[nodiscard]] Set live_before(cfa::EdgeId edge) const;
  void iterate();

  const cfa::Cfa& cfa_;
  std::vector<Set> live_;  ///< by location
  std::vector<Set> dying_; ///< by edge
};

} // namespace vouch::facts

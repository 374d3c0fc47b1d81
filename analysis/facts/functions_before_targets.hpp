#pragma once

#include "analysis/facts/call_graph.hpp"

#include <functional>
#include <vector>

namespace vouch::facts {

/// Which functions runs enter while a target, or an operation that the engine does not understand, is ahead of them: there,
/// or behind a call that has not returned. What else they enter does not matter to what is verified.
///
/// Example: in `int f(int n) { assert(n < 9); return g(n); }` nothing is ahead of the call, if there is none in `g` and in
/// what it calls, or only some that no run comes to. In `int h(int n) { assert(f(n) < 9); }` the result matters, so
/// what enters `h` enters all three.
class FunctionsBeforeTargets {
public:
  /// `cfa` must outlive the object.
  explicit FunctionsBeforeTargets(const cfa::Cfa& cfa);

  /// Those that runs from `start` enter, with the one that `start` is in, in the order of their ids. Targets for which
  /// `is_impossible`, since no run comes there, do not count.
  [[nodiscard]] std::vector<cfa::FunctionId>
  entered_from(cfa::LocationId start, const std::function<bool(cfa::LocationId)>& is_impossible) const;

private:
  struct Function {
    std::vector<cfa::LocationId> targets;        ///< that edges lead to which can be taken
    std::vector<cfa::LocationId> not_understood; ///< where such an operation comes next
    std::vector<cfa::EdgeId> calls;
  };
  class Search;

  const cfa::Cfa& cfa_;
  CallGraph calls_;
  std::vector<Function> functions_; ///< by id
};

} // namespace vouch::facts

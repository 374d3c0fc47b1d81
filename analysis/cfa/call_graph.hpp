#pragma once

#include "analysis/cfa/cfa.hpp"

#include <set>
#include <unordered_set>
#include <vector>

namespace vouch::cfa {

struct Block;

/// Which functions call which.
class CallGraph {
public:
  explicit CallGraph(const Cfa& cfa);
  /// Of what has been added so far.
  explicit CallGraph(const CfaBuilder& builder);

  /// Without repetitions, in the order of their ids.
  [[nodiscard]] const std::set<FunctionId>& callees(FunctionId caller) const { return callees_[caller.index()]; }
  /// `root` and everything that it calls, directly or through others.
  [[nodiscard]] std::vector<FunctionId> reachable_from(FunctionId root) const;
  /// The strongly connected components: functions that call each other, directly or through others, together. Callees
  /// stand before their callers.
  [[nodiscard]] std::vector<std::vector<FunctionId>> components() const;
  /// The functions that can call themselves, directly or through others.
  [[nodiscard]] std::unordered_set<FunctionId> recursive_functions() const;

private:
  std::vector<std::set<FunctionId>> callees_; ///< by caller
};

/// The functions that may be called between the entry of `block` and its exits, directly or through others.
std::unordered_set<FunctionId> functions_called(const Cfa& cfa, const Block& block);

} // namespace vouch::cfa

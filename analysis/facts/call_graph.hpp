#pragma once

#include "analysis/cfa/cfa.hpp"

#include <set>
#include <unordered_set>
#include <vector>

namespace vouch::facts {

struct Block;

/// Which functions call which.
class CallGraph {
public:
  explicit CallGraph(const cfa::Cfa& cfa);
  /// Of what has been added so far.
  explicit CallGraph(const cfa::CfaBuilder& builder);

  /// Without repetitions, in the order of their ids.
  [[nodiscard]] const std::set<cfa::FunctionId>& callees(cfa::FunctionId caller) const {
    return callees_[caller.index()];
  }
  /// `root` and everything that it calls, directly or through others.
  [[nodiscard]] std::vector<cfa::FunctionId> reachable_from(cfa::FunctionId root) const;
  /// By function: whether it is one of `functions`, or calls one, directly or through others.
  [[nodiscard]] std::vector<bool> that_may_enter(std::vector<bool> functions) const;
  /// The strongly connected components: functions that call each other, directly or through others, together. Callees
  /// stand before their callers.
  [[nodiscard]] std::vector<std::vector<cfa::FunctionId>> components() const;
  /// The functions that can call themselves, directly or through others.
  [[nodiscard]] std::unordered_set<cfa::FunctionId> recursive_functions() const;

private:
  std::vector<std::set<cfa::FunctionId>> callees_; ///< by caller
};

/// The functions that may be called between the entry of `block` and its exits, directly or through others.
std::unordered_set<cfa::FunctionId> functions_called(const cfa::Cfa& cfa, const Block& block);

/// By function: whether a run may do something in it. In a program that is for one entry point most functions of a large file
/// are there without that (transformation/program_variants.hpp).
std::vector<bool> functions_that_run(const cfa::Cfa& cfa);

} // namespace vouch::facts

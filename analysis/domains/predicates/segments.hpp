#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/facts/blocks.hpp"
#include "analysis/report/predicate_settings.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::domains {

/// Where segments end, that is, where the abstraction is computed. A segment is what adjustable-block encoding calls a
/// block; those of block-abstraction memoization (`facts::Block`) are larger, and end where a segment ends.
class Segments {
public:
  /// `recursive`: the functions that can call themselves. `remembered`: what is analysed on its own. Without an operator
  /// no segment ever ends: states are the formulas of whole paths.
  Segments(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive,
           const facts::BlockPartition& remembered, std::optional<BlockOperator> block_operator);

  /// Whether a segment ends behind `edge`, if there is an operator. Loop heads, targets, and the exits of what is analysed on its own are ends
  /// under every operator. The call of a function that is analysed on its own never is: its summary becomes a step
  /// of the caller's segment.
  [[nodiscard]] bool end_behind(const cfa::Edge& edge) const;
  /// Whether a segment ends at `exit` when `loop` has been crossed in one step: at another loop, or at an exit of what
  /// is around it. Else its summary, too, is a step of a larger segment.
  [[nodiscard]] bool end_behind_loop(const facts::Block& loop, cfa::LocationId exit) const;
  [[nodiscard]] bool is_recursive(cfa::FunctionId function) const { return recursive_.contains(function); }
  /// The function that is analysed on its own and whose exit this is.
  [[nodiscard]] const cfa::Function* function_left_at(cfa::LocationId location) const;

  /// Whether the function is analysed on its own.
  [[nodiscard]] bool is_remembered(cfa::FunctionId function) const;

private:
  /// Whether `exit` is one of a part that contains `from` and is analysed on its own, `without` aside.
  [[nodiscard]] bool is_exit(cfa::LocationId exit, cfa::LocationId from, const facts::Block* without) const;

  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  const facts::BlockPartition& remembered_;
  std::optional<BlockOperator> block_operator_;
  std::unordered_map<cfa::LocationId, std::vector<facts::BlockId>> left_at_; ///< by exit
};

} // namespace vouch::domains

#pragma once

#include "analysis/core/reachability.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/proofs/block_contract.hpp"

#include <optional>
#include <vector>

/// The program as the check of proofs walks it: from point to point, with a block that has a contract as one step, and
/// without what leads to no target.
namespace vouch::proofs {

/// What follows a point: another one, or something that the program must not do.
struct ProgramStep {
  cfa::EdgeId edge; ///< invalid: no edge, but a loop
  ProgramPoint target;
  std::optional<core::TargetKey> forbidden = std::nullopt;
  /// A block was crossed: the function that `edge` calls (`target` is behind its return), or a loop.
  const BlockContract::Terms* crossed = nullptr;
  cfa::LocationId exit = {}; ///< of that block
  bool is_followed = true;   ///< false: nothing can follow at `target`
};

class ProgramWalk {
public:
  /// Walks in the block of `own`; in the whole program if it is null. All arguments must outlive the walk.
  ProgramWalk(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Proof& proof,
              const BlockContracts& contracts, const BlockClaim* own);

  [[nodiscard]] std::vector<ProgramStep> steps_from(const ProgramPoint& point) const;
  /// The contract's terms of the loop that control enters at `point` from outside, if the loop has a contract.
  [[nodiscard]] const BlockContract::Terms* loop_entered_at(const ProgramPoint& point) const;

  /// Where a piece of program ends.
  [[nodiscard]] bool is_cut(const ProgramPoint& point) const;
  [[nodiscard]] bool is_own_exit(const ProgramPoint& point) const;

private:
  [[nodiscard]] std::vector<ProgramStep> steps_across(const BlockContract::Terms& loop,
                                                      const ProgramPoint& point) const;
  [[nodiscard]] std::optional<ProgramStep> step_along(cfa::EdgeId id, const ProgramPoint& point) const;
  [[nodiscard]] ProgramStep step_across_call(cfa::EdgeId call, const BlockContract& contract,
                                             const ProgramPoint& point) const;
  [[nodiscard]] const BlockContract* contract_of(cfa::FunctionId function) const;
  [[nodiscard]] bool is_target_behind(const std::vector<cfa::EdgeId>& calls) const;
  [[nodiscard]] bool is_target_ahead(const ProgramPoint& point) const;
  [[nodiscard]] bool is_recursive(const ProgramPoint& point, const cfa::Edge& call) const;

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const Proof& proof_;
  const BlockContracts& contracts_;
  const BlockClaim* own_;
};

/// The points from `start` to the next cuts, each behind those that lead to it; nothing if they form a loop.
std::optional<std::vector<ProgramPoint>> points_behind(const ProgramPoint& start, const ProgramWalk& walk);

} // namespace vouch::proofs

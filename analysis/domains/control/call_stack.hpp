#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/core/erased_value.hpp"
#include "analysis/facts/target_reachability.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vouch::domains {

/// A call that has not returned, and those below it. Shared by all states above it, hence cheap to push and to compare.
struct CallFrame {
  std::shared_ptr<const CallFrame> below; ///< null: called by the function where the exploration started
  cfa::EdgeId call;
  cfa::FunctionId callee;
  std::size_t depth = 1;
  std::size_t hash = 0;         ///< of this frame and all below
  bool is_target_behind = true; ///< whether a target is ahead once the callee has returned, here or further below
};

/// The calls that have not returned, as a stack.
struct CallStackState {
  std::shared_ptr<const CallFrame> top; ///< null: no call
  cfa::FunctionId bottom;               ///< the function where the exploration started
  /// Set: this call would enter a function that has not returned yet. The stack is the one before the call.
  std::optional<cfa::EdgeId> recursive_call;
  /// Whether a target is ahead once the bottom function has returned.
  bool is_target_behind = false;

  [[nodiscard]] std::size_t depth() const { return top ? top->depth : 0; }
  [[nodiscard]] cfa::FunctionId function() const { return top ? top->callee : bottom; }
  friend bool operator==(const CallStackState& left, const CallStackState& right);
  friend std::size_t hash_value(const CallStackState& state);
};

/// Makes calls return to where they came from: functions are analysed once per stack of calls. A recursive call is a
/// target without successors, unless the function is a block. States with different stacks never meet. The analysis of
/// a block starts with an empty stack, so that it serves all calls.
class CallStackAnalysis {
public:
  using State = CallStackState;
  using Precision = core::NoPrecision;

  /// Follows every run. `cfa` must outlive the analysis.
  explicit CallStackAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa) {}
  /// Follows a run as long as a target is ahead of it, in its function or behind a call that has not returned. Both
  /// must outlive the analysis.
  CallStackAnalysis(const cfa::Cfa& cfa, const facts::TargetReachability& targets) : cfa_(&cfa), targets_(&targets) {}
  /// As before, where the blocks of `blocks` are analysed on their own.
  CallStackAnalysis(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const facts::BlockPartition& blocks)
      : cfa_(&cfa), targets_(&targets), blocks_(&blocks) {}

  [[nodiscard]] State initial_state(cfa::LocationId location) const;
  [[nodiscard]] Precision initial_precision() const { return {}; }
  /// None for a return that does not belong to the top call; in particular, the function where the exploration started
  /// does not return.
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] static bool keeps_apart() { return true; }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] std::optional<core::TargetReason> target(const State& state) const;
  [[nodiscard]] std::size_t partition(const State& state) const { return hash_value(state); }
  [[nodiscard]] std::size_t call_depth(const State& state) const { return state.depth(); }
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State expand(const State& entry, const core::BlockContext& block, const State& exit) const;

private:
  [[nodiscard]] State push(const State& state, cfa::EdgeId call, cfa::FunctionId callee) const;
  [[nodiscard]] bool is_block(cfa::FunctionId function) const;
  [[nodiscard]] bool is_target_ahead(const State& state, cfa::LocationId location) const;

  const cfa::Cfa* cfa_;
  const facts::TargetReachability* targets_ = nullptr; ///< null: every run is followed
  const facts::BlockPartition* blocks_ = nullptr;      ///< null: there are none
};

/// What is ahead once the function has returned where an exploration started.
enum class BehindStart { Target, Nothing };

/// What others may ask of a product with a call stack: the calls that have not returned, the first one first; a hash of
/// them; what is ahead behind the start; and the same product with another answer to that.
std::vector<cfa::EdgeId> open_calls(const core::AbstractState& state);
std::size_t hash_of_open_calls(const core::AbstractState& state);
BehindStart behind_start(const core::AbstractState& state);
core::AbstractState with_behind_start(const core::AbstractState& state, BehindStart what);

} // namespace vouch::domains

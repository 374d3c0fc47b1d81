#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/domains/numbers/interval_evaluation.hpp"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

/// Intervals of integer registers, with widening: P. Cousot and R. Cousot, "Static determination of dynamic properties
/// of programs", 2nd International Symposium on Programming, 1976.
///
/// Invariant: in every concrete state that a state stands for, each register that it mentions lies within its interval;
/// what it does not mention may have any value of its type. States stay apart of themselves, and one covers another if
/// its intervals contain the other's; several do together if the intervals of one register do. Where control has come to
/// a loop's head often enough, bounds that still grow are moved outwards to the next constant that the program compares
/// something with, at last to the end of the type: so that explorations come to an end. A product may join states: at
/// loop heads that moves bounds at once.
///
/// Worked example: `i = 0; while (i < 1000000) i++;` The head is reached with [0, 0], [1, 1], [2, 2]; then [3, 3] is
/// widened to [0, 1000000], of which the loop makes [1, 1000000], which is covered. Behind the loop i >= 1000000 leaves
/// [1000000, 1000000].
namespace vouch::domains {

struct IntervalState {
  IntervalRegisters registers;
  enum class Place { LoopHead, Elsewhere } place = Place::Elsewhere;

  friend bool operator==(const IntervalState&, const IntervalState&) = default;
  friend std::size_t hash_value(const IntervalState& state) { return state.registers.hash_of_keys(); }
};

class IntervalAnalysis {
public:
  using State = IntervalState;
  using Precision = core::NoPrecision;
  static constexpr const char* name = "intervals";

  /// `cfa` must outlive the analysis.
  explicit IntervalAnalysis(const cfa::Cfa& cfa);

  [[nodiscard]] State initial_state(cfa::LocationId /*location*/) const { return {}; }
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  /// What `added` has beyond `reached` at a loop's head widens it.
  [[nodiscard]] std::optional<State> join(const State& added, const State& reached) const;
  [[nodiscard]] std::size_t merge_key(const State& state) const { return hash_value(state); }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  /// Widens at loop heads.
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] std::vector<cfa::ExpressionRef> says(const State& state) const;
  /// See core/block_registers.hpp.
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const;

private:
  const cfa::Cfa* cfa_;
  std::set<cfa::Integer> thresholds_; ///< near which loops may end
  std::shared_ptr<cfa::ExpressionPool> said_ = std::make_shared<cfa::ExpressionPool>();
};

} // namespace vouch::domains

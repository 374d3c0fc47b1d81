#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/core/erased_value.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace vouch::domains {

/// A loop that control is in and the round that it makes there, or a call that has not returned. Shared by all states
/// above it.
struct UnwoundFrame {
  std::shared_ptr<const UnwoundFrame> below; ///< null: control is in no loop where the exploration started
  cfa::LocationId place;                     ///< the head of the loop, or where the call is
  std::size_t round = 0;                     ///< from 1 on; 0: a call
  std::size_t hash = 0;                      ///< of this frame and all below

  [[nodiscard]] bool is_call() const { return round == 0; }
};

struct UnwoundState {
  cfa::LocationId location;
  std::shared_ptr<const UnwoundFrame> top;

  friend bool operator==(const UnwoundState& left, const UnwoundState& right);
  friend std::size_t hash_value(const UnwoundState& state);
};

/// Numbers the rounds of loops, so that states of different rounds never meet: a product with it unwinds loops (A. Biere,
/// A. Cimatti, E. Clarke, Y. Zhu: "Symbolic model checking without BDDs", TACAS 1999; as a domain: D. Beyer, M. Dangl,
/// P. Wendler, "A unifying view on SMT-based software verification", JAR 2018, section 4). Calls are not numbered.
///
/// Invariant: the frames are those loops that contain the place where control stands in its activation, the call that
/// this is, the loops that contain the call, and so on. Behind a loop its rounds are forgotten: all ways out meet there.
///
/// Example: `for (i...) { for (j...) a(); b(); }`. In the third round of the inner loop, in a, it is
/// [call of a; inner 3; outer 1]; in b it is [call of b; outer 1], whatever the inner loop has done.
///
/// Pauses where a loop begins a round that is a power of two, from the fourth on, so that somebody asks whether there
/// is such a round.
class UnwoundLoopsAnalysis {
public:
  using State = UnwoundState;
  using Precision = core::NoPrecision;

  /// `cfa` must outlive the analysis.
  explicit UnwoundLoopsAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa) {}

  [[nodiscard]] State initial_state(cfa::LocationId location) const;
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] std::size_t partition(const State& state) const { return hash_value(state); }
  /// All paths into a place come to it before any leaves it: a loop is done with before what is behind it, each round
  /// before the next, a call before what comes after it.
  [[nodiscard]] std::vector<std::size_t> traversal_place(const State& state) const;
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;

private:
  [[nodiscard]] State arrive(std::shared_ptr<const UnwoundFrame> top, cfa::LocationId location) const;
  [[nodiscard]] bool is_in_loop(cfa::LocationId head, cfa::LocationId location) const;

  const cfa::Cfa* cfa_;
  using Loops = std::unordered_map<cfa::LocationId, std::set<cfa::LocationId>>;
  std::shared_ptr<Loops> loops_ = std::make_shared<Loops>(); ///< by head, those that were asked for
};

/// What others may ask of a product with unwound loops: the loop that control is in and its round.
std::optional<UnwoundFrame> innermost_loop(const core::AbstractState& state);
const UnwoundState& unwound_state(const core::AbstractState& state);

/// The loop around that of `frame`, perhaps in a caller; null: none.
const UnwoundFrame* loop_around(const UnwoundFrame& frame);

} // namespace vouch::domains

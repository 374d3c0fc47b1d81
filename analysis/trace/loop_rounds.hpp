#pragma once

#include "analysis/trace/step_finder.hpp"

#include <set>
#include <unordered_map>
#include <vector>

namespace vouch::trace {

/// Whole rounds of a loop that say little to those who have read the rounds before them.
struct FoldedRounds {
  enum class Likeness { Same, Any }; ///< Same: each takes the same steps as a round that is not folded
  std::size_t first_step = 0;        ///< of the steps that users see, from 0
  std::size_t steps = 0;
  std::size_t rounds = 0;
  Likeness likeness = Likeness::Any;
  cfa::LocationId head;
};

/// "... 3 more rounds of the loop at line 7"
std::string to_string(const FoldedRounds& rounds, const cfa::Cfa& cfa);

/// Finds the rounds of loops in a run, and those of them that need not be read.
///
/// A round goes from one arrival at the loop's head to the next one. Of every time that control goes through a loop, the
/// first round stays, the last one, which fails or leaves the loop, and a few that take steps that none before took.
///
/// Example: a buffer that fails after four times `put`, once `get` and another `put`
///   rounds: put put put put get put    stay: put (3 more such rounds) get put
class LoopRounds {
public:
  /// `cfa` must outlive it.
  explicit LoopRounds(const cfa::Cfa& cfa) : cfa_(cfa) {}

  /// To be called with each edge of the run, in order, and what it is to users.
  void note(cfa::EdgeId edge, StepFinder::Role role);

  /// How many steps users would see.
  [[nodiscard]] std::size_t steps() const { return step_count_; }
  /// In the order of the run; none lies within another. Nothing for runs of millions of steps.
  [[nodiscard]] std::vector<FoldedRounds> folded() const;

private:
  /// Control goes through a loop once, from entering to leaving it.
  struct Passage {
    cfa::LocationId head;
    std::vector<std::size_t> arrivals; ///< the step that comes next
    std::size_t end = 0;               ///< the step behind the last one within
  };
  using Steps = std::vector<cfa::EdgeId>;

  void arrive(cfa::LocationId location);
  void leave_loops_without(cfa::LocationId location);
  void close_innermost();
  bool is_in_loop(cfa::LocationId head, cfa::LocationId location);
  [[nodiscard]] Steps steps_of_round(const Passage& passage, std::size_t round) const;
  [[nodiscard]] bool ends_with_conditions_only(const Passage& passage) const;
  void fold(const Passage& passage, std::vector<FoldedRounds>& folded) const;

  const cfa::Cfa& cfa_;
  Steps steps_;
  std::size_t step_count_ = 0;
  std::vector<Passage> passages_;
  std::vector<std::vector<std::size_t>> open_ = {{}}; ///< by activation, outermost first: passages not yet left
  std::unordered_map<cfa::LocationId, std::set<cfa::LocationId>> loops_; ///< by head: what is in it
};

} // namespace vouch::trace

#pragma once

#include "analysis/findings/callers_arrays.hpp"
#include "analysis/findings/changed_inputs.hpp"
#include "analysis/findings/unchanged_inputs.hpp"
#include "analysis/trace/execution.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vouch::findings {

/// A run that somebody is to blame for: where it ends, and what happened on the way that says whom.
class FollowedRun {
public:
  /// Executes it from the start of `entry`. The arguments must outlive this, and this stays where it is.
  FollowedRun(const cfa::Cfa& cfa, const trace::Program& program, const cfa::EntryPoint& entry, const RunInputs& inputs,
              const trace::Limits& limits);
  FollowedRun(const FollowedRun&) = delete;
  FollowedRun& operator=(const FollowedRun&) = delete;

  [[nodiscard]] const trace::Execution& execution() const { return run_; }
  [[nodiscard]] const NotedInputs& inputs() const { return inputs_; }
  [[nodiscard]] const UnchangedInputs& unchanged() const { return unchanged_; }
  [[nodiscard]] const CallersArrays& arrays() const { return arrays_; }
  /// As in `inputs`, with where the contents of memory were found.
  [[nodiscard]] const std::vector<ChosenInput>& chosen() const { return chosen_; }
  /// Of the user's functions, in the order in which it takes them.
  [[nodiscard]] const std::vector<cfa::EdgeId>& branches() const { return branches_; }
  /// The numbers that these speak of, and those beside them.
  [[nodiscard]] const std::vector<cfa::Integer>& compared_with() const { return compared_with_; }

private:
  struct Written {
    std::uint64_t step = 0;
    cfa::LocationId behind;
  };

  void note_chosen();
  void note_written(cfa::EdgeId edge);
  void note_branch(cfa::EdgeId edge);

  const cfa::Cfa& cfa_;
  const cfa::HavocMemory by_the_system_{
      nullptr, "read", cfa::InputKind::Nondeterministic, {}, cfa::HavocMemory::Constants::Kept, cfa::Author::System};
  const cfa::HavocMemory* last_outside_ = nullptr; ///< what may have written memory last
  NotedInputs inputs_;
  trace::Execution run_;
  UnchangedInputs unchanged_;
  CallersArrays arrays_;
  std::unordered_map<cfa::VariableId, Written> written_; ///< when, and to where, it last gave each variable a value
  std::vector<ChosenInput> chosen_;
  std::vector<cfa::EdgeId> branches_;
  std::vector<cfa::Integer> compared_with_;
};

} // namespace vouch::findings

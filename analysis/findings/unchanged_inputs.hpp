#pragma once

#include "analysis/findings/changed_inputs.hpp"
#include "analysis/trace/execution.hpp"

#include <optional>
#include <utility>
#include <vector>

/// Which values of a run are as somebody outside chose them, and so which assertions say what callers have to pass.
///
/// An assertion in front of everything else is a contract of its function, and callers are held to it. One further down
/// says the same if its condition is about nothing but what was passed: parameters that nothing assigns to, members of
/// structs that are as callers have left them, what either is passed on as. What the function has computed is its own
/// affair, and so is a number that it has put into a variable of its own. An assertion that always fails says which
/// values do not lead to it, and whoever puts `p->state` into a variable for a `switch` speaks of the same value.
///
/// Example: `int get(const struct ring *r, int i) { lock(); assert(i < r->count); int j = i + r->first; assert(j < 8); ...`
///   the first one is a precondition, the second one is not.
namespace vouch::findings {

/// Follows a run, and tells which of its values are as somebody outside chose them.
class UnchangedInputs {
public:
  /// Both must outlive this.
  UnchangedInputs(const cfa::Cfa& cfa, const trace::Program& program);

  /// The run has taken `edge`, in what makes the arguments of the entry function.
  void note_of_start(cfa::EdgeId edge);
  /// The run has taken `edge`, in the entry function or behind. `chosen` are the inputs so far that somebody outside
  /// chose.
  void note(const trace::Execution& run, cfa::EdgeId edge, const std::vector<ChosenInput>& chosen);

  /// The run has just taken `branch`, one of several ways.
  void note_branch(const trace::Execution& run, cfa::EdgeId branch);
  /// The last branches, if they are about such values only: as many in a row as are about the same ones and are the parts of
  /// one condition, which `assertion` is the place of. All of these in a row, also about copies, if it has no branch of its
  /// own, as `assert(0)`. Empty if the last one is about others.
  [[nodiscard]] std::vector<cfa::EdgeId> last_condition(const SourceRange& assertion) const;
  /// The one of `chosen` that is null and that `check`, which the run has just made, reads as it was; null: none is.
  [[nodiscard]] const ChosenInput* null_read_by(const trace::Execution& run, cfa::EdgeId check,
                                                const std::vector<ChosenInput>& chosen) const;

private:
  /// Where a value comes from that somebody chose: the variable that got it first, or a read of memory.
  struct Source {
    cfa::VariableId variable;
    cfa::ExpressionRef load = nullptr;
  };
  /// Nothing: it is not as it was chosen.
  [[nodiscard]] std::optional<Source> source_of(const trace::Execution& run, cfa::EdgeId edge,
                                                cfa::ExpressionRef value) const;
  /// Whether the expression reads such values only, and one at least.
  [[nodiscard]] bool is_about_unchanged(const trace::Execution& run, cfa::EdgeId edge,
                                        cfa::ExpressionRef expression) const;
  /// Whether it reads only such values and what they were copied to, and contents of memory that are as they were found,
  /// whoever has computed where; one at least.
  [[nodiscard]] bool is_about_copies(const trace::Execution& run, cfa::EdgeId edge,
                                     cfa::ExpressionRef expression) const;
  [[nodiscard]] bool is_as_found(const trace::Execution& run, cfa::EdgeId edge, cfa::ExpressionRef load) const;
  [[nodiscard]] const trace::Value* pointer_of(const trace::Execution& run, cfa::EdgeId edge,
                                               cfa::ExpressionRef load) const;
  /// Whether the store puts a parameter, as it was chosen, where it lies in memory from then on.
  [[nodiscard]] bool keeps_argument(const trace::Execution& run, const trace::Value& address,
                                    cfa::ExpressionRef value) const;
  [[nodiscard]] static bool leads_to_variable(const trace::Execution& run, const trace::Value& pointer);
  [[nodiscard]] bool is_found(const trace::Execution& run, const trace::Value& pointer, std::uint64_t size) const;
  [[nodiscard]] bool is_copied(const trace::Value& pointer, std::uint64_t size) const;
  /// `variable` has got `value` by the edge.
  void assign(const trace::Execution& run, cfa::EdgeId edge, cfa::VariableId variable, cfa::ExpressionRef value);
  void note_written(const trace::Execution& run, cfa::EdgeId edge);
  void bind(const trace::Execution& run, cfa::EdgeId edge, const std::vector<cfa::Binding>& bindings);

  const cfa::Cfa& cfa_;
  const trace::Program& program_;
  std::vector<std::size_t> writers_;           ///< by variable
  std::vector<std::optional<Source>> sources_; ///< by variable
  std::vector<bool> is_copy_;                  ///< by variable: of a value that somebody chose
  struct Written {
    std::uint64_t begin = 0; ///< addresses
    std::uint64_t end = 0;
    bool is_copy = false;     ///< of bytes that were found in memory of callers, as they were
    bool is_argument = false; ///< what was passed for a parameter of which the address is taken
  };
  std::vector<Written> written_; ///< by the run, in its order
  /// The last branches in a row that are about the same values.
  struct Question {
    std::vector<cfa::EdgeId> branches;
    std::vector<cfa::ExpressionRef> read; ///< by each of them

    void ask(cfa::EdgeId branch, const std::vector<cfa::ExpressionRef>& reads, bool is_about_inputs);
  };
  Question passed_; ///< about values as they were chosen
  Question copied_; ///< also about copies of them
};

} // namespace vouch::findings

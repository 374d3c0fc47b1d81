#pragma once

#include "analysis/trace/execution.hpp"

#include <span>
#include <vector>

namespace vouch::inspection {

/// A run with given inputs that has been executed up to some edge. Copies go on independently of each other, so that
/// one of them is a checkpoint. `program` must outlive all of them.
class RunCursor {
public:
  RunCursor(const trace::Program& program, cfa::LocationId start, const std::vector<cfa::Integer>& inputs,
            const trace::Limits& limits);
  RunCursor(const RunCursor& other);
  RunCursor& operator=(const RunCursor&) = delete;

  /// Executes one more edge; false: the run is over.
  bool advance();

  [[nodiscard]] std::uint64_t time() const { return execution_.steps(); } ///< edges executed
  [[nodiscard]] cfa::EdgeId last_edge() const { return execution_.last_edge(); }
  [[nodiscard]] const trace::Machine& machine() const { return execution_.machine(); }
  [[nodiscard]] std::span<const trace::Activation> activations() const { return execution_.activations(); }
  [[nodiscard]] trace::RunResult result() const { return execution_.result(); }

  /// A register in the activation that is the innermost of its function with index below `end`.
  struct Register {
    trace::Value value;
    cfa::EdgeId written_by; ///< last, in this activation; invalid: nothing has written it
  };
  [[nodiscard]] Register read(cfa::VariableId variable, std::size_t end) const;
  /// The object of a variable in memory, likewise; none before its lifetime.
  [[nodiscard]] trace::Provenance object_of(cfa::VariableId variable, std::size_t end) const;

  /// About how many bytes a copy takes.
  [[nodiscard]] std::size_t size_in_bytes() const;

private:
  void note_writes();
  void note_call();
  void note_return(std::uint32_t function, std::size_t saved);
  /// The activation that saved what `variable` was in the one that is asked for; none: it is the current one.
  [[nodiscard]] const trace::Activation* saving_activation(cfa::VariableId variable, std::size_t end,
                                                           std::size_t& saved_before) const;

  const trace::Program& program_;
  trace::ListedInputs inputs_;
  trace::Execution execution_;
  std::vector<cfa::EdgeId> written_by_; ///< by variable
  std::vector<cfa::EdgeId> suspended_;  ///< as `Machine::suspended_registers`
};

} // namespace vouch::inspection

#pragma once

#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/trace/evaluation.hpp"

#include <vector>

namespace vouch::trace {

/// One run: control, calls and the effects of operations.
class Execution {
public:
  Execution(const Program& program, InputSource& inputs, const Limits& limits, RunObserver* observer);

  RunResult run(cfa::LocationId start);

private:
  /// What a call has to bring back when it returns.
  struct Frame {
    std::uint32_t call = 0;
    std::uint32_t function = 0;
    std::size_t first_stack_object = 0;    ///< into `stack_objects_`
    std::size_t saved_registers = 0;       ///< how many of `Machine::suspended_registers` are of an outer activation
    std::vector<Provenance> saved_objects; ///< likewise
  };

  /// The edge to take; none: the run ends, `outcome_` says how.
  std::optional<std::uint32_t> choose_edge(std::uint32_t location);
  std::optional<std::uint32_t> choose_assumption(const ProgramLocation& location);
  Fault evaluate(std::uint32_t edge);
  Fault determine_registers(std::uint32_t edge);
  Fault execute(std::uint32_t edge);
  template <class Operation>
  const Operation& operation_of_current_edge() const;
  Fault store(const ProgramEdge& edge);
  Fault input(const ProgramEdge& edge);
  Fault declare();
  Fault allocate(const ProgramEdge& edge);
  Fault release(const ProgramEdge& edge);
  Fault copy(const ProgramEdge& edge);
  Fault fill(const ProgramEdge& edge);
  void havoc(const ProgramEdge& edge);
  Fault call(const ProgramEdge& edge);
  void return_from_call(const ProgramEdge& edge);
  void end_lifetime_of_last();
  void end_lifetimes(std::uint32_t function, std::size_t first_stack_object);
  void assign(std::uint32_t variable, const Value& value);
  void read_bound_values(const ProgramEdge& edge);
  void bind(const std::vector<cfa::Binding>& bindings);
  [[nodiscard]] Outcome outcome_of(Fault fault) const;
  bool must_stop();

  const Value& operand(const ProgramEdge& edge, std::size_t index) const {
    return machine_.slots[program_.operands[edge.operands.begin + index]];
  }
  InputRequest request(cfa::InputKind kind, const cfa::Type& type, std::string_view origin) const;

  const Program& program_;
  const cfa::Cfa& cfa_;
  const Limits& limits_;
  RunObserver* observer_;
  Machine machine_;
  InputReader inputs_;
  Evaluator evaluator_;
  Outcome outcome_;
  std::uint64_t steps_ = 0;
  std::uint32_t edge_ = 0;                 ///< being executed
  std::vector<std::uint8_t> is_assigned_;  ///< by register variable
  std::vector<std::uint8_t> was_executed_; ///< by edge
  std::vector<Frame> frames_;
  struct StackObject {
    Provenance object;
    std::uint32_t edge = 0; ///< that made it
  };
  std::vector<StackObject> stack_objects_;
  std::vector<Value> bound_values_;
};

} // namespace vouch::trace

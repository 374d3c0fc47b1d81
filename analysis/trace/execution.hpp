#pragma once

#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/trace/evaluation.hpp"

#include <span>
#include <vector>

namespace vouch::trace {

/// A call under way, and what it has to bring back when it returns.
struct Activation {
  std::uint32_t call = 0; ///< the edge
  std::uint32_t function = 0;
  std::uint64_t entered_at = 0;          ///< edges executed before the call
  std::size_t first_stack_object = 0;    ///< among those of the run
  std::size_t saved_registers = 0;       ///< how many of `Machine::suspended_registers` are of an outer activation
  std::vector<Provenance> saved_objects; ///< likewise
};

/// One run: control, calls and the effects of operations.
class Execution {
public:
  Execution(const Program& program, InputSource& inputs, const Limits& limits, RunObserver* observer);
  /// The same run at the same point, which nobody stops from outside. `inputs` has to give what the source of `other`
  /// would.
  Execution(const Execution& other, InputSource& inputs);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  RunResult run(cfa::LocationId start);

  /// The same edge by edge: `begin` once, then `advance` until it says that the run is over.
  void begin(cfa::LocationId start) { location_ = static_cast<std::uint32_t>(start.index()); }
  bool advance();
  [[nodiscard]] RunResult result() const;

  [[nodiscard]] cfa::EdgeId last_edge() const { return cfa::EdgeId(edge_); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; } ///< edges executed
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] std::span<const Activation> activations() const { return frames_; } ///< outermost first

private:
  /// The edge to take; none: the run ends, `outcome_` says how.
  std::optional<std::uint32_t> choose_edge(std::uint32_t location);
  std::optional<std::uint32_t> choose_assumption(std::uint32_t index);
  Fault evaluate(std::uint32_t edge);
  Fault determine_registers(std::uint32_t edge);
  Fault execute(std::uint32_t edge);
  template <class Operation>
  const Operation& operation_of_current_edge() const {
    return std::get<Operation>(cfa_.edge(cfa::EdgeId(edge_)).operation);
  }
  Fault store(const ProgramEdge& edge);
  Fault input(const ProgramEdge& edge);
  Fault declare();
  Fault allocate(const ProgramEdge& edge);
  [[nodiscard]] std::uint64_t alignment(const ProgramEdge& edge) const;
  Fault release(const ProgramEdge& edge);
  Fault copy(const ProgramEdge& edge);
  Fault fill(const ProgramEdge& edge);
  Fault write(const ProgramEdge& edge);
  void havoc(const ProgramEdge& edge);
  Fault call(const ProgramEdge& edge);
  void return_from_call(const ProgramEdge& edge);
  void end_lifetime_of_last(cfa::VariableId target);
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
  Limits limits_;
  RunObserver* observer_;
  Machine machine_;
  InputReader inputs_;
  Evaluator evaluator_;
  Outcome outcome_;
  std::uint64_t steps_ = 0;
  std::uint32_t location_ = 0;
  std::uint32_t edge_ = 0;                 ///< being executed
  std::vector<std::uint8_t> is_assigned_;  ///< by register variable
  std::vector<std::uint8_t> was_executed_; ///< by edge
  std::vector<Activation> frames_;
  struct StackObject {
    Provenance object;
    cfa::VariableId held_by; ///< of an automatic one: where its address went
  };
  std::vector<StackObject> stack_objects_;
  std::vector<Value> bound_values_;
};

} // namespace vouch::trace

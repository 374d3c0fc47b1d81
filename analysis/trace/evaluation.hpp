#pragma once

#include "analysis/trace/input_reader.hpp"
#include "analysis/trace/machine.hpp"

#include <string>

namespace vouch::trace {

/// Executes straight-line code on a machine: the arithmetic of C.
class Evaluator {
public:
  Evaluator(const Program& program, Machine& machine, InputReader& inputs)
      : program_(program), machine_(machine), inputs_(inputs) {}

  /// Evaluates the expressions of an edge; loads of undetermined bytes ask for inputs. `step` counts the edges
  /// executed before. Anything but `Fault::None` ends the run.
  Fault evaluate(const ProgramEdge& edge, cfa::EdgeId id, std::uint64_t step);

  /// After `Fault::UndefinedBehaviour`.
  [[nodiscard]] UndefinedBehaviourKind undefined_behaviour() const { return undefined_behaviour_; }
  /// After `Fault::Unsupported`.
  [[nodiscard]] const std::string& unsupported_construct() const { return unsupported_construct_; }

  /// The object of a variable in memory; its lifetime starts now if it has not yet. None: a limit was reached.
  Provenance object_of(std::uint32_t variable);

  /// Code elsewhere gets a pointer to a live object, and may leave it where pointers to this type are. Nothing happens if it is
  /// not to the start of an object that is large enough, or if the type is invalid.
  void hand_on(const Value& pointer, cfa::GivenTypeId type);
  /// The pointer that an input means by `number`; see `InputRequest::given`.
  InputReader::Answer given_pointer(cfa::GivenTypeId type, std::uint64_t number);
  /// Makes the request one for a pointer to an object of callers, if the type is valid.
  void ask_for_given(InputRequest& request, cfa::GivenTypeId type) const;
  /// From now on, what is undetermined in a live object is as callers leave it in an array of these, if `type` is valid.
  void leave_to_callers(Provenance id, cfa::GivenTypeId type);

  Fault fail(UndefinedBehaviourKind kind) {
    undefined_behaviour_ = kind;
    return Fault::UndefinedBehaviour;
  }

private:
  Fault execute(const Instruction& instruction);
  Fault execute_signed(const Instruction& instruction);
  Fault execute_unsigned(const Instruction& instruction);
  Fault execute_shift(const Instruction& instruction);
  void execute_pointer(const Instruction& instruction);
  Fault execute_float(const Instruction& instruction);
  template <class Float>
  void compute_float(const Instruction& instruction);
  Fault execute_from_float(const Instruction& instruction);
  Fault load(const Instruction& instruction);
  bool are_equal(const Value& a, const Value& b);
  [[nodiscard]] bool may_be_equal(const Value& a, const Value& b) const;
  Fault check_memory(const Instruction& instruction);
  /// `place` may move in memory.
  Fault determine(const Instruction& instruction, MemoryPlace& place, std::uint64_t size);
  Fault determine_whole(const Instruction& instruction, MemoryPlace& place, std::uint64_t size, ByteState state);
  /// What callers' pointers lead to that are kept at the place; null: none is kept there.
  [[nodiscard]] const cfa::GivenType::Pointer* given_at(const MemoryPlace& place) const;
  InputRequest request_for(const Instruction& instruction, const MemoryPlace& place, ByteState state) const;

  const Value& left(const Instruction& instruction) const { return machine_.slots[instruction.left]; }
  const Value& right(const Instruction& instruction) const { return machine_.slots[instruction.right]; }
  void set(const Instruction& instruction, std::int64_t integer) {
    machine_.slots[instruction.target] = Value::of_integer(integer);
  }

  const Program& program_;
  Machine& machine_;
  InputReader& inputs_;
  cfa::EdgeId edge_;
  std::uint64_t step_ = 0;
  UndefinedBehaviourKind undefined_behaviour_ = UndefinedBehaviourKind::SignedOverflow;
  std::string unsupported_construct_;
};

} // namespace vouch::trace

#pragma once

#include "analysis/findings/callers_arrays.hpp"
#include "analysis/findings/changed_inputs.hpp"
#include "analysis/trace/execution.hpp"

#include <cstdint>
#include <vector>

namespace vouch::findings {

/// The memory check with which a run has ended, and the pointers that it was about.
class FailedCheck {
public:
  /// `run` has taken an edge to a target last. The arguments must outlive the object, and `run` stay where it is.
  FailedCheck(const cfa::Cfa& cfa, const trace::Program& program, const trace::Execution& run);

  /// Calls `visit` with each pointer that was checked, with what it was before that expression added something to it, and
  /// with the offset from it, in bytes.
  template <class Visitor>
  void for_each_pointer(const Visitor& visit) const {
    for (const trace::Instruction& instruction : program_.code_of(program_.edges[edge_.index()])) {
      if (instruction.opcode == trace::Opcode::CheckMemory) {
        const auto& slots = run_.machine().slots;
        const bool has_offset = instruction.width == static_cast<std::uint8_t>(cfa::MemoryFault::OutOfBounds);
        visit(slots[instruction.left], slots[start_of_sum(instruction.left)],
              has_offset ? slots[instruction.right].integer() : 0);
      }
    }
  }

  [[nodiscard]] const trace::Memory& memory() const { return run_.machine().memory; }

  /// Whether the object that was missed is a variable, and none that callers pass: the function knows its size.
  [[nodiscard]] bool accesses_variable(const CallersArrays& of_callers) const;

  /// Whether one of the pointers is none that anybody passes. Pointers that the front end makes for callers are written into
  /// memory, and to objects of callers inputs have numbers; the other pointers that a run asks for, `inputs`, are any
  /// numbers, which may happen to be the address of something.
  [[nodiscard]] bool goes_through_wild_pointer(const std::vector<ChosenInput>& inputs) const;

  /// How far callers' objects reach that the front end has not made is not known: who says which place in them it is has to
  /// say that it exists, and where nobody does the run is none that anybody causes.
  [[nodiscard]] bool misses_what_may_be_larger() const;

private:
  [[nodiscard]] std::uint32_t start_of_sum(std::uint32_t slot) const;
  [[nodiscard]] bool asks_for_address_space() const;

  const cfa::Cfa& cfa_;
  const trace::Program& program_;
  const trace::Execution& run_;
  cfa::EdgeId edge_;
  bool is_about_bounds_ = false;
};

} // namespace vouch::findings

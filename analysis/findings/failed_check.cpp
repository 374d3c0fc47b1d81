#include "analysis/findings/failed_check.hpp"

#include <algorithm>

namespace vouch::findings {
namespace {

using cfa::Integer;

/// So far from an address that a run asked for, an access still counts as one through it.
constexpr Integer largest_offset = Integer{1} << 20U;
/// In bytes: no variable is larger.
constexpr Integer largest_object = Integer{1} << 47U;

} // namespace

FailedCheck::FailedCheck(const cfa::Cfa& cfa, const trace::Program& program, const trace::Execution& run)
    : cfa_(cfa), program_(program), run_(run), edge_(run.last_edge()),
      is_about_bounds_(cfa.location(cfa.edge(edge_).target).target->property == cfa::PropertyKind::OutOfBounds) {}

/// The slot of the pointer that others were added to for the one in `slot`, in the code that was executed last.
std::uint32_t FailedCheck::start_of_sum(std::uint32_t slot) const {
  const auto code = program_.code_of(program_.edges[edge_.index()]);
  for (auto instruction = code.rbegin(); instruction != code.rend(); ++instruction) {
    if (instruction->opcode == trace::Opcode::PointerAdd && instruction->target == slot) {
      slot = instruction->left;
    }
  }
  return slot;
}

bool FailedCheck::accesses_variable(const CallersArrays& of_callers) const {
  bool accesses_other = false;
  for_each_pointer([&](const trace::Value& pointer, const trace::Value&, std::int64_t) {
    const bool is_variable = !pointer.provenance().is_none() && memory().is_alive(pointer.provenance()) &&
                             memory().object(pointer.provenance()).kind == trace::ObjectKind::Variable &&
                             of_callers.find_passed(pointer.provenance()) == nullptr;
    accesses_other = accesses_other || !is_variable;
  });
  return !accesses_other && !asks_for_address_space();
}

/// An index into a variable that is named is compared with the variable's size, without asking for its object; an index
/// that is added to a pointer with what no object could have.
bool FailedCheck::asks_for_address_space() const {
  bool result = false;
  for (cfa::ExpressionRef condition : cfa::expressions_of(cfa_.edge(edge_).operation)) {
    cfa::for_each_subexpression(condition, [&](cfa::ExpressionRef part) {
      const auto* number = std::get_if<cfa::Constant>(&part->node);
      result = result || (number != nullptr && (number->value > largest_object || number->value < -largest_object));
    });
  }
  return result;
}

bool FailedCheck::goes_through_wild_pointer(const std::vector<ChosenInput>& inputs) const {
  bool result = false;
  for_each_pointer([&](const trace::Value& pointer, const trace::Value& start, std::int64_t) {
    const bool is_far_from_null = start.address() == 0 && pointer.address() != 0;
    result = result || (is_about_bounds_ && is_far_from_null);
    result = result || std::ranges::any_of(inputs, [&](const ChosenInput& input) {
               const Integer distance = Integer{start.address()} - input.value;
               const bool is_near = distance > -largest_offset && distance < largest_offset;
               // However far it has gone from there.
               const auto met = memory().pointer_from_address(static_cast<std::uint64_t>(input.value)).provenance();
               const bool is_derived = met == pointer.provenance() && (!met.is_none() || pointer.address() != 0);
               return cfa::is_pointer(input.type) && input.value != 0 && (is_near || is_derived);
             });
  });
  return result;
}

bool FailedCheck::misses_what_may_be_larger() const {
  bool result = false;
  for_each_pointer([&](const trace::Value& pointer, const trace::Value&, std::int64_t) {
    result = result || (is_about_bounds_ && memory().is_alive(pointer.provenance()) &&
                        memory().object(pointer.provenance()).may_be_larger);
  });
  return result;
}

} // namespace vouch::findings

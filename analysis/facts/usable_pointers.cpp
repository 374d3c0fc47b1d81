#include "analysis/facts/usable_pointers.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/known_pointer.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/support/overloaded.hpp"
#include "analysis/support/patricia_map.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

namespace vouch::facts {
namespace {

using cfa::Integer;
using Registers = PatriciaMap<KnownPointer>; ///< by variable; others may be anything

/// So often what is known at one place may get less; then bytes whose number still changes are given up.
constexpr int changes_before_giving_up = 16;

/// The classes of objects whose lives may end where nothing frees them.
std::unordered_set<ObjectClassId> classes_that_end_unseen(const cfa::Cfa& cfa, const MemoryRegions& regions) {
  std::unordered_set<ObjectClassId> result;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (const cfa::VariableId id(index); regions.may_dangle(id)) {
      result.insert(regions.points_to().class_of(id));
    }
  }
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId id(index);
    const auto* allocation = std::get_if<cfa::Allocate>(&cfa.edge(id).operation);
    if (allocation != nullptr && !cfa::is_from_heap(allocation->kind)) {
      result.insert(regions.points_to().class_of_allocation(id));
    }
  }
  return result;
}

/// By function: the classes of which it may free something, or what it calls.
std::vector<std::set<ObjectClassId>> freed_classes(const cfa::Cfa& cfa, const MemoryRegions& regions,
                                                   const CallGraph& calls) {
  std::vector<std::set<ObjectClassId>> result(cfa.function_count());
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* release = std::get_if<cfa::Free>(&edge.operation);
    if (release != nullptr && !regions.points_nowhere(release->address)) {
      const ObjectClassId freed = regions.points_to().pointer(release->address).target;
      result[cfa.location(edge.source).function.index()].insert(regions.points_to().representative(freed));
    }
  }
  for (const std::vector<cfa::FunctionId>& component : calls.components()) { // callees stand before their callers
    std::set<ObjectClassId> freed;
    for (cfa::FunctionId function : component) {
      freed.insert(result[function.index()].begin(), result[function.index()].end());
      for (cfa::FunctionId callee : calls.callees(function)) {
        freed.insert(result[callee.index()].begin(), result[callee.index()].end());
      }
    }
    for (cfa::FunctionId function : component) {
      result[function.index()] = freed;
    }
  }
  return result;
}

class UsablePointers {
public:
  UsablePointers(const cfa::Cfa& cfa, const MemoryRegions& regions, cfa::LocationId start, const NumbersAt& numbers)
      : cfa_(cfa), regions_(regions), numbers_(numbers), calls_(cfa),
        ends_unseen_(classes_that_end_unseen(cfa, regions)), freed_(freed_classes(cfa, regions, calls_)),
        known_(cfa.location_count()), is_waiting_(cfa.location_count(), false) {
    reach(start, Registers());
    while (!work_.empty()) {
      const cfa::LocationId location = work_.back();
      work_.pop_back();
      is_waiting_[location.index()] = false;
      for (cfa::EdgeId edge : cfa_.outgoing(location)) {
        follow(edge);
      }
    }
  }

  /// Whether no run takes the edge, which leads to a target.
  [[nodiscard]] bool is_impossible(const cfa::Edge& edge) const {
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    const auto* check = assume != nullptr && assume->polarity == cfa::Polarity::Holds
                            ? std::get_if<cfa::MemoryCheck>(&assume->condition->node)
                            : nullptr;
    const std::optional<Place>& known = known_[edge.source.index()];
    return check != nullptr && known && passes(*check, known->registers, edge.source);
  }

private:
  struct Place {
    Registers registers;
    int changes = 0;
  };

  [[nodiscard]] bool passes(const cfa::MemoryCheck& check, const Registers& registers, cfa::LocationId location) const {
    if (check.operands.empty()) {
      return false;
    }
    const cfa::ExpressionRef pointer = check.operands[0];
    const KnownPointer known = value_of(pointer, registers, location);
    switch (check.fault) {
    case cfa::MemoryFault::Null:
      return known.passes_null;
    case cfa::MemoryFault::Dead:
      return known.passes_dead || lives(pointer, known, location);
    case cfa::MemoryFault::OutOfBounds: {
      const std::optional<Bytes> accessed = bytes_that_may_be_accessed(check, location);
      return accessed && known.bytes && known.bytes->contain(*accessed);
    }
    default:
      return false;
    }
  }

  /// If the check is one for bounds, and says them in numbers.
  static std::optional<Bytes> accessed_bytes(const cfa::MemoryCheck& check) {
    if (check.fault != cfa::MemoryFault::OutOfBounds) {
      return std::nullopt;
    }
    const auto* offset = std::get_if<cfa::Constant>(&check.operands[1]->node);
    const auto* size = std::get_if<cfa::Constant>(&check.operands[2]->node);
    return offset != nullptr && size != nullptr && size->value > 0
               ? std::optional(Bytes{offset->value, offset->value + size->value})
               : std::nullopt;
  }

  [[nodiscard]] std::optional<Bytes> bytes_that_may_be_accessed(const cfa::MemoryCheck& check,
                                                                cfa::LocationId location) const {
    const std::optional<Bytes> first = numbers_(check.operands[1], location);
    const std::optional<Bytes> size = numbers_(check.operands[2], location);
    return first && size && size->begin > 0 ? std::optional(Bytes{first->begin, first->end - 1 + size->end - 1})
                                            : std::nullopt;
  }

  /// Whether every object that the pointer may be derived from lives when a run is at `location`, if it has begun to.
  [[nodiscard]] bool lives(cfa::ExpressionRef pointer, const KnownPointer& known, cfa::LocationId location) const {
    return !regions_.points_nowhere(pointer) && lives(regions_.group_of(pointer), known, location);
  }
  [[nodiscard]] bool lives(const ObjectGroup& group, const KnownPointer& known, cfa::LocationId location) const {
    const bool ends_unseen = ends_unseen_.contains(group.object_class) && known.end == KnownPointer::End::Unknown;
    return !ends_unseen && !regions_.may_be_freed(group, location);
  }

  static KnownPointer known_of(cfa::VariableId variable, const Registers& registers) {
    const KnownPointer* known = registers.find(variable.index());
    return known != nullptr ? *known : KnownPointer();
  }

  [[nodiscard]] KnownPointer value_of(cfa::ExpressionRef expression, const Registers& registers,
                                      cfa::LocationId location) const {
    return std::visit(
        Overloaded{
            [&](const cfa::VariableRead& read) { return known_of(read.variable, registers); },
            [&](const cfa::Constant& constant) {
              return constant.value == 0 && cfa::is_pointer(expression->type) ? null_pointer() : KnownPointer();
            },
            [&](const cfa::AddressOf& address) { return address_of(address.variable); },
            [&](const cfa::Convert& convert) {
              const bool is_same = cfa::is_pointer(expression->type) && cfa::is_pointer(convert.operand->type);
              return is_same ? value_of(convert.operand, registers, location) : KnownPointer();
            },
            [&](const cfa::Binary& binary) {
              return binary.op == cfa::BinaryOperator::PointerAdd
                         ? moved(value_of(binary.left, registers, location), binary.right, location)
                         : KnownPointer();
            },
            [&](const cfa::Conditional& conditional) {
              return join(value_of(conditional.if_true, registers, location),
                          value_of(conditional.if_false, registers, location));
            },
            [&](const cfa::Load&) { return found(expression, location); },
            [](const auto&) { return KnownPointer(); },
        },
        expression->node);
  }

  [[nodiscard]] KnownPointer address_of(cfa::VariableId id) const {
    const cfa::Variable& variable = cfa_.variable(id);
    KnownPointer start = without_null(pointer_to_start(static_cast<Integer>(cfa::size_in_bytes(variable.type))));
    if (regions_.may_dangle(id)) {
      const bool has_several_lives = !variable.function.is_valid() || recursive_.contains(variable.function);
      start.end = has_several_lives ? KnownPointer::End::Unknown : KnownPointer::End::WithVariable;
      start.variable = has_several_lives ? cfa::VariableId() : id;
    }
    return start.end == KnownPointer::End::Unknown ? without_life(start) : start;
  }

  [[nodiscard]] KnownPointer moved(const KnownPointer& pointer, cfa::ExpressionRef distance,
                                   cfa::LocationId location) const {
    if (const auto* number = std::get_if<cfa::Constant>(&distance->node)) {
      return moved_by(pointer, number->value);
    }
    const std::optional<Bytes> distances = numbers_(distance, location);
    return distances ? moved_within(pointer, *distances) : moved_somewhere(pointer);
  }

  /// As formulas assume it of what is read from memory (ObjectTable::assume_found).
  [[nodiscard]] KnownPointer found(cfa::ExpressionRef load, cfa::LocationId location) const {
    if (!cfa::is_pointer(load->type) || regions_.points_nowhere(load) ||
        regions_.offsets_of(load) != Congruence::exactly(0)) {
      return {};
    }
    const ObjectGroup& group = regions_.group_of(load);
    const bool is_known = !group.given.empty() && !group.has_unknown_objects && !group.has_invalid_pointers;
    return is_known && lives(group, {}, location) ? pointer_to_start(least_size_in(group)) : KnownPointer();
  }

  /// In bytes, of any object of the group, none of which is unknown.
  [[nodiscard]] Integer least_size_in(const ObjectGroup& group) const {
    static_assert(std::numeric_limits<Integer>::is_specialized);
    Integer result = std::numeric_limits<Integer>::max();
    for (cfa::GivenTypeId type : group.given) {
      result = std::min(result, cfa_.given_type(type).size);
    }
    for (cfa::EdgeId edge : group.allocations) {
      result = std::min(result, least_size(std::get<cfa::Allocate>(cfa_.edge(edge).operation)));
    }
    for (cfa::VariableId variable : group.variables) {
      result = std::min(result, static_cast<Integer>(cfa::size_in_bytes(cfa_.variable(variable).type)));
    }
    return result;
  }

  [[nodiscard]] KnownPointer given(const cfa::Input& input, cfa::LocationId location) const {
    if (!input.given.is_valid()) {
      return {};
    }
    const ObjectGroup& group = regions_.group_of(input.given);
    const bool is_any_of_group = !group.has_unknown_objects && !group.has_invalid_pointers;
    const Integer size = is_any_of_group ? least_size_in(group) : cfa_.given_type(input.given).size;
    return lives(group, {}, location) ? pointer_to_start(size) : KnownPointer();
  }

  /// The registers with a new value in one of them.
  [[nodiscard]] Registers with(const Registers& registers, cfa::VariableId variable, KnownPointer value) const {
    if (!cfa::has_automatic_storage(cfa_.variable(variable))) {
      return registers; // others can change it
    }
    const ObjectClassId held = regions_.points_to().class_held_by(variable);
    if (held.is_valid() && ends_unseen_.contains(held) && value.end == KnownPointer::End::Unknown) {
      value = without_life(value);
    }
    return value == KnownPointer() ? registers.without(variable.index()) : registers.with(variable.index(), value);
  }

  [[nodiscard]] Registers behind_free(const Registers& registers, ObjectClassId freed) const {
    Registers result = registers;
    registers.for_each([&](Registers::Key key, const KnownPointer& known) {
      const cfa::VariableId variable(key);
      if (regions_.points_to().class_held_by(variable) == freed) {
        result = with(result, variable, without_life(known));
      }
    });
    return result;
  }

  [[nodiscard]] Registers behind_end_of(const Registers& registers, cfa::VariableId ended) const {
    Registers result = registers;
    registers.for_each([&](Registers::Key key, const KnownPointer& known) {
      result = with(result, cfa::VariableId(key), facts::behind_end_of(ended, known));
    });
    return result;
  }

  /// Nothing: no run passes.
  [[nodiscard]] std::optional<Registers> assuming(cfa::ExpressionRef condition, bool holds,
                                                  const Registers& registers) const {
    if (const auto* check = std::get_if<cfa::MemoryCheck>(&condition->node)) {
      return holds || check->operands.empty() ? registers : behind_passed(*check, registers);
    }
    const auto* unary = std::get_if<cfa::Unary>(&condition->node);
    if (unary != nullptr && unary->op == cfa::UnaryOperator::LogicalNot) {
      return assuming(unary->operand, !holds, registers);
    }
    const auto* binary = std::get_if<cfa::Binary>(&condition->node);
    const bool is_equality =
        binary != nullptr && (binary->op == cfa::BinaryOperator::Equal || binary->op == cfa::BinaryOperator::NotEqual);
    const auto* read = is_equality && cfa::is_zero(binary->right)
                           ? std::get_if<cfa::VariableRead>(&without_pointer_conversions(binary->left)->node)
                           : nullptr;
    if (read == nullptr) {
      return registers;
    }
    const KnownPointer before = known_of(read->variable, registers);
    if ((binary->op == cfa::BinaryOperator::Equal) != holds) {
      return with(registers, read->variable, without_null(before));
    }
    if (before.is_nonzero) {
      return std::nullopt;
    }
    return cfa::is_pointer(binary->left->type) ? with(registers, read->variable, null_pointer()) : registers;
  }

  static cfa::ExpressionRef without_pointer_conversions(cfa::ExpressionRef expression) {
    for (const auto* convert = std::get_if<cfa::Convert>(&expression->node);
         convert != nullptr && cfa::is_pointer(expression->type) && cfa::is_pointer(convert->operand->type);
         convert = std::get_if<cfa::Convert>(&expression->node)) {
      expression = convert->operand;
    }
    return expression;
  }

  [[nodiscard]] Registers behind_passed(const cfa::MemoryCheck& check, const Registers& registers) const {
    const auto* read = std::get_if<cfa::VariableRead>(&without_pointer_conversions(check.operands[0])->node);
    if (read == nullptr) {
      return registers;
    }
    KnownPointer known = known_of(read->variable, registers);
    switch (check.fault) {
    case cfa::MemoryFault::Null:
      known.passes_null = true;
      break;
    case cfa::MemoryFault::Dead:
      known.passes_dead = true;
      break;
    case cfa::MemoryFault::OutOfBounds:
      if (const std::optional<Bytes> accessed = accessed_bytes(check)) {
        known = reaching(known, *accessed);
      }
      break;
    default:
      break;
    }
    return with(registers, read->variable, known);
  }

  void follow(cfa::EdgeId id) {
    const cfa::Edge& edge = cfa_.edge(id);
    const Registers registers = known_[edge.source.index()]->registers;
    const auto assign = [&](cfa::VariableId variable, const KnownPointer& value) {
      reach(edge.target, with(registers, variable, value));
    };
    std::visit(
        Overloaded{
            [&](const cfa::Assume& assume) {
              const bool holds = assume.polarity == cfa::Polarity::Holds;
              if (const auto behind = assuming(assume.condition, holds, registers)) {
                reach(edge.target, *behind);
              }
            },
            [&](const cfa::Assign& op) { assign(op.target, value_of(op.value, registers, edge.source)); },
            [&](const cfa::Input& op) { assign(op.target, given(op, edge.source)); },
            [&](const cfa::Allocate& op) {
              KnownPointer start = pointer_to_start(least_size(op));
              if (op.failure == cfa::AllocationFailure::Never) {
                start = without_null(start);
              }
              if (cfa::is_from_heap(op.kind)) {
                return assign(op.target, start);
              }
              start.end = KnownPointer::End::WithVariable; // the next one with this target ends it
              start.variable = op.target;
              reach(edge.target, with(behind_end_of(registers, op.target), op.target, start));
            },
            [&](const cfa::Free& op) {
              const ObjectClassId freed = regions_.points_to().pointer(op.address).target;
              reach(edge.target,
                    freed.is_valid() ? behind_free(registers, regions_.points_to().representative(freed)) : registers);
            },
            [&](const cfa::Declare& op) { reach(edge.target, behind_end_of(registers, op.variable)); },
            [&](const cfa::Call& call) {
              reach(edge.target, bound(Registers(), call.parameters, passed, registers, edge.source));
              come_back(cfa_.return_of(id));
            },
            [&](const cfa::Return&) { come_back(id); },
            // Who comes to an `Unsupported` proves nothing (TargetReachability): what is behind is for those who do not.
            [&](const auto&) { reach(edge.target, registers); },
        },
        edge.operation);
  }

  /// With the values of the bindings, as `hand_over` says.
  [[nodiscard]] Registers bound(Registers result, const std::vector<cfa::Binding>& bindings,
                                KnownPointer (*hand_over)(KnownPointer), const Registers& registers,
                                cfa::LocationId location) const {
    for (const cfa::Binding& binding : bindings) {
      result = with(result, binding.variable, hand_over(value_of(binding.value, registers, location)));
    }
    return result;
  }

  /// From a call, if a run comes to it and to the end of the function: what the caller knew before, but for what ended since.
  void come_back(cfa::EdgeId id) {
    const cfa::Edge& edge = cfa_.edge(id);
    const auto& back = std::get<cfa::Return>(edge.operation);
    const cfa::Edge& call = cfa_.edge(back.call);
    const std::optional<Place>& before = known_[call.source.index()];
    const std::optional<Place>& end = known_[edge.source.index()];
    if (!before || !end) {
      return;
    }
    Registers registers = before->registers; // those of this activation, whatever is called
    for (ObjectClassId freed : freed_[std::get<cfa::Call>(call.operation).callee.index()]) {
      registers = behind_free(registers, freed);
    }
    reach(edge.target, bound(registers, back.results, returned, end->registers, edge.source));
  }

  void reach(cfa::LocationId location, const Registers& registers) {
    std::optional<Place>& place = known_[location.index()];
    if (!place) {
      place = Place{registers};
    } else {
      const bool gives_up = place->changes >= changes_before_giving_up;
      const auto combine = [gives_up](Registers::Key, const KnownPointer& old, const KnownPointer& other) {
        KnownPointer both = join(old, other);
        if (gives_up && both.bytes != old.bytes) {
          both.bytes.reset();
        }
        return both == KnownPointer() ? std::nullopt : std::optional(both);
      };
      Registers joined = place->registers.intersection(registers, combine);
      if (joined == place->registers) {
        return;
      }
      place->registers = std::move(joined);
      ++place->changes;
    }
    if (!is_waiting_[location.index()]) {
      is_waiting_[location.index()] = true;
      work_.push_back(location);
    }
  }

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  const NumbersAt& numbers_;
  CallGraph calls_;
  std::unordered_set<cfa::FunctionId> recursive_;
  std::unordered_set<ObjectClassId> ends_unseen_;
  std::vector<std::set<ObjectClassId>> freed_; ///< by function, with all that it calls
  std::vector<std::optional<Place>> known_;    ///< by location; nothing: no run comes there
  std::vector<cfa::LocationId> work_;
  std::vector<bool> is_waiting_; ///< by location: whether it is in `work_`
};

bool leads_to_target(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  return cfa.location(edge.target).target && !cfa::is_never_passed(edge.operation);
}

bool asks_for_pointer(const cfa::Edge& edge) {
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  return assume != nullptr && std::holds_alternative<cfa::MemoryCheck>(assume->condition->node);
}

} // namespace

std::unordered_set<cfa::LocationId> targets_of_usable_pointers(const cfa::Cfa& cfa, const MemoryRegions& regions,
                                                               cfa::LocationId start, const NumbersAt& numbers) {
  std::vector<const cfa::Edge*> failures;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (leads_to_target(cfa, edge)) {
      failures.push_back(&edge);
    }
  }
  std::unordered_set<cfa::LocationId> result;
  if (std::ranges::none_of(failures, [](const cfa::Edge* edge) { return asks_for_pointer(*edge); })) {
    return result;
  }
  const UsablePointers pointers(cfa, regions, start, numbers);
  std::unordered_set<cfa::LocationId> others; // that some edge leads to which a run may take
  for (const cfa::Edge* edge : failures) {
    (pointers.is_impossible(*edge) ? result : others).insert(edge->target);
  }
  std::erase_if(result, [&](cfa::LocationId target) { return others.contains(target); });
  return result;
}

} // namespace vouch::facts

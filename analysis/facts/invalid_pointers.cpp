#include "analysis/facts/points_to.hpp"

/// The part of the points-to analysis that tells which pointers may be neither null nor the address of an object. Like
/// classes of objects, this is known of all pointers to a class at once.
namespace vouch::facts {

/// Whether the value may be neither null nor the address of an object, and nothing else tells of it.
bool PointsTo::may_be_invalid(cfa::ExpressionRef value) const {
  if (const auto* choice = std::get_if<cfa::Conditional>(&value->node)) {
    return may_be_invalid(choice->if_true) || may_be_invalid(choice->if_false);
  }
  const AbstractValue& known = values_.at(value);
  const bool is_null = known.number == Congruence::exactly(0);
  return cfa::is_pointer(value->type) && !known.pointer.target.is_valid() && !is_null;
}

void PointsTo::keep(ObjectClassId target, cfa::ExpressionRef value) {
  if (target.is_valid() && may_be_invalid(value)) {
    with_invalid_pointers_.insert(target);
  }
}

/// Behind the allocation, what is found in the object is what happens to be there.
bool PointsTo::starts_undetermined(cfa::EdgeId allocation) const {
  const cfa::Edge& edge = cfa_.edge(allocation);
  const auto next = cfa_.outgoing(edge.target);
  const auto* havoc = next.size() == 1 ? std::get_if<cfa::HavocMemory>(&cfa_.edge(next.front()).operation) : nullptr;
  const bool is_given = havoc != nullptr && havoc->contents.is_valid();
  return std::get<cfa::Allocate>(edge.operation).kind != cfa::AllocationKind::ZeroedHeap && !is_given;
}

bool PointsTo::starts_as_zeros(cfa::EdgeId declaration) const {
  const cfa::VariableId variable = std::get<cfa::Declare>(cfa_.edge(declaration).operation).variable;
  const auto next = cfa_.outgoing(cfa_.edge(declaration).target);
  const auto* fill = next.size() == 1 ? std::get_if<cfa::SetMemory>(&cfa_.edge(next.front()).operation) : nullptr;
  if (fill == nullptr) {
    return false;
  }
  const auto* address = std::get_if<cfa::AddressOf>(&fill->destination->node);
  const auto* byte = std::get_if<cfa::Constant>(&fill->byte->node);
  const auto* size = std::get_if<cfa::Constant>(&fill->size->node);
  return address != nullptr && address->variable == variable && byte != nullptr && byte->value == 0 &&
         size != nullptr && size->value == static_cast<cfa::Integer>(cfa::size_in_bytes(cfa_.variable(variable).type));
}

std::unordered_set<ObjectClassId> PointsTo::classes_with_invalid_pointers() const {
  std::unordered_set<ObjectClassId> result = {representative(anything_)};
  for (ObjectClassId id : with_invalid_pointers_) {
    result.insert(representative(id));
  }
  const auto add_contents = [&](ObjectClassId object) {
    for (const Contents& contents : classes_[representative(object).index()].contents) {
      result.insert(representative(contents.target));
    }
  };
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const auto* declaration = std::get_if<cfa::Declare>(&cfa_.edge(cfa::EdgeId(index)).operation);
    if (declaration != nullptr && !starts_as_zeros(cfa::EdgeId(index))) {
      const cfa::VariableKind kind = cfa_.variable(declaration->variable).kind;
      const bool is_static = kind == cfa::VariableKind::Global || kind == cfa::VariableKind::StaticLocal;
      if (!is_static) {
        add_contents(objects_[declaration->variable.index()]);
      }
    }
  }
  for (const auto& [edge, object] : allocations_) {
    if (starts_undetermined(edge)) {
      add_contents(object);
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const auto* fill = std::get_if<cfa::SetMemory>(&cfa_.edge(cfa::EdgeId(index)).operation);
    const auto* byte = fill != nullptr ? std::get_if<cfa::Constant>(&fill->byte->node) : nullptr;
    const bool makes_null = byte != nullptr && byte->value % 256 == 0;
    if (fill != nullptr && !makes_null && pointer(fill->destination).target.is_valid()) {
      add_contents(pointer(fill->destination).target);
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const auto* write = std::get_if<cfa::WriteBytes>(&cfa_.edge(cfa::EdgeId(index)).operation);
    if (write != nullptr && pointer(write->destination).target.is_valid()) {
      add_contents(pointer(write->destination).target);
    }
  }
  return result;
}

} // namespace vouch::facts

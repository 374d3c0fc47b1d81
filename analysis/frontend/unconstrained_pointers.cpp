#include "analysis/frontend/unconstrained_pointers.hpp"

#include "analysis/frontend/lower_place.hpp"

#include <algorithm>

/// Pointers that some caller could pass to a function which is verified on its own: null, to what another pointer that
/// the function gets points to, or to the start of an array of its own. See docs/decisions/0111.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// Pointers inside of what a parameter points to are followed so far; behind that they may be anything.
constexpr unsigned deepest = 1;
/// Of structs with more pointers than this, the others may be anything.
constexpr unsigned most_pointers_followed = 4;
constexpr std::size_t most_aliases = 6;
constexpr unsigned most_fields_given = 16;
/// In bytes. Larger ones could not be executed.
constexpr cfa::Integer largest_array = cfa::Integer{1} << 24;

/// Whether objects of this type can be made: not of `void`, functions and what is only declared.
bool is_object_type(clang::QualType type) {
  return !type->isVoidType() && !type->isFunctionType() && !type->isIncompleteType() && !type->isVariablyModifiedType();
}

} // namespace

void UnconstrainedPointers::add_static_pointees(GivenPointers& given) {
  for (const StaticObject& object : unit_.static_objects()) {
    const auto* memory = std::get_if<MemoryPlace>(&object.place);
    bool can_be_passed = memory != nullptr && object.variable != nullptr && is_object_type(object.type) &&
                         !object.variable->isLocalVarDecl();
    if (can_be_passed) {
      clang::QualType element = unit_.context.getBaseElementType(object.type);
      given.push_back({element.getCanonicalType().getUnqualifiedType(), memory->address});
    }
  }
}

bool UnconstrainedPointers::can_be_made(clang::QualType pointer) const {
  return pointer->isPointerType() && is_object_type(pointer->getPointeeType());
}

cfa::ExpressionRef UnconstrainedPointers::unconstrained_pointer(clang::QualType type, const std::string& name,
                                                                const Origin& origin, unsigned depth,
                                                                GivenPointers& given) {
  auto& build = unit_.expressions;
  clang::QualType pointee = type->getPointeeType().getCanonicalType().getUnqualifiedType();
  cfa::IntegerType byte{8, cfa::Signedness::Unsigned};
  cfa::VariableId choice = lowering_.temporary("which " + name, byte);
  cfa::VariableId pointer = lowering_.temporary(name, unit_.types.pointer());
  ExpressionRef chosen = build.read(choice, byte);
  lowering_.unconstrained(RegisterPlace{choice}, unit_.context.UnsignedCharTy, cfa::InputKind::Parameter, name, origin);
  DraftLocation after = lowering_.add_location();
  cfa::Integer alternatives = 0;
  auto begin_alternative = [&] {
    DraftLocation taken = lowering_.add_location();
    DraftLocation others = lowering_.add_location();
    lowering_.branch(build.binary(BinaryOperator::Equal, chosen, build.constant(alternatives++, byte)), taken, others,
                     {origin.range, {}});
    lowering_.start_at(taken);
    return others;
  };
  auto offer = [&](ExpressionRef value) {
    DraftLocation others = begin_alternative();
    lowering_.emit(cfa::Assign{pointer, value}, {origin.range, {}});
    lowering_.go_to(after);
    lowering_.start_at(others);
  };
  offer(build.zero(unit_.types.pointer()));
  std::size_t aliases = 0;
  for (const GivenPointer& other : given) {
    if (other.pointee == pointee && aliases++ < most_aliases) {
      offer(other.pointer);
    }
  }
  make_array(pointer, pointee, name, origin);
  ExpressionRef result = build.read(pointer, unit_.types.pointer());
  given.push_back({pointee, result});
  if (depth < deepest) {
    follow_pointers(result, pointee, name, origin, depth, given);
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
  return result;
}

void UnconstrainedPointers::make_array(cfa::VariableId pointer, clang::QualType element, const std::string& name,
                                       const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::Type size_type = unit_.types.size_type();
  cfa::VariableId count = lowering_.temporary("elements of " + name, size_type);
  ExpressionRef elements = build.read(count, size_type);
  lowering_.unconstrained(RegisterPlace{count}, unit_.context.getSizeType(), cfa::InputKind::Parameter, name, origin);
  auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(element));
  cfa::Integer most_elements = std::max(cfa::Integer{1}, largest_array / std::max(size, cfa::Integer{1}));
  for (ExpressionRef condition :
       {build.binary(BinaryOperator::GreaterEqual, elements, build.constant(1, size_type)),
        build.binary(BinaryOperator::LessEqual, elements, build.constant(most_elements, size_type))}) {
    lowering_.emit(cfa::Assume{condition, cfa::Polarity::Holds}, {origin.range, {}});
  }
  cfa::Allocate array{pointer, build.binary(BinaryOperator::Multiply, elements, build.constant(size, size_type))};
  array.alignment = build.constant(static_cast<cfa::Integer>(unit_.types.alignment(element)), size_type);
  lowering_.emit(array, {origin.range, {}});
  Origin silent{origin.range, {}};
  MemoryPlace first{build.read(pointer, unit_.types.pointer())};
  lowering_.emit(cfa::HavocMemory{first.address, name, cfa::InputKind::Parameter}, silent);
  // Inputs of their own, so that an error path can say what they are.
  auto give_value = [&](const Place& place, clang::QualType type) {
    auto scalar = unit_.types.scalar(type);
    if (scalar && !type->isPointerType()) {
      cfa::VariableId value = lowering_.temporary(name, *scalar);
      lowering_.unconstrained(RegisterPlace{value}, type, cfa::InputKind::Parameter, name, silent);
      lowering_.places().put(place, build.read(value, *scalar), silent);
    }
  };
  give_value(first, element);
  const clang::RecordDecl* record = element->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) {
    return;
  }
  unsigned given = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (!field->isBitField() && given++ < most_fields_given) {
      give_value(lowering_.places().member_place(first, field), field->getType().getUnqualifiedType());
    }
  }
}

/// Gives the pointers in the first element values, which otherwise may be any address at all.
void UnconstrainedPointers::follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name,
                                            const Origin& origin, unsigned depth, GivenPointers& given) {
  Origin silent{origin.range, {}};
  if (can_be_made(type)) {
    lowering_.places().put(MemoryPlace{object}, unconstrained_pointer(type, name + "[0]", origin, depth + 1, given),
                           silent);
    return;
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) {
    return;
  }
  unsigned followed = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (can_be_made(field->getType()) && followed++ < most_pointers_followed) {
      ExpressionRef value =
          unconstrained_pointer(field->getType(), name + "->" + field->getNameAsString(), origin, depth + 1, given);
      lowering_.places().put(lowering_.places().member_place(MemoryPlace{object}, field), value, silent);
    }
  }
}

} // namespace vouch::frontend

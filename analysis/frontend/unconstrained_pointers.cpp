#include "analysis/frontend/unconstrained_pointers.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_place.hpp"

#include <algorithm>
#include <optional>
#include <set>
/// Pointers that some caller could pass to a function which is verified on its own: null, to what another pointer that
/// the function gets points to, or to the start of an array of its own, each as far as declarations allow it. See
/// docs/decisions/0111 and 0207.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// Pointers inside of what a parameter points to are followed so far; what lies behind that is made when it is met.
constexpr unsigned deepest = 1;
/// Of structs with more pointers than this, so is what the others lead to.
constexpr unsigned most_pointers_followed = 4;
constexpr std::size_t most_aliases = 6;
constexpr unsigned most_fields_given = 16;
/// In bytes. Larger ones could not be executed.
constexpr cfa::Integer largest_array = cfa::Integer{1} << 24;

struct NamedValues {
  cfa::Integer least = 0;
  cfa::Integer largest = 0;
};

/// Between which values there are those that an enumeration names; if it leaves some out they may be flags, which are
/// combined. Nothing: it is no enumeration, or has no names.
std::optional<NamedValues> named_values(clang::QualType type) {
  const auto* enumeration = type->getAs<clang::EnumType>();
  const clang::EnumDecl* definition = enumeration != nullptr ? enumeration->getDecl()->getDefinition() : nullptr;
  if (definition == nullptr || definition->enumerators().empty()) {
    return std::nullopt;
  }
  std::set<cfa::Integer> values;
  cfa::Integer combined = 0;
  for (const clang::EnumConstantDecl* enumerator : definition->enumerators()) {
    const cfa::Integer value = integer_of(enumerator->getInitVal());
    values.insert(value);
    combined |= value;
  }
  const NamedValues named{*values.begin(), *values.rbegin()};
  const bool has_gaps = named.largest - named.least >= static_cast<cfa::Integer>(values.size());
  return has_gaps && named.least >= 0 ? NamedValues{0, combined} : named;
}

} // namespace

void UnconstrainedPointers::assume_named_value(const std::string& name, clang::QualType type, cfa::ExpressionRef value,
                                               const Origin& origin) {
  const std::optional<NamedValues> named =
      unit_.linkage.callers == Callers::Sensible ? named_values(type) : std::nullopt;
  if (!named) {
    return;
  }
  auto& build = unit_.expressions;
  assume(build.binary(BinaryOperator::GreaterEqual, value, build.constant(named->least, value->type)), origin);
  assume(build.binary(BinaryOperator::LessEqual, value, build.constant(named->largest, value->type)), origin);
  assumed_.push_back(name + " is one of " + type.getUnqualifiedType().getAsString());
}

void UnconstrainedPointers::add_static_pointees(GivenPointers& given) {
  for (const StaticObject& object : unit_.static_objects()) {
    const auto* memory = std::get_if<MemoryPlace>(&object.place);
    bool can_be_passed = memory != nullptr && object.variable != nullptr && is_object_type(object.type) &&
                         !object.variable->isLocalVarDecl() &&
                         !unit_.linkage.statics.contains(object.variable->getCanonicalDecl()); // nobody else knows it
    if (can_be_passed) {
      clang::QualType element = unit_.context.getBaseElementType(object.type);
      const auto size = static_cast<cfa::Integer>(std::max<std::uint64_t>(unit_.types.size_in_bytes(element), 1));
      const auto elements = static_cast<cfa::Integer>(unit_.types.size_in_bytes(object.type)) / size;
      given.push_back({element.getCanonicalType().getUnqualifiedType(), memory->address,
                       unit_.expressions.constant(elements, unit_.types.size_type())});
    }
  }
}

bool can_be_made(const DeclaredExtent& extent) { return is_object_type(extent.element); }

void UnconstrainedPointers::assume(cfa::ExpressionRef condition, const Origin& origin) {
  lowering_.emit(cfa::Assume{condition, cfa::Polarity::Holds}, {origin.range, {}});
}

cfa::ExpressionRef UnconstrainedPointers::unconstrained_pointer(const WantedPointer& wanted, const Origin& origin,
                                                                unsigned depth, GivenPointers& given) {
  auto& build = unit_.expressions;
  const std::string& name = wanted.name;
  const clang::QualType pointee = wanted.extent.element.getCanonicalType().getUnqualifiedType();
  const cfa::Type size_type = unit_.types.size_type();
  cfa::IntegerType byte{8, cfa::Signedness::Unsigned};
  cfa::VariableId choice = lowering_.temporary("which " + name, byte);
  cfa::VariableId pointer = lowering_.temporary(name, unit_.types.pointer());
  cfa::VariableId reach = lowering_.temporary("reach of " + name, size_type);
  ExpressionRef chosen = build.read(choice, byte);
  lowering_.unconstrained(RegisterPlace{choice}, unit_.context.UnsignedCharTy, cfa::InputKind::Parameter, name, origin);
  const DraftLocation after = lowering_.add_location();
  const DraftLocation has_nothing_inside = lowering_.add_location();
  cfa::Integer alternatives = 0;
  auto begin_alternative = [&] {
    DraftLocation taken = lowering_.add_location();
    DraftLocation others = lowering_.add_location();
    lowering_.branch(build.binary(BinaryOperator::Equal, chosen, build.constant(alternatives++, byte)), taken, others,
                     {origin.range, {}});
    lowering_.start_at(taken);
    return others;
  };
  auto offer = [&](ExpressionRef value, ExpressionRef elements) {
    DraftLocation others = begin_alternative();
    if (wanted.count != nullptr) {
      assume(reaches_count(wanted, elements), origin);
    } else if (wanted.extent.least > 1 && constant_value(value) == nullptr) {
      assume(build.binary(BinaryOperator::LessEqual,
                          build.constant(static_cast<cfa::Integer>(wanted.extent.least), size_type), elements),
             origin);
    }
    if (!wanted.extent.may_be_null) {
      assume(build.binary(BinaryOperator::NotEqual, value, build.zero(unit_.types.pointer())), origin);
    }
    lowering_.emit(cfa::Assign{pointer, value}, {origin.range, {}});
    lowering_.emit(cfa::Assign{reach, elements}, {origin.range, {}});
    lowering_.go_to(has_nothing_inside);
    lowering_.start_at(others);
  };
  if (wanted.extent.may_be_null) {
    offer(build.zero(unit_.types.pointer()), build.zero(size_type));
  } else {
    ++alternatives; // the others have the same numbers everywhere
  }
  std::size_t aliases = 0;
  for (const GivenPointer& other : given) {
    if (type_of_objects(unit_.context, other.pointee) == type_of_objects(unit_.context, pointee) &&
        (other.is_string || !wanted.extent.is_string) && aliases++ < most_aliases) {
      offer(other.pointer, other.elements);
    }
  }
  const MadeArray array = make_array(pointer, wanted, origin);
  const cfa::VariableId count = array.elements;
  ExpressionRef result = build.read(pointer, unit_.types.pointer());
  lowering_.emit(cfa::Assign{reach, build.read(count, size_type)}, {origin.range, {}});
  given.push_back({pointee, result, build.read(reach, size_type), wanted.extent.is_string});
  const DraftLocation has_elements = lowering_.add_location();
  lowering_.branch(
      build.binary(BinaryOperator::GreaterEqual, build.read(count, size_type), build.constant(1, size_type)),
      has_elements, has_nothing_inside, {origin.range, {}});
  const std::size_t given_before = given.size();
  lowering_.start_at(has_elements);
  give_first_element(result, pointee, name, origin);
  if (array.flexible_count != nullptr) {
    const clang::FieldDecl* field = count_of_flexible_member(flexible_member(pointee));
    lowering_.places().put(lowering_.places().member_place(MemoryPlace{result}, field), array.flexible_count,
                           {origin.range, {}});
  }
  follow_pointers(result, pointee, name, origin, depth, given);
  if (wanted.extent.is_string) {
    const ExpressionRef end = build.add_elements(result, build.read(count, size_type), 1);
    lowering_.emit(cfa::Store{build.add_bytes(end, -1), build.zero(*unit_.types.scalar(pointee))}, {origin.range, {}});
  }
  lowering_.go_to(after);
  lowering_.start_at(has_nothing_inside);
  for (std::size_t inside = given_before; inside < given.size(); ++inside) { // others may be offered them
    for (ExpressionRef value : {given[inside].pointer, given[inside].elements}) {
      lowering_.emit(cfa::Assign{std::get<cfa::VariableRead>(value->node).variable, build.zero(value->type)},
                     {origin.range, {}});
    }
  }
  lowering_.go_to(after);
  lowering_.start_at(after);
  if (const std::string sentence = sentence_of(wanted.extent, name); !sentence.empty()) {
    assumed_.push_back(sentence);
  }
  return result;
}

cfa::ExpressionRef UnconstrainedPointers::end_of_array(cfa::ExpressionRef begin, const WantedPointer& wanted,
                                                       const Origin& origin, const GivenPointers& given) {
  auto& build = unit_.expressions;
  const ExpressionRef elements = std::ranges::find(given, begin, &GivenPointer::pointer)->elements;
  const cfa::VariableId end = lowering_.temporary(wanted.name, unit_.types.pointer());
  const std::uint64_t element_size = unit_.types.size_in_bytes(wanted.extent.element);
  lowering_.emit(cfa::Assign{end, build.add_elements(begin, elements, element_size)}, {origin.range, {}});
  assumed_.push_back(sentence_of(wanted.extent, wanted.name));
  return build.read(end, unit_.types.pointer());
}

/// Whether there are at least as many elements as the count says, which may be negative.
cfa::ExpressionRef UnconstrainedPointers::reaches_count(const WantedPointer& wanted, cfa::ExpressionRef elements) {
  auto& build = unit_.expressions;
  return build.binary(
      BinaryOperator::LogicalOr,
      build.binary(BinaryOperator::Less, wanted.count, build.constant(1, wanted.count->type)),
      build.binary(BinaryOperator::LessEqual, build.convert(wanted.count, unit_.types.size_type()), elements));
}

UnconstrainedPointers::MadeArray UnconstrainedPointers::make_array(cfa::VariableId pointer, const WantedPointer& wanted,
                                                                   const Origin& origin) {
  auto& build = unit_.expressions;
  const clang::QualType element = wanted.extent.element;
  const std::string& name = wanted.name;
  cfa::Type size_type = unit_.types.size_type();
  cfa::VariableId count = lowering_.temporary("elements of " + name, size_type);
  ExpressionRef elements = build.read(count, size_type);
  auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(element));
  cfa::Integer most_elements = std::max(cfa::Integer{1}, largest_array / std::max(size, cfa::Integer{1}));
  const bool has_exact_count = wanted.count != nullptr && !wanted.extent.may_have_more;
  cfa::Integer least = 0;
  if (has_exact_count) {
    const ExpressionRef has_some =
        build.binary(BinaryOperator::GreaterEqual, wanted.count, build.constant(1, wanted.count->type));
    lowering_.emit(cfa::Assign{count, build.conditional(build.truth(has_some), build.convert(wanted.count, size_type),
                                                        build.zero(size_type))},
                   {origin.range, {}});
  } else {
    lowering_.unconstrained(RegisterPlace{count}, unit_.context.getSizeType(), cfa::InputKind::Parameter, name, origin);
    least = std::min(static_cast<cfa::Integer>(wanted.extent.least), most_elements);
    assume(build.binary(BinaryOperator::GreaterEqual, elements, build.constant(least, size_type)), origin);
  }
  assume(build.binary(BinaryOperator::LessEqual, elements, build.constant(most_elements, size_type)), origin);
  if (wanted.count != nullptr && !has_exact_count) {
    assume(reaches_count(wanted, elements), origin);
  }
  ExpressionRef bytes = build.binary(BinaryOperator::Multiply, elements, build.constant(size, size_type));
  const FlexibleRoom room = flexible_room(wanted, origin);
  if (room.bytes != nullptr) { // nobody has two of them in a row
    assume(build.binary(BinaryOperator::LessEqual, elements, build.constant(1, size_type)), origin);
    bytes = build.binary(BinaryOperator::Add, bytes, room.bytes);
  }
  cfa::Allocate array{pointer, bytes};
  array.least_size = least * size;
  array.alignment = build.constant(static_cast<cfa::Integer>(unit_.types.alignment(element)), size_type);
  lowering_.emit(array, {origin.range, {}});
  cfa::HavocMemory contents{build.read(pointer, unit_.types.pointer()), name, cfa::InputKind::Parameter};
  if (unit_.linkage.callers == Callers::Sensible) {
    contents.contents = unit_.given_types.of(element, reads_.converted);
  }
  lowering_.emit(std::move(contents), {origin.range, {}});
  return {count, room.count};
}

/// Chooses the number.
UnconstrainedPointers::FlexibleRoom UnconstrainedPointers::flexible_room(const WantedPointer& wanted,
                                                                         const Origin& origin) {
  auto& build = unit_.expressions;
  const clang::FieldDecl* member =
      unit_.linkage.callers == Callers::Sensible ? flexible_member(wanted.extent.element) : nullptr;
  const clang::FieldDecl* count = member != nullptr ? count_of_flexible_member(member) : nullptr;
  if (count == nullptr) {
    return {};
  }
  const cfa::Type size_type = unit_.types.size_type();
  const clang::QualType element = unit_.context.getAsArrayType(member->getType())->getElementType();
  const auto size = static_cast<cfa::Integer>(unit_.types.size_in_bytes(element));
  const cfa::Type type = *unit_.types.scalar(count->getType());
  const std::string name = wanted.name + "->" + count->getNameAsString();
  const cfa::VariableId chosen = lowering_.temporary(name, type);
  lowering_.unconstrained(RegisterPlace{chosen}, count->getType().getUnqualifiedType(), cfa::InputKind::Parameter, name,
                          origin);
  const ExpressionRef chosen_count = build.read(chosen, type);
  assume(build.binary(BinaryOperator::GreaterEqual, chosen_count, build.zero(type)), origin);
  const ExpressionRef elements = build.convert(chosen_count, size_type);
  assume(build.binary(BinaryOperator::LessEqual, elements,
                      build.constant(largest_array / std::max(size, cfa::Integer{1}), size_type)),
         origin);
  assumed_.push_back(wanted.name + "->" + member->getNameAsString() + " has " + count->getNameAsString() + " elements");
  const ExpressionRef room = build.binary(BinaryOperator::Multiply, elements, build.constant(size, size_type));
  // The first of them may lie in what pads the struct.
  const auto begin = static_cast<cfa::Integer>(unit_.context.getFieldOffset(member) / unit_.context.getCharWidth());
  const auto whole = static_cast<cfa::Integer>(unit_.types.size_in_bytes(wanted.extent.element));
  const ExpressionRef padding = build.constant(whole - begin, size_type);
  return {chosen_count,
          build.conditional(build.truth(build.binary(BinaryOperator::GreaterEqual, room, padding)),
                            build.binary(BinaryOperator::Subtract, room, padding), build.zero(size_type))};
}

/// Inputs of their own, so that an error path can say what they are.
void UnconstrainedPointers::give_first_element(cfa::ExpressionRef pointer, clang::QualType element,
                                               const std::string& name, const Origin& origin) {
  Origin silent{origin.range, {}};
  MemoryPlace first{pointer};
  auto give_value = [&](const Place& place, clang::QualType type, const std::string& value_name) {
    auto scalar = unit_.types.scalar(type);
    if (scalar && !type->isPointerType()) {
      cfa::VariableId value = lowering_.temporary(value_name, *scalar);
      lowering_.unconstrained(RegisterPlace{value}, type, cfa::InputKind::Parameter, value_name, silent);
      assume_named_value(value_name, type, unit_.expressions.read(value, *scalar), silent);
      lowering_.places().put(place, unit_.expressions.read(value, *scalar), silent);
    }
  };
  give_value(first, element, name);
  const clang::RecordDecl* record = element->getAsRecordDecl();
  if (record == nullptr || record->isUnion()) {
    return;
  }
  unsigned given = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (!field->isBitField() && is_looked_at(field) && given++ < most_fields_given) {
      give_value(lowering_.places().member_place(first, field), field->getType().getUnqualifiedType(),
                 name + "->" + field->getNameAsString());
    }
  }
}

/// Gives the pointers in the first element values, which otherwise may be any address at all.
void UnconstrainedPointers::follow_pointers(cfa::ExpressionRef object, clang::QualType type, const std::string& name,
                                            const Origin& origin, unsigned depth, GivenPointers& given) {
  if (type->isPointerType() && depth < deepest) {
    DeclaredExtent extent;
    extent.element = type->getPointeeType();
    if (is_met_later(extent)) {
      give_pointer(MemoryPlace{object}, extent, name + "[0]", origin);
    } else if (can_be_made(extent)) {
      lowering_.places().put(MemoryPlace{object},
                             unconstrained_pointer({name + "[0]", extent}, origin, depth + 1, given),
                             {origin.range, {}});
    }
  } else if (const clang::RecordDecl* record = type->getAsRecordDecl(); record != nullptr && !record->isUnion()) {
    follow_members(MemoryPlace{object}, record, name + "->", origin, depth, given);
  }
}

void UnconstrainedPointers::follow_members(const Place& record, const clang::RecordDecl* declaration,
                                           const std::string& name, const Origin& origin, unsigned depth,
                                           GivenPointers& given) {
  unsigned followed = 0;
  std::vector<BoundedArray> arrays;
  if (depth < deepest && unit_.linkage.callers == Callers::Sensible) {
    arrays = bounded_arrays(declaration);
    std::erase_if(arrays, [&](const BoundedArray& array) {
      const bool is_read = std::ranges::any_of(declaration->fields(), [&](const clang::FieldDecl* field) {
        return array.contains(field) && is_looked_at(field);
      });
      return !is_read || !can_be_made(extent_of(array.begin)) || followed++ >= most_pointers_followed;
    });
  }
  for (const BoundedArray& array : arrays) {
    follow_array(record, array, name, origin, depth, given);
  }
  for (const clang::FieldDecl* field : declaration->fields()) {
    const clang::QualType type = field->getType();
    const std::string field_name = name + field->getNameAsString();
    if (std::ranges::any_of(arrays, [&](const BoundedArray& array) { return array.contains(field); })) {
      continue;
    }
    if (type->isPointerType() && is_looked_at(field)) {
      const DeclaredExtent extent = extent_of_member(field, field_name);
      const bool is_made_before = depth < deepest && can_be_made(extent) && !is_met_later(extent);
      if (is_made_before && followed++ < most_pointers_followed) {
        follow_member(record, field, field_name, origin, depth, given);
      } else if (unit_.linkage.callers == Callers::Sensible) {
        give_pointer(lowering_.places().member_place(record, field), extent, field_name, origin);
      }
    } else if (const clang::RecordDecl* part = type->getAsRecordDecl(); part != nullptr && !part->isUnion()) {
      follow_members(lowering_.places().member_place(record, field), part, field_name + ".", origin, depth, given);
    }
  }
}

/// One array, or null everywhere.
void UnconstrainedPointers::follow_array(const Place& record, const BoundedArray& array, const std::string& name,
                                         const Origin& origin, unsigned depth, GivenPointers& given) {
  auto& build = unit_.expressions;
  const cfa::Type size_type = unit_.types.size_type();
  const std::string begin_name = name + array.begin->getNameAsString();
  WantedPointer wanted{begin_name, {}};
  wanted.extent.element = array.begin->getType()->getPointeeType();
  const std::uint64_t element_size = unit_.types.size_in_bytes(wanted.extent.element);
  const ExpressionRef begin = unconstrained_pointer(wanted, origin, depth + 1, given);
  const ExpressionRef elements = std::ranges::find(given, begin, &GivenPointer::pointer)->elements;
  const auto put = [&](const clang::FieldDecl* field, ExpressionRef value) {
    lowering_.places().put(lowering_.places().member_place(record, field), value, {origin.range, {}});
  };
  put(array.begin, begin);
  put(array.end, build.add_elements(begin, elements, element_size));
  std::string between;
  ExpressionRef latest = elements; // no other place is behind it
  std::vector<const clang::FieldDecl*> places = array.between;
  std::ranges::stable_partition(places, comes_later);
  for (const clang::FieldDecl* field : places) {
    const std::string field_name = name + field->getNameAsString();
    const cfa::VariableId index = lowering_.temporary("place of " + field_name, size_type);
    const ExpressionRef place = build.read(index, size_type);
    lowering_.unconstrained(RegisterPlace{index}, unit_.context.getSizeType(), cfa::InputKind::Parameter, field_name,
                            origin);
    assume(build.binary(BinaryOperator::LessEqual, place, latest), origin);
    latest = comes_later(field) ? place : latest;
    put(field, build.add_elements(begin, place, element_size));
    between = (between.empty() ? "" : between + " and ") + field_name;
  }
  between = between.empty() ? "" : ", with " + between + " within it";
  assumed_.push_back(begin_name + " and " + name + array.end->getNameAsString() + " are the bounds of an array" +
                     between);
}

/// As its declaration says it, or the code that takes a `void *` for something.
DeclaredExtent UnconstrainedPointers::extent_of_member(const clang::FieldDecl* field, const std::string& name) {
  DeclaredExtent extent = extent_of(field);
  const clang::Type* converted = struct_behind(reads_.converted, field);
  if (unit_.linkage.callers == Callers::Sensible && extent.element->isVoidType() && converted != nullptr) {
    extent.element = clang::QualType(converted, 0);
    extent.is_from_conversion = true;
    assumed_.push_back(sentence_of(extent, name));
  }
  return extent;
}

/// Itself, or because it says how much there is of what is looked at.
bool UnconstrainedPointers::is_looked_at(const clang::FieldDecl* field) const {
  if (reads_.is_read(field)) {
    return true;
  }
  return !field->getType()->isPointerType() &&
         std::ranges::any_of(field->getParent()->fields(), [&](const clang::FieldDecl* other) {
           if (!other->getType()->isPointerType() || !reads_.is_read(other)) {
             return false;
           }
           const DeclaredExtent extent = extent_of(other);
           return extent.count == field || extent.used == field;
         });
}

/// One object that is made when the run meets it, so that nobody has to choose now which others it is.
bool UnconstrainedPointers::is_met_later(const DeclaredExtent& extent) const {
  return unit_.linkage.callers == Callers::Sensible && extent.element->isRecordType() && can_be_made(extent) &&
         extent.count == nullptr && extent.least <= 1;
}

/// An input of its own, so that an error path can say what it is.
void UnconstrainedPointers::give_pointer(const Place& place, const DeclaredExtent& extent, const std::string& name,
                                         const Origin& origin) {
  auto& build = unit_.expressions;
  const cfa::VariableId value = lowering_.temporary(name, unit_.types.pointer());
  const ExpressionRef read = build.read(value, unit_.types.pointer());
  cfa::Input input{value, cfa::InputKind::Parameter, name, {}};
  input.given = unit_.given_types.of(extent.element, reads_.converted);
  lowering_.emit(std::move(input), {origin.range, {}});
  if (!extent.may_be_null) {
    assume(build.binary(BinaryOperator::NotEqual, read, build.zero(read->type)), origin);
  }
  lowering_.places().put(place, read, {origin.range, {}});
}

void UnconstrainedPointers::follow_member(const Place& record, const clang::FieldDecl* field, const std::string& name,
                                          const Origin& origin, unsigned depth, GivenPointers& given) {
  auto& build = unit_.expressions;
  WantedPointer wanted{name, extent_of(field)};
  if (wanted.extent.count != nullptr) {
    wanted.count = member_value(record, wanted.extent.count, origin);
  }
  if (wanted.extent.used != nullptr) {
    const cfa::Type size_type = unit_.types.size_type();
    const ExpressionRef used = member_value(record, wanted.extent.used, origin);
    for (ExpressionRef condition : {build.binary(BinaryOperator::GreaterEqual, used, build.zero(used->type)),
                                    build.binary(BinaryOperator::LessEqual, build.convert(used, size_type),
                                                 build.convert(wanted.count, size_type))}) {
      assume(condition, origin);
    }
  }
  const ExpressionRef value = unconstrained_pointer(wanted, origin, depth + 1, given);
  lowering_.places().put(lowering_.places().member_place(record, field), value, {origin.range, {}});
}

cfa::ExpressionRef UnconstrainedPointers::member_value(const Place& record, const clang::ValueDecl* field,
                                                       const Origin& origin) {
  const Place place = lowering_.places().member_place(record, llvm::cast<clang::FieldDecl>(field));
  return lowering_.saved(lowering_.places().value_at(place, field->getType().getUnqualifiedType(), origin),
                         field->getNameAsString(), {origin.range, {}});
}

} // namespace vouch::frontend

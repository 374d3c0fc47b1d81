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

/// Whether C says so (6.7.3.1): one is `restrict`, and what it leads to may be written. What is only read may be passed twice.
bool must_differ(const GivenPointer& left, const GivenPointer& right) {
  return (left.is_restricted || right.is_restricted) &&
         !(left.pointee.isConstQualified() && right.pointee.isConstQualified());
}

/// Null: it is no array.
clang::QualType element_of(const clang::ASTContext& context, clang::QualType type) {
  const clang::ArrayType* array = context.getAsArrayType(type);
  return array != nullptr ? array->getElementType() : clang::QualType();
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
                         !unit_.linkage.statics.contains(object.variable->getCanonicalDecl()) && // nobody else knows it
                         !unit_.linkage.confined.contains(object.variable->getCanonicalDecl());
    if (can_be_passed) {
      const auto whole = static_cast<cfa::Integer>(unit_.types.size_in_bytes(object.type));
      for (clang::QualType element = object.type; !element.isNull(); element = element_of(unit_.context, element)) {
        const auto size = static_cast<cfa::Integer>(std::max<std::uint64_t>(unit_.types.size_in_bytes(element), 1));
        passable_variables_.push_back({.pointee = element.getCanonicalType(),
                                       .pointer = memory->address,
                                       .elements = unit_.expressions.constant(whole / size, unit_.types.size_type()),
                                       .is_static = true});
        given.push_back(passable_variables_.back());
      }
    }
  }
}

bool must_not_lead_to(const GivenPointer& pointer, const GivenPointer& variable) {
  return variable.is_static && variable.pointee.isConstQualified() && !pointer.pointee.isConstQualified();
}

bool can_be_made(const DeclaredExtent& extent) { return is_object_type(extent.element); }

void UnconstrainedPointers::assume(cfa::ExpressionRef condition, const Origin& origin) {
  lowering_.emit(cfa::Assume{condition, cfa::Polarity::Holds}, {origin.range, {}});
}

UnconstrainedPointers::Elements UnconstrainedPointers::some_element(const GivenPointer& given, const std::string& name,
                                                                    const Origin& origin) {
  const cfa::Integer* count = given.is_static ? constant_value(given.elements) : nullptr;
  if (count == nullptr || *count < 2 || !given.pointee->isRecordType()) {
    return {given.pointer, given.elements};
  }
  auto& build = unit_.expressions;
  const cfa::Type size_type = unit_.types.size_type();
  const cfa::VariableId number = lowering_.temporary("element for " + name, size_type);
  const ExpressionRef index = build.read(number, size_type);
  lowering_.unconstrained(RegisterPlace{number}, unit_.context.getSizeType(), cfa::InputKind::Parameter, name, origin);
  assume(build.binary(BinaryOperator::Less, index, given.elements), origin);
  return {build.add_elements(given.pointer, index, unit_.types.size_in_bytes(given.pointee)),
          build.binary(BinaryOperator::Subtract, given.elements, index)};
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
  const DraftLocation ends_as_string = lowering_.add_location();
  cfa::Integer alternatives = 0;
  auto begin_alternative = [&] {
    DraftLocation taken = lowering_.add_location();
    DraftLocation others = lowering_.add_location();
    lowering_.branch(build.binary(BinaryOperator::Equal, chosen, build.constant(alternatives++, byte)), taken, others,
                     {origin.range, {}});
    lowering_.start_at(taken);
    return others;
  };
  // `text`: an array that need not end with a null character, but does so if it is passed as a string.
  auto offer = [&](const GivenPointer& offered, const GivenPointer* text = nullptr) {
    DraftLocation others = begin_alternative();
    const auto [value, elements] = some_element(offered, name, origin);
    if (text != nullptr) {
      assume(build.binary(BinaryOperator::GreaterEqual, elements, build.constant(1, size_type)), origin);
    }
    if (text != nullptr && text->is_static) {
      chosen_strings_.push_back({value,
                                 build.read(pointer, unit_.types.pointer()),
                                 elements,
                                 *unit_.types.scalar(wanted.extent.element),
                                 {origin.range, {}}});
    }
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
    lowering_.go_to(text != nullptr && !text->is_static ? ends_as_string : has_nothing_inside);
    lowering_.start_at(others);
  };
  if (wanted.extent.may_be_null) {
    offer({.pointer = build.zero(unit_.types.pointer()), .elements = build.zero(size_type)});
  } else {
    ++alternatives; // the others have the same numbers everywhere
  }
  const GivenPointer own{.pointee = wanted.extent.element,
                         .pointer = build.read(pointer, unit_.types.pointer()),
                         .elements = build.read(reach, size_type),
                         .is_string = wanted.extent.is_string,
                         .is_restricted = wanted.is_restricted};
  bool is_passed_once = false;
  for (const GivenPointer& other : given) {
    if (type_of_objects(unit_.context, other.pointee) != type_of_objects(unit_.context, pointee)) {
      continue;
    }
    if (must_differ(own, other)) {
      is_passed_once = true;
      continue;
    }
    if (must_not_lead_to(own, other)) {
      continue;
    }
    if (alternatives == static_cast<cfa::Integer>(most_alternatives)) {
      lowering_.unsupported(too_many_alternatives, origin);
      break;
    }
    offer(other, other.is_string || !wanted.extent.is_string ? nullptr : &other);
  }
  const MadeArray array = make_array(pointer, wanted, origin);
  const cfa::VariableId count = array.elements;
  const ExpressionRef result = own.pointer;
  lowering_.emit(cfa::Assign{reach, build.read(count, size_type)}, {origin.range, {}});
  given.push_back(own);
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
  const std::size_t first_inside = met_later_.size();
  follow_pointers(result, pointee, name, {origin, depth, build.read(reach, size_type), given});
  if (wanted.behind == WantedPointer::Behind::Nothing) {
    give_from(first_inside, build.read(reach, size_type));
  }
  lowering_.go_to(wanted.extent.is_string ? ends_as_string : after);
  if (wanted.extent.is_string) { // one store for all, so that there is one thing to know of the string behind it
    lowering_.start_at(ends_as_string);
    const ExpressionRef end = build.add_elements(result, build.read(reach, size_type), 1);
    lowering_.emit(cfa::Store{build.add_bytes(end, -1), build.zero(*unit_.types.scalar(pointee))}, {origin.range, {}});
    lowering_.go_to(after);
  }
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
  if (is_passed_once) {
    assumed_.push_back(name + " leads to nothing that another argument leads to");
  }
  return result;
}

void UnconstrainedPointers::assume_strings() {
  auto& build = unit_.expressions;
  for (const ChosenString& chosen : chosen_strings_) {
    const DraftLocation is_chosen = lowering_.add_location();
    const DraftLocation behind = lowering_.add_location();
    lowering_.branch(build.binary(BinaryOperator::Equal, chosen.pointer, chosen.variable), is_chosen, behind,
                     {chosen.origin.range, {}});
    lowering_.start_at(is_chosen);
    const ExpressionRef end = build.add_bytes(build.add_elements(chosen.variable, chosen.length, 1), -1);
    assume(build.binary(BinaryOperator::Equal, build.load(end, chosen.character), build.zero(chosen.character)),
           chosen.origin);
    lowering_.go_to(behind);
    lowering_.start_at(behind);
  }
  chosen_strings_.clear();
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
    contents.contents =
        wanted.extent.is_untyped ? unit_.given_types.untyped() : unit_.given_types.of(element, reads_.converted);
  } else {
    contents.kind = cfa::InputKind::External; // whatever else is passed may lead there, too
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

} // namespace vouch::frontend

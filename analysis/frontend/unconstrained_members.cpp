#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/unconstrained_pointers.hpp"

#include <algorithm>

/// What the first element behind a pointer of a caller holds, and where pointers in it lead.
namespace vouch::frontend {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// Pointers inside of what a parameter points to are followed so far; what lies behind that is made when it is met.
constexpr unsigned deepest = 1;
/// Of structs with more pointers than this, so is what the others lead to.
constexpr unsigned most_pointers_followed = 4;
constexpr unsigned most_fields_given = 16;

} // namespace

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
                                            const Inside& inside) {
  if (type->isPointerType() && inside.depth < deepest) {
    DeclaredExtent extent;
    extent.element = type->getPointeeType();
    if (is_met_later(extent)) {
      give_later(MemoryPlace{object}, extent, name + "[0]", inside);
    } else if (can_be_made(extent)) {
      lowering_.places().put(
          MemoryPlace{object},
          unconstrained_pointer({name + "[0]", extent}, inside.origin, inside.depth + 1, inside.given),
          {inside.origin.range, {}});
    }
  } else if (const clang::RecordDecl* record = type->getAsRecordDecl(); record != nullptr && !record->isUnion()) {
    follow_members(MemoryPlace{object}, record, name + "->", inside);
  }
}

void UnconstrainedPointers::follow_members(const Place& record, const clang::RecordDecl* declaration,
                                           const std::string& name, const Inside& inside) {
  unsigned followed = 0;
  std::vector<BoundedArray> arrays;
  if (inside.depth < deepest && unit_.linkage.callers == Callers::Sensible) {
    arrays = bounded_arrays(declaration);
    std::erase_if(arrays, [&](const BoundedArray& array) {
      const bool is_read = std::ranges::any_of(declaration->fields(), [&](const clang::FieldDecl* field) {
        return array.contains(field) && is_looked_at(field);
      });
      return !is_read || !can_be_made(extent_of(array.begin)) || followed++ >= most_pointers_followed;
    });
  }
  for (const BoundedArray& array : arrays) {
    follow_array(record, array, name, inside);
  }
  for (const clang::FieldDecl* field : declaration->fields()) {
    const clang::QualType type = field->getType();
    const std::string field_name = name + field->getNameAsString();
    if (std::ranges::any_of(arrays, [&](const BoundedArray& array) { return array.contains(field); })) {
      continue;
    }
    if (type->isPointerType() && is_looked_at(field)) {
      const DeclaredExtent extent = extent_of_member(field, field_name);
      const bool is_made_before = inside.depth < deepest && can_be_made(extent) && !is_met_later(extent);
      if (is_made_before && followed++ < most_pointers_followed) {
        follow_member(record, field, field_name, inside);
      } else if (unit_.linkage.callers == Callers::Sensible) {
        give_later(lowering_.places().member_place(record, field), extent, field_name, inside);
      }
    } else if (const clang::RecordDecl* part = type->getAsRecordDecl(); part != nullptr && !part->isUnion()) {
      follow_members(lowering_.places().member_place(record, field), part, field_name + ".", inside);
    }
  }
}

/// One array, or null everywhere.
void UnconstrainedPointers::follow_array(const Place& record, const BoundedArray& array, const std::string& name,
                                         const Inside& inside) {
  const Origin& origin = inside.origin;
  auto& build = unit_.expressions;
  const cfa::Type size_type = unit_.types.size_type();
  const std::string begin_name = name + array.begin->getNameAsString();
  WantedPointer wanted{begin_name, {}};
  wanted.extent.element = array.begin->getType()->getPointeeType();
  const std::uint64_t element_size = unit_.types.size_in_bytes(wanted.extent.element);
  const ExpressionRef begin = unconstrained_pointer(wanted, origin, inside.depth + 1, inside.given);
  const ExpressionRef elements = std::ranges::find(inside.given, begin, &GivenPointer::pointer)->elements;
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

void UnconstrainedPointers::give_parts(const Place& place, clang::QualType type, const std::string& name,
                                       const Origin& origin) {
  if (unit_.linkage.callers != Callers::Sensible) {
    lowering_.unconstrained(place, type, cfa::InputKind::Parameter, name, origin);
  } else if (const auto* memory = std::get_if<MemoryPlace>(&place)) {
    cfa::HavocMemory contents{memory->address, name, cfa::InputKind::Parameter};
    contents.contents = unit_.given_types.of(type, reads_.converted);
    lowering_.emit(std::move(contents), origin);
  } else if (const auto* parts = std::get_if<LeavesPlace>(&place)) {
    const auto& leaves = unit_.types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves;
    for (std::size_t index = 0; index < leaves.size(); ++index) {
      const RegisterPlace leaf{parts->leaves[index]};
      DeclaredExtent extent;
      extent.element = leaves[index].type->isPointerType() ? leaves[index].type->getPointeeType() : clang::QualType();
      const std::string leaf_name = unit_.builder.variable(leaf.variable).name;
      if (!extent.element.isNull() && can_be_made(extent)) {
        give_pointer(leaf, extent, leaf_name, origin);
      } else {
        lowering_.unconstrained(leaf, leaves[index].type, cfa::InputKind::Parameter, leaf_name, origin);
      }
    }
  }
}

void UnconstrainedPointers::give_later(const Place& place, const DeclaredExtent& extent, const std::string& name,
                                       const Inside& inside) {
  met_later_.push_back({inside.elements, place, extent, name, inside.origin});
}

void UnconstrainedPointers::give_from(std::size_t first, cfa::ExpressionRef certain) {
  auto& build = unit_.expressions;
  for (std::size_t next = first; next < met_later_.size();) {
    const ExpressionRef elements = met_later_[next].elements;
    const Origin origin = met_later_[next].origin;
    const DraftLocation behind = lowering_.add_location();
    if (elements != certain) {
      const DraftLocation exists = lowering_.add_location();
      lowering_.branch(build.binary(BinaryOperator::GreaterEqual, elements, build.constant(1, elements->type)), exists,
                       behind, {origin.range, {}});
      lowering_.start_at(exists);
    }
    for (; next < met_later_.size() && met_later_[next].elements == elements; ++next) {
      const MetLater& pointer = met_later_[next];
      give_pointer(pointer.place, pointer.extent, pointer.name, pointer.origin);
    }
    lowering_.go_to(behind);
    lowering_.start_at(behind);
  }
  met_later_.erase(met_later_.begin() + static_cast<std::ptrdiff_t>(first), met_later_.end());
}

void UnconstrainedPointers::give_what_is_met_later() { give_from(0, nullptr); }

void UnconstrainedPointers::give_variable(const Place& place, const DeclaredExtent& extent, const std::string& name,
                                          const Origin& origin, DraftLocation behind) {
  auto& build = unit_.expressions;
  const cfa::Type byte = cfa::IntegerType{8, cfa::Signedness::Unsigned};
  const GivenPointer own{.pointee = extent.element};
  std::vector<GivenPointer> variables;
  for (const GivenPointer& variable : passable_variables_) {
    if (type_of_objects(unit_.context, variable.pointee) == type_of_objects(unit_.context, own.pointee) &&
        !must_not_lead_to(own, variable)) {
      variables.push_back(variable);
    }
  }
  if (variables.empty()) {
    return;
  }
  if (variables.size() > most_alternatives) {
    return lowering_.unsupported(too_many_alternatives, origin);
  }
  const cfa::VariableId choice = lowering_.temporary("which " + name, byte);
  lowering_.unconstrained(RegisterPlace{choice}, unit_.context.UnsignedCharTy, cfa::InputKind::Parameter, name, origin);
  for (std::size_t index = 0; index < variables.size(); ++index) {
    const DraftLocation taken = lowering_.add_location();
    const DraftLocation others = lowering_.add_location();
    const ExpressionRef number = build.constant(static_cast<cfa::Integer>(index + 1), byte);
    lowering_.branch(build.binary(BinaryOperator::Equal, build.read(choice, byte), number), taken, others,
                     {origin.range, {}});
    lowering_.start_at(taken);
    lowering_.places().put(place, some_element(variables[index], name, origin).pointer, {origin.range, {}});
    lowering_.go_to(behind);
    lowering_.start_at(others);
  }
}

/// An input of its own, so that an error path can say what it is.
void UnconstrainedPointers::give_pointer(const Place& place, const DeclaredExtent& extent, const std::string& name,
                                         const Origin& origin) {
  auto& build = unit_.expressions;
  const DraftLocation behind = lowering_.add_location();
  give_variable(place, extent, name, origin, behind);
  const cfa::VariableId value = lowering_.temporary(name, unit_.types.pointer());
  const ExpressionRef read = build.read(value, unit_.types.pointer());
  cfa::Input input{value, cfa::InputKind::Parameter, name, {}};
  input.given = unit_.given_types.of(extent.element, reads_.converted);
  lowering_.emit(std::move(input), {origin.range, {}});
  if (!extent.may_be_null) {
    assume(build.binary(BinaryOperator::NotEqual, read, build.zero(read->type)), origin);
  }
  lowering_.places().put(place, read, {origin.range, {}});
  lowering_.go_to(behind);
  lowering_.start_at(behind);
}

void UnconstrainedPointers::follow_member(const Place& record, const clang::FieldDecl* field, const std::string& name,
                                          const Inside& inside) {
  const Origin& origin = inside.origin;
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
  const ExpressionRef value = unconstrained_pointer(wanted, origin, inside.depth + 1, inside.given);
  lowering_.places().put(lowering_.places().member_place(record, field), value, {origin.range, {}});
}

cfa::ExpressionRef UnconstrainedPointers::member_value(const Place& record, const clang::ValueDecl* field,
                                                       const Origin& origin) {
  const Place place = lowering_.places().member_place(record, llvm::cast<clang::FieldDecl>(field));
  return lowering_.saved(lowering_.places().value_at(place, field->getType().getUnqualifiedType(), origin),
                         field->getNameAsString(), {origin.range, {}});
}

} // namespace vouch::frontend

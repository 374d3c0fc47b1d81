#include "analysis/frontend/lower_static_object.hpp"

#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_initialiser.hpp"
#include "analysis/frontend/lower_place.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>

/// Objects with static storage: their lifetimes, and what they hold at the start.
namespace vouch::frontend {
namespace {

/// Variables of the C library that hold an open stream at the start of a program.
bool is_standard_stream(const std::string& name) { return name == "stdin" || name == "stdout" || name == "stderr"; }

} // namespace

void StaticObjectLowering::set_up_static_objects(StaticContents contents) {
  // All lifetimes begin before the first address is taken. But which objects there are is known only behind their
  // initialisers, which may bring in others (string literals): so what comes second is lowered first.
  DraftLocation begin = lowering_.current();
  DraftLocation initialisation = lowering_.add_location();
  lowering_.start_at(initialisation);
  for (std::size_t index = 0; index < unit_.static_objects().size(); ++index) {
    StaticObject object = unit_.static_objects()[index];
    initialise_static(object, contents);
  }
  DraftLocation end = lowering_.current();
  lowering_.start_at(begin);
  for (const StaticObject& object : unit_.static_objects()) {
    begin_static(object);
  }
  for (const StaticObject& object : unit_.static_objects()) {
    choose_symbol(object);
  }
  if (unit_.properties.contains(cfa::PropertyKind::MemoryLeak)) {
    lowering_.emit(cfa::Assign{unit_.allocation_count(),
                               unit_.expressions.zero(unit_.builder.variable(unit_.allocation_count()).type)},
                   {});
  }
  lowering_.go_to(initialisation);
  lowering_.start_at(end);
}

void StaticObjectLowering::begin_static(const StaticObject& object) {
  if (const auto* memory = std::get_if<MemoryPlace>(&object.place)) {
    cfa::VariableId variable = std::get<cfa::AddressOf>(memory->address->node).variable;
    lowering_.emit(cfa::Declare{variable}, {unit_.builder.variable(variable).declaration, {}});
  }
}

void StaticObjectLowering::choose_symbol(const StaticObject& object) {
  if (object.symbol == nullptr) {
    return;
  }
  auto& build = unit_.expressions;
  const cfa::VariableId holder = std::get<RegisterPlace>(object.place).variable;
  const std::string name = unit_.builder.variable(holder).name;
  const cfa::Type flag = cfa::IntegerType{8, cfa::Signedness::Unsigned};
  const cfa::VariableId exists = lowering_.temporary("symbol exists", flag);
  const Origin origin{unit_.builder.variable(holder).declaration, {}};
  lowering_.emit(cfa::Input{exists, cfa::InputKind::Parameter, name, {}, cfa::Input::Range::Boolean}, origin);
  lowering_.emit(cfa::Assign{holder, build.conditional(build.truth(build.read(exists, flag)), object.symbol,
                                                       build.zero(object.symbol->type))},
                 origin);
}

/// Whether nothing that ran before can have written it.
bool StaticObjectLowering::always_holds_initialiser(const StaticObject& object) const {
  if (object.variable == nullptr || object.type.isConstQualified() ||
      (object.type->isArrayType() && unit_.context.getBaseElementType(object.type).isConstQualified())) {
    return true;
  }
  if (unit_.role == UnitRole::Models) { // a note there says what earlier calls leave behind
    return !object.variable->hasAttr<clang::AnnotateAttr>();
  }
  return unit_.is_never_written(object.variable);
}

/// Of a variable that is written: it holds its initialiser or what the file assigns to it.
void StaticObjectLowering::assume_one_of_its_constants(const StaticObject& object, const Origin& origin) {
  if (object.variable == nullptr || !unit_.linkage.statics.contains(object.variable->getCanonicalDecl())) {
    return;
  }
  auto& build = unit_.expressions;
  const cfa::ExpressionRef value = lowering_.places().value_at(object.place, object.type, origin);
  const clang::Expr* initialiser = object.initialiser;
  if (const auto* braces = llvm::dyn_cast_or_null<clang::InitListExpr>(initialiser)) {
    initialiser = braces->getNumInits() == 1 ? braces->getInit(0) : nullptr;
  }
  cfa::ExpressionRef is_one =
      build.binary(cfa::BinaryOperator::Equal, value,
                   initialiser != nullptr ? lowering_.expressions().rvalue(initialiser) : build.zero(value->type));
  for (const clang::Expr* constant : unit_.linkage.statics.at(object.variable->getCanonicalDecl())) {
    const cfa::ExpressionRef other = lowering_.expressions().rvalue(constant);
    is_one =
        build.binary(cfa::BinaryOperator::LogicalOr, is_one, build.binary(cfa::BinaryOperator::Equal, value, other));
  }
  lowering_.emit(cfa::Assume{is_one, cfa::Polarity::Holds}, {origin.range, {}});
}

cfa::GivenTypeId StaticObjectLowering::type_behind(clang::QualType pointer) {
  const bool is_known = unit_.linkage.code_elsewhere_keeps_types() && unit_.role == UnitRole::Program &&
                        pointer->isPointerType() && leads_to_callers_objects(pointer);
  return is_known ? unit_.given_types.of(pointer->getPointeeType(), {}) : cfa::GivenTypeId();
}

bool StaticObjectLowering::leads_to_callers_objects(clang::QualType type) const {
  if (type->isPointerType()) {
    return !is_object_type(type->getPointeeType()) || !unit_.may_lead_to_variables(type->getPointeeType());
  }
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
    return leads_to_callers_objects(array->getElementType());
  }
  const clang::RecordDecl* record = type->getAsRecordDecl();
  return record == nullptr || std::ranges::all_of(record->fields(), [this](const clang::FieldDecl* field) {
           return leads_to_callers_objects(field->getType());
         });
}

void StaticObjectLowering::leave_to_callers(const StaticObject& object, const std::string& name, const Origin& origin) {
  const auto assume = [this] {
    unit_.assume(
        "pointers in variables of the file are null, or lead to the start of an object of their type that callers "
        "made and that exists, where no object of the file has that type",
        lowering_.function());
  };
  const auto choose = [&](cfa::VariableId variable, clang::QualType type) {
    const cfa::GivenTypeId given = type_behind(type);
    if (given.is_valid()) {
      assume();
      lowering_.emit(cfa::Input{.target = variable,
                                .kind = cfa::InputKind::Parameter,
                                .origin = unit_.builder.variable(variable).name,
                                .arguments = {},
                                .given = given},
                     origin);
    } else {
      lowering_.unconstrained(RegisterPlace{variable}, type, cfa::InputKind::Parameter, name, origin);
    }
  };
  if (const auto* in_register = std::get_if<RegisterPlace>(&object.place)) {
    return choose(in_register->variable, object.type);
  }
  if (const auto* in_leaves = std::get_if<LeavesPlace>(&object.place)) {
    const auto& leaves = unit_.types.leaves(plain(object.type)->getAs<clang::RecordType>()->getDecl()).leaves;
    for (std::size_t index = 0; index < leaves.size(); ++index) {
      choose(in_leaves->leaves[index], leaves[index].type);
    }
    return;
  }
  const auto* in_memory = std::get_if<MemoryPlace>(&object.place);
  const auto* address = in_memory != nullptr ? std::get_if<cfa::AddressOf>(&in_memory->address->node) : nullptr;
  const cfa::GivenTypeId contents =
      address != nullptr ? unit_.builder.variable(address->variable).contents : cfa::GivenTypeId();
  if (contents.is_valid() && leads_to_callers_objects(object.type)) {
    if (!unit_.builder.given_type(contents).pointers.empty()) {
      assume();
    }
    lowering_.emit(cfa::HavocMemory{in_memory->address, name, cfa::InputKind::Parameter, contents}, origin);
  } else {
    lowering_.unconstrained(object.place, object.type, cfa::InputKind::Parameter, name, origin);
  }
}

/// Inputs of their own for the pointers to functions in a struct, so that one of them can be assumed to lead to one.
void StaticObjectLowering::give_functions(const Place& place, clang::QualType type, const std::string& name,
                                          const Origin& origin) {
  const clang::RecordDecl* record = type->getAsRecordDecl();
  if (unit_.linkage.callers != Callers::Sensible || !std::holds_alternative<MemoryPlace>(place) || record == nullptr ||
      record->isUnion()) {
    return;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    const std::string field_name = name + "." + field->getNameAsString();
    if (field->isBitField()) {
      continue;
    }
    const Place part = lowering_.places().member_place(place, field);
    if (field->getType()->isFunctionPointerType()) {
      const cfa::VariableId value = lowering_.temporary(field_name, unit_.types.pointer());
      lowering_.emit(cfa::Input{value, cfa::InputKind::Parameter, field_name, {}}, origin);
      lowering_.places().put(part, unit_.expressions.read(value, unit_.types.pointer()), origin);
    } else {
      give_functions(part, field->getType(), field_name, origin);
    }
  }
}

void StaticObjectLowering::initialise_static(const StaticObject& object, StaticContents contents) {
  if (object.symbol != nullptr) {
    return;
  }
  SourceRange range;
  std::string name = "<literal>";
  if (object.variable != nullptr) {
    range = lowering_.range_of(clang::SourceRange(object.variable->getLocation()));
    name = object.variable->getNameAsString();
  } else if (object.initialiser != nullptr) {
    range = lowering_.range_of(object.initialiser->getSourceRange());
  }
  Origin origin{range, {}};
  bool is_defined_elsewhere =
      object.variable != nullptr && object.variable->hasDefinition(unit_.context) == clang::VarDecl::DeclarationOnly;
  if (is_defined_elsewhere || (contents == StaticContents::Unconstrained && !always_holds_initialiser(object))) {
    leave_to_callers(object, name, origin);
    assume_one_of_its_constants(object, origin);
    give_functions(object.place, object.type, name, origin);
    if (is_defined_elsewhere && is_standard_stream(name) && object.type->isPointerType()) {
      cfa::ExpressionRef stream = lowering_.places().value_at(object.place, object.type, origin);
      lowering_.emit(cfa::Assume{unit_.expressions.binary(cfa::BinaryOperator::NotEqual, stream,
                                                          unit_.expressions.zero(stream->type)),
                                 cfa::Polarity::Holds},
                     origin);
    }
  } else if (object.initialiser != nullptr) {
    InitialiserLowering initialiser(lowering_);
    if (!always_holds_initialiser(object) || !initialiser.initialise_at_once(object, origin)) {
      initialiser.initialise(object.place, object.type, object.initialiser, origin);
    }
  } else {
    InitialiserLowering(lowering_).set_to_zero(object.place, object.type, origin);
  }
}

} // namespace vouch::frontend

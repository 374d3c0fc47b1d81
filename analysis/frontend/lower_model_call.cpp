#include "analysis/frontend/lower_model_call.hpp"

#include "analysis/frontend/character_table.hpp"
#include "analysis/frontend/check_arithmetic.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_expression.hpp"

/// Calls of functions that have no definition in the user's file, but a model (library_models.hpp).
namespace vouch::frontend {
namespace {

enum class ValueClass { Void, Integer, Pointer, Floating, Record, Other };

ValueClass class_of(clang::QualType type) {
  type = plain(type);
  if (type->isVoidType()) {
    return ValueClass::Void;
  }
  if (type->isRealFloatingType()) {
    return ValueClass::Floating;
  }
  if (type->isRecordType()) {
    return ValueClass::Record;
  }
  if (type->isAnyPointerType()) {
    return ValueClass::Pointer;
  }
  return type->isIntegerType() ? ValueClass::Integer : ValueClass::Other;
}

/// Whether a value of the type that the program has declared can be one of the model's type. Where it has declared
/// nothing, integers and pointers are the same to it.
enum class Declared { WithPrototype, WithoutPrototype };
bool agree(clang::QualType program, clang::QualType model, Declared declared) {
  ValueClass a = class_of(program);
  ValueClass b = class_of(model);
  auto is_word = [](ValueClass value) { return value == ValueClass::Integer || value == ValueClass::Pointer; };
  if (a != b) {
    return declared == Declared::WithoutPrototype && is_word(a) && is_word(b);
  }
  if (a != ValueClass::Pointer) {
    return true;
  }
  // `remove(struct list *)` is not the one of <stdio.h>.
  clang::QualType pointee = model->getPointeeType();
  clang::QualType given = program->getPointeeType();
  return pointee->isVoidType() || (pointee->isFunctionType() == given->isFunctionType() && !given->isRecordType());
}

/// Whether the byte-wise accesses of a model to what `argument` points to are accesses to characters. Where they are
/// not, they would cut other objects into bytes, which costs more than the model gives.
bool points_to_characters(const clang::Expr* argument) {
  clang::QualType type = argument->IgnoreParenCasts()->getType();
  clang::QualType element;
  if (type->isArrayType()) {
    element = clang::QualType(type->getPointeeOrArrayElementType(), 0);
  } else if (type->isPointerType()) {
    element = type->getPointeeType();
  }
  return element.isNull() || element->isAnyCharacterType() || element->isVoidType();
}

bool is_bytewise(llvm::StringRef model) {
  return model == "memcmp" || model == "bcmp" || model == "memchr" || model == "memrchr";
}

/// The function that computes the elements of the table that `function` gives the address of.
llvm::StringRef model_of_table(llvm::StringRef function) {
  if (function == "__ctype_b_loc") {
    return "__vouch_ctype_bits";
  }
  if (function == "__ctype_tolower_loc") {
    return "tolower";
  }
  return function == "__ctype_toupper_loc" ? "toupper" : "";
}

bool is_plain_constant(cfa::ExpressionRef expression) { return constant_value(expression) != nullptr; }

} // namespace

/// The models are a part of the library.
bool ModelCallLowering::may_be_librarys(const clang::FunctionDecl* function) const {
  return unit_.role == UnitRole::Models || may_be_of_library(function);
}

const clang::FunctionDecl* ModelCallLowering::model_for(const clang::CallExpr* expression,
                                                        const clang::FunctionDecl* callee) {
  if (callee->getDefinition() != nullptr || callee->getIdentifier() == nullptr || !callee->isExternallyVisible() ||
      !may_be_librarys(callee)) {
    return nullptr;
  }
  const clang::FunctionDecl* model = unit_.linkage.models->find(callee->getName());
  if (model == nullptr) {
    return nullptr;
  }
  bool has_enough = expression->getNumArgs() == model->getNumParams() ||
                    (model->isVariadic() && expression->getNumArgs() > model->getNumParams());
  const auto* prototype = callee->getType()->getAs<clang::FunctionProtoType>();
  Declared declared =
      prototype != nullptr && !callee->isImplicit() ? Declared::WithPrototype : Declared::WithoutPrototype;
  bool result_fits = expression->getType()->isVoidType() ||
                     agree(expression->getType(), model->getReturnType(),
                           model->getReturnType()->isVoidType() ? Declared::WithPrototype : declared);
  if (class_of(expression->getType()) == ValueClass::Record) {
    const auto& wanted = unit_.types;
    result_fits = result_fits && wanted.is_splittable(expression->getType()) &&
                  wanted.size_in_bytes(expression->getType()) == wanted.size_in_bytes(model->getReturnType());
  }
  if (!has_enough || !result_fits) {
    return nullptr;
  }
  for (unsigned index = 0; index < model->getNumParams(); ++index) {
    const clang::Expr* argument = expression->getArg(index);
    ValueClass given = class_of(argument->getType());
    bool is_scalar = given == ValueClass::Integer || given == ValueClass::Pointer || given == ValueClass::Floating;
    if (!is_scalar || !agree(argument->getType(), model->getParamDecl(index)->getType(), declared) ||
        (is_bytewise(model->getName()) && !points_to_characters(argument))) {
      return nullptr;
    }
  }
  return model;
}

void ModelCallLowering::call_model(const clang::CallExpr* expression, const clang::FunctionDecl* model,
                                   const CallResult& result, const Origin& origin) {
  CallArguments values = CallLowering(lowering_).arguments(expression);
  llvm::StringRef name = model->getName();
  if (unit_.role == UnitRole::Program) {
    LibraryUse(lowering_).check_arguments(name, values, expression, origin);
  }
  bool is_absolute_value = name == "abs" || name == "labs" || name == "llabs" || name == "imaxabs";
  if (is_absolute_value && values.values.front().size() == 1) {
    ArithmeticChecks(lowering_).check_negation(values.values.front().front(), expression);
  }
  std::vector<cfa::ExpressionRef> constants;
  for (const auto& parts : values.values) {
    constants.push_back(parts.size() == 1 && is_plain_constant(parts.front()) ? parts.front() : nullptr);
  }
  FunctionInterface copy = unit_.linkage.models->instance_of(model, constants, origin.range);
  CallLowering(lowering_).enter(copy, values, result, origin, !model->isNoReturn());
}

std::optional<cfa::ExpressionRef> ModelCallLowering::character_table_entry(const clang::Expr* lvalue,
                                                                           const cfa::Type& type) {
  const std::optional<CharacterTableEntry> entry = frontend::character_table_entry(lvalue);
  if (!entry) {
    return std::nullopt;
  }
  llvm::StringRef name = model_of_table(entry->function->getName());
  const clang::FunctionDecl* model = name.empty() ? nullptr : unit_.linkage.models->find(name);
  if (model == nullptr) {
    return std::nullopt;
  }
  Origin origin = lowering_.origin_of(lvalue);
  origin.text.clear();
  CallArguments values;
  values.values.push_back({lowering_.expressions().rvalue(entry->index)});
  values.types.push_back(entry->index->getType());
  CallResult result{lowering_.temporary("call " + name.str(), type), {}, lvalue->getType()};
  CallLowering(lowering_).enter(unit_.linkage.models->instance_of(model, {}, origin.range), values, result, origin,
                                true);
  return unit_.expressions.read(*result.scalar, type);
}

bool ModelCallLowering::lower_as_model(const FunctionInterface& interface, const std::string& name,
                                       const Origin& origin) {
  const clang::FunctionDecl* model = unit_.linkage.models->find(name);
  const clang::FunctionDecl* function = interface.declaration;
  if (name == "exit" && !unit_.linkage.destructors.empty()) {
    return false; // the model does not run them
  }
  if (model == nullptr || model->getNumParams() != interface.parameters.size() || function->isVariadic() ||
      interface.results.size() > 1 ||
      !agree(function->getReturnType(), model->getReturnType(), Declared::WithPrototype)) {
    return false;
  }
  CallArguments values;
  for (unsigned index = 0; index < model->getNumParams(); ++index) {
    clang::QualType type = interface.parameters[index].declaration->getType();
    bool is_scalar = interface.parameters[index].passing == ParameterInterface::Passing::Scalar;
    if (!is_scalar || !agree(type, model->getParamDecl(index)->getType(), Declared::WithPrototype)) {
      return false;
    }
    cfa::VariableId variable = interface.parameters[index].variables.front();
    values.values.push_back({unit_.expressions.read(variable, unit_.builder.variable(variable).type)});
    values.types.push_back(type);
  }
  LibraryUse(lowering_).check_arguments(name, values, nullptr, origin);
  CallResult result{{}, {}, function->getReturnType()};
  if (!interface.results.empty()) {
    result.scalar = interface.results.front();
  }
  CallLowering(lowering_).enter(unit_.linkage.models->instance_of(model, {}, origin.range), values, result, origin,
                                !model->isNoReturn());
  return true;
}

} // namespace vouch::frontend

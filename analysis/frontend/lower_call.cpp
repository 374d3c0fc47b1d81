#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/function_lowering.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <utility>

namespace vouch::frontend {
namespace {

bool is_function_pointer(clang::QualType type) { return type->isFunctionPointerType() || type->isBlockPointerType(); }

/// How a value is passed, as far as caller and callee have to agree on it: signedness does not matter, and all pointers
/// are alike. Of records and the like only those of one translation unit can be compared.
struct Passed {
  cfa::Type type;
  const void* exact = nullptr;
  friend bool operator==(const Passed&, const Passed&) = default;
};

Passed passed(const TypeLowering& types, clang::QualType type) {
  if (type->isVoidType()) {
    return {cfa::AggregateType{0}, nullptr};
  }
  auto scalar = types.scalar(type);
  if (!scalar) {
    return {cfa::AggregateType{0}, plain(type).getTypePtr()};
  }
  if (const auto* integer = cfa::as_integer(*scalar)) {
    return {cfa::IntegerType{integer->width, cfa::Signedness::Unsigned}, nullptr};
  }
  return {*scalar, nullptr};
}

/// Whether a call through a pointer to a function of type `called`, in a translation unit with `types`, may reach
/// `function`, one of a unit with `function_types`. A call of any other function is undefined.
bool may_be_callee(const TypeLowering& types, clang::QualType called, const TypeLowering& function_types,
                   const clang::FunctionDecl* function) {
  const auto* wanted = called->getAs<clang::FunctionType>();
  const auto* offered = function->getType()->getAs<clang::FunctionType>();
  auto same = [&](clang::QualType a, clang::QualType b) { return passed(types, a) == passed(function_types, b); };
  if (wanted == nullptr || offered == nullptr || !same(wanted->getReturnType(), offered->getReturnType())) {
    return false;
  }
  const auto* a = llvm::dyn_cast<clang::FunctionProtoType>(wanted);
  const auto* b = llvm::dyn_cast<clang::FunctionProtoType>(offered);
  if (a == nullptr || b == nullptr) {
    return true; // without a prototype only the call's arguments count
  }
  if (a->getNumParams() != b->getNumParams() || a->isVariadic() != b->isVariadic()) {
    return false;
  }
  for (unsigned index = 0; index < a->getNumParams(); ++index) {
    if (!same(a->getParamType(index), b->getParamType(index))) {
      return false;
    }
  }
  return true;
}

} // namespace

cfa::ExpressionRef FunctionLowering::call(const clang::CallExpr* expression, const Destination* destination,
                                          ResultUse use) {
  auto& build = unit_.expressions;
  auto type = unit_.types.scalar(expression->getType());
  const clang::FunctionDecl* callee = direct_callee(expression);
  if (callee != nullptr && callee->getIdentifier() != nullptr) {
    std::string name = callee->getNameAsString();
    if (variable_arguments_builtin(expression, name)) {
      return nullptr;
    }
    for (auto builtin : {sync_builtin(expression, name), checked_arithmetic(expression, name)}) {
      if (builtin) {
        return *builtin;
      }
    }
    if (callee->getDefinition() == nullptr) {
      if (auto value = float_call(expression, name, destination)) {
        return *value;
      }
    }
    auto known = library_function(callee->getName());
    bool is_always_known = known == LibraryFunction::AssertFail || known == LibraryFunction::ReachError;
    bool runs_handlers = name == "exit" && unit_.usage.undefined_functions.contains("atexit");
    auto interest = use == ResultUse::Needed ? ResultInterest::Needed : ResultInterest::Discarded;
    bool may_use_model = !known || runs_handlers || is_better_modelled(*known, interest);
    bool has_model = may_use_model && model_for(expression, callee) != nullptr;
    if (known && !has_model && (callee->getDefinition() == nullptr || is_always_known)) {
      if (auto value = library_call(expression, callee, *known, destination, use)) {
        return *value;
      }
    }
  }
  CallResult result{{}, {}, expression->getType()};
  Origin origin = destination != nullptr ? destination->origin : origin_of(expression);
  // Whoever gives a program its inputs has to give those that nobody looks at, too.
  bool is_input = callee != nullptr && callee->getDefinition() == nullptr && model_for(expression, callee) == nullptr;
  if (expression->getType()->isRecordType()) {
    result.aggregate = temporary_place("call", expression->getType(), origin);
  } else if (type && !expression->getType()->isVoidType() && (use == ResultUse::Needed || is_input)) {
    std::string name = callee != nullptr ? "call " + callee->getNameAsString() : "call";
    result.scalar = result_variable(name, *type, destination);
  }
  dispatch(expression, result, origin);
  return result.scalar ? build.read(*result.scalar, *type) : nullptr;
}

void FunctionLowering::call_into(const clang::CallExpr* expression, const Place& destination) {
  CallResult result{{}, destination, expression->getType()};
  dispatch(expression, result, origin_of(expression));
}

void FunctionLowering::dispatch(const clang::CallExpr* expression, const CallResult& result, const Origin& origin) {
  const clang::FunctionDecl* callee = direct_callee(expression);
  bool has_unsupported_result = !expression->getType()->isVoidType() && !expression->getType()->isRecordType() &&
                                !unit_.types.scalar(expression->getType());
  if (has_unsupported_result) {
    unsupported("call with a result of type " + expression->getType().getAsString(), expression);
  } else if (callee != nullptr && (callee->hasAttr<clang::AliasAttr>() || callee->hasAttr<clang::IFuncAttr>())) {
    unsupported("alias of a function", expression);
  } else if (callee == nullptr) {
    call_pointer(expression, result, origin);
  } else if (unit_.role == UnitRole::Models && callee->getDefinition() != nullptr) {
    call_model(expression, callee, result, origin);
  } else if (callee->getDefinition() != nullptr) {
    call_function(expression, unit_.interface_of(callee), result, origin);
  } else if (const clang::FunctionDecl* model = model_for(expression, callee)) {
    call_model(expression, model, result, origin);
  } else {
    call_undefined(expression, callee, result, origin);
  }
}

std::vector<cfa::ExpressionRef> FunctionLowering::argument(const clang::Expr* expression) {
  if (unit_.types.scalar(expression->getType()) && !expression->getType()->isVoidType()) {
    return {rvalue(expression)};
  }
  if (!expression->getType()->isRecordType()) {
    return {unsupported_value("argument of type " + expression->getType().getAsString(), expression)};
  }
  clang::QualType type = expression->getType();
  Place object = aggregate(expression);
  if (checks_accesses() && std::holds_alternative<MemoryPlace>(object)) {
    check_place(object, type, origin_of(expression));
  }
  if (!unit_.types.is_splittable(type)) {
    return {std::get<MemoryPlace>(object).address};
  }
  std::vector<cfa::ExpressionRef> values;
  const auto& leaves = unit_.types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves;
  std::vector<Place> places = leaf_places(object, type);
  Origin origin = origin_of(expression);
  for (std::size_t index = 0; index < leaves.size(); ++index) {
    values.push_back(value_at(places[index], leaves[index].type, origin));
  }
  return values;
}

FunctionLowering::Arguments FunctionLowering::arguments(const clang::CallExpr* expression) {
  Arguments result;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* current = expression->getArg(index);
    std::vector<cfa::ExpressionRef> values = argument(current);
    for (unsigned later = index + 1; later < expression->getNumArgs(); ++later) {
      for (cfa::ExpressionRef& value : values) {
        value = stabilised(value, expression->getArg(later), current);
      }
    }
    result.values.push_back(std::move(values));
    result.types.push_back(current->getType());
  }
  return result;
}

void FunctionLowering::call_function(const clang::CallExpr* expression, const FunctionInterface& callee,
                                     const CallResult& result, const Origin& origin) {
  // The interface may move when others are made.
  FunctionInterface interface = callee;
  Arguments values = arguments(expression);
  enter(interface, values, result, origin, !interface.declaration->isNoReturn());
}

void FunctionLowering::enter(const FunctionInterface& callee, const Arguments& arguments, const CallResult& result,
                             const Origin& origin, bool returns) {
  auto& build = unit_.expressions;
  std::vector<cfa::Binding> bindings;
  auto variable_type = [&](cfa::VariableId variable) { return unit_.builder.variable(variable).type; };
  std::optional<Place> ignored_result;
  if (callee.result_address) {
    Place target = result.aggregate ? *result.aggregate : temporary_place("call", result.type, origin);
    bindings.push_back({*callee.result_address, std::get<MemoryPlace>(target).address});
  }
  for (std::size_t index = 0; index < callee.parameters.size(); ++index) {
    const std::vector<cfa::VariableId>& variables = callee.parameters[index].variables;
    for (std::size_t part = 0; part < variables.size(); ++part) {
      cfa::Type type = variable_type(variables[part]);
      bool is_given = index < arguments.values.size() && part < arguments.values[index].size();
      if (is_given) {
        bindings.push_back({variables[part], build.convert(arguments.values[index][part], type)});
        continue;
      }
      cfa::VariableId missing = temporary("missing argument", type);
      input(missing, cfa::InputKind::Uninitialised, "missing argument", {origin.range, {}});
      bindings.push_back({variables[part], build.read(missing, type)});
    }
  }
  if (callee.variable_arguments) {
    bindings.push_back({*callee.variable_arguments, variable_arguments(callee, arguments, origin)});
  }
  std::vector<cfa::Binding> results;
  auto bind_result = [&](cfa::VariableId target, cfa::VariableId source) {
    results.push_back({target, build.convert(build.read(source, variable_type(source)), variable_type(target))});
  };
  if (result.scalar && callee.results.size() == 1) {
    bind_result(*result.scalar, callee.results.front());
  }
  std::vector<std::pair<Place, cfa::VariableId>> stores;
  if (result.aggregate && !callee.result_address) {
    std::vector<Place> targets = leaf_places(*result.aggregate, result.type);
    for (std::size_t index = 0; index < targets.size(); ++index) {
      if (const auto* in_register = std::get_if<RegisterPlace>(&targets[index])) {
        bind_result(in_register->variable, callee.results[index]);
        continue;
      }
      cfa::VariableId part = temporary("call", variable_type(callee.results[index]));
      bind_result(part, callee.results[index]);
      stores.emplace_back(targets[index], part);
    }
  }
  DraftLocation behind = draft_.add_location();
  draft_.add_call(current_, behind, {callee.id, std::move(bindings)}, std::move(results), origin.range, origin.text);
  start_at(behind);
  for (const auto& [target, part] : stores) {
    write(target, build.read(part, variable_type(part)), {origin.range, {}});
  }
  if (!returns) {
    continue_unreachable();
  }
}

void FunctionLowering::call_pointer(const clang::CallExpr* expression, const CallResult& result, const Origin& origin) {
  auto& build = unit_.expressions;
  cfa::ExpressionRef pointer = rvalue(expression->getCallee());
  for (const clang::Expr* later : expression->arguments()) {
    pointer = stabilised(pointer, later, expression->getCallee());
  }
  Arguments values = arguments(expression);
  check_called_pointer(pointer, origin);
  clang::QualType called = expression->getCallee()->getType()->getPointeeType();
  DraftLocation after = draft_.add_location();
  Unit& program = *unit_.linkage.program;
  for (const clang::FunctionDecl* candidate : program.usage.address_taken_functions) {
    if (!may_be_callee(unit_.types, called, program.types, candidate)) {
      continue;
    }
    FunctionInterface interface = program.interface_of(candidate);
    cfa::ExpressionRef is_it = build.binary(cfa::BinaryOperator::Equal, pointer, build.function_address(interface.id));
    program.note_call_through_pointer();
    DraftLocation yes = draft_.add_location();
    DraftLocation no = draft_.add_location();
    branch(is_it, yes, no, {origin.range, {}});
    start_at(yes);
    enter(interface, values, result, origin, !interface.declaration->isNoReturn());
    go_to(after);
    start_at(no);
  }
  bool passes_function = std::any_of(expression->arg_begin(), expression->arg_end(), [](const clang::Expr* argument) {
    return is_function_pointer(argument->getType());
  });
  if (unit_.linkage.contents == StaticContents::Unconstrained && !passes_function) {
    // Where the file is a part of an unknown program, so are functions that pointers lead to.
    std::string name = "*" + unit_.source.text(expression->getCallee()->getSourceRange());
    values.values.push_back({pointer}); // calls of other functions may give other results
    call_unknown(expression, values, name, result, origin);
    unit_.assume(
        "functions that only pointers lead to, and that are not in the file, are assumed to return any value, to "
        "change only what their arguments point to, and to fail no assertion");
  } else {
    unknown_behaviour("call through a pointer to an unknown function", origin_of(expression));
  }
  go_to(after);
  start_at(after);
}

void FunctionLowering::havoc_pointees(const clang::CallExpr* expression, const Arguments& arguments,
                                      const std::string& name, const Origin& origin) {
  bool anything = false;
  std::vector<cfa::ExpressionRef> bounded;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* argument = expression->getArg(index);
    const clang::Expr* source = argument->IgnoreParenImpCasts();
    clang::QualType as_parameter = argument->getType();
    if (as_parameter->isRecordType()) {
      const RecordLeaves& parts = unit_.types.leaves(plain(as_parameter)->getAs<clang::RecordType>()->getDecl());
      anything = anything || parts.has_union_or_array ||
                 std::any_of(parts.leaves.begin(), parts.leaves.end(),
                             [](const Leaf& leaf) { return leaf.type->isPointerType(); });
      continue;
    }
    if (!as_parameter->isPointerType() || is_function_pointer(as_parameter) ||
        as_parameter->getPointeeType().isConstQualified() ||
        argument->isNullPointerConstant(unit_.context, clang::Expr::NPC_NeverValueDependent) !=
            clang::Expr::NPCK_NotNull) {
      continue;
    }
    clang::QualType pointee = as_parameter->getPointeeType();
    if (pointee->isVoidType() && source->getType()->isPointerType()) {
      pointee = source->getType()->getPointeeType();
    } else if (pointee->isVoidType() && source->getType()->isArrayType()) {
      pointee = unit_.context.getAsArrayType(source->getType())->getElementType();
    }
    if (pointee->isIntegerType() || pointee->isRealFloatingType()) {
      bounded.push_back(arguments.values[index].front());
    } else {
      anything = true; // what is stored there may point on
    }
  }
  if (anything) {
    emit(cfa::HavocMemory{nullptr, name, cfa::InputKind::External}, origin);
    return;
  }
  for (cfa::ExpressionRef address : bounded) {
    emit(cfa::HavocMemory{address, name, cfa::InputKind::External}, origin);
  }
}

void FunctionLowering::receive_unknown(const CallResult& result, clang::QualType type, cfa::InputKind kind,
                                       const std::string& name, std::vector<cfa::ExpressionRef> arguments,
                                       const Origin& origin) {
  if (result.aggregate) {
    unconstrained(*result.aggregate, type, kind, name, origin);
  } else if (result.scalar) {
    auto range = is_boolean(type) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
    emit(cfa::Input{*result.scalar, kind, name, std::move(arguments), range}, origin);
  }
}

void FunctionLowering::call_unknown(const clang::CallExpr* expression, const Arguments& arguments,
                                    const std::string& name, const CallResult& result, const Origin& origin) {
  std::vector<cfa::ExpressionRef> flat;
  for (const auto& parts : arguments.values) {
    flat.insert(flat.end(), parts.begin(), parts.end());
  }
  havoc_pointees(expression, arguments, name, origin);
  bool passes_addresses =
      std::any_of(flat.begin(), flat.end(), [](cfa::ExpressionRef part) { return cfa::is_pointer(part->type); });
  if (passes_addresses && !result.scalar) {
    // Nothing is received, but the function may keep what it was passed and give it back elsewhere.
    cfa::VariableId nothing = temporary("call " + name, cfa::IntegerType{});
    emit(cfa::Input{nothing, cfa::InputKind::External, name, flat, cfa::Input::Range::WholeType}, origin);
  }
  auto kind = flat.empty() ? cfa::InputKind::Nondeterministic : cfa::InputKind::External;
  receive_unknown(result, expression->getType(), kind, name, std::move(flat), origin);
}

void FunctionLowering::call_undefined(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                      const CallResult& result, const Origin& origin) {
  std::string name = callee->getNameAsString();
  for (const clang::Expr* argument : expression->arguments()) {
    const clang::Expr* source = argument->IgnoreParenCasts();
    if (is_function_pointer(argument->getType()) || source->getType()->isFunctionType()) {
      arguments(expression);
      unknown_behaviour("function passed to " + name + ", which has no definition", origin_of(expression));
      return callee->isNoReturn() ? continue_unreachable() : void();
    }
  }
  if (callee->getBuiltinID() != 0 && name.starts_with("__")) {
    return unsupported(name, expression);
  }
  call_unknown(expression, arguments(expression), name, result, origin);
  std::string sentence = "\"" + name +
                         "\" has no definition: it is assumed to return any value, to change only what its "
                         "arguments point to, and to fail no assertion";
  unit_.note(origin.range, sentence);
  unit_.assume(sentence);
  if (callee->isNoReturn()) {
    continue_unreachable();
  }
}

void FunctionLowering::lower_undefined(const FunctionInterface& interface) {
  interface_ = &interface;
  const clang::FunctionDecl* function = interface.declaration;
  std::string name = function->getNameAsString();
  Origin origin{range_of(clang::SourceRange(function->getLocation())), {}};
  std::vector<cfa::ExpressionRef> values;
  bool may_write = interface.result_address.has_value();
  for (const ParameterInterface& parameter : interface.parameters) {
    for (cfa::VariableId variable : parameter.variables) {
      values.push_back(unit_.expressions.read(variable, unit_.builder.variable(variable).type));
      may_write = may_write || cfa::is_pointer(values.back()->type);
    }
  }
  if (lower_as_model(interface, name, origin)) {
    return;
  }
  auto known = library_function(name);
  bool is_input = known == LibraryFunction::Nondeterministic;
  if ((known && !is_input) || (function->isVariadic() && function->getNumParams() == 0)) {
    return unknown_behaviour(name + " called through a pointer", origin);
  }
  if (may_write) {
    emit(cfa::HavocMemory{nullptr, name, cfa::InputKind::External}, origin);
  }
  auto kind = values.empty() || is_input ? cfa::InputKind::Nondeterministic : cfa::InputKind::External;
  auto range = is_boolean(function->getReturnType()) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
  for (cfa::VariableId result : interface.results) {
    emit(cfa::Input{result, kind, name, values, range}, origin);
  }
}

} // namespace vouch::frontend

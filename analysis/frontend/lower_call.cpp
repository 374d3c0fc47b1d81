#include "analysis/frontend/lower_call.hpp"

#include "analysis/frontend/check_memory.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_pointers.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/library_use.hpp"
#include "analysis/frontend/lower_aggregate.hpp"
#include "analysis/frontend/lower_allocation.hpp"
#include "analysis/frontend/lower_atomic.hpp"
#include "analysis/frontend/lower_checked_arithmetic.hpp"
#include "analysis/frontend/lower_expression.hpp"
#include "analysis/frontend/lower_float_function.hpp"
#include "analysis/frontend/lower_library_call.hpp"
#include "analysis/frontend/lower_model_call.hpp"
#include "analysis/frontend/lower_order.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_pointer_call.hpp"
#include "analysis/frontend/lower_variable_arguments.hpp"
#include "analysis/frontend/property_targets.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <unordered_set>
#include <utility>

namespace vouch::frontend {
namespace {

/// What a pointer that is passed leads to: passed as a `void *`, it is still what it was.
/// Types of what pointers lead to, each followed once.
class TypesBehind {
public:
  /// Whether who follows pointers in an object of this type, without casting const away, comes to what is not const.
  bool lead_to_what_can_be_changed(clang::QualType type) {
    if (type->isPointerType()) {
      const clang::QualType pointee = type->getPointeeType();
      const bool is_object = !pointee->isFunctionType();
      return is_object && (!pointee.isConstQualified() || lead_to_what_can_be_changed(pointee));
    }
    if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
      return lead_to_what_can_be_changed(array->getElementType());
    }
    const clang::RecordDecl* record = type->getAsRecordDecl();
    return record != nullptr && seen_.insert(record->getCanonicalDecl()).second &&
           std::ranges::any_of(record->fields(), [this](const clang::FieldDecl* field) {
             return lead_to_what_can_be_changed(field->getType());
           });
  }

private:
  std::unordered_set<const clang::Decl*> seen_;
};

clang::QualType pointee_of_argument(const clang::ASTContext& context, const clang::Expr* argument) {
  const clang::QualType pointee = argument->getType()->getPointeeType();
  const clang::QualType source = argument->IgnoreParenImpCasts()->getType();
  if (pointee->isVoidType() && source->isPointerType()) {
    return source->getPointeeType();
  }
  return pointee->isVoidType() && source->isArrayType() ? context.getAsArrayType(source)->getElementType() : pointee;
}

/// For a transparent union, as `accept` of glibc has one, a function gets the member that is passed. One that is seen has the
/// union as its parameter.
const clang::Expr* passed_argument(const clang::CallExpr* call, unsigned index) {
  const clang::Expr* argument = call->getArg(index);
  const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(argument->IgnoreParens());
  const auto* members = literal != nullptr ? llvm::dyn_cast<clang::InitListExpr>(literal->getInitializer()) : nullptr;
  const clang::RecordDecl* record = members != nullptr ? members->getType()->getAsRecordDecl() : nullptr;
  const clang::FunctionDecl* callee = direct_callee(call);
  const bool is_member = record != nullptr && record->hasAttr<clang::TransparentUnionAttr>() &&
                         members->getNumInits() == 1 && callee != nullptr && callee->getDefinition() == nullptr;
  return is_member ? members->getInit(0) : argument;
}

} // namespace

cfa::ExpressionRef CallLowering::call(const clang::CallExpr* expression, const Destination* destination,
                                      ResultUse use) {
  auto& build = unit_.expressions;
  auto type = unit_.types.scalar(expression->getType());
  const clang::FunctionDecl* callee = direct_callee(expression);
  if (callee != nullptr && callee->getIdentifier() != nullptr) {
    std::string name = callee->getNameAsString();
    if (VariableArgumentLowering(lowering_).variable_arguments_builtin(expression, name)) {
      return nullptr;
    }
    for (auto builtin : {AtomicLowering(lowering_).sync_builtin(expression, name),
                         lower_checked_arithmetic(lowering_, expression, name)}) {
      if (builtin) {
        return *builtin;
      }
    }
    const bool is_known_by_name = ModelCallLowering(lowering_).may_be_librarys(callee);
    if (is_known_by_name && callee->getDefinition() == nullptr) {
      if (auto value = FloatFunctionLowering(lowering_).float_call(expression, name, destination)) {
        return *value;
      }
    }
    auto known = is_known_by_name ? library_function(callee->getName()) : std::nullopt;
    bool is_always_known = known == LibraryFunction::AssertFail || known == LibraryFunction::ReachError;
    const bool says_more = use == ResultUse::Needed || LibraryUse(lowering_).is_checked_by_model(expression, name);
    auto interest = says_more ? ResultInterest::Needed : ResultInterest::Discarded;
    bool may_use_model = !known || is_better_modelled(*known, interest);
    bool has_model = may_use_model && ModelCallLowering(lowering_).model_for(expression, callee) != nullptr;
    if (known && !has_model && (callee->getDefinition() == nullptr || is_always_known)) {
      if (auto value = LibraryCallLowering(lowering_).library_call(expression, callee, *known, destination, use)) {
        return *value;
      }
    }
  }
  CallResult result{{}, {}, expression->getType()};
  Origin origin = destination != nullptr ? destination->origin : lowering_.origin_of(expression);
  // Whoever gives a program its inputs has to give those that nobody looks at, too.
  bool is_input = callee != nullptr && callee->getDefinition() == nullptr &&
                  ModelCallLowering(lowering_).model_for(expression, callee) == nullptr;
  if (expression->getType()->isRecordType()) {
    result.aggregate = lowering_.temporary_place("call", expression->getType(), origin);
  } else if (type && !expression->getType()->isVoidType() && (use == ResultUse::Needed || is_input)) {
    std::string name = callee != nullptr ? "call " + callee->getNameAsString() : "call";
    result.scalar = lowering_.result_variable(name, *type, destination);
  }
  dispatch(expression, result, origin);
  return result.scalar ? build.read(*result.scalar, *type) : nullptr;
}

void CallLowering::call_into(const clang::CallExpr* expression, const Place& destination) {
  EvaluationScope scope(lowering_, expression);
  CallResult result{{}, destination, expression->getType()};
  dispatch(expression, result, lowering_.origin_of(expression));
}

void CallLowering::dispatch(const clang::CallExpr* expression, const CallResult& result, const Origin& origin) {
  const clang::FunctionDecl* callee = direct_callee(expression);
  if (callee != nullptr && may_be_absent(callee) && unit_.role == UnitRole::Program) {
    auto& build = unit_.expressions;
    const cfa::ExpressionRef pointer =
        lowering_.places().address_of_weak_symbol(callee, build.function_address(unit_.interface_of(callee).id));
    MemoryChecks(lowering_).check_called_pointer(pointer, origin);
    lowering_.emit(cfa::Assume{build.binary(cfa::BinaryOperator::NotEqual, pointer, build.zero(pointer->type)),
                               cfa::Polarity::Holds},
                   {origin.range, {}});
  }
  bool has_unsupported_result = !expression->getType()->isVoidType() && !expression->getType()->isRecordType() &&
                                !unit_.types.scalar(expression->getType());
  if (has_unsupported_result) {
    lowering_.unsupported("call with a result of type " + expression->getType().getAsString(), expression);
  } else if (callee != nullptr && is_renamed(callee)) {
    lowering_.unsupported("alias of a function", expression);
  } else if (callee == nullptr) {
    PointerCallLowering(lowering_).call_pointer(expression, result, origin);
  } else if (unit_.role == UnitRole::Models && callee->getDefinition() != nullptr) {
    ModelCallLowering(lowering_).call_model(expression, callee, result, origin);
  } else if (callee->getDefinition() != nullptr && may_be_expanded(callee)) {
    lowering_.unsupported("own definition of the builtin \"" + callee->getNameAsString() + "\"", expression);
  } else if (callee->getDefinition() != nullptr) {
    call_function(expression, unit_.interface_of(callee), result, origin);
  } else if (const clang::FunctionDecl* model = ModelCallLowering(lowering_).model_for(expression, callee)) {
    ModelCallLowering(lowering_).call_model(expression, model, result, origin);
  } else {
    call_undefined(expression, callee, result, origin);
  }
}

std::vector<cfa::ExpressionRef> CallLowering::argument(const clang::Expr* expression) {
  if (unit_.types.scalar(expression->getType()) && !expression->getType()->isVoidType()) {
    return {lowering_.expressions().rvalue(expression)};
  }
  if (!expression->getType()->isRecordType()) {
    return {lowering_.unsupported_value("argument of type " + expression->getType().getAsString(), expression)};
  }
  clang::QualType type = expression->getType();
  Place object = AggregateLowering(lowering_).aggregate(expression);
  if (lowering_.targets().checks_accesses() && std::holds_alternative<MemoryPlace>(object)) {
    lowering_.places().check_place(object, type, lowering_.origin_of(expression));
  }
  if (!unit_.types.is_splittable(type)) {
    return {std::get<MemoryPlace>(object).address};
  }
  std::vector<cfa::ExpressionRef> values;
  const auto& leaves = unit_.types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves;
  std::vector<Place> places = lowering_.places().leaf_places(object, type);
  Origin origin = lowering_.origin_of(expression);
  for (std::size_t index = 0; index < leaves.size(); ++index) {
    values.push_back(lowering_.places().value_at(places[index], leaves[index].type, origin));
  }
  return values;
}

CallArguments CallLowering::arguments(const clang::CallExpr* expression) {
  CallArguments result;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* current = passed_argument(expression, index);
    std::vector<cfa::ExpressionRef> values = argument(current);
    for (unsigned later = index + 1; later < expression->getNumArgs(); ++later) {
      for (cfa::ExpressionRef& value : values) {
        value = lowering_.stabilised(value, expression->getArg(later), current);
      }
    }
    result.values.push_back(std::move(values));
    result.types.push_back(current->getType());
  }
  return result;
}

void CallLowering::call_function(const clang::CallExpr* expression, const FunctionInterface& callee,
                                 const CallResult& result, const Origin& origin) {
  // The interface may move when others are made.
  FunctionInterface interface = callee;
  CallArguments values = arguments(expression);
  enter(interface, values, result, origin, !interface.declaration->isNoReturn());
}

void CallLowering::enter(const FunctionInterface& callee, const CallArguments& arguments, const CallResult& result,
                         const Origin& origin, bool returns) {
  auto& build = unit_.expressions;
  std::vector<cfa::Binding> bindings;
  auto variable_type = [&](cfa::VariableId variable) { return unit_.builder.variable(variable).type; };
  std::optional<Place> ignored_result;
  if (callee.result_address) {
    Place target = result.aggregate ? *result.aggregate : lowering_.temporary_place("call", result.type, origin);
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
      cfa::VariableId missing = lowering_.temporary("missing argument", type);
      lowering_.input(missing, cfa::InputKind::Uninitialised, "missing argument", {origin.range, {}});
      bindings.push_back({variables[part], build.read(missing, type)});
    }
  }
  if (callee.contract_is_assumed) {
    const cfa::Integer is_assumed = arguments.contract == Contract::Assumed ? 1 : 0;
    bindings.push_back(
        {*callee.contract_is_assumed, build.constant(is_assumed, variable_type(*callee.contract_is_assumed))});
  }
  if (callee.variable_arguments) {
    bindings.push_back({*callee.variable_arguments,
                        VariableArgumentLowering(lowering_).variable_arguments(callee, arguments, origin)});
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
    std::vector<Place> targets = lowering_.places().leaf_places(*result.aggregate, result.type);
    for (std::size_t index = 0; index < targets.size(); ++index) {
      if (const auto* in_register = std::get_if<RegisterPlace>(&targets[index])) {
        bind_result(in_register->variable, callee.results[index]);
        continue;
      }
      cfa::VariableId part = lowering_.temporary("call", variable_type(callee.results[index]));
      bind_result(part, callee.results[index]);
      stores.emplace_back(targets[index], part);
    }
  }
  DraftLocation behind = lowering_.add_location();
  lowering_.draft().add_call(lowering_.current(), behind, {callee.id, std::move(bindings)}, std::move(results),
                             origin.range, origin.text);
  lowering_.start_at(behind);
  for (const auto& [target, part] : stores) {
    lowering_.places().write(target, build.read(part, variable_type(part)), {origin.range, {}});
  }
  if (!returns) {
    lowering_.continue_unreachable();
  }
}

std::optional<std::vector<cfa::ExpressionRef>> CallLowering::changed_objects(const clang::CallExpr* expression,
                                                                             const CallArguments& arguments) {
  bool anything = false;
  std::vector<cfa::ExpressionRef> bounded;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* argument = passed_argument(expression, index);
    clang::QualType as_parameter = argument->getType();
    if (as_parameter->isRecordType()) {
      const RecordLeaves& parts = unit_.types.leaves(plain(as_parameter)->getAs<clang::RecordType>()->getDecl());
      anything = anything || parts.has_union_or_array ||
                 std::any_of(parts.leaves.begin(), parts.leaves.end(),
                             [](const Leaf& leaf) { return leaf.type->isPointerType(); });
      continue;
    }
    if (!as_parameter->isPointerType() || is_function_pointer(as_parameter) ||
        argument->isNullPointerConstant(unit_.context, clang::Expr::NPC_NeverValueDependent) !=
            clang::Expr::NPCK_NotNull) {
      continue;
    }
    const clang::QualType pointee = pointee_of_argument(unit_.context, argument);
    if (as_parameter->getPointeeType().isConstQualified()) {
      const clang::FunctionDecl* callee = expression->getDirectCallee();
      const bool only_reads = callee != nullptr && only_reads_behind_const(callee);
      anything = anything || (!only_reads && TypesBehind().lead_to_what_can_be_changed(pointee));
    } else if (pointee->isIntegerType() || pointee->isRealFloatingType()) {
      bounded.push_back(arguments.values[index].front());
    } else {
      anything = true; // what is stored there may point on
    }
  }
  const clang::FunctionDecl* callee = expression->getDirectCallee();
  anything = anything || (callee != nullptr && own_variables(callee).has_results);
  return anything ? std::nullopt : std::optional(std::move(bounded));
}

/// Those that the program looks at.
void CallLowering::change_own_variables(const clang::FunctionDecl* callee, const Origin& origin) {
  const std::vector<std::string_view> changed = own_variables(callee).names;
  for (const clang::VarDecl* variable : unit_.linkage.program->usage.globals) {
    const bool is_librarys = variable->hasDefinition(unit_.context) == clang::VarDecl::DeclarationOnly;
    if (is_librarys && std::ranges::find(changed, std::string_view(variable->getName())) != changed.end()) {
      lowering_.unconstrained(lowering_.places().variable_place(variable), variable->getType(),
                              cfa::InputKind::Overapproximated, variable->getNameAsString(), origin);
    }
  }
}

std::vector<cfa::GivenTypeId> CallLowering::types_behind(const clang::CallExpr* expression,
                                                         const CallArguments& arguments) {
  std::vector<cfa::GivenTypeId> result;
  for (unsigned index = 0; index < expression->getNumArgs(); ++index) {
    const clang::Expr* argument = passed_argument(expression, index);
    const cfa::GivenTypeId type = argument->getType()->isPointerType()
                                      ? unit_.given_types.of(pointee_of_argument(unit_.context, argument), {})
                                      : cfa::GivenTypeId();
    result.insert(result.end(), arguments.values[index].size(), type);
  }
  return result;
}

void CallLowering::receive_unknown(const CallResult& result, clang::QualType type, cfa::Input received,
                                   const Origin& origin) {
  if (result.aggregate) {
    lowering_.unconstrained(*result.aggregate, type, received.kind, received.origin, origin);
  } else if (result.scalar) {
    received.target = *result.scalar;
    received.range = is_boolean(type) ? cfa::Input::Range::Boolean : cfa::Input::Range::WholeType;
    // Other pointers often lead into the middle of what was passed.
    if (unit_.linkage.code_elsewhere_keeps_types() && type->isPointerType()) {
      const bool is_callers = type->getPointeeType()->isRecordType() &&
                              !unit_.linkage.program->may_lead_to_variables(type->getPointeeType());
      cfa::GivenTypeId& behind = is_callers ? received.given : received.result_type;
      behind = unit_.given_types.of(type->getPointeeType(), {});
    }
    lowering_.emit(std::move(received), origin);
  }
}

void CallLowering::receive_new_object(const NamedAllocator& allocator, const CallArguments& arguments,
                                      const CallResult& result, const Origin& origin) {
  if (result.scalar) {
    const bool may_fail =
        allocator.failure == NamedAllocator::Failure::ReturnsNull && unit_.linkage.allocation == Allocation::MayFail;
    const auto by = allocator.function != nullptr
                        ? AllocationLowering::Allocator{allocator.function->getNameAsString(), cfa::Author::Code}
                        : AllocationLowering::Allocator{"malloc", cfa::Author::System};
    AllocationLowering(lowering_).give(*result.scalar, arguments.values[allocator.size_argument].front(),
                                       may_fail ? cfa::AllocationFailure::MayReturnNull : cfa::AllocationFailure::Never,
                                       by, origin);
  }
  unit_.assume(
      "functions that are not seen and that are named after \"malloc\", or have the attribute \"alloc_size\", are "
      "assumed to return null or a new object of the size that they are passed, to change only what their "
      "arguments point to without const, and to fail no assertion",
      lowering_.function());
}

CallArguments CallLowering::settled(CallArguments arguments, const Origin& origin) {
  for (std::vector<cfa::ExpressionRef>& parts : arguments.values) {
    for (cfa::ExpressionRef& part : parts) {
      part = lowering_.settled(part, origin);
    }
  }
  return arguments;
}

CallArguments CallLowering::settled_arguments(const clang::CallExpr* expression) {
  return settled(arguments(expression), lowering_.origin_of(expression));
}

void CallLowering::call_unknown(const clang::CallExpr* expression, CallArguments passed, const std::string& name,
                                const CallResult& result, const Origin& origin) {
  const CallArguments arguments = settled(std::move(passed), origin);
  std::vector<cfa::ExpressionRef> flat;
  for (const auto& parts : arguments.values) {
    flat.insert(flat.end(), parts.begin(), parts.end());
  }
  const auto change = [&](cfa::ExpressionRef address) {
    lowering_.change_elsewhere(address, name, expression->getDirectCallee(), origin,
                               unit_.linkage.code_elsewhere_keeps_types() ? cfa::HavocMemory::Pointers::KeepTypes
                                                                          : cfa::HavocMemory::Pointers::Any);
  };
  const std::optional<std::vector<cfa::ExpressionRef>> changed = changed_objects(expression, arguments);
  std::ranges::for_each(changed.value_or(std::vector<cfa::ExpressionRef>()), change);
  if (const std::optional<NamedAllocator> allocator = supposed_allocator(unit_, expression)) {
    if (!changed) {
      change(nullptr);
    }
    return receive_new_object(*allocator, arguments, result, origin);
  }
  const bool keeps_types = unit_.linkage.code_elsewhere_keeps_types();
  std::vector<cfa::GivenTypeId> types;
  if (keeps_types) {
    types = types_behind(expression, arguments);
    unit_.assume("functions that are not seen return, and leave in memory, pointers that callers could pass",
                 lowering_.function());
  }
  bool passes_addresses =
      std::any_of(flat.begin(), flat.end(), [](cfa::ExpressionRef part) { return cfa::is_pointer(part->type); });
  if (passes_addresses && !result.scalar) {
    // Nothing is received, but the function may keep what it was passed and give it back elsewhere.
    cfa::VariableId nothing = lowering_.temporary("call " + name, cfa::IntegerType{});
    lowering_.emit(cfa::Input{.target = nothing,
                              .kind = cfa::InputKind::External,
                              .origin = name,
                              .arguments = flat,
                              .argument_types = types},
                   origin);
  }
  // What it is told of in this call it can change in this call.
  if (!changed && !result.scalar) {
    change(nullptr);
  }
  const auto kind = flat.empty() ? cfa::InputKind::Nondeterministic : cfa::InputKind::External;
  receive_unknown(result, expression->getType(),
                  {.target = {},
                   .kind = kind,
                   .origin = name,
                   .arguments = std::move(flat),
                   .author = lowering_.author_of(expression->getDirectCallee()),
                   .argument_types = std::move(types)},
                  origin);
  if (!changed && result.scalar) {
    change(nullptr);
  }
}

void CallLowering::call_undefined(const clang::CallExpr* expression, const clang::FunctionDecl* callee,
                                  const CallResult& result, const Origin& origin) {
  std::string name = callee->getNameAsString();
  for (const clang::Expr* argument : expression->arguments()) {
    const clang::Expr* source = argument->IgnoreParenCasts();
    if (is_function_pointer(argument->getType()) || source->getType()->isFunctionType()) {
      arguments(expression);
      lowering_.unknown_behaviour("function passed to " + name + ", which has no definition",
                                  lowering_.origin_of(expression));
      return callee->isNoReturn() ? lowering_.continue_unreachable() : void();
    }
  }
  if (callee->getBuiltinID() != 0 && name.starts_with("__")) {
    return lowering_.unsupported(name, expression);
  }
  call_unknown(expression, arguments(expression), name, result, origin);
  change_own_variables(callee, origin);
  if (!supposed_allocator(unit_, expression)) {
    std::string sentence = "\"" + name +
                           "\" has no definition: it is assumed to return any value, to change only what its "
                           "arguments point to without const, and to fail no assertion";
    unit_.note(origin.range, sentence);
    unit_.assume(sentence, lowering_.function());
  }
  LibraryUse(lowering_).change_errno("__vouch_may_have_failed", origin);
  if (callee->isNoReturn()) {
    lowering_.continue_unreachable();
  }
}

} // namespace vouch::frontend

#include "analysis/frontend/lower_entry.hpp"

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_statement.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <optional>
#include <unordered_map>

/// What a synthetic function calls that starts a verification, and with which arguments.
namespace vouch::frontend {

namespace {

/// What the contract says takes the place of what the declaration suggests.
DeclaredExtent extent_of(const StatedMemory& memory, const clang::ParmVarDecl* parameter) {
  DeclaredExtent extent;
  const clang::QualType pointee = parameter->getType()->getPointeeType();
  extent.is_untyped = pointee->isVoidType();
  extent.element = pointee->isVoidType() ? parameter->getASTContext().UnsignedCharTy : pointee;
  extent.is_string = memory.kind == StatedMemory::Kind::String || memory.kind == StatedMemory::Kind::StringOrNull;
  extent.may_be_null = memory.kind != StatedMemory::Kind::String;
  return extent;
}

} // namespace

void EntryLowering::call_without_arguments(cfa::FunctionId callee) {
  DraftLocation behind = lowering_.add_location();
  lowering_.draft().add_call(lowering_.current(), behind, {callee, {}}, {}, {}, {});
  lowering_.start_at(behind);
}

void EntryLowering::start_library(StaticContents contents) {
  if (auto start = unit_.linkage.models->make_start(contents)) {
    call_without_arguments(*start);
  }
}

void EntryLowering::run_exit_handlers() {
  if (!unit_.usage.undefined_functions.contains("atexit")) {
    return;
  }
  if (const clang::FunctionDecl* model = unit_.linkage.models->find("__vouch_run_exit_handlers")) {
    call_without_arguments(unit_.linkage.models->instance_of(model, {}, {}).id);
  }
}

void EntryLowering::run_destructors() {
  for (const clang::FunctionDecl* destructor : unit_.linkage.destructors) {
    call_with_unconstrained_arguments(unit_.linkage.program->interface_of(destructor), Contract::Ignored, [] {});
  }
}

std::vector<cfa::ExpressionRef> EntryLowering::unconstrained_argument(const ParameterInterface& parameter,
                                                                      UnconstrainedPointers& pointers) {
  auto& build = unit_.expressions;
  clang::QualType type = parameter.declaration->getType();
  std::string name = parameter.declaration->getNameAsString();
  Origin origin{unit_.source.range(parameter.declaration->getSourceRange()), {}};
  if (parameter.passing == ParameterInterface::Passing::Address) {
    Place object = lowering_.temporary_place(name, type, origin);
    pointers.give_parts(object, type, name, origin);
    return {std::get<MemoryPlace>(object).address};
  }
  std::vector<cfa::ExpressionRef> parts;
  std::vector<cfa::VariableId> leaves;
  for (cfa::VariableId variable : parameter.variables) {
    cfa::Type part_type = unit_.builder.variable(variable).type;
    leaves.push_back(lowering_.temporary(unit_.builder.variable(variable).name, part_type));
    parts.push_back(build.read(leaves.back(), part_type));
  }
  if (parameter.passing == ParameterInterface::Passing::Scalar) {
    lowering_.unconstrained(RegisterPlace{leaves.front()}, type, cfa::InputKind::Parameter, name, origin);
  } else {
    pointers.give_parts(LeavesPlace{leaves}, type, name, origin);
  }
  return parts;
}

/// Where `callee` is verified on its own, its arguments are in temporaries here; the contract speaks of those.
void EntryLowering::assume_contract(const FunctionInterface& callee) {
  lowering_.take_assertions(Assertions::Assumed);
  const DraftLocation end = lowering_.add_location();
  for (const ContractPart& part : contract_of(callee.declaration)) {
    if (const auto* way_out = std::get_if<WayOut>(&part)) {
      const DraftLocation next = lowering_.add_location();
      lowering_.conditions().condition(way_out->condition, end, next);
      lowering_.start_at(next);
    } else {
      lowering_.statements().statement(std::get<Expectation>(part).assertion);
    }
  }
  lowering_.go_to(end);
  lowering_.start_at(end);
  lowering_.take_assertions(Assertions::Checked);
}

/// `expression` is one of `stated_memory`. Where it is undefined the contract is, too.
cfa::ExpressionRef EntryLowering::count_of(const clang::Expr* expression, const Numbers& numbers) {
  auto& build = unit_.expressions;
  expression = expression->IgnoreParens();
  const cfa::Type type = *unit_.types.scalar(expression->getType());
  if (clang::Expr::EvalResult constant; expression->EvaluateAsInt(constant, unit_.context)) {
    return build.constant(integer_of(constant.Val.getInt()), type);
  }
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(expression)) {
    return build.convert(count_of(cast->getSubExpr(), numbers), type);
  }
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    const cfa::ExpressionRef left = count_of(operation->getLHS(), numbers);
    const cfa::ExpressionRef right = count_of(operation->getRHS(), numbers);
    const auto op = operation->getOpcode() == clang::BO_Add   ? cfa::BinaryOperator::Add
                    : operation->getOpcode() == clang::BO_Sub ? cfa::BinaryOperator::Subtract
                                                              : cfa::BinaryOperator::Multiply;
    return cfa::as_integer(type)->is_signed() ? build.wrapping_binary(op, left, right) : build.binary(op, left, right);
  }
  return numbers.at(llvm::cast<clang::DeclRefExpr>(expression)->getDecl());
}

/// Of elements of the type; null: there is no certain number.
cfa::ExpressionRef EntryLowering::stated_count(const StatedMemory& memory, clang::QualType element,
                                               const Numbers& numbers) {
  auto& build = unit_.expressions;
  if (memory.count == nullptr) {
    return nullptr;
  }
  const cfa::ExpressionRef count = count_of(memory.count, numbers);
  if (memory.kind == StatedMemory::Kind::Elements) {
    return count;
  }
  const cfa::Type size_type = unit_.types.size_type();
  const cfa::ExpressionRef bytes = build.convert(count, size_type);
  const cfa::ExpressionRef size =
      build.constant(static_cast<cfa::Integer>(unit_.types.size_in_bytes(element)), size_type);
  const cfa::ExpressionRef has_rest = build.binary(
      cfa::BinaryOperator::NotEqual, build.binary(cfa::BinaryOperator::Remainder, bytes, size), build.zero(size_type));
  return build.binary(cfa::BinaryOperator::Add, build.binary(cfa::BinaryOperator::Divide, bytes, size),
                      build.convert(has_rest, size_type));
}

void EntryLowering::note_stated(const StatedMemory& memory, const clang::ValueDecl* parameter) {
  using Kind = StatedMemory::Kind;
  if (memory.kind == Kind::String || memory.kind == Kind::StringOrNull) {
    lowering_.note_made_as_string(parameter);
  }
  if (memory.kind != Kind::Other) {
    unit_.assume(
        "callers pass pointers to the start of what contracts say that they lead to, and to no more of it: so many "
        "elements, or a string",
        lowering_.function());
  }
}

void EntryLowering::settle(const ParameterInterface& parameter, const std::vector<cfa::ExpressionRef>& argument) {
  const clang::VarDecl* variable = parameter.declaration;
  if (parameter.passing == ParameterInterface::Passing::Address) {
    lowering_.places().settle(variable, MemoryPlace{argument.front()});
    return;
  }
  std::vector<cfa::VariableId> registers;
  for (cfa::ExpressionRef value : argument) {
    registers.push_back(std::get<cfa::VariableRead>(value->node).variable);
  }
  const bool is_scalar = parameter.passing == ParameterInterface::Passing::Scalar;
  lowering_.places().settle(variable, is_scalar ? Place(RegisterPlace{registers.front()}) : LeavesPlace{registers});
}

std::vector<std::string> EntryLowering::call_with_unconstrained_arguments(const FunctionInterface& callee,
                                                                          Contract contract,
                                                                          const std::function<void()>& fill_variables) {
  auto& build = unit_.expressions;
  SourceRange name_range = unit_.builder.function(callee.id).name_range;
  CallArguments values;
  GivenPointers given;
  const clang::FunctionDecl* definition = nullptr;
  UnconstrainedPointers pointers(lowering_, callee.declaration->hasBody(definition)
                                                ? unit_.member_reads.behind(definition)
                                                : MemberReads::Members());
  pointers.add_static_pointees(given);
  const auto stated = contract == Contract::Assumed ? stated_memory(callee.declaration)
                                                    : std::unordered_map<const clang::ValueDecl*, StatedMemory>();
  const auto extent_of_parameter = [&](const ParameterInterface& parameter) -> std::optional<DeclaredExtent> {
    if (contract == Contract::Ignored || !parameter.declaration->getType()->isPointerType()) {
      return std::nullopt;
    }
    DeclaredExtent extent = unit_.linkage.callers == Callers::Sensible
                                ? extent_of(callee.declaration, parameter.declaration)
                                : DeclaredExtent{parameter.declaration->getType()->getPointeeType()};
    if (const auto memory = stated.find(parameter.declaration); memory != stated.end()) {
      extent = extent_of(memory->second, parameter.declaration);
    }
    return can_be_made(extent) ? std::optional(extent) : std::nullopt;
  };
  // The numbers first that say how far pointers reach.
  Numbers numbers;
  for (const ParameterInterface& parameter : callee.parameters) {
    values.values.emplace_back();
    if (parameter.passing == ParameterInterface::Passing::Scalar && !extent_of_parameter(parameter)) {
      values.values.back() = unconstrained_argument(parameter, pointers);
      if (contract == Contract::Assumed) {
        pointers.assume_named_value(parameter.declaration->getNameAsString(), parameter.declaration->getType(),
                                    values.values.back().front(),
                                    {unit_.source.range(parameter.declaration->getSourceRange()), {}});
      }
      numbers.emplace(parameter.declaration, values.values.back().front());
    }
  }
  const auto is_made = [&](const ParameterInterface& parameter) {
    const std::optional<DeclaredExtent> extent = extent_of_parameter(parameter);
    return extent && extent->begin == nullptr;
  };
  const auto last_made = std::find_if(callee.parameters.rbegin(), callee.parameters.rend(), is_made).base();
  for (std::size_t index = 0; index < callee.parameters.size(); ++index) {
    const ParameterInterface& parameter = callee.parameters[index];
    if (std::optional<DeclaredExtent> extent = extent_of_parameter(parameter)) {
      const Origin origin{unit_.source.range(parameter.declaration->getSourceRange()), {}};
      WantedPointer wanted{parameter.declaration->getNameAsString(), *extent};
      const bool is_last = callee.parameters.begin() + static_cast<std::ptrdiff_t>(index) + 1 == last_made;
      wanted.is_restricted = parameter.declaration->getType().isRestrictQualified();
      wanted.behind = is_last ? WantedPointer::Behind::Nothing : WantedPointer::Behind::Others;
      wanted.count = extent->count == nullptr ? nullptr : numbers.at(extent->count);
      if (const auto memory = stated.find(parameter.declaration); memory != stated.end()) {
        wanted.count = stated_count(memory->second, extent->element, numbers);
        const cfa::Integer* known = wanted.count != nullptr ? constant_value(wanted.count) : nullptr;
        wanted.extent.may_be_null = extent->may_be_null && (known == nullptr || *known < 1);
        note_stated(memory->second, parameter.declaration);
      }
      values.values[index] = {extent->begin != nullptr
                                  ? pointers.end_of_array(values.values[extent->begin->getFunctionScopeIndex()].front(),
                                                          wanted, origin, given)
                                  : pointers.unconstrained_pointer(wanted, origin, 0, given)};
    }
  }
  pointers.give_what_is_met_later();
  for (std::size_t index = 0; index < callee.parameters.size(); ++index) {
    const ParameterInterface& parameter = callee.parameters[index];
    if (parameter.passing != ParameterInterface::Passing::Scalar) { // its pointers may lead to all that
      values.values[index] = unconstrained_argument(parameter, pointers);
    }
    settle(parameter, values.values[index]);
  }
  fill_variables();
  pointers.assume_strings();
  if (contract == Contract::Assumed) {
    assume_contract(callee);
  }
  if (callee.variable_arguments) {
    cfa::VariableId rest = lowering_.temporary("variable arguments", unit_.types.pointer());
    lowering_.input(rest, cfa::InputKind::Parameter, "variable arguments", {name_range, {}});
    values.rest = build.read(rest, unit_.types.pointer());
  }
  bool gets_arguments = callee.declaration->isMain() || callee.declaration->hasAttr<clang::ConstructorAttr>();
  bool has_argument_count =
      gets_arguments && !values.values.empty() && cfa::as_integer(values.values.front().front()->type) != nullptr;
  if (has_argument_count) {
    cfa::ExpressionRef count = values.values.front().front();
    lowering_.emit(cfa::Assume{build.binary(cfa::BinaryOperator::GreaterEqual, count, build.zero(count->type)),
                               cfa::Polarity::Holds},
                   {name_range, {}});
  }
  values.contract = contract;
  CallLowering(lowering_).enter(callee, values, {{}, {}, callee.declaration->getReturnType()}, {name_range, {}}, true);
  return pointers.assumed();
}

} // namespace vouch::frontend

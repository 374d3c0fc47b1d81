#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/function_lowering.hpp"
#include "analysis/frontend/library_models.hpp"

#include <clang/AST/Attr.h>

/// What a synthetic function calls that starts a verification, and with which arguments.
namespace vouch::frontend {

void FunctionLowering::call_without_arguments(cfa::FunctionId callee) {
  DraftLocation behind = draft_.add_location();
  draft_.add_call(current_, behind, {callee, {}}, {}, {}, {});
  start_at(behind);
}

void FunctionLowering::start_library(StaticContents contents) {
  if (auto start = unit_.linkage.models->make_start(contents)) {
    call_without_arguments(*start);
  }
}

void FunctionLowering::run_exit_handlers() {
  if (!unit_.usage.undefined_functions.contains("atexit")) {
    return;
  }
  if (const clang::FunctionDecl* model = unit_.linkage.models->find("__vouch_run_exit_handlers")) {
    call_without_arguments(unit_.linkage.models->instance_of(model, {}, {}).id);
  }
}

void FunctionLowering::run_destructors() {
  for (const clang::FunctionDecl* destructor : unit_.linkage.destructors) {
    call_with_unconstrained_arguments(unit_.linkage.program->interface_of(destructor), Contract::Ignored);
  }
}

std::vector<cfa::ExpressionRef> FunctionLowering::unconstrained_argument(const ParameterInterface& parameter,
                                                                         Contract contract, GivenPointers& given) {
  auto& build = unit_.expressions;
  clang::QualType type = parameter.declaration->getType();
  std::string name = parameter.declaration->getNameAsString();
  Origin origin{unit_.source.range(parameter.declaration->getSourceRange()), {}};
  if (parameter.passing == ParameterInterface::Passing::Address) {
    Place object = temporary_place(name, type, origin);
    unconstrained(object, type, cfa::InputKind::Parameter, name, origin);
    return {std::get<MemoryPlace>(object).address};
  }
  if (contract == Contract::Assumed && can_be_made(type)) {
    return {unconstrained_pointer(type, name, origin, 0, given)};
  }
  std::vector<cfa::ExpressionRef> parts;
  for (cfa::VariableId variable : parameter.variables) {
    cfa::Type part_type = unit_.builder.variable(variable).type;
    cfa::VariableId value = temporary(unit_.builder.variable(variable).name, part_type);
    unconstrained(RegisterPlace{value}, type, cfa::InputKind::Parameter, unit_.builder.variable(variable).name, origin);
    parts.push_back(build.read(value, part_type));
  }
  return parts;
}

/// Where `callee` is verified on its own, its arguments are in temporaries here; the contract speaks of those.
void FunctionLowering::assume_contract(const FunctionInterface& callee) {
  assertions_ = Assertions::Assumed;
  for (const clang::Stmt* assertion : contract_of(callee.declaration)) {
    statement(assertion);
  }
  assertions_ = Assertions::Checked;
}

void FunctionLowering::call_with_unconstrained_arguments(const FunctionInterface& callee, Contract contract) {
  auto& build = unit_.expressions;
  SourceRange name_range = unit_.builder.function(callee.id).name_range;
  Arguments values;
  GivenPointers given;
  add_static_pointees(given);
  for (const ParameterInterface& parameter : callee.parameters) {
    values.values.push_back(unconstrained_argument(parameter, contract, given));
    const clang::VarDecl* variable = parameter.declaration->getCanonicalDecl();
    if (parameter.passing == ParameterInterface::Passing::Address) {
      locals_.insert_or_assign(variable, MemoryPlace{values.values.back().front()});
      continue;
    }
    std::vector<cfa::VariableId> registers;
    for (cfa::ExpressionRef value : values.values.back()) {
      registers.push_back(std::get<cfa::VariableRead>(value->node).variable);
    }
    bool is_scalar = parameter.passing == ParameterInterface::Passing::Scalar;
    locals_.insert_or_assign(variable, is_scalar ? Place(RegisterPlace{registers.front()}) : LeavesPlace{registers});
  }
  if (contract == Contract::Assumed) {
    assume_contract(callee);
  }
  if (callee.variable_arguments) {
    cfa::VariableId rest = temporary("variable arguments", unit_.types.pointer());
    input(rest, cfa::InputKind::Parameter, "variable arguments", {name_range, {}});
    values.rest = build.read(rest, unit_.types.pointer());
  }
  bool gets_arguments = callee.declaration->isMain() || callee.declaration->hasAttr<clang::ConstructorAttr>();
  bool has_argument_count =
      gets_arguments && !values.values.empty() && cfa::as_integer(values.values.front().front()->type) != nullptr;
  if (has_argument_count) {
    cfa::ExpressionRef count = values.values.front().front();
    emit(cfa::Assume{build.binary(cfa::BinaryOperator::GreaterEqual, count, build.zero(count->type)),
                     cfa::Polarity::Holds},
         {name_range, {}});
  }
  enter(callee, values, {{}, {}, callee.declaration->getReturnType()}, {name_range, {}}, true);
}

} // namespace vouch::frontend

#include "analysis/frontend/lower_entry.hpp"

#include "analysis/frontend/call_arguments.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/lower_call.hpp"
#include "analysis/frontend/lower_condition.hpp"
#include "analysis/frontend/lower_place.hpp"
#include "analysis/frontend/lower_statement.hpp"

#include <clang/AST/Attr.h>
#include <optional>
#include <unordered_map>

/// What a synthetic function calls that starts a verification, and with which arguments.
namespace vouch::frontend {

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
    call_with_unconstrained_arguments(unit_.linkage.program->interface_of(destructor), Contract::Ignored);
  }
}

std::vector<cfa::ExpressionRef> EntryLowering::unconstrained_argument(const ParameterInterface& parameter) {
  auto& build = unit_.expressions;
  clang::QualType type = parameter.declaration->getType();
  std::string name = parameter.declaration->getNameAsString();
  Origin origin{unit_.source.range(parameter.declaration->getSourceRange()), {}};
  if (parameter.passing == ParameterInterface::Passing::Address) {
    Place object = lowering_.temporary_place(name, type, origin);
    lowering_.unconstrained(object, type, cfa::InputKind::Parameter, name, origin);
    return {std::get<MemoryPlace>(object).address};
  }
  std::vector<cfa::ExpressionRef> parts;
  for (cfa::VariableId variable : parameter.variables) {
    cfa::Type part_type = unit_.builder.variable(variable).type;
    cfa::VariableId value = lowering_.temporary(unit_.builder.variable(variable).name, part_type);
    lowering_.unconstrained(RegisterPlace{value}, type, cfa::InputKind::Parameter,
                            unit_.builder.variable(variable).name, origin);
    parts.push_back(build.read(value, part_type));
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
                                                                          Contract contract) {
  auto& build = unit_.expressions;
  SourceRange name_range = unit_.builder.function(callee.id).name_range;
  CallArguments values;
  GivenPointers given;
  const clang::FunctionDecl* definition = nullptr;
  UnconstrainedPointers pointers(lowering_, callee.declaration->hasBody(definition)
                                                ? unit_.member_reads.behind(definition)
                                                : MemberReads::Members());
  pointers.add_static_pointees(given);
  const auto extent_of_parameter = [&](const ParameterInterface& parameter) -> std::optional<DeclaredExtent> {
    if (contract == Contract::Ignored || !parameter.declaration->getType()->isPointerType()) {
      return std::nullopt;
    }
    const DeclaredExtent extent = unit_.linkage.callers == Callers::Sensible
                                      ? extent_of(callee.declaration, parameter.declaration)
                                      : DeclaredExtent{parameter.declaration->getType()->getPointeeType()};
    return can_be_made(extent) ? std::optional(extent) : std::nullopt;
  };
  // The numbers first that say how far pointers reach.
  std::unordered_map<const clang::ValueDecl*, cfa::ExpressionRef> numbers;
  for (const ParameterInterface& parameter : callee.parameters) {
    values.values.emplace_back();
    if (!extent_of_parameter(parameter)) {
      values.values.back() = unconstrained_argument(parameter);
      numbers.emplace(parameter.declaration, values.values.back().front());
    }
  }
  for (std::size_t index = 0; index < callee.parameters.size(); ++index) {
    const ParameterInterface& parameter = callee.parameters[index];
    if (std::optional<DeclaredExtent> extent = extent_of_parameter(parameter)) {
      const Origin origin{unit_.source.range(parameter.declaration->getSourceRange()), {}};
      WantedPointer wanted{parameter.declaration->getNameAsString(), *extent};
      wanted.count = extent->count == nullptr ? nullptr : numbers.at(extent->count);
      values.values[index] = {pointers.unconstrained_pointer(wanted, origin, 0, given)};
    }
    settle(parameter, values.values[index]);
  }
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
  CallLowering(lowering_).enter(callee, values, {{}, {}, callee.declaration->getReturnType()}, {name_range, {}}, true);
  return pointers.assumed();
}

} // namespace vouch::frontend

#include "analysis/frontend/entry_point.hpp"

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/static_set_up.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <optional>

namespace vouch::frontend {
namespace {

std::vector<const clang::FunctionDecl*> definitions(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> result;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition() && function->hasBody()) {
      result.push_back(function);
    }
  }
  return result;
}

const clang::FunctionDecl* find(const std::vector<const clang::FunctionDecl*>& functions, const std::string& name) {
  for (const clang::FunctionDecl* function : functions) {
    if (function->getNameAsString() == name) {
      return function;
    }
  }
  return nullptr;
}

int constructor_priority(const clang::FunctionDecl* function) {
  return function->getAttr<clang::ConstructorAttr>()->getPriority();
}

void add_constructors(const std::vector<const clang::FunctionDecl*>& defined, EntryChoice& choice) {
  for (const clang::FunctionDecl* function : defined) {
    if (function->hasAttr<clang::ConstructorAttr>()) {
      choice.constructors.push_back(function);
    }
    if (function->hasAttr<clang::DestructorAttr>()) {
      choice.destructor = function;
    }
  }
  std::stable_sort(choice.constructors.begin(), choice.constructors.end(),
                   [](const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
                     return constructor_priority(a) < constructor_priority(b);
                   });
}

} // namespace

std::vector<const clang::FunctionDecl*> EntryChoice::roots() const {
  std::vector<const clang::FunctionDecl*> result = functions;
  result.insert(result.end(), constructors.begin(), constructors.end());
  return result;
}

EntryChoice choose_entry_points(const clang::ASTContext& context, const SourceMap& source,
                                const std::string& requested) {
  std::vector<const clang::FunctionDecl*> defined = definitions(context);
  const clang::FunctionDecl* main = find(defined, "main");
  if (requested.empty() && main != nullptr) {
    EntryChoice result{{main}, StaticContents::Initialised, {}, nullptr};
    add_constructors(defined, result);
    return result;
  }
  EntryChoice result{{}, StaticContents::Unconstrained, {}, nullptr};
  if (requested.empty()) {
    for (const clang::FunctionDecl* function : defined) {
      if (function->isExternallyVisible() && source.is_in_main_file(function->getLocation())) {
        result.functions.push_back(function);
      }
    }
    return result;
  }
  if (const clang::FunctionDecl* function = find(defined, requested)) {
    bool starts_program = function == main || (main == nullptr && function->getNumParams() == 0);
    result.functions.push_back(function);
    if (starts_program) {
      result.contents = StaticContents::Initialised;
      add_constructors(defined, result);
    }
  }
  return result;
}

namespace {

/// `shared`: what sets up static objects; none if that is to be done here.
void add_entry_point(Unit& unit, const clang::FunctionDecl* function, const EntryChoice& choice,
                     StaticSetUp* shared) {
  FunctionInterface callee = unit.interface_of(function);
  SourceRange name_range = unit.builder.function(callee.id).name_range;
  cfa::FunctionId start = add_synthetic_function(unit, "<start of " + function->getNameAsString() + ">", name_range);
  FunctionLowering lowering(unit, start);
  if (shared != nullptr) {
    lowering.call_without_arguments(shared->add_entry(start, function->getNameAsString()));
  } else {
    lowering.set_up_static_objects(choice.contents);
  }
  lowering.start_library(choice.contents);
  for (const clang::FunctionDecl* constructor : choice.constructors) {
    lowering.call_with_unconstrained_arguments(unit.interface_of(constructor), FunctionLowering::Contract::Ignored);
  }
  if (choice.destructor != nullptr) {
    // It runs behind `main`, but also behind every `exit`.
    lowering.end_as_unsupported("destructor function", unit.source.range(choice.destructor->getLocation()));
  }
  bool is_program = choice.contents == StaticContents::Initialised;
  lowering.call_with_unconstrained_arguments(
      callee, is_program ? FunctionLowering::Contract::Ignored : FunctionLowering::Contract::Assumed);
  lowering.run_exit_handlers();
  lowering.check_leak_behind(callee);
  lowering.finish();
  unit.builder.add_entry_point({callee.id, unit.builder.function(start).entry,
                                is_program ? cfa::EntryKind::Program : cfa::EntryKind::AnyCall});
}

} // namespace

void add_entry_points(Unit& unit, const EntryChoice& choice, const RunContext& run) {
  std::optional<StaticSetUp> shared;
  if (choice.functions.size() > 1) {
    shared.emplace(unit, choice.contents);
  }
  for (const clang::FunctionDecl* function : choice.functions) {
    run.check();
    add_entry_point(unit, function, choice, shared ? &*shared : nullptr);
  }
  if (shared) {
    shared->lower();
  }
}

void FunctionLowering::call_without_arguments(cfa::FunctionId callee) {
  DraftLocation behind = draft_.add_location();
  draft_.add_call(current_, behind, {callee, {}}, {}, {}, {});
  start_at(behind);
}

void FunctionLowering::set_up_static_objects(StaticContents contents) {
  // All lifetimes begin before the first address is taken. But which objects there are is known only behind their
  // initialisers, which may bring in others (string literals): so what comes second is lowered first.
  DraftLocation begin = current_;
  DraftLocation initialisation = draft_.add_location();
  start_at(initialisation);
  for (std::size_t index = 0; index < unit_.static_objects().size(); ++index) {
    StaticObject object = unit_.static_objects()[index];
    initialise_static(object, contents);
  }
  DraftLocation end = current_;
  start_at(begin);
  for (const StaticObject& object : unit_.static_objects()) {
    begin_static(object);
  }
  if (unit_.properties.contains(cfa::PropertyKind::MemoryLeak)) {
    emit(cfa::Assign{unit_.allocation_count(),
                     unit_.expressions.zero(unit_.builder.variable(unit_.allocation_count()).type)},
         {});
  }
  go_to(initialisation);
  start_at(end);
}

void FunctionLowering::begin_static(const StaticObject& object) {
  if (const auto* memory = std::get_if<MemoryPlace>(&object.place)) {
    cfa::VariableId variable = std::get<cfa::AddressOf>(memory->address->node).variable;
    emit(cfa::Declare{variable}, {unit_.builder.variable(variable).declaration, {}});
  }
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

void FunctionLowering::initialise_static(const StaticObject& object, StaticContents contents) {
  SourceRange range;
  std::string name = "<literal>";
  if (object.variable != nullptr) {
    range = range_of(clang::SourceRange(object.variable->getLocation()));
    name = object.variable->getNameAsString();
  } else if (object.initialiser != nullptr) {
    range = range_of(object.initialiser->getSourceRange());
  }
  Origin origin{range, {}};
  bool is_defined_elsewhere =
      object.variable != nullptr && object.variable->hasDefinition(unit_.context) == clang::VarDecl::DeclarationOnly;
  bool is_constant = object.variable == nullptr ||
                     (object.type.isConstQualified() ||
                      (object.type->isArrayType() && unit_.context.getBaseElementType(object.type).isConstQualified()));
  if (is_defined_elsewhere || (contents == StaticContents::Unconstrained && !is_constant)) {
    unconstrained(object.place, object.type, cfa::InputKind::Parameter, name, origin);
  } else if (object.initialiser != nullptr) {
    initialise(object.place, object.type, object.initialiser, origin);
  } else {
    set_to_zero(object.place, object.type, origin);
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
  bool has_argument_count = callee.declaration->isMain() && !values.values.empty() &&
                            cfa::as_integer(values.values.front().front()->type) != nullptr;
  if (has_argument_count) {
    cfa::ExpressionRef count = values.values.front().front();
    emit(cfa::Assume{build.binary(cfa::BinaryOperator::GreaterEqual, count, build.zero(count->type)),
                     cfa::Polarity::Holds},
         {name_range, {}});
  }
  enter(callee, values, {{}, {}, callee.declaration->getReturnType()}, {name_range, {}}, true);
}

} // namespace vouch::frontend

#include "analysis/frontend/entry_point.hpp"

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/escaping_functions.hpp"
#include "analysis/frontend/library_models.hpp"
#include "analysis/frontend/library_signatures.hpp"
#include "analysis/frontend/static_set_up.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <iterator>
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

template <class Attribute>
int priority(const clang::FunctionDecl* function) {
  return function->getAttr<Attribute>()->getPriority();
}

unsigned offset_in_file(const clang::Decl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  return sources.getFileOffset(sources.getFileLoc(declaration->getLocation()));
}

/// The functions with the attribute, those with the lowest numbers first.
template <class Attribute>
std::vector<const clang::FunctionDecl*> with_attribute(const std::vector<const clang::FunctionDecl*>& defined) {
  std::vector<const clang::FunctionDecl*> result;
  std::ranges::copy_if(defined, std::back_inserter(result),
                       [](const clang::FunctionDecl* function) { return function->hasAttr<Attribute>(); });
  // What was linked may have come in another order.
  std::ranges::stable_sort(result, [](const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
    return std::pair(priority<Attribute>(a), offset_in_file(a)) < std::pair(priority<Attribute>(b), offset_in_file(b));
  });
  return result;
}

std::string file_of(const clang::Decl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  return sources.getFilename(sources.getFileLoc(declaration->getLocation())).str();
}

/// Whether the order is one that only the linker knows: neighbours with the same priority are in different files.
template <class Attribute>
bool is_ordered(const std::vector<const clang::FunctionDecl*>& sorted) {
  return std::ranges::adjacent_find(sorted, [](const clang::FunctionDecl* a, const clang::FunctionDecl* b) {
           return priority<Attribute>(a) == priority<Attribute>(b) &&
                  (file_of(a) != file_of(b) || a->getNameAsString() == b->getNameAsString());
         }) == sorted.end();
}

bool is_run_by_the_system(const clang::Decl* declaration) {
  return declaration->hasAttr<clang::ConstructorAttr>() || declaration->hasAttr<clang::DestructorAttr>();
}

bool is_run_and_fails(const clang::FunctionDecl* definition) {
  return is_run_by_the_system(definition) && is_error_function(definition);
}

/// Whether a variable is a part of a table of functions that the system calls.
bool is_in_table_of_start(const clang::Decl* declaration) {
  const auto* section = llvm::isa<clang::VarDecl>(declaration) ? declaration->getAttr<clang::SectionAttr>() : nullptr;
  if (section == nullptr) {
    return false;
  }
  const llvm::StringRef name = section->getName();
  return name.starts_with(".init_array") || name.starts_with(".fini_array") || name.starts_with(".preinit_array") ||
         name.starts_with(".ctors") || name.starts_with(".dtors");
}

} // namespace

std::vector<const clang::FunctionDecl*> EntryChoice::roots() const {
  std::vector<const clang::FunctionDecl*> result = functions;
  result.insert(result.end(), constructors.begin(), constructors.end());
  result.insert(result.end(), destructors.begin(), destructors.end());
  return result;
}

EntryChoice choose_entry_points(const clang::ASTContext& context, const SourceMap& source,
                                const std::string& requested) {
  std::vector<const clang::FunctionDecl*> defined = definitions(context);
  const clang::FunctionDecl* main = find(defined, "main");
  if (requested.empty() && main != nullptr) {
    EntryChoice result{{main}, StaticContents::Initialised, {}, {}, {}};
    add_constructors_and_destructors(context, result);
    return result;
  }
  EntryChoice result{{}, StaticContents::Unconstrained, {}, {}, {}};
  if (requested.empty()) {
    const auto escaping = escaping_functions(context);
    for (const clang::FunctionDecl* function : defined) {
      const bool can_be_called = function->isExternallyVisible() || escaping.contains(function->getCanonicalDecl());
      if (can_be_called && source.is_in_main_file(function->getLocation())) {
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
      add_constructors_and_destructors(context, result);
    }
  }
  return result;
}

void add_constructors_and_destructors(const clang::ASTContext& context, EntryChoice& choice) {
  if (choice.contents != StaticContents::Initialised) {
    return;
  }
  const std::vector<const clang::FunctionDecl*> defined = definitions(context);
  choice.constructors = with_attribute<clang::ConstructorAttr>(defined);
  choice.destructors = with_attribute<clang::DestructorAttr>(defined);
  if (std::ranges::any_of(choice.roots(), is_run_and_fails)) {
    choice.unknown_start = "error function as a constructor or destructor";
  } else if (!is_ordered<clang::ConstructorAttr>(choice.constructors)) {
    choice.unknown_start = "constructors of several files, whose order is the linker's,";
  } else if (!is_ordered<clang::DestructorAttr>(choice.destructors)) {
    choice.unknown_start = "destructors of several files, whose order is the linker's,";
  } else if (std::ranges::any_of(context.getTranslationUnitDecl()->decls(), is_in_table_of_start)) {
    choice.unknown_start = "functions in a table of those that run before or behind main";
  }
  std::ranges::reverse(choice.destructors);
}

namespace {

/// Variables of the C library that hold an open stream at the start of a program.
bool is_standard_stream(const std::string& name) { return name == "stdin" || name == "stdout" || name == "stderr"; }

/// `shared`: what sets up static objects; none if that is to be done here.
void add_entry_point(Unit& unit, const clang::FunctionDecl* function, const EntryChoice& choice, StaticSetUp* shared) {
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
  const std::string& flag = unit.linkage.dialect.not_understood;
  if (const std::string unknown = flag.empty() ? choice.unknown_start : "compiler flag " + flag; !unknown.empty()) {
    lowering.end_as_unsupported(unknown, name_range);
  }
  for (const clang::FunctionDecl* constructor : choice.constructors) {
    lowering.call_with_unconstrained_arguments(unit.interface_of(constructor), FunctionLowering::Contract::Ignored);
  }
  bool is_program = choice.contents == StaticContents::Initialised;
  lowering.call_with_unconstrained_arguments(callee, is_program ? FunctionLowering::Contract::Ignored
                                                                : FunctionLowering::Contract::Assumed);
  lowering.run_exit_handlers();
  lowering.run_destructors();
  lowering.check_leak_behind(callee);
  lowering.finish();
  unit.builder.add_entry_point(
      {callee.id, unit.builder.function(start).entry, is_program ? cfa::EntryKind::Program : cfa::EntryKind::AnyCall});
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
  for (const StaticObject& object : unit_.static_objects()) {
    choose_symbol(object);
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

void FunctionLowering::choose_symbol(const StaticObject& object) {
  if (object.symbol == nullptr) {
    return;
  }
  auto& build = unit_.expressions;
  const cfa::VariableId holder = std::get<RegisterPlace>(object.place).variable;
  const std::string name = unit_.builder.variable(holder).name;
  const cfa::Type flag = cfa::IntegerType{8, cfa::Signedness::Unsigned};
  const cfa::VariableId exists = temporary("symbol exists", flag);
  const Origin origin{unit_.builder.variable(holder).declaration, {}};
  emit(cfa::Input{exists, cfa::InputKind::Parameter, name, {}, cfa::Input::Range::Boolean}, origin);
  emit(cfa::Assign{holder, build.conditional(build.truth(build.read(exists, flag)), object.symbol,
                                             build.zero(object.symbol->type))},
       origin);
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

void FunctionLowering::initialise_static(const StaticObject& object, StaticContents contents) {
  if (object.symbol != nullptr) {
    return;
  }
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
    if (is_defined_elsewhere && is_standard_stream(name) && object.type->isPointerType()) {
      cfa::ExpressionRef stream = value_at(object.place, object.type, origin);
      emit(cfa::Assume{unit_.expressions.binary(cfa::BinaryOperator::NotEqual, stream,
                                                unit_.expressions.zero(stream->type)),
                       cfa::Polarity::Holds},
           origin);
    }
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

#include "analysis/frontend/unit.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/contract_memory.hpp"
#include "analysis/frontend/escaping_addresses.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <algorithm>
#include <utility>

namespace vouch::frontend {
namespace {

SourceRange declaration_range(const SourceMap& source, const clang::ValueDecl* declaration) {
  return source.range(clang::SourceRange(declaration->getLocation()));
}

/// One of the declarations has the complete type: `int a[]; int a[3];`.
clang::QualType complete_type(const clang::VarDecl* variable) {
  for (const clang::VarDecl* declaration : variable->redecls()) {
    if (!declaration->getType()->isIncompleteType()) {
      return declaration->getType();
    }
  }
  return variable->getType();
}

} // namespace

Unit::Unit(clang::ASTContext& ast, const SourceMap& source_map, Usage used,
           std::set<cfa::PropertyKind> wanted_properties, cfa::CfaBuilder& cfa_builder, Linkage& linked,
           UnitRole unit_role)
    : role(unit_role), linkage(linked), context(ast), source(source_map), usage(std::move(used)),
      properties(std::move(wanted_properties)), told_violation(witness_target(ast)), builder(cfa_builder), types(ast),
      expressions(cfa_builder.expressions(), types.pointer().width), given_types(ast, types, cfa_builder),
      member_reads(usage) {}

const FunctionInterface& Unit::interface_of(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* key = function->getCanonicalDecl();
  if (auto known = interfaces_.find(key); known != interfaces_.end()) {
    return known->second;
  }
  const clang::FunctionDecl* definition = function->getDefinition();
  if (definition == nullptr) {
    undefined_.push_back(key);
  }
  return interfaces_.emplace(key, make_interface(definition != nullptr ? definition : key)).first->second;
}

FunctionInterface Unit::make_interface(const clang::FunctionDecl* function) {
  FunctionInterface result;
  result.declaration = function;
  bool is_defined = function->isThisDeclarationADefinition();
  result.id = builder.add_function(function->getNameAsString(),
                                   is_defined ? source.range(function->getSourceRange()) : SourceRange());
  SourceRange name_range = declaration_range(source, function);
  cfa::Function& made = builder.function(result.id);
  made.name_range = name_range;
  made.is_externally_visible = function->isExternallyVisible() && role == UnitRole::Program;
  made.is_synthetic = !is_defined || role == UnitRole::Models;
  made.is_linked = !source.is_in_own_unit(function->getLocation());

  clang::QualType result_type = function->getReturnType();
  std::vector<cfa::VariableId> parameters;
  std::string result_name = "<result of " + function->getNameAsString() + ">";
  auto result_register = [&](const std::string& name, const cfa::Type& type, clang::QualType spelling) {
    return make_register(name, type, cfa::VariableKind::Temporary, result.id, name_range, spelling);
  };
  if (auto scalar = types.scalar(result_type); scalar && !result_type->isVoidType()) {
    result.results.push_back(result_register(result_name, *scalar, result_type));
  } else if (types.is_splittable(result_type)) {
    result.results = std::get<LeavesPlace>(make_place(result_name, result_type, cfa::VariableKind::Temporary,
                                                      cfa::Storage::Register, result.id, name_range))
                         .leaves;
  } else if (!result_type->isVoidType()) {
    result.result_address = result_register(result_name, types.pointer(), {});
    parameters.push_back(*result.result_address);
  }
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    result.parameters.push_back(make_parameter(parameter, result.id));
    const auto& variables = result.parameters.back().variables;
    parameters.insert(parameters.end(), variables.begin(), variables.end());
  }
  if (is_defined && role == UnitRole::Program && asks_for_strings(function)) {
    result.contract_is_assumed = make_register("<contract is assumed>", cfa::IntegerType{8, cfa::Signedness::Unsigned},
                                               cfa::VariableKind::Parameter, result.id, name_range);
    parameters.push_back(*result.contract_is_assumed);
  }
  if (is_defined && usage.variable_arguments.contains(function->getCanonicalDecl())) {
    result.variable_arguments =
        make_register("<variable arguments>", types.pointer(), cfa::VariableKind::Parameter, result.id, name_range);
    parameters.push_back(*result.variable_arguments);
  }
  builder.function(result.id).parameters = std::move(parameters);
  builder.function(result.id).return_variables = result.results;
  return result;
}

void Unit::build_in(const FunctionInterface& interface, const std::vector<cfa::ExpressionRef>& arguments) {
  const Effects& effects = effects_of(interface.declaration->getBody());
  for (std::size_t index = 0; index < interface.parameters.size() && index < arguments.size(); ++index) {
    const ParameterInterface& parameter = interface.parameters[index];
    bool may_change = effects.any_variable || effects.variables.contains(parameter.declaration->getCanonicalDecl()) ||
                      is_address_taken(parameter.declaration);
    if (arguments[index] != nullptr && parameter.passing == ParameterInterface::Passing::Scalar && !may_change) {
      cfa::VariableId variable = parameter.variables.front();
      constants_.emplace(variable, expressions.convert(arguments[index], builder.variable(variable).type));
    }
  }
}

cfa::ExpressionRef Unit::constant_in_place_of(cfa::VariableId variable) const {
  auto known = constants_.find(variable);
  return known != constants_.end() ? known->second : nullptr;
}

ParameterInterface Unit::make_parameter(const clang::ParmVarDecl* parameter, cfa::FunctionId function) {
  ParameterInterface result;
  result.declaration = parameter;
  SourceRange range = declaration_range(source, parameter);
  std::string name = parameter->getNameAsString();
  if (name.empty()) {
    name = "<unnamed>";
  }
  bool is_own_variable = !is_address_taken(parameter);
  auto kind = cfa::VariableKind::Parameter;
  if (types.scalar(parameter->getType())) {
    std::string shown = is_own_variable ? name : "<argument " + name + ">";
    result.variables = {
        make_register(shown, *types.scalar(parameter->getType()), kind, function, range, parameter->getType())};
  } else if (types.is_splittable(parameter->getType())) {
    result.passing = ParameterInterface::Passing::Leaves;
    std::string shown = is_own_variable ? name : "<argument " + name + ">";
    result.variables =
        std::get<LeavesPlace>(make_place(shown, parameter->getType(), kind, cfa::Storage::Register, function, range))
            .leaves;
  } else {
    result.passing = ParameterInterface::Passing::Address;
    result.variables = {make_register("<argument " + name + ">", types.pointer(), kind, function, range)};
  }
  return result;
}

cfa::VariableId Unit::make_register(std::string name, const cfa::Type& type, cfa::VariableKind kind,
                                    cfa::FunctionId function, const SourceRange& declaration,
                                    clang::QualType spelling) {
  cfa::Variable variable;
  variable.name = std::move(name);
  variable.type = type;
  variable.kind = kind;
  variable.function = function;
  variable.declaration = declaration;
  if (!spelling.isNull()) {
    variable.type_spelling = spelling.getAsString(context.getPrintingPolicy());
    variable.alignment = spelling->isIncompleteType() || spelling->isFunctionType() ? 1 : types.alignment(spelling);
  }
  return builder.add_variable(std::move(variable));
}

Place Unit::make_place(const std::string& name, clang::QualType type, cfa::VariableKind kind, cfa::Storage storage,
                       cfa::FunctionId function, const SourceRange& declaration, std::uint64_t flexible_bytes) {
  if (storage == cfa::Storage::Register) {
    if (auto scalar = types.scalar(type)) {
      return RegisterPlace{make_register(name, *scalar, kind, function, declaration, type)};
    }
    if (types.is_splittable(type)) {
      LeavesPlace result;
      for (const Leaf& leaf : types.leaves(plain(type)->getAs<clang::RecordType>()->getDecl()).leaves) {
        cfa::Type leaf_type = leaf.bit_field ? cfa::Type(types.bit_field_type(leaf.type, leaf.bit_field->width))
                                             : *types.scalar(leaf.type);
        result.leaves.push_back(make_register(name + leaf.path, leaf_type, kind, function, declaration, leaf.type));
      }
      return result;
    }
  }
  cfa::Variable variable;
  variable.name = name;
  variable.type = types.object(type);
  if (flexible_bytes != 0) {
    variable.type = cfa::AggregateType{types.size_in_bytes(type) + flexible_bytes};
  }
  variable.kind = kind;
  variable.storage = cfa::Storage::Memory;
  variable.function = function;
  variable.alignment = types.alignment(type);
  variable.declaration = declaration;
  variable.type_spelling = type.getAsString(context.getPrintingPolicy());
  const clang::QualType element = context.getBaseElementType(type);
  variable.is_constant = element.isConstQualified() && !element.isVolatileQualified();
  if (linkage.code_elsewhere_keeps_types() && role == UnitRole::Program && flexible_bytes == 0) {
    variable.contents = given_types.of(type, {});
  }
  return MemoryPlace{expressions.address_of(builder.add_variable(std::move(variable)))};
}

namespace {

/// Whether an object of type `whole` is one of type `part`, or has one in it.
bool contains(const clang::ASTContext& context, clang::QualType whole, clang::QualType part) {
  if (type_of_objects(context, whole) == part) {
    return true;
  }
  if (const clang::ArrayType* array = whole->getAsArrayTypeUnsafe()) {
    return contains(context, array->getElementType(), part);
  }
  const clang::RecordDecl* record = whole->getAsRecordDecl();
  return record != nullptr && std::ranges::any_of(record->fields(), [&](const clang::FieldDecl* field) {
           return contains(context, field->getType(), part);
         });
}

} // namespace

bool Unit::may_lead_to_variables(clang::QualType pointee) const {
  const clang::QualType type = type_of_objects(context, pointee);
  return std::ranges::any_of(
      usage.globals, [&](const clang::VarDecl* variable) { return contains(context, variable->getType(), type); });
}

bool Unit::is_never_written(const clang::VarDecl* variable) const {
  const auto known = linkage.statics.find(variable->getCanonicalDecl());
  return known != linkage.statics.end() && known->second.empty();
}

bool Unit::may_others_point_into(const clang::VarDecl* array) const {
  return array->getType()->isArrayType() && array->hasGlobalStorage() && is_address_taken(array) &&
         !linkage.confined.contains(array->getCanonicalDecl());
}

bool Unit::is_address_taken(const clang::VarDecl* variable) const {
  return usage.address_taken.contains(variable->getCanonicalDecl());
}

const clang::VarDecl* Unit::declaration_of(cfa::VariableId id) const {
  auto known = declarations_.find(id);
  return known != declarations_.end() ? known->second : nullptr;
}

void Unit::remember_declaration(const Place& place, const clang::VarDecl* variable, clang::QualType type,
                                cfa::FunctionId function) {
  named_places_.push_back({place, variable, type, function});
  if (const auto* in_register = std::get_if<RegisterPlace>(&place)) {
    declarations_[in_register->variable] = variable->getCanonicalDecl();
  } else if (const auto* in_leaves = std::get_if<LeavesPlace>(&place)) {
    for (cfa::VariableId leaf : in_leaves->leaves) {
      declarations_[leaf] = variable->getCanonicalDecl();
    }
  } else if (const auto* in_memory = std::get_if<MemoryPlace>(&place)) {
    if (const auto* object = std::get_if<cfa::AddressOf>(&in_memory->address->node)) {
      declarations_[object->variable] = variable->getCanonicalDecl();
      builder.variable(object->variable).alignment = types.alignment(variable);
      builder.variable(object->variable).sharing = sharing_of(variable);
      builder.variable(object->variable).is_constant |= is_never_written(variable);
      if (builder.variable(object->variable).contents.is_valid() && may_others_point_into(variable)) {
        builder.variable(object->variable).contents = given_types.of(context.getBaseElementType(type), {});
      }
    }
  }
}

cfa::Sharing Unit::sharing_of(const clang::VarDecl* variable) {
  if (role == UnitRole::Models || !variable->hasLocalStorage()) {
    return cfa::Sharing::Shared;
  }
  if (!kept_) {
    kept_ = kept_variables(context);
  }
  const auto found = kept_->find(variable->getCanonicalDecl());
  return found != kept_->end() ? found->second : cfa::Sharing::Shared;
}

Place Unit::add_static(StaticObject object) {
  static_objects_.push_back(object);
  return object.place;
}

Place Unit::static_variable(const clang::VarDecl* variable) {
  variable = variable->getCanonicalDecl();
  if (auto known = statics_.find(variable); known != statics_.end()) {
    return known->second;
  }
  const clang::VarDecl* initialising = nullptr;
  const clang::Expr* initialiser = variable->getAnyInitializer(initialising);
  clang::QualType type = complete_type(variable);
  std::uint64_t flexible_bytes = 0;
  if (initialising != nullptr) {
    type = initialising->getType();
    flexible_bytes = static_cast<std::uint64_t>(initialising->getFlexibleArrayInitChars(context).getQuantity());
  }
  auto kind = variable->isLocalVarDecl() ? cfa::VariableKind::StaticLocal : cfa::VariableKind::Global;
  auto storage = is_address_taken(variable) ? cfa::Storage::Memory : cfa::Storage::Register;
  Place place = make_place(variable->getNameAsString(), type, kind, storage, cfa::FunctionId(),
                           declaration_range(source, variable), flexible_bytes);
  remember_declaration(place, variable, type, {});
  statics_.emplace(variable, place);
  return add_static({place, type, variable, initialiser});
}

Place Unit::address_of_weak_symbol(const clang::DeclaratorDecl* symbol, cfa::ExpressionRef address) {
  // The symbol itself is a key already.
  const void* key = symbol->getIdentifier();
  if (auto known = statics_.find(key); known != statics_.end()) {
    return known->second;
  }
  Place place =
      RegisterPlace{make_register("<address of " + symbol->getNameAsString() + ">", types.pointer(),
                                  cfa::VariableKind::Global, cfa::FunctionId(), declaration_range(source, symbol))};
  statics_.emplace(key, place);
  return add_static({place, context.VoidPtrTy, nullptr, nullptr, address});
}

cfa::VariableId Unit::holder_of_weak_address(const clang::DeclaratorDecl* symbol) const {
  const auto known = may_be_absent(symbol) ? statics_.find(symbol->getIdentifier()) : statics_.end();
  return known != statics_.end() ? std::get<RegisterPlace>(known->second).variable : cfa::VariableId();
}

Place Unit::string_literal(const clang::StringLiteral* literal) {
  if (auto known = statics_.find(literal); known != statics_.end()) {
    return known->second;
  }
  SourceRange range = source.range(literal->getSourceRange());
  Place place = make_place(source.text(literal->getSourceRange()), literal->getType(), cfa::VariableKind::Global,
                           cfa::Storage::Memory, cfa::FunctionId(), range);
  statics_.emplace(literal, place);
  cfa::Variable& variable =
      builder.variable(std::get<cfa::AddressOf>(std::get<MemoryPlace>(place).address->node).variable);
  std::string bytes = literal->getBytes().str();
  bytes.resize(cfa::size_in_bytes(variable.type)); // with its end
  variable.literal = std::move(bytes);
  variable.is_constant = true;
  return add_static({place, literal->getType(), nullptr, literal});
}

Place Unit::static_compound_literal(const clang::CompoundLiteralExpr* literal) {
  if (auto known = statics_.find(literal); known != statics_.end()) {
    return known->second;
  }
  Place place = make_place("<compound literal>", literal->getType(), cfa::VariableKind::Global, cfa::Storage::Memory,
                           cfa::FunctionId(), source.range(literal->getSourceRange()));
  statics_.emplace(literal, place);
  return add_static({place, literal->getType(), nullptr, literal->getInitializer()});
}

cfa::VariableId Unit::allocation_count() {
  if (role == UnitRole::Models) {
    return linkage.program->allocation_count();
  }
  if (!allocation_count_) {
    allocation_count_ = make_register("<allocations>", cfa::IntegerType{64, cfa::Signedness::Signed},
                                      cfa::VariableKind::Global, cfa::FunctionId(), {});
  }
  return *allocation_count_;
}

bool Unit::looks_at_errno() const {
  const auto& undefined = linkage.program->usage.undefined_functions;
  return undefined.contains("__errno_location") || undefined.contains("__error");
}

bool Unit::looks_at_lifetimes() const {
  return properties.contains(cfa::PropertyKind::UseAfterFree) ||
         std::ranges::any_of(linkage.program->usage.undefined_functions, [](const std::string& name) {
           const auto known = library_function(name);
           return known && is_question_about_memory(*known);
         });
}

void Unit::assume(const std::string& sentence, cfa::FunctionId function) {
  linkage.program->assumptions_[sentence].insert(function);
}

void Unit::note(const SourceRange& range, const std::string& message) {
  if (role == UnitRole::Program && notes_.insert(to_string(range) + message).second) {
    builder.add_note({range, message});
  }
}

} // namespace vouch::frontend

#include "analysis/frontend/declarations.hpp"

#include "analysis/frontend/c_type_description.hpp"
#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"
#include "analysis/frontend/named_allocator.hpp"
#include "analysis/frontend/statement_walk.hpp"

#include <clang/Basic/SourceManager.h>
#include <map>
#include <string>
#include <utility>

namespace vouch::frontend {
namespace {

using cfa::CProvider;
using cfa::CStorage;

/// What only verification tools know, although the front end understands it as it does the library.
bool is_for_verification(LibraryFunction function) {
  switch (function) {
  case LibraryFunction::ReachError:
  case LibraryFunction::Assert:
  case LibraryFunction::Assume:
  case LibraryFunction::Nondeterministic:
    return true;
  default:
    return false;
  }
}

/// `name` declared with `type`: `int *name`, `int (*name)(void)`.
std::string declarator(const Unit& unit, clang::QualType type, std::string name) {
  type.getAsStringInternal(name, unit.context.getPrintingPolicy());
  return name;
}

CStorage storage_of(const ParameterInterface& parameter) {
  switch (parameter.passing) {
  case ParameterInterface::Passing::Scalar:
    return {CStorage::Kind::Scalar, parameter.variables};
  case ParameterInterface::Passing::Leaves:
    return {CStorage::Kind::Leaves, parameter.variables};
  case ParameterInterface::Passing::Address:
    break;
  }
  return {CStorage::Kind::Memory, parameter.variables};
}

CStorage storage_of(const Place& place) {
  if (const auto* scalar = std::get_if<RegisterPlace>(&place)) {
    return {CStorage::Kind::Scalar, {scalar->variable}};
  }
  if (const auto* leaves = std::get_if<LeavesPlace>(&place)) {
    return {CStorage::Kind::Leaves, leaves->leaves};
  }
  const auto& address = std::get<MemoryPlace>(place).address;
  return {CStorage::Kind::Memory, {std::get<cfa::AddressOf>(address->node).variable}};
}

cfa::CRole role_of(const clang::FunctionDecl* function) {
  const auto known = function->getIdentifier() != nullptr ? library_function(function->getName()) : std::nullopt;
  if (known == LibraryFunction::ReachError) {
    return cfa::CRole::Fails;
  }
  if (known == LibraryFunction::Assert) {
    return cfa::CRole::Asserts;
  }
  return known == LibraryFunction::Assume ? cfa::CRole::Assumes : cfa::CRole::Ordinary;
}

CProvider provider_of(const clang::FunctionDecl* function) {
  if (function->getIdentifier() == nullptr) {
    return CProvider::Nobody;
  }
  if (const auto known = library_function(function->getName())) {
    return is_for_verification(*known) ? CProvider::Nobody : CProvider::Library;
  }
  const bool is_of_library = function->getBuiltinID() != 0 || is_of_system(function);
  return is_of_library ? CProvider::Library : CProvider::Nobody;
}

cfa::CFunction describe(const Unit& unit, const clang::FunctionDecl* function, CTypeDescription& types) {
  cfa::CFunction result;
  result.name = function->getNameAsString();
  result.is_variadic = function->isVariadic();
  result.ends_the_program = function->isNoReturn();
  std::string parameters;
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    const std::string name = "argument" + std::to_string(parameter->getFunctionScopeIndex() + 1);
    parameters += (parameters.empty() ? "" : ", ") + declarator(unit, parameter->getType(), name);
  }
  if (function->hasPrototype()) {
    parameters += function->isVariadic() ? (parameters.empty() ? "..." : ", ...") : "";
    parameters = parameters.empty() ? "void" : parameters;
  }
  const bool is_static = function->getCanonicalDecl()->getStorageClass() == clang::SC_Static;
  result.heading =
      (is_static ? "static " : "") + declarator(unit, function->getReturnType(), result.name + "(" + parameters + ")");
  result.result = types.id_of(function->getReturnType());
  return result;
}

cfa::CFunction describe_entry(Unit& unit, const clang::FunctionDecl* function, CTypeDescription& types) {
  cfa::CFunction result = describe(unit, function, types);
  const FunctionInterface interface = unit.interface_of(function);
  for (const ParameterInterface& parameter : interface.parameters) {
    result.parameters.push_back({parameter.declaration->getNameAsString(),
                                 types.id_of(parameter.declaration->getType()),
                                 storage_of(parameter),
                                 {},
                                 CProvider::Program,
                                 {}});
  }
  return result;
}

cfa::CVariable describe_variable(const Unit& unit, const StaticObject& object, CTypeDescription& types) {
  cfa::CVariable result;
  result.name = object.variable->getNameAsString();
  result.type = types.id_of(object.type);
  result.storage = storage_of(object.place);
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(object.variable->getParentFunctionOrMethod());
  const bool is_local = object.variable->isStaticLocal() && function != nullptr;
  result.function = is_local ? function->getNameAsString() : std::string();
  if (object.variable->hasDefinition(unit.context) == clang::VarDecl::DeclarationOnly) {
    result.provider = is_of_system(object.variable) ? CProvider::Library : CProvider::Nobody;
    result.weak_address = unit.holder_of_weak_address(object.variable);
  }
  return result;
}

bool is_known_error_function(const clang::FunctionDecl* function) {
  if (function->getIdentifier() == nullptr) {
    return false;
  }
  const auto known = library_function(function->getName());
  return known == LibraryFunction::ReachError || known == LibraryFunction::AssertFail;
}

/// The functions without a definition that some code of the translation unit refers to, by name. They may be declared
/// in a block, or by their call.
class UndefinedFunctions {
public:
  explicit UndefinedFunctions(const Unit& unit) : unit_(unit) {
    for_each_statement(unit.context.getTranslationUnitDecl(), [this](clang::Stmt* statement) {
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
        note_call(call);
      } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
        note_reference(reference);
      }
    });
  }

  [[nodiscard]] const std::map<std::string, const clang::FunctionDecl*>& by_name() const { return by_name_; }

  /// Those of them that are taken for an allocator.
  [[nodiscard]] const std::map<std::string, NamedAllocator>& allocators() const { return allocators_; }

private:
  void note_call(const clang::CallExpr* call) {
    const clang::FunctionDecl* function = call->getDirectCallee();
    if (function != nullptr && function->getDefinition() == nullptr) {
      if (const std::optional<NamedAllocator> allocator = supposed_allocator(unit_, call)) {
        allocators_.emplace(function->getNameAsString(), *allocator);
      }
    }
  }

  void note_reference(const clang::DeclRefExpr* reference) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function != nullptr && function->getDefinition() == nullptr) {
      const clang::FunctionDecl*& known = by_name_[function->getNameAsString()];
      const bool says_more = known == nullptr || (function->hasPrototype() && !known->hasPrototype());
      known = says_more ? function : known;
    }
  }

  const Unit& unit_;
  std::map<std::string, const clang::FunctionDecl*> by_name_;
  std::map<std::string, NamedAllocator> allocators_;
};

} // namespace

cfa::CDeclarations describe_declarations(Unit& unit, const EntryChoice& entry) {
  cfa::CDeclarations result;
  CTypeDescription types(unit, result.types);
  for (const clang::Decl* declaration : unit.context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function != nullptr && function->isThisDeclarationADefinition()) {
      result.defines_main = result.defines_main || function->isMain();
      if (is_known_error_function(function)) {
        result.error_functions.push_back(function->getNameAsString());
      }
    }
  }
  const UndefinedFunctions undefined(unit);
  for (const auto& [name, function] : undefined.by_name()) {
    cfa::CFunction described = describe(unit, function, types);
    described.provider = provider_of(function);
    described.role = role_of(function);
    if (const auto allocator = undefined.allocators().find(name);
        allocator != undefined.allocators().end() && described.provider == CProvider::Nobody) {
      described.role = cfa::CRole::Allocates;
      described.size_argument = allocator->second.size_argument;
    }
    described.weak_address = unit.holder_of_weak_address(function);
    result.undefined.push_back(std::move(described));
  }
  for (const clang::FunctionDecl* function : entry.functions) {
    result.entries.push_back(describe_entry(unit, function, types));
  }
  for (const StaticObject& object : unit.static_objects()) {
    if (object.variable != nullptr) {
      result.variables.push_back(describe_variable(unit, object, types));
    }
  }
  return result;
}

} // namespace vouch::frontend

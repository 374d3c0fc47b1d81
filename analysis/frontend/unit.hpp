#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/frontend/dialect.hpp"
#include "analysis/frontend/effects.hpp"
#include "analysis/frontend/expression_builder.hpp"
#include "analysis/frontend/file_statics.hpp"
#include "analysis/frontend/given_types.hpp"
#include "analysis/frontend/member_reads.hpp"
#include "analysis/frontend/place.hpp"
#include "analysis/frontend/source_map.hpp"
#include "analysis/frontend/type_lowering.hpp"
#include "analysis/frontend/usage.hpp"
#include "analysis/frontend/witness_expressions.hpp"
#include "analysis/report/report.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// How one parameter comes in. In all cases the callee owns its copy.
struct ParameterInterface {
  enum class Passing {
    Scalar,  ///< one variable with the value
    Leaves,  ///< a struct, one variable per scalar part
    Address, ///< a struct or union, one variable with the address of the caller's
  };
  const clang::ParmVarDecl* declaration = nullptr;
  Passing passing = Passing::Scalar;
  std::vector<cfa::VariableId> variables;
};

/// What callers need to know of a function.
struct FunctionInterface {
  cfa::FunctionId id;
  const clang::FunctionDecl* declaration = nullptr; ///< the definition, if there is one
  std::vector<ParameterInterface> parameters;
  std::vector<cfa::VariableId> results;
  /// Where the result goes, if it is a struct that does not fit into registers; the first of the CFA's parameters.
  std::optional<cfa::VariableId> result_address;
  /// 1 where arguments were made up that keep to the contract, 0 in other calls; one of the last of the CFA's parameters.
  std::optional<cfa::VariableId> contract_is_assumed;
  /// The address of the variable arguments, if the function looks at them; the last of the CFA's parameters.
  std::optional<cfa::VariableId> variable_arguments;
};

/// A variable with static storage, a string literal or a compound literal outside of functions, and what it holds at
/// the start.
struct StaticObject {
  Place place;
  clang::QualType type;
  const clang::VarDecl* variable = nullptr; ///< null for literals
  const clang::Expr* initialiser = nullptr;
  /// The object holds this address, or null: of a symbol that the program may lack. Null for all others.
  cfa::ExpressionRef symbol = nullptr;
};

/// Where a variable of the source is.
struct NamedPlace {
  Place place;
  const clang::VarDecl* variable = nullptr;
  clang::QualType type;
  cfa::FunctionId function; ///< invalid with static storage
};

class LibraryModels;
class Unit;

/// What a variable with static storage holds where a verification starts.
enum class StaticContents {
  Initialised,
  Unconstrained, ///< the file is a part of an unknown program
};

/// What the translation units of one automaton share: that of the user, and that of the library models.
struct Linkage {
  StaticContents contents = StaticContents::Initialised;
  FileStatics statics = {};                     ///< of the user's file
  Allocation allocation = Allocation::Succeeds; ///< or MayFail
  Callers callers = Callers::Sensible;
  LibraryModels* models = nullptr;
  Unit* program = nullptr; ///< the user's
  Dialect dialect = {};    ///< of the user's file
  /// Variables of the user's file of which nobody else has the address.
  std::unordered_set<const clang::VarDecl*> confined = {};
  /// Definitions that run when the program ends, in this order.
  std::vector<const clang::FunctionDecl*> destructors = {};

  /// Whether functions that are not seen are taken to leave pointers as callers would.
  [[nodiscard]] bool code_elsewhere_keeps_types() const {
    return contents == StaticContents::Unconstrained && callers == Callers::Sensible;
  }
  [[nodiscard]] bool signed_arithmetic_wraps() const {
    return dialect.signed_overflow == Dialect::SignedOverflow::Wraps;
  }
};

enum class UnitRole {
  Program,
  Models, ///< nothing that happens in it is worth a step of a trace
};

/// What all functions of one translation unit share while they are lowered.
class Unit {
public:
  Unit(clang::ASTContext& ast, const SourceMap& source_map, Usage used, std::set<cfa::PropertyKind> wanted_properties,
       cfa::CfaBuilder& cfa_builder, Linkage& linked, UnitRole unit_role);

  const UnitRole role;
  Linkage& linkage;
  clang::ASTContext& context;
  const SourceMap& source;
  const Usage usage;
  const std::set<cfa::PropertyKind> properties;      ///< those that get targets
  const std::optional<WitnessTarget> told_violation; ///< if only one of them counts in its line
  cfa::CfaBuilder& builder;
  const TypeLowering types;
  ExpressionBuilder expressions;
  GivenTypes given_types;
  EffectsOf effects_of;
  MemberReads member_reads;

  /// Makes the CFA's function if it does not exist yet.
  const FunctionInterface& interface_of(const clang::FunctionDecl* function);
  /// Makes a function of the CFA, whether there is one for this declaration or not.
  FunctionInterface make_interface(const clang::FunctionDecl* function);
  /// Lets the parameters of a function with a definition that never change be the constants among `arguments` (null for
  /// others; by parameter) instead of variables.
  void build_in(const FunctionInterface& interface, const std::vector<cfa::ExpressionRef>& arguments);
  /// What `variable` always is; null if it is an ordinary variable.
  [[nodiscard]] cfa::ExpressionRef constant_in_place_of(cfa::VariableId variable) const;
  /// Functions without a definition whose interface was asked for, in this order. Grows.
  [[nodiscard]] const std::vector<const clang::FunctionDecl*>& undefined_functions() const { return undefined_; }

  Place static_variable(const clang::VarDecl* variable);
  Place string_literal(const clang::StringLiteral* literal);
  Place static_compound_literal(const clang::CompoundLiteralExpr* literal);
  /// The address of a weak symbol that is not defined: a variable that holds it, or null, from the start.
  /// `address`: of the symbol, where it exists.
  Place address_of_weak_symbol(const clang::DeclaratorDecl* symbol, cfa::ExpressionRef address);
  /// The variable of `address_of_weak_symbol`; invalid: nothing has asked for it.
  [[nodiscard]] cfa::VariableId holder_of_weak_address(const clang::DeclaratorDecl* symbol) const;
  /// Everything that the four above made, in this order. Grows.
  [[nodiscard]] const std::vector<StaticObject>& static_objects() const { return static_objects_; }

  /// A variable of `type`: in registers if `storage` and the type allow it, else in memory.
  /// `flexible_bytes`: what the initialiser of a flexible array member adds to the size.
  Place make_place(const std::string& name, clang::QualType type, cfa::VariableKind kind, cfa::Storage storage,
                   cfa::FunctionId function, const SourceRange& declaration, std::uint64_t flexible_bytes = 0);
  cfa::VariableId make_register(std::string name, const cfa::Type& type, cfa::VariableKind kind,
                                cfa::FunctionId function, const SourceRange& declaration,
                                clang::QualType spelling = {});
  [[nodiscard]] bool is_address_taken(const clang::VarDecl* variable) const;
  /// Whether it is the file's own, and the file has no code that could write it.
  [[nodiscard]] bool is_never_written(const clang::VarDecl* variable) const;
  /// Whether a pointer to `pointee` that others have chosen, or earlier calls, may be the address of a variable of the file, or
  /// of a part of one.
  [[nodiscard]] bool may_lead_to_variables(clang::QualType pointee) const;
  /// The source variable that `id` is or is a part of; null for others.
  [[nodiscard]] const clang::VarDecl* declaration_of(cfa::VariableId id) const;
  /// All that were remembered.
  [[nodiscard]] const std::unordered_map<cfa::VariableId, const clang::VarDecl*>& declarations() const {
    return declarations_;
  }
  /// `function`: whose variable it is; none with static storage.
  void remember_declaration(const Place& place, const clang::VarDecl* variable, clang::QualType type,
                            cfa::FunctionId function);
  /// All that `remember_declaration` was told, in this order.
  [[nodiscard]] const std::vector<NamedPlace>& named_places() const { return named_places_; }

  /// Counts the objects on the heap, for leaks: a register of static lifetime, zero at the start.
  cfa::VariableId allocation_count();

  /// Whether the program looks at `errno`; only then is it worth knowing what changes it.
  [[nodiscard]] bool looks_at_errno() const;

  /// Whether it matters when objects of blocks cease to exist.
  [[nodiscard]] bool looks_at_lifetimes() const;

  /// Whether some call through a pointer may reach several functions.
  [[nodiscard]] bool calls_through_pointers() const { return calls_through_pointers_; }
  void note_call_through_pointer() { calls_through_pointers_ = true; }

  /// Adds a note unless there is one like it.
  void note(const SourceRange& range, const std::string& message);
  /// As a note, but for the report as a whole, and for `function`, whose code it is about.
  void assume(const std::string& sentence, cfa::FunctionId function);
  [[nodiscard]] const std::map<std::string, std::set<cfa::FunctionId>>& assumptions() const { return assumptions_; }

private:
  ParameterInterface make_parameter(const clang::ParmVarDecl* parameter, cfa::FunctionId function);
  Place add_static(StaticObject object);
  /// Whether code elsewhere has the address of the array: it may have that of an element, too.
  [[nodiscard]] bool may_others_point_into(const clang::VarDecl* array) const;
  cfa::Sharing sharing_of(const clang::VarDecl* variable);

  std::unordered_map<const clang::FunctionDecl*, FunctionInterface> interfaces_;
  std::vector<const clang::FunctionDecl*> undefined_;
  std::unordered_map<const void*, Place> statics_;
  std::vector<StaticObject> static_objects_;
  std::unordered_map<cfa::VariableId, const clang::VarDecl*> declarations_;
  std::vector<NamedPlace> named_places_;
  std::unordered_map<cfa::VariableId, cfa::ExpressionRef> constants_;
  std::optional<cfa::VariableId> allocation_count_;
  std::optional<std::unordered_map<const clang::VarDecl*, cfa::Sharing>> kept_; ///< by code elsewhere
  bool calls_through_pointers_ = false;
  std::set<std::string> notes_;
  std::map<std::string, std::set<cfa::FunctionId>> assumptions_; ///< whose code they are about
};

} // namespace vouch::frontend

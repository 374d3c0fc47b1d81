#include "analysis/frontend/effects.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"

namespace vouch::frontend {
namespace {

/// More assigned variables than this are not listed.
constexpr std::size_t most_variables = 16;

bool changes_nothing(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = direct_callee(call);
  if (callee == nullptr || callee->getIdentifier() == nullptr || callee->getDefinition() != nullptr) {
    return false;
  }
  auto known = library_function(callee->getName());
  using enum LibraryFunction;
  return known && (*known == Nondeterministic || *known == Expect || *known == Abs || *known == Computes ||
                   *known == NoEffect || *known == Malloc || *known == Assume);
}

void add_assignment(const clang::Expr* target, Effects& result) {
  if (const clang::VarDecl* variable = base_variable(target)) {
    result.variables.insert(variable->getCanonicalDecl());
  } else {
    result.stores = true;
  }
}

} // namespace

const Effects& EffectsOf::operator()(const clang::Stmt* statement) {
  if (auto known = known_.find(statement); known != known_.end()) {
    return known->second;
  }
  Effects result;
  for (const clang::Stmt* child : evaluated_children(statement)) {
    const Effects& part = (*this)(child);
    result.calls = result.calls || part.calls;
    result.stores = result.stores || part.stores;
    result.any_variable = result.any_variable || part.any_variable;
    result.variables.insert(part.variables.begin(), part.variables.end());
  }
  add_own_effects(statement, result);
  return known_.emplace(statement, std::move(result)).first->second;
}

void EffectsOf::add_own_effects(const clang::Stmt* statement, Effects& result) {
  if (const clang::Expr* place = assigned_place(statement)) {
    add_assignment(place, result);
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    result.calls = result.calls || !changes_nothing(call);
  } else if (const auto* argument = llvm::dyn_cast<clang::VAArgExpr>(statement)) {
    add_assignment(argument->getSubExpr(), result);
  } else if (llvm::isa<clang::AtomicExpr, clang::AsmStmt>(statement)) {
    result.calls = true;
  }
  if (result.variables.size() > most_variables) {
    result.any_variable = true;
    result.variables.clear();
  }
}

} // namespace vouch::frontend

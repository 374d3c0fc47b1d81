#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <set>
#include <unordered_map>

namespace vouch::frontend {

/// What evaluating a piece of code may change.
struct Effects {
  bool calls = false;                        ///< anything with static storage, and memory
  bool stores = false;                       ///< memory
  bool any_variable = false;                 ///< too many to list in `variables`
  std::set<const clang::VarDecl*> variables; ///< assigned by name; canonical declarations

  [[nodiscard]] bool is_empty() const { return !calls && !stores && !any_variable && variables.empty(); }
};

/// Computes effects and remembers them.
class EffectsOf {
public:
  const Effects& operator()(const clang::Stmt* statement);

private:
  void add_own_effects(const clang::Stmt* statement, Effects& result);
  std::unordered_map<const clang::Stmt*, Effects> known_;
};

} // namespace vouch::frontend

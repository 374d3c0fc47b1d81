#include "analysis/frontend/character_table.hpp"

#include "analysis/frontend/clang_ast.hpp"

namespace vouch::frontend {

std::optional<CharacterTableEntry> character_table_entry(const clang::Expr* expression) {
  const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression->IgnoreParenImpCasts());
  const auto* table = subscript != nullptr
                          ? llvm::dyn_cast<clang::UnaryOperator>(subscript->getBase()->IgnoreParenImpCasts())
                          : nullptr;
  const auto* call = table != nullptr && table->getOpcode() == clang::UO_Deref
                         ? llvm::dyn_cast<clang::CallExpr>(table->getSubExpr()->IgnoreParenImpCasts())
                         : nullptr;
  const clang::FunctionDecl* function = call != nullptr ? direct_callee(call) : nullptr;
  const bool is_declared_only =
      function != nullptr && function->getIdentifier() != nullptr && function->getDefinition() == nullptr;
  return is_declared_only ? std::optional(CharacterTableEntry{function, subscript->getIdx()}) : std::nullopt;
}

} // namespace vouch::frontend

#include "analysis/frontend/file_statics.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>

namespace vouch::frontend {
namespace {

/// Of a variable that gets more different constants, nothing is known.
constexpr std::size_t most_constants = 16;

bool is_candidate(const clang::VarDecl* variable) {
  return is_static_storage(variable) && !variable->isExternallyVisible() &&
         !variable->getType().isVolatileQualified() && !variable->hasAttr<clang::UsedAttr>() &&
         !variable->hasAttr<clang::RetainAttr>() && !variable->hasAttr<clang::SectionAttr>() &&
         !variable->hasAttr<clang::AliasAttr>() && !variable->hasAttr<clang::WeakRefAttr>() &&
         !variable->hasAttr<clang::AsmLabelAttr>();
}

/// The variable that an lvalue names itself; null for others.
const clang::VarDecl* named_variable(const clang::Expr* lvalue) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue->IgnoreParens());
  return reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

class StaticUses {
public:
  explicit StaticUses(const clang::ASTContext& context) : context_(context) {}

  FileStatics collect() {
    for (const clang::Decl* declaration : context_.getTranslationUnitDecl()->decls()) {
      if (llvm::isa<clang::FileScopeAsmDecl>(declaration)) {
        return {}; // may name any symbol
      }
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        declare(variable);
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
                 function != nullptr && function->doesThisDeclarationHaveABody()) {
        visit(function->getBody());
      }
    }
    std::erase_if(statics_, [](const auto& entry) { return !entry.second.is_known; });
    FileStatics result;
    for (auto& [variable, use] : statics_) {
      result.emplace(variable, std::move(use.constants));
    }
    return result;
  }

private:
  struct Use {
    std::vector<const clang::Expr*> constants;
    bool is_known = true;
  };

  void declare(const clang::VarDecl* variable) {
    if (is_candidate(variable)) {
      statics_.try_emplace(variable->getCanonicalDecl());
    }
    if (const clang::Expr* initialiser = variable->getInit()) {
      visit(initialiser);
    }
  }

  void visit(const clang::Stmt* statement) {
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* part : declaration->decls()) {
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(part)) {
          declare(variable);
        }
      }
    }
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement);
        cast != nullptr && cast->getCastKind() == clang::CK_LValueToRValue) {
      return visit_read(cast->getSubExpr());
    }
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement);
        operation != nullptr && operation->getOpcode() == clang::BO_Assign) {
      if (const clang::VarDecl* target = named_variable(operation->getLHS())) {
        assign(target, operation->getRHS());
        return visit(operation->getRHS());
      }
    }
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl())) {
        give_up(variable);
      }
    }
    for (const clang::Stmt* child : evaluated_children(statement)) {
      visit(child);
    }
  }

  /// Reads `lvalue`: a variable, or a part of one, does not change by that; all that is evaluated on the way may do more.
  void visit_read(const clang::Expr* lvalue) {
    lvalue = lvalue->IgnoreParens();
    if (named_variable(lvalue) != nullptr) {
      return;
    }
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue); member != nullptr && !member->isArrow()) {
      return visit_read(member->getBase());
    }
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
      const auto* array = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
      if (array != nullptr && array->getCastKind() == clang::CK_ArrayToPointerDecay) {
        visit(element->getIdx());
        return visit_read(array->getSubExpr());
      }
    }
    visit(lvalue);
  }

  void assign(const clang::VarDecl* target, const clang::Expr* value) {
    const auto use = statics_.try_emplace(target->getCanonicalDecl()).first;
    if (!is_candidate(target)) {
      use->second.is_known = false;
      return;
    }
    std::vector<const clang::Expr*>& constants = use->second.constants;
    if (target->getType()->isScalarType() && is_constant(value) && constants.size() < most_constants) {
      constants.push_back(value);
    } else {
      give_up(target);
    }
  }

  void give_up(const clang::VarDecl* variable) { statics_[variable->getCanonicalDecl()].is_known = false; }

  /// Whether `value` is the same number, null or function whenever it is evaluated.
  [[nodiscard]] bool is_constant(const clang::Expr* value) const {
    const auto* function = llvm::dyn_cast<clang::DeclRefExpr>(value->IgnoreParenImpCasts());
    if (function != nullptr && llvm::isa<clang::FunctionDecl>(function->getDecl())) {
      return true;
    }
    clang::Expr::EvalResult result;
    const bool is_number = value->EvaluateAsRValue(result, context_) && !result.HasSideEffects;
    return is_number && (result.Val.isInt() || (result.Val.isLValue() && result.Val.isNullPointer()));
  }

  const clang::ASTContext& context_;
  std::unordered_map<const clang::VarDecl*, Use> statics_;
};

} // namespace

FileStatics file_statics(const clang::ASTContext& context) { return StaticUses(context).collect(); }

} // namespace vouch::frontend

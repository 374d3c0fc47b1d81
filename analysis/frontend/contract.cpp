#include "analysis/frontend/contract.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/library_functions.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <utility>

namespace vouch::frontend {
namespace {

/// What the parts of a statement do, as far as contracts are concerned.
struct Parts {
  bool asserts = false;
  bool reads_parameter = false;
  bool reads_local = false;
  bool does_anything_else = false;
};

bool is_assertion_call(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = direct_callee(call);
  if (callee == nullptr || callee->getIdentifier() == nullptr) {
    return false;
  }
  auto known = library_function(callee->getName());
  const bool is_promise = callee->getName() == "__vouch_ensures";
  return known == LibraryFunction::AssertFail ||
         (known == LibraryFunction::Assert && callee->getDefinition() == nullptr && !is_promise);
}

bool has_no_effect(const clang::FunctionDecl* callee) {
  if (callee == nullptr || callee->getIdentifier() == nullptr) {
    return false;
  }
  const auto known = library_function(callee->getName());
  return known == LibraryFunction::Expect ||
         (known && is_question_about_memory(*known) && callee->getDefinition() == nullptr);
}

void collect(const clang::Stmt* statement, Parts& parts) {
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    parts.asserts = parts.asserts || is_assertion_call(call);
    parts.does_anything_else =
        parts.does_anything_else || (!is_assertion_call(call) && !has_no_effect(direct_callee(call)));
  } else if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement)) {
    parts.does_anything_else = parts.does_anything_else || operation->isAssignmentOp();
  } else if (const auto* step = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
    parts.does_anything_else = parts.does_anything_else || step->isIncrementDecrementOp();
  } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    bool is_parameter = variable != nullptr && llvm::isa<clang::ParmVarDecl>(variable);
    parts.reads_parameter = parts.reads_parameter || is_parameter;
    parts.reads_local = parts.reads_local || (variable != nullptr && !is_parameter && !is_static_storage(variable));
  } else if (!llvm::isa<clang::Expr, clang::CompoundStmt, clang::IfStmt, clang::NullStmt>(statement) ||
             llvm::isa<clang::AtomicExpr, clang::VAArgExpr>(statement)) {
    parts.does_anything_else = true;
  }
  for (const clang::Stmt* child : evaluated_children(statement)) {
    collect(child, parts);
  }
}

Parts parts_of(const clang::Stmt* statement) {
  Parts parts;
  collect(statement, parts);
  return parts;
}

bool declares_without_effect(const clang::DeclStmt* statement) {
  for (const clang::Decl* part : statement->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(part);
    if (variable == nullptr || is_static_storage(variable)) {
      continue;
    }
    const clang::Expr* initialiser = variable->getInit();
    if (variable->getType()->isVariablyModifiedType() || variable->hasAttr<clang::CleanupAttr>() ||
        (initialiser != nullptr && parts_of(initialiser).does_anything_else)) {
      return false;
    }
  }
  return true;
}

/// Whether control does not come behind `statement`, whatever else it does.
bool leaves_function(const clang::Stmt* statement) {
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    return !block->body_empty() && leaves_function(block->body_back());
  }
  return llvm::isa<clang::ReturnStmt>(statement);
}

/// Whether a jump from elsewhere may lead into `statement`, past what stands before it.
bool has_label(const clang::Stmt* statement) {
  return statement != nullptr &&
         (llvm::isa<clang::LabelStmt>(statement) || std::ranges::any_of(statement->children(), has_label));
}

/// The contract, read from the beginning of a body on.
class ContractReader {
public:
  explicit ContractReader(const clang::FunctionDecl* function) : function_(function) {}

  /// Reads `statement`. Returns whether the contract may go on behind it.
  bool read(const clang::Stmt* statement) {
    if (llvm::isa<clang::NullStmt>(statement)) {
      return true;
    }
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      return declares_without_effect(declaration);
    }
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      return std::ranges::all_of(block->body(), [this](const clang::Stmt* part) { return read(part); });
    }
    if (const auto* once = llvm::dyn_cast<clang::DoStmt>(statement); once != nullptr && is_literally_false(once)) {
      return read(once->getBody());
    }
    if (const Parts parts = parts_of(statement); !parts.does_anything_else) {
      const bool is_about_arguments = llvm::isa<clang::Expr>(statement) && parts.reads_parameter && !parts.reads_local;
      if (parts.asserts && is_about_arguments) {
        contract_.emplace_back(Expectation{statement});
      }
      return !parts.asserts || is_about_arguments;
    }
    const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement);
    return branch != nullptr && read_way_out(branch);
  }

  [[nodiscard]] std::vector<ContractPart> take() { return std::move(contract_); }

private:
  static bool is_literally_false(const clang::DoStmt* loop) {
    const auto* condition = llvm::dyn_cast<clang::IntegerLiteral>(loop->getCond()->IgnoreParenCasts());
    return condition != nullptr && condition->getValue() == 0;
  }

  /// `if (!p) return 0;`
  bool read_way_out(const clang::IfStmt* branch) {
    // All callers of others are here: they need no assumption, and the assertion is the better place to report.
    const bool is_plain = function_->isExternallyVisible() && branch->getInit() == nullptr &&
                          branch->getConditionVariable() == nullptr && branch->getElse() == nullptr;
    if (!is_plain || !leaves_function(branch->getThen()) || has_label(branch->getThen())) {
      return false;
    }
    const Parts condition = parts_of(branch->getCond());
    if (condition.asserts || condition.reads_local || condition.does_anything_else) {
      return false;
    }
    contract_.emplace_back(WayOut{branch->getCond()});
    return true;
  }

  const clang::FunctionDecl* function_;
  std::vector<ContractPart> contract_;
};

} // namespace

std::vector<ContractPart> contract_of(const clang::FunctionDecl* function) {
  const clang::Stmt* body = function->getBody();
  if (body == nullptr || function->isMain()) {
    return {};
  }
  ContractReader reader(function);
  reader.read(body);
  std::vector<ContractPart> result = reader.take();
  while (!result.empty() && std::holds_alternative<WayOut>(result.back())) {
    result.pop_back(); // nothing is expected behind it
  }
  return result;
}

} // namespace vouch::frontend

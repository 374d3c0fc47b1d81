#include "analysis/frontend/lifetimes.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <algorithm>

namespace vouch::frontend {
namespace {

enum class Evaluated { Once, Repeatedly };

class LifetimeCollector {
public:
  Lifetimes collect(const clang::FunctionDecl* function) {
    visit(function->getBody(), Evaluated::Once);
    return std::move(result_);
  }

private:
  struct Block {
    const clang::Stmt* statement;
    bool has_label = false; ///< so far
  };

  /// `evaluated`: how often, from the entry of the innermost block on, unless a jump leads back.
  void visit(const clang::Stmt* statement, Evaluated evaluated) {
    if (is_block(statement)) {
      return visit_block(statement, evaluated);
    }
    visit_inside(statement, evaluated);
  }

  void visit_block(const clang::Stmt* statement, Evaluated evaluated) {
    blocks_.push_back({statement});
    visit_inside(statement, llvm::isa<clang::ForStmt>(statement) ? Evaluated::Once : evaluated);
    blocks_.pop_back();
  }

  /// A block, whatever it is elsewhere.
  void visit_body(const clang::Stmt* body) {
    if (body != nullptr) {
      visit_block(body, Evaluated::Once);
    }
  }

  void visit_head(const clang::Stmt* part, Evaluated evaluated) {
    if (part != nullptr) {
      visit(part, evaluated);
    }
  }

  void visit_inside(const clang::Stmt* statement, Evaluated evaluated) {
    if (const auto* labelled = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      note_label(labelled->getDecl());
    } else if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement)) {
      note(literal, evaluated);
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      note(declaration);
    }
    if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
      visit_head(choice->getCond(), evaluated);
      visit_body(choice->getThen());
      visit_body(choice->getElse());
    } else if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) {
      visit_head(loop->getCond(), Evaluated::Repeatedly);
      visit_body(loop->getBody());
    } else if (const auto* tested_late = llvm::dyn_cast<clang::DoStmt>(statement)) {
      visit_body(tested_late->getBody());
      visit_head(tested_late->getCond(), Evaluated::Repeatedly);
    } else if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(statement)) {
      visit_head(counted->getInit(), Evaluated::Once);
      visit_head(counted->getCond(), Evaluated::Repeatedly);
      visit_head(counted->getInc(), Evaluated::Repeatedly);
      visit_body(counted->getBody());
    } else if (const auto* selection = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
      visit_head(selection->getCond(), evaluated);
      visit_body(selection->getBody());
    } else {
      for (const clang::Stmt* child : evaluated_children(statement)) {
        visit(child, evaluated);
      }
    }
  }

  void note_label(const clang::LabelDecl* label) {
    std::vector<const clang::Stmt*>& around = result_.blocks_around[label];
    for (Block& block : blocks_) {
      block.has_label = true;
      around.push_back(block.statement);
    }
  }

  void note(const clang::CompoundLiteralExpr* literal, Evaluated evaluated) {
    if (!blocks_.empty() && (blocks_.back().has_label || evaluated == Evaluated::Repeatedly) &&
        !has_variable_size(literal->getType())) {
      result_.literals[blocks_.back().statement].push_back(literal);
      result_.begin_with_block.insert(literal);
    }
  }

  /// The lifetime of an array of variable size does begin with its declaration.
  void note(const clang::DeclStmt* declaration) {
    for (const clang::Decl* declared : declaration->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
      if (variable != nullptr && variable->isLocalVarDecl() && !is_static_storage(variable) &&
          blocks_.back().has_label && !variable->getType()->isVariablyModifiedType()) {
        result_.variables[blocks_.back().statement].push_back(variable);
        result_.begin_with_block.insert(variable);
      }
    }
  }

  Lifetimes result_;
  std::vector<Block> blocks_;
};

} // namespace

Lifetimes lifetimes_in(const clang::FunctionDecl* function) { return LifetimeCollector().collect(function); }

bool is_block(const clang::Stmt* statement) { return llvm::isa<clang::CompoundStmt, clang::ForStmt>(statement); }

} // namespace vouch::frontend

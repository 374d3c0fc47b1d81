#include "analysis/frontend/usage.hpp"

#include "analysis/frontend/clang_ast.hpp"
#include "analysis/frontend/print_format.hpp"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <map>
#include <utility>

namespace vouch::frontend {
namespace {

/// Numbers the statements of one function in source order, to find out which jumps enter a variable's scope behind its
/// declaration.
class ScopeTracker {
public:
  void enter(const clang::Stmt* statement, std::size_t begin) {
    if (const auto* jump = llvm::dyn_cast<clang::GotoStmt>(statement)) {
      jumps_.push_back({begin, jump->getLabel()});
    } else if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
      labels_[label->getDecl()] = begin;
    } else if (llvm::isa<clang::IndirectGotoStmt>(statement)) {
      computed_jumps_.push_back(begin);
    } else if (const auto* address = llvm::dyn_cast<clang::AddrLabelExpr>(statement)) {
      addressed_labels_.push_back(address->getLabel());
    } else if (llvm::isa<clang::SwitchStmt>(statement)) {
      switches_.push_back(begin);
    } else if (llvm::isa<clang::SwitchCase>(statement) && !switches_.empty()) {
      cases_.push_back({switches_.back(), begin});
    }
  }

  void leave(const clang::Stmt* statement, std::size_t begin, std::size_t end) {
    if (llvm::isa<clang::SwitchStmt>(statement)) {
      switches_.pop_back();
    }
    if (llvm::isa<clang::CompoundStmt, clang::ForStmt>(statement)) {
      // Declarations inside of `statement` that are not inside of a smaller scope.
      for (auto& declaration : declarations_) {
        if (declaration.end == 0 && declaration.begin > begin) {
          declaration.end = end;
        }
      }
    }
  }

  void declare(const clang::VarDecl* variable, std::size_t position) {
    declarations_.push_back({variable, position, 0});
  }

  void collect_bypassed(std::vector<const clang::VarDecl*>& result) const {
    std::vector<std::pair<std::size_t, std::size_t>> jumps = cases_;
    for (const auto& [source, label] : jumps_) {
      if (auto target = labels_.find(label); target != labels_.end()) {
        jumps.emplace_back(source, target->second);
      }
    }
    for (std::size_t source : computed_jumps_) {
      for (const clang::LabelDecl* label : addressed_labels_) {
        if (auto target = labels_.find(label); target != labels_.end()) {
          jumps.emplace_back(source, target->second);
        }
      }
    }
    for (const Declaration& declaration : declarations_) {
      auto enters = [&](const auto& jump) {
        return declaration.contains(jump.second) && !declaration.contains(jump.first);
      };
      if (std::any_of(jumps.begin(), jumps.end(), enters)) {
        result.push_back(declaration.variable);
      }
    }
  }

private:
  struct Declaration {
    const clang::VarDecl* variable;
    std::size_t begin;
    std::size_t end;

    [[nodiscard]] bool contains(std::size_t position) const { return position > begin && position <= end; }
  };
  std::vector<Declaration> declarations_;
  std::vector<std::pair<std::size_t, const clang::LabelDecl*>> jumps_;
  std::vector<std::size_t> computed_jumps_;
  std::vector<const clang::LabelDecl*> addressed_labels_;
  std::vector<std::pair<std::size_t, std::size_t>> cases_;
  std::map<const clang::LabelDecl*, std::size_t> labels_;
  std::vector<std::size_t> switches_;
};

class UsageCollector {
public:
  Usage collect(const std::vector<const clang::FunctionDecl*>& roots, const AddressesElsewhere& elsewhere) {
    usage_.address_taken = elsewhere.variables;
    for (const clang::FunctionDecl* root : roots) {
      reference(root);
    }
    // Grows while it is walked.
    for (std::size_t next = 0; next < usage_.functions.size(); ++next) {
      ScopeTracker scopes;
      scopes_ = &scopes;
      position_ = 0;
      function_ = usage_.functions[next];
      for (const clang::ParmVarDecl* parameter : function_->parameters()) {
        for (const TypeOperand& operand : type_operands(parameter->getOriginalType())) {
          visit(operand.expression);
        }
      }
      visit(function_->getBody());
      scopes.collect_bypassed(usage_.bypassed);
      if (next + 1 == usage_.functions.size() && calls_through_pointers_) {
        for (const clang::FunctionDecl* function : elsewhere.functions) {
          take_address(function);
        }
      }
    }
    return std::move(usage_);
  }

private:
  void reference(const clang::FunctionDecl* function) {
    if (!seen_.insert(function->getCanonicalDecl()).second) {
      return;
    }
    if (const clang::FunctionDecl* definition = function->getDefinition();
        definition != nullptr && definition->hasBody()) {
      usage_.functions.push_back(definition);
    } else {
      usage_.undefined_functions.insert(function->getNameAsString());
      usage_.undefined_declarations.push_back(function->getCanonicalDecl());
    }
  }

  void take_address(const clang::FunctionDecl* function) {
    reference(function);
    if (addressed_functions_.insert(function->getCanonicalDecl()).second) {
      usage_.address_taken_functions.push_back(function->getCanonicalDecl());
    }
  }

  void reference(const clang::VarDecl* variable) {
    if (!is_static_storage(variable) || !seen_.insert(variable->getCanonicalDecl()).second) {
      return;
    }
    usage_.globals.push_back(variable->getCanonicalDecl());
    if (may_be_absent(variable)) {
      usage_.address_taken.insert(variable->getCanonicalDecl()); // it may have none
    }
    if (const clang::Expr* initialiser = variable->getAnyInitializer()) {
      visit(initialiser);
    }
  }

  void take_address(const clang::Expr* lvalue) {
    if (const clang::VarDecl* variable = base_variable(lvalue)) {
      usage_.address_taken.insert(variable->getCanonicalDecl());
    }
  }

  void visit(const clang::Stmt* statement) {
    std::size_t begin = ++position_;
    scopes_->enter(statement, begin);
    note(statement, begin);
    for (const clang::Stmt* child : evaluated_children(statement)) {
      visit(child);
    }
    scopes_->leave(statement, begin, position_);
  }

  void note(const clang::Stmt* statement, std::size_t position) {
    if (const auto* reference_expression = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference_expression->getDecl())) {
        reference(variable);
      } else if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference_expression->getDecl());
                 function != nullptr && called_directly_.erase(reference_expression) == 0) {
        take_address(function);
      }
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
      if (const clang::FunctionDecl* callee = direct_callee(call)) {
        reference(callee);
        mark_called(call);
        llvm::StringRef name = callee->getIdentifier() != nullptr ? callee->getName() : "";
        if (function_ != nullptr && name.starts_with("__builtin_") &&
            (name.ends_with("va_start") || name.ends_with("stdarg_start"))) {
          usage_.variable_arguments.insert(function_->getCanonicalDecl());
        }
      } else {
        calls_through_pointers_ = true;
      }
    } else if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(statement);
               operation != nullptr && operation->getOpcode() == clang::UO_AddrOf) {
      take_address(operation->getSubExpr());
    } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement);
               cast != nullptr && cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
      take_address(cast->getSubExpr());
    } else if (const auto* text = llvm::dyn_cast<clang::StringLiteral>(statement);
               text != nullptr && text->getCharByteWidth() == 1) {
      usage_.has_format_that_stores =
          usage_.has_format_that_stores || has_conversion_that_stores(text->getString().str());
    } else if (const auto* label = llvm::dyn_cast<clang::AddrLabelExpr>(statement)) {
      auto& labels = usage_.addressed_labels;
      if (std::find(labels.begin(), labels.end(), label->getLabel()) == labels.end()) {
        labels.push_back(label->getLabel());
      }
    } else if (const auto* assembly = llvm::dyn_cast<clang::AsmStmt>(statement)) {
      for (const clang::Stmt* operand : assembly->children()) {
        take_address(llvm::cast<clang::Expr>(operand));
      }
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      note_declarations(declaration, position);
    }
  }

  void note_declarations(const clang::DeclStmt* statement, std::size_t position) {
    for (const clang::Decl* declaration : statement->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable != nullptr && !is_static_storage(variable)) {
        scopes_->declare(variable->getCanonicalDecl(), position);
      }
      if (variable != nullptr && variable->hasAttr<clang::CleanupAttr>()) {
        usage_.address_taken.insert(variable->getCanonicalDecl());
      }
    }
  }

  void mark_called(const clang::CallExpr* call) {
    const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    while (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(callee)) {
      callee = operation->getSubExpr()->IgnoreParenImpCasts();
    }
    called_directly_.insert(llvm::cast<clang::DeclRefExpr>(callee));
  }

  Usage usage_;
  ScopeTracker* scopes_ = nullptr;
  const clang::FunctionDecl* function_ = nullptr;
  std::size_t position_ = 0;
  bool calls_through_pointers_ = false;
  std::unordered_set<const clang::Decl*> seen_;
  std::unordered_set<const clang::Decl*> addressed_functions_;
  std::unordered_set<const clang::Stmt*> called_directly_;
};

} // namespace

Usage collect_usage(const std::vector<const clang::FunctionDecl*>& roots, const AddressesElsewhere& elsewhere) {
  return UsageCollector().collect(roots, elsewhere);
}

} // namespace vouch::frontend

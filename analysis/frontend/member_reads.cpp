#include "analysis/frontend/member_reads.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {

void MemberReads::look_at(const clang::Stmt* statement, OfFunction& found) {
  if (const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
      assignment != nullptr && assignment->getOpcode() == clang::BO_Assign) {
    if (const auto* target = llvm::dyn_cast<clang::MemberExpr>(assignment->getLHS()->IgnoreParens())) {
      look_at(target->getBase(), found);
      look_at(assignment->getRHS(), found);
      return;
    }
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(statement)) {
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      found.members.insert(field->getCanonicalDecl());
    }
  } else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    const clang::FunctionDecl* definition = nullptr;
    if (function != nullptr && function->hasBody(definition)) {
      found.mentioned.push_back(definition);
    }
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement)) {
    found.calls_through_pointer |= call->getDirectCallee() == nullptr;
  }
  for (const clang::Stmt* child : evaluated_children(statement)) {
    look_at(child, found);
  }
}

const MemberReads::OfFunction& MemberReads::of(const clang::FunctionDecl* function) {
  const auto [entry, is_new] = functions_.try_emplace(function);
  if (is_new) {
    look_at(function->getBody(), entry->second);
  }
  return entry->second;
}

MemberReads::Members MemberReads::behind(const clang::FunctionDecl* function) {
  Members result;
  std::unordered_set<const clang::FunctionDecl*> seen = {function};
  std::vector<const clang::FunctionDecl*> work = {function};
  bool has_all_pointees = false;
  auto add = [&](const clang::FunctionDecl* other) {
    if (seen.insert(other).second) {
      work.push_back(other);
    }
  };
  while (!work.empty()) {
    const OfFunction& found = of(work.back());
    work.pop_back();
    result.insert(found.members.begin(), found.members.end());
    for (const clang::FunctionDecl* other : found.mentioned) {
      add(other);
    }
    if (found.calls_through_pointer && !has_all_pointees) {
      has_all_pointees = true;
      for (const clang::FunctionDecl* other : usage_.address_taken_functions) {
        const clang::FunctionDecl* definition = nullptr;
        if (other->hasBody(definition)) {
          add(definition);
        }
      }
    }
  }
  return result;
}

} // namespace vouch::frontend

#include "analysis/frontend/member_reads.hpp"

#include "analysis/frontend/clang_ast.hpp"

#include <clang/AST/Expr.h>

namespace vouch::frontend {
namespace {

/// The member that `cast` makes a pointer to something else of; null: it does not do that.
const clang::FieldDecl* converted_member(const clang::CastExpr* cast) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(cast->getSubExpr()->IgnoreParenImpCasts());
  const bool is_conversion = member != nullptr && member->getType()->isVoidPointerType() &&
                             cast->getType()->isPointerType() && !cast->getType()->isVoidPointerType();
  return is_conversion ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
}

void note(StructsBehindMembers& structs, const clang::FieldDecl* field, const clang::Type* type) {
  const auto [known, is_new] = structs.try_emplace(field, type);
  if (!is_new && known->second != type) {
    known->second = nullptr;
  }
}

/// The struct that a pointer leads to; null: no struct.
const clang::Type* struct_of(clang::QualType pointer) {
  const clang::QualType pointee = pointer->getPointeeType();
  const bool is_struct = pointee->isStructureType() && !pointee->isIncompleteType();
  return is_struct ? pointee->getCanonicalTypeUnqualified().getTypePtr() : nullptr;
}

} // namespace

const clang::Type* struct_behind(const StructsBehindMembers& structs, const clang::FieldDecl* field) {
  const auto found = structs.find(field->getCanonicalDecl());
  return found == structs.end() ? nullptr : found->second;
}

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
      found.members.read.insert(field->getCanonicalDecl());
    }
  } else if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(statement)) {
    if (const clang::FieldDecl* field = converted_member(cast)) {
      note(found.members.converted, field->getCanonicalDecl(), struct_of(cast->getType()));
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
    result.read.insert(found.members.read.begin(), found.members.read.end());
    for (const auto& [field, type] : found.members.converted) {
      note(result.converted, field, type);
    }
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

#include "analysis/frontend/named_allocator.hpp"

#include "analysis/frontend/name_words.hpp"
#include "analysis/frontend/unit.hpp"

#include <array>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace vouch::frontend {
namespace {

/// The function, or the variable or member that points to it; null if it is none of these.
const clang::ValueDecl* called_declaration(const clang::CallExpr* call) {
  const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* followed = llvm::dyn_cast<clang::UnaryOperator>(callee);
      followed != nullptr && followed->getOpcode() == clang::UO_Deref) {
    callee = followed->getSubExpr()->IgnoreParenImpCasts();
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(callee)) {
    return member->getMemberDecl();
  }
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(callee);
  return name != nullptr ? name->getDecl() : nullptr;
}

bool is_named_after_malloc(const Words& words) {
  constexpr std::array names = {"alloc", "allocate", "malloc"};
  const auto is_other = [](const std::string& word) {
    return word.find("realloc") != std::string::npos || word.find("free") != std::string::npos;
  };
  return std::ranges::none_of(words, is_other) &&
         (ends_in_one_of(words, names) || llvm::StringRef(words.back()).ends_with("malloc"));
}

/// `xmalloc`, and what is marked so.
bool never_returns_null(const clang::ValueDecl* declaration, const Words& words) {
  return declaration->hasAttr<clang::ReturnsNonNullAttr>() || std::ranges::find(words, "xmalloc") != words.end() ||
         words.front() == "x";
}

std::optional<unsigned> only_integer(const clang::CallExpr* call) {
  std::optional<unsigned> found;
  for (unsigned index = 0; index < call->getNumArgs(); ++index) {
    if (!call->getArg(index)->getType()->isIntegerType()) {
      continue;
    }
    if (found) {
      return std::nullopt;
    }
    found = index;
  }
  return found;
}

} // namespace

std::optional<NamedAllocator> named_allocator(const clang::CallExpr* call) {
  const clang::ValueDecl* declaration = called_declaration(call);
  if (declaration == nullptr || declaration->getIdentifier() == nullptr || !call->getType()->isPointerType()) {
    return std::nullopt;
  }
  const Words words = words_of(declaration->getName());
  const auto failure = never_returns_null(declaration, words) ? NamedAllocator::Failure::NeverReturns
                                                              : NamedAllocator::Failure::ReturnsNull;
  if (const auto* attribute = declaration->getAttr<clang::AllocSizeAttr>()) {
    const unsigned index = attribute->getElemSizeParam().getASTIndex();
    const bool is_size = !attribute->getNumElemsParam().isValid() && index < call->getNumArgs();
    return is_size ? std::optional(NamedAllocator{index, failure, call->getDirectCallee()}) : std::nullopt;
  }
  const std::optional<unsigned> size = only_integer(call);
  const bool is_allocator = size && call->getType()->isVoidPointerType() && is_named_after_malloc(words);
  return is_allocator ? std::optional(NamedAllocator{*size, failure, call->getDirectCallee()}) : std::nullopt;
}

std::optional<NamedAllocator> supposed_allocator(const Unit& unit, const clang::CallExpr* call) {
  const bool may_suppose =
      unit.linkage.contents == StaticContents::Unconstrained && unit.linkage.callers == Callers::Sensible;
  return may_suppose ? named_allocator(call) : std::nullopt;
}

} // namespace vouch::frontend

#include "analysis/frontend/bounded_arrays.hpp"

#include "analysis/frontend/name_words.hpp"
#include "analysis/frontend/parameter_uses.hpp"

#include <algorithm>
#include <array>
#include <clang/AST/ASTContext.h>

namespace vouch::frontend {
namespace {

constexpr std::array<llvm::StringRef, 4> names_of_begins = {"start", "begin", "first", "base"};
constexpr std::array<llvm::StringRef, 4> names_of_ends = {"end", "limit", "lim", "stop"};
/// Of two that are called ends, the one that nothing is behind: in front of it there is room for more.
constexpr std::array<llvm::StringRef, 2> names_of_last_ends = {"limit", "lim"};
constexpr std::array<llvm::StringRef, 12> names_of_places = {"ptr", "pointer", "pos",  "position", "cur",    "current",
                                                             "top", "next",    "head", "tail",     "cursor", "last"};
constexpr std::array<llvm::StringRef, 2> names_of_later_places = {"tail", "last"};

/// What is before the last word.
Words stem_of(const Words& words) { return {words.begin(), words.end() - 1}; }

bool have_one_type(const clang::ValueDecl* left, const clang::ValueDecl* right) {
  const auto pointee = [](const clang::ValueDecl* pointer) {
    return pointer->getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
  };
  return left->getType()->isPointerType() && right->getType()->isPointerType() && pointee(left) == pointee(right);
}

/// `start` for `end`, `buf_start` for `buf_end`, `buffer` for `bufferEnd`.
bool names_begin(const clang::ValueDecl* declaration, const Words& stem) {
  const Words words = words_of(declaration->getName());
  return (ends_in_one_of(words, names_of_begins) && stem_of(words) == stem) || (!stem.empty() && words == stem);
}

const clang::FieldDecl* begin_of(const clang::FieldDecl* end, const Words& stem) {
  for (const clang::FieldDecl* field : end->getParent()->fields()) {
    if (field == end || !have_one_type(field, end) || field->getName().empty()) {
      continue;
    }
    if (names_begin(field, stem)) {
      return field;
    }
  }
  return nullptr;
}

/// Whether the array goes on behind it: in `char *buffer, *bufferEnd, *bufferLim` the second one is the end of what is in it.
bool has_later_end(const clang::FieldDecl* end) {
  const Words words = words_of(end->getName());
  return !ends_in_one_of(words, names_of_last_ends) &&
         std::ranges::any_of(end->getParent()->fields(), [&](const clang::FieldDecl* other) {
           const Words name = words_of(other->getName());
           return have_one_type(other, end) && ends_in_one_of(name, names_of_last_ends) &&
                  stem_of(name) == stem_of(words);
         });
}

} // namespace

bool comes_later(const clang::FieldDecl* place) {
  const Words words = words_of(place->getName());
  return ends_in_one_of(words, names_of_later_places) || ends_in_one_of(words, names_of_ends);
}

bool BoundedArray::contains(const clang::FieldDecl* field) const {
  return field == begin || field == end || std::ranges::find(between, field) != between.end();
}

const clang::ParmVarDecl* begin_of_array_to(const clang::FunctionDecl* definition,
                                            const clang::ParmVarDecl* parameter) {
  const Words words = words_of(parameter->getName());
  if (!parameter->getType()->isPointerType() || !ends_in_one_of(words, names_of_ends) ||
      parameter->getType()->getPointeeType()->isPointerType() || is_dereferenced(definition, parameter)) {
    return nullptr;
  }
  const Words stem = stem_of(words);
  const clang::ParmVarDecl* result = nullptr;
  for (const clang::ParmVarDecl* begin : definition->parameters().take_front(parameter->getFunctionScopeIndex())) {
    const bool is_before = begin->getFunctionScopeIndex() + 1 == parameter->getFunctionScopeIndex() && stem.empty();
    const bool is_end = ends_in_one_of(words_of(begin->getName()), names_of_ends);
    if (have_one_type(begin, parameter) && !is_end && (is_before || names_begin(begin, stem))) {
      result = begin;
    }
  }
  return result;
}

bool is_begin_of_array(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter) {
  return std::ranges::any_of(definition->parameters(), [&](const clang::ParmVarDecl* other) {
    return begin_of_array_to(definition, other) == parameter;
  });
}

std::vector<BoundedArray> bounded_arrays(const clang::RecordDecl* record) {
  std::vector<BoundedArray> result;
  const auto is_taken = [&](const clang::FieldDecl* field) {
    return std::ranges::any_of(result, [&](const BoundedArray& array) { return array.contains(field); });
  };
  for (const clang::FieldDecl* end : record->fields()) {
    if (!end->getType()->isPointerType() || end->getName().empty()) {
      continue;
    }
    const Words words = words_of(end->getName());
    const Words stem = stem_of(words);
    const bool is_bound = ends_in_one_of(words, names_of_ends) && !has_later_end(end);
    const clang::FieldDecl* begin = is_bound ? begin_of(end, stem) : nullptr;
    if (begin == nullptr || is_taken(begin)) {
      continue;
    }
    BoundedArray array{begin, end};
    for (const clang::FieldDecl* place : record->fields()) {
      if (have_one_type(place, begin) && !array.contains(place) && !is_taken(place) && !place->getName().empty()) {
        const Words name = words_of(place->getName());
        const bool is_place = ends_in_one_of(name, names_of_places) ||
                              (ends_in_one_of(words, names_of_last_ends) && ends_in_one_of(name, names_of_ends));
        if (is_place && stem_of(name) == stem) {
          array.between.push_back(place);
        }
      }
    }
    result.push_back(std::move(array));
  }
  return result;
}

} // namespace vouch::frontend

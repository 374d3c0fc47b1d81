#pragma once

#include <clang/AST/Decl.h>
#include <vector>

/// Arrays of which a struct keeps where they begin and end, and places between, as its members' names say it, or of which a
/// function is passed both.
///
/// Example: in `struct stack { struct item *start, *end, *top; }` start and end are the bounds of an array, and top lies
///   within it or is its end; in `struct input { const char *buffer, *bufferPtr, *bufferEnd; }` so do the others, and with
///   a `bufferLim` besides, that is its end, and bufferEnd a place like bufferPtr, and not in front of it.
///   `int sum(const int *p, const int *end)` is passed an array of `end - p` elements.
namespace vouch::frontend {

struct BoundedArray {
  const clang::FieldDecl* begin = nullptr;
  const clang::FieldDecl* end = nullptr;
  std::vector<const clang::FieldDecl*> between = {};

  [[nodiscard]] bool contains(const clang::FieldDecl* field) const;
};

/// Whether the other places are not behind this one: the head of a queue is not behind its tail.
bool comes_later(const clang::FieldDecl* place);

/// None of them has a member in common with another one.
std::vector<BoundedArray> bounded_arrays(const clang::RecordDecl* record);

/// The parameter with the beginning of the array that `parameter` is the end of; null: it is none.
const clang::ParmVarDecl* begin_of_array_to(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);
/// Whether that is `parameter` for another one.
bool is_begin_of_array(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);

} // namespace vouch::frontend

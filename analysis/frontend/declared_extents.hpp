#pragma once

#include <clang/AST/Decl.h>
#include <cstdint>
#include <string>

/// How far callers' pointers reach, as declarations say it: in C's own words (`a[static 3]`, `a[n]`, `nonnull`, the
/// attributes `access(read_only, 1, 2)`, `format` and `counted_by`), and as people read them. A `const char *` is a
/// string, and so is a `const unsigned char *` that is passed on as one. A number that is called a length, a size or a
/// count and stands right behind a pointer, among parameters or in a struct, says how many elements the pointer leads
/// to, and so does another pointer that is called its end. A `void *` that its function converts to pointers to one struct, and to nothing else, leads to that.
///
/// Example: in `void append(struct buffer *to, const char *from, size_t length, const char *separator)` with
///   `struct buffer { char *data; size_t length, capacity; }`
///   from       `length` characters
///   separator  a string
///   to         one struct or more; to->data has at least `to->capacity` characters, and `to->length` is not more
namespace vouch::frontend {

struct DeclaredExtent {
  clang::QualType element;                   ///< `unsigned char` for `void` of which the size is known
  bool is_untyped = false;                   ///< a `void *` with a size
  bool is_from_conversion = false;           ///< as the function has it of a `void *`
  bool is_string = false;                    ///< ends with a null character
  const clang::ValueDecl* count = nullptr;   ///< the parameter or field that has the number of elements; null: none has
  const clang::FieldDecl* used = nullptr;    ///< the field that says how many of them are in use; null: none does
  bool may_have_more = false;                ///< than `count`: structs keep room for a terminator
  const clang::ParmVarDecl* begin = nullptr; ///< the parameter to the beginning of the array that this is the end of
  std::uint64_t least = 1;                   ///< elements, if there is no count
  bool may_be_null = true;
};

/// Of a parameter of `definition`. Requires a pointer.
DeclaredExtent extent_of(const clang::FunctionDecl* definition, const clang::ParmVarDecl* parameter);
/// Of a field. Requires a pointer.
DeclaredExtent extent_of(const clang::FieldDecl* field);

/// The member of a struct that has as many elements as there is room behind it (`T a[];`); null: it has none.
const clang::FieldDecl* flexible_member(clang::QualType type);
/// The field that has the number of its elements, as the attribute `counted_by` says it; null: none does.
const clang::FieldDecl* count_of_flexible_member(const clang::FieldDecl* member);

/// What `extent` says of how far what is called `name` reaches; empty: nothing.
std::string sentence_of(const DeclaredExtent& extent, const std::string& name);

} // namespace vouch::frontend

#pragma once

#include "analysis/cfa/type.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Type.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Where the bits of a bit-field are inside its record.
struct BitField {
  std::uint64_t offset_bits = 0;
  unsigned width = 0;
};

/// A scalar part of a record.
struct Leaf {
  std::string path; ///< `.position.x`
  clang::QualType type;
  std::uint64_t offset_bytes = 0;
  std::optional<BitField> bit_field; ///< `offset_bytes` does not matter then
};

/// The scalar parts of a record, in the order of their declaration.
struct RecordLeaves {
  std::vector<Leaf> leaves;
  bool has_union_or_array = false;
  bool has_bit_field = false;
  bool has_volatile = false;
  bool has_unsupported = false;
};

/// Maps Clang's types to the engine's.
class TypeLowering {
public:
  explicit TypeLowering(const clang::ASTContext& context) : context_(context) {}

  /// Integers of up to 64 bits, enumerations, pointers, functions (as their address) and floats; nothing for all
  /// others, among them 128-bit integers, complex numbers and vectors.
  [[nodiscard]] std::optional<cfa::Type> scalar(clang::QualType type) const;
  /// The scalar, or an aggregate of the type's size. Requires a complete type.
  [[nodiscard]] cfa::Type object(clang::QualType type) const;
  [[nodiscard]] std::uint64_t size_in_bytes(clang::QualType type) const;
  [[nodiscard]] std::uint64_t alignment(clang::QualType type) const;
  /// What the type and the attributes of the variable promise.
  [[nodiscard]] std::uint64_t alignment(const clang::VarDecl* variable) const;
  [[nodiscard]] cfa::PointerType pointer() const;
  /// Signed and unsigned integers of pointer width.
  [[nodiscard]] cfa::IntegerType pointer_difference() const;
  [[nodiscard]] cfa::IntegerType size_type() const;

  /// Requires a complete struct or union.
  [[nodiscard]] const RecordLeaves& leaves(const clang::RecordDecl* record) const;
  /// Whether `field` has its most significant byte first, which is not modelled: gcc's attribute
  /// `scalar_storage_order` says so of the scalars, and arrays of them, in a struct or union.
  [[nodiscard]] bool is_reversed(const clang::FieldDecl* field) const;
  /// Whether variables of `type` can live as one register variable per scalar part.
  [[nodiscard]] bool is_splittable(clang::QualType type) const;
  /// The bit-field's own type: its width, and the signedness of its declaration.
  [[nodiscard]] cfa::IntegerType bit_field_type(clang::QualType declared, unsigned width) const;

private:
  void add_leaves(const clang::RecordDecl* record, const std::string& path, std::uint64_t offset_bits,
                  RecordLeaves& result) const;

  const clang::ASTContext& context_;
  mutable std::map<const clang::RecordDecl*, RecordLeaves> records_;
};

/// What the attribute `scalar_storage_order` is replaced by, which Clang would pass over: an argument of the compiler.
inline constexpr const char* storage_order_as_annotation =
    "-Dscalar_storage_order(order)=annotate(\"scalar_storage_order \" order)";

/// Removes typedefs, qualifiers and `_Atomic`.
clang::QualType plain(clang::QualType type);

/// Whether `type` is C's `_Bool`.
bool is_boolean(clang::QualType type);

/// Requires a struct or union type.
const clang::RecordDecl* record_of(clang::QualType type);

} // namespace vouch::frontend

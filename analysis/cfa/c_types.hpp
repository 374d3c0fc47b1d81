#pragma once

#include "analysis/cfa/ids.hpp"
#include "analysis/cfa/type.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// C's types as the source has them, for whoever shows values or writes C. The engine computes with `cfa::Type` alone.
namespace vouch::cfa {

struct CTypeTag;
using CTypeId = StrongId<CTypeTag>;

enum class CTypeKind {
  Void,
  Boolean,
  Character,
  Integral,
  Enumeration,
  Floating,
  Pointer,
  Array,
  Struct,
  Union,
  Function,
  Other
};

struct CField {
  std::string name; ///< empty: an anonymous struct or union, whose fields belong to the record around it
  CTypeId type;
  std::uint64_t offset_bits = 0;
  unsigned bit_width = 0; ///< 0: no bit-field
};

struct CEnumerator {
  std::string name;
  Integer value = 0;
};

/// Numbers grow with C's integer conversion rank.
enum class IntegerRank { Boolean, Character, Short, Int, Long, LongLong };

struct CType {
  CTypeKind kind = CTypeKind::Other;
  std::string spelling;         ///< for users
  std::string name;             ///< for C: without qualifiers of its own; empty: the type cannot be named
  bool is_constant = false;     ///< qualified so
  std::uint64_t size_bytes = 0; ///< 0 for what has none, such as an incomplete type
  std::optional<Type> scalar;   ///< how its values are kept, if they are scalars
  IntegerRank rank = IntegerRank::Int;
  CTypeId element;          ///< what a pointer points to, an array consists of, a function returns
  std::uint64_t length = 0; ///< of an array; 0: known only at run time, or not at all
  std::vector<CField> fields;
  std::vector<CEnumerator> enumerators;
};

/// Types refer to each other by their ids in the table, and structs to themselves.
class CTypeTable {
public:
  CTypeId add(CType type) {
    types_.push_back(std::move(type));
    return CTypeId(types_.size() - 1);
  }
  /// For types that refer to themselves: made first, completed later.
  CType& operator[](CTypeId id) { return types_[id.index()]; }
  const CType& operator[](CTypeId id) const { return types_[id.index()]; }

private:
  std::vector<CType> types_;
};

} // namespace vouch::cfa

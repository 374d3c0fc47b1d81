#pragma once

#include "analysis/cfa/cfa.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What the source says of types and variables, as a debugger wants it: C's types with their fields, and which
/// variables of the automaton a variable of the source has become. The engine itself needs none of it.
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
  std::string spelling;
  std::uint64_t size_bytes = 0; ///< 0 for what has none, such as an incomplete type
  std::optional<Type> scalar;   ///< how its values are kept, if they are scalars
  IntegerRank rank = IntegerRank::Int;
  CTypeId element;          ///< what a pointer points to, an array consists of, a function returns
  std::uint64_t length = 0; ///< of an array; 0: known only at run time, or not at all
  std::vector<CField> fields;
  std::vector<CEnumerator> enumerators;
};

/// Where the value of a source variable is.
enum class SymbolStorage {
  Registers, ///< `parts` are its scalar parts in the order of declaration; one, unless it is a struct
  Memory,    ///< `parts` is the one variable in memory
  Address,   ///< `parts` is the one register that holds the object's address
};

struct SourceVariable {
  std::string name;
  CTypeId type;
  VariableKind kind = VariableKind::Local;
  FunctionId function; ///< invalid with static storage
  SourceRange declaration;
  SourceRange scope; ///< where its name can be used; invalid: everywhere behind the declaration, also in other files
  SymbolStorage storage = SymbolStorage::Registers;
  std::vector<VariableId> parts;
};

class SourceSymbols {
public:
  CTypeId add_type(CType type);
  /// For types that refer to themselves: made first, completed later.
  CType& type(CTypeId id) { return types_[id.index()]; }
  [[nodiscard]] const CType& type(CTypeId id) const { return types_[id.index()]; }
  [[nodiscard]] std::size_t type_count() const { return types_.size(); }

  /// `int`, `unsigned long`, `struct node`, `node_t`; invalid if there is none.
  [[nodiscard]] CTypeId named_type(const std::string& name) const;
  void name_type(const std::string& name, CTypeId type) { named_types_.try_emplace(name, type); }

  std::vector<SourceVariable> variables;
  std::map<std::string, Integer> enumerators; ///< all of the translation unit
  std::map<std::string, CTypeId> enumerator_types;
  std::map<std::string, std::string> macros; ///< without parameters: the tokens they stand for

private:
  std::vector<CType> types_;
  std::map<std::string, CTypeId> named_types_;
};

} // namespace vouch::cfa

#pragma once

#include "analysis/cfa/ids.hpp"
#include "analysis/cfa/type.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a program's source declares, in C's own words: for whoever writes C that is to go with it.
namespace vouch::cfa {

/// Counts `CDeclarations::types`; types refer to each other, and structs to themselves.
using CTypeIndex = std::size_t;

enum class DeclaredTypeKind {
  Void,
  Boolean,
  SignedInteger, ///< or enumeration
  UnsignedInteger,
  Float,
  Pointer,
  Function,
  Array,
  Struct,
  Union,
  Other
};

struct DeclaredField {
  std::string name; ///< empty: unnamed
  std::uint64_t offset_bits = 0;
  std::optional<unsigned> bit_field_width;
  CTypeIndex type = 0;
};

struct DeclaredType {
  DeclaredTypeKind kind = DeclaredTypeKind::Other;
  std::string spelling;         ///< empty: the type cannot be named
  std::uint64_t size_bytes = 0; ///< zero: has no size, or none is known here
  bool is_constant = false;
  std::optional<CTypeIndex> element; ///< of arrays and pointers
  std::vector<DeclaredField> fields; ///< of structs and unions
};

/// How the automaton holds a parameter or a variable with static storage.
struct CStorage {
  enum class Kind {
    Scalar, ///< one register
    Leaves, ///< a struct: one register for each scalar part, whose name ends in `.path.to.it`
    Memory, ///< an object; of parameters: the register has its address
  } kind = Kind::Scalar;
  std::vector<VariableId> variables;
};

enum class CProvider {
  Program,
  Library, ///< the C library or the compiler
  Nobody,  ///< known to verification tools, or missing
};

struct CVariable {
  std::string name;
  CTypeIndex type = 0;
  CStorage storage;
  std::string function; ///< of a static variable inside of one
  CProvider provider = CProvider::Program;
};

/// What calls of a function without a definition mean that verification tools know.
enum class CRole {
  Ordinary,
  Fails,   ///< must not be called
  Asserts, ///< its first argument must not be zero
  Assumes, ///< runs in which its first argument is zero are of no interest
};

struct CFunction {
  std::string name;
  std::string heading; ///< `int read(int argument1)`: what stands before the body of a definition
  CTypeIndex result = 0;
  std::vector<CVariable> parameters; ///< of a definition
  CProvider provider = CProvider::Program;
  CRole role = CRole::Ordinary;
  bool is_variadic = false;
  bool ends_the_program = false; ///< it is declared not to return
};

struct CDeclarations {
  std::vector<DeclaredType> types;
  std::vector<CFunction> undefined; ///< functions that the file uses, and that nothing linked with it defines
  std::vector<CFunction> entries;   ///< where verification starts, in the order of `Cfa::entry_points`
  std::vector<CVariable> variables; ///< with static storage, that what can run refers to
  /// Functions with a body that must not be called whatever their body does, such as `reach_error`.
  std::vector<std::string> error_functions;
  bool defines_main = false;
};

} // namespace vouch::cfa

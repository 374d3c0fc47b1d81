#pragma once

#include "analysis/cfa/c_types.hpp"

#include <string>
#include <vector>

/// What a program's source declares, in C's own words: for whoever writes C that is to go with it.
namespace vouch::cfa {

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
  CTypeId type;
  CStorage storage;
  std::string function; ///< of a static variable inside of one
  CProvider provider = CProvider::Program;
  VariableId weak_address; ///< of a weak symbol that may be missing: what holds its address, null where it is missing
};

/// What calls of a function without a definition mean.
enum class CRole {
  Ordinary,
  Fails,     ///< must not be called
  Asserts,   ///< its first argument must not be zero
  Assumes,   ///< runs in which its first argument is zero are of no interest
  Allocates, ///< gives a new object of as many bytes as `size_argument` says
};

struct CFunction {
  std::string name;
  std::string heading; ///< `int read(int argument1)`: what stands before the body of a definition
  CTypeId result;
  std::vector<CVariable> parameters; ///< of a definition
  CProvider provider = CProvider::Program;
  CRole role = CRole::Ordinary;
  unsigned size_argument = 0; ///< of one that allocates, counted from 0
  bool is_variadic = false;
  bool ends_the_program = false; ///< it is declared not to return
  VariableId weak_address;       ///< as of a variable
};

struct CDeclarations {
  CTypeTable types;
  std::vector<CFunction> undefined; ///< functions that the file uses, and that nothing linked with it defines
  std::vector<CFunction> entries;   ///< where verification starts, in the order of `Cfa::entry_points`
  std::vector<CVariable> variables; ///< with static storage, that what can run refers to
  /// Functions with a body that must not be called whatever their body does, such as `reach_error`.
  std::vector<std::string> error_functions;
  bool defines_main = false;
};

} // namespace vouch::cfa

#pragma once

#include "analysis/cfa/c_types.hpp"
#include "analysis/cfa/cfa.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What the source says of types and variables, as a debugger wants it: C's types with their fields, and which
/// variables of the automaton a variable of the source has become. The engine itself needs none of it.
namespace vouch::cfa {

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
  /// `int`, `unsigned long`, `struct node`, `node_t`; invalid if there is none.
  [[nodiscard]] CTypeId named_type(const std::string& name) const;
  void name_type(const std::string& name, CTypeId type) { named_types_.try_emplace(name, type); }

  CTypeTable types;
  std::vector<SourceVariable> variables;
  std::map<std::string, Integer> enumerators; ///< all of the translation unit
  std::map<std::string, CTypeId> enumerator_types;
  std::map<std::string, std::string> macros; ///< without parameters: the tokens they stand for

private:
  std::map<std::string, CTypeId> named_types_;
};

} // namespace vouch::cfa

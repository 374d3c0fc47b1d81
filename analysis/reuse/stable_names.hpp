#pragma once

#include "analysis/cfa/cfa.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::reuse {

/// Names of functions and of variables of static lifetime that are the same in every version of a program, whatever
/// else changes in it. What is not visible outside of its file has its file's name in front, a static local that of its
/// function; variables always have a file, that of their first declaration. Files are named as they are seen from the
/// folder of the file that is verified: wherever a project is checked out, the names are the same.
///
/// Two of the same name (string literals, locals of different blocks, copies of library functions) get numbers in the
/// order of the Cfa: an edit may give one the name that another one had, so names alone never identify contents.
///
/// Example: `f`, `a.c:helper`, `a.c:table`, `a.c:helper::counter`, `a.c:"text"#2`
class StableNames {
public:
  explicit StableNames(const cfa::Cfa& cfa);

  [[nodiscard]] const std::string& of(cfa::FunctionId function) const { return functions_[function.index()]; }
  /// Empty for automatic variables.
  [[nodiscard]] const std::string& of(cfa::VariableId variable) const { return variables_[variable.index()]; }

  /// The other way round; nothing if nothing in this version of the program has the name.
  [[nodiscard]] std::optional<cfa::FunctionId> function(const std::string& name) const;
  [[nodiscard]] std::optional<cfa::VariableId> variable(const std::string& name) const;

private:
  std::vector<std::string> functions_;
  std::vector<std::string> variables_;
  std::unordered_map<std::string, cfa::FunctionId> functions_by_name_;
  std::unordered_map<std::string, cfa::VariableId> variables_by_name_;
};

} // namespace vouch::reuse

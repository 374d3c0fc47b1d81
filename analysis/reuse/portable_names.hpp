#pragma once

#include "analysis/reuse/stable_names.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// Names under which parts of a program can be found again in its next version, also parts of functions that have been
/// edited: the second loop of `f`, the first call of `g` in `f`, the variable `x` of `f`.
///
/// What is found under a name may be something else than before: an edit that adds a loop gives the next one its name.
/// So these names are good for guesses that are checked, and for nothing else.
///
/// Example: `void f(int n) { int i = 0; while (i < n) { g(i); i++; } }`
///   locations `entry of f`, `exit of f`, `loop 1 of f`, others such as `location 4 of f`; call `call 1 of g in f`;
///   variables `f::n`, `f::i`
namespace vouch::reuse {

class PortableNames {
public:
  /// Both must outlive the object. Only what is in functions that run, and what has static storage, can be found.
  PortableNames(const cfa::Cfa& cfa, const StableNames& names);

  [[nodiscard]] std::string of(cfa::LocationId location) const;
  [[nodiscard]] const std::string& of_call(cfa::EdgeId call) const { return calls_.names.at(call); }
  [[nodiscard]] const std::string& of(cfa::VariableId variable) const {
    return is_local(variable) ? locals_.names.at(variable) : names_.of(variable);
  }
  [[nodiscard]] const std::string& of(cfa::FunctionId function) const { return names_.of(function); }

  [[nodiscard]] std::optional<cfa::LocationId> location(const std::string& name) const;
  [[nodiscard]] std::optional<cfa::EdgeId> call(const std::string& name) const { return calls_.find(name); }
  [[nodiscard]] std::optional<cfa::VariableId> variable(const std::string& name) const {
    const std::optional<cfa::VariableId> local = locals_.find(name);
    return local ? local : names_.variable(name);
  }
  [[nodiscard]] std::optional<cfa::FunctionId> function(const std::string& name) const { return names_.function(name); }

private:
  template <class Id>
  struct Table {
    std::unordered_map<Id, std::string> names;
    std::unordered_map<std::string, Id> ids;

    void add(Id id, const std::string& name) {
      names.emplace(id, name);
      ids.emplace(name, id);
    }
    [[nodiscard]] std::optional<Id> find(const std::string& name) const {
      auto found = ids.find(name);
      return found != ids.end() ? std::optional(found->second) : std::nullopt;
    }
  };

  [[nodiscard]] bool is_local(cfa::VariableId variable) const;

  const cfa::Cfa& cfa_;
  const StableNames& names_;
  Table<cfa::LocationId> locations_;                      ///< entries, exits, loop heads
  std::vector<std::vector<cfa::LocationId>> by_function_; ///< all locations
  std::vector<std::size_t> numbers_;                      ///< of locations, within their functions
  Table<cfa::EdgeId> calls_;
  Table<cfa::VariableId> locals_;
};

} // namespace vouch::reuse

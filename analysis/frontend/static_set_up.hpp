#pragma once

#include "analysis/frontend/unit.hpp"

#include <initializer_list>
#include <vector>

namespace vouch::frontend {

/// Sets up variables with static storage where a file has several entry points: before each, those that can matter to it.
///
/// An object matters to an entry if a function names it that can run there, or an initialiser of an object that matters.
/// (A pointer from outside may lead to any other, too. That one then holds anything, as far as formulas know, and in the
/// interpreter it does not exist, so that no violation is confirmed with it.) Objects that matter to the same entries
/// are set up in one function that these entries share.
///
/// Example: `const char *names[] = {"a"}; int n; int f(void) { return n; } int g(int i) { return n + *names[i]; }`
///   n matters to f and g; names matters to g, and because of its initialiser so does "a".
class StaticSetUp {
public:
  /// Afterwards all static objects exist. `unit` must outlive this.
  StaticSetUp(Unit& unit, StaticContents contents);

  /// Functions for `start`, which calls the entry function `name`, to call: before all else the one that begins lifetimes,
  /// and then, before anything is read, the one that fills what exists.
  struct Steps {
    cfa::FunctionId lifetimes;
    cfa::FunctionId contents;
  };
  /// Their bodies are made by `lower`.
  Steps add_entry(cfa::FunctionId start, const std::string& name);
  /// To be called once, when all functions are lowered, `start`s included.
  void lower();

private:
  struct Entry {
    cfa::FunctionId start;
    Steps steps;
  };
  using ObjectIndex = std::size_t;

  void note_dependencies();
  /// Makes the body of `caller`.
  void call_all(cfa::FunctionId caller, std::initializer_list<const std::vector<cfa::FunctionId>*> callees);
  [[nodiscard]] std::vector<std::vector<bool>> entries_by_object() const;

  Unit& unit_;
  StaticContents contents_;
  std::vector<Entry> entries_;
  /// By object: what its initialiser names.
  std::vector<std::vector<cfa::VariableId>> dependencies_;
};

/// Adds a function of the front end's own to the CFA, with an entry and an exit.
cfa::FunctionId add_synthetic_function(Unit& unit, std::string name, const SourceRange& range);

} // namespace vouch::frontend

#pragma once

#include "analysis/cfa/source_symbols.hpp"

#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::inspection {

/// Where a name is looked up: in a function, at a place of it.
struct NameScope {
  cfa::FunctionId function; ///< invalid: file scope only
  SourceRange place;
};

/// The symbols of a program with what looking them up takes.
class ProgramSymbols {
public:
  /// `cfa` must outlive this.
  ProgramSymbols(const cfa::Cfa& cfa, cfa::SourceSymbols symbols);

  [[nodiscard]] const cfa::SourceSymbols& table() const { return symbols_; }
  [[nodiscard]] const cfa::CType& type(cfa::CTypeId id) const { return symbols_.types[id]; }
  /// `int`, `unsigned long`, ...: one of C's basic types.
  [[nodiscard]] cfa::CTypeId basic(const std::string& name) const { return symbols_.named_type(name); }
  cfa::CTypeId pointer_to(cfa::CTypeId type);
  cfa::CTypeId array_of(cfa::CTypeId type, std::uint64_t length);
  /// How many register variables a value of this type is made of, if it lives in registers.
  [[nodiscard]] std::size_t part_count(cfa::CTypeId type) const;

  /// What the name stands for; null if nothing.
  [[nodiscard]] const cfa::SourceVariable* find(const std::string& name, const NameScope& scope) const;
  /// In the order of their declaration; none that another one hides.
  [[nodiscard]] std::vector<const cfa::SourceVariable*> parameters(const NameScope& scope) const;
  [[nodiscard]] std::vector<const cfa::SourceVariable*> locals(const NameScope& scope) const;
  [[nodiscard]] std::vector<const cfa::SourceVariable*> globals() const;

  /// The source variable that a variable of the automaton is a part of; null for others.
  struct Part {
    const cfa::SourceVariable* variable = nullptr;
    std::size_t index = 0;
  };
  [[nodiscard]] Part part(cfa::VariableId id) const;
  /// In recursive functions: the register with the address of a variable in memory; invalid if it has an object of its
  /// own.
  [[nodiscard]] cfa::VariableId address_register(cfa::VariableId id) const;
  [[nodiscard]] cfa::FunctionId function(const std::string& name) const;

private:
  [[nodiscard]] bool is_visible(const cfa::SourceVariable& variable, const NameScope& scope) const;

  const cfa::Cfa& cfa_;
  cfa::SourceSymbols symbols_;
  std::unordered_map<std::string, std::vector<std::size_t>> by_name_;
  std::unordered_map<cfa::VariableId, Part> parts_;
  std::unordered_map<cfa::VariableId, cfa::VariableId> address_registers_;
  std::unordered_map<cfa::CTypeId, cfa::CTypeId> pointers_;
};

} // namespace vouch::inspection

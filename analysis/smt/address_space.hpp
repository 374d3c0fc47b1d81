#pragma once

#include "analysis/smt/scalar_theory.hpp"

#include <map>

namespace vouch::smt {

/// Where objects and functions lie: one rigid constant (the same at every index) for the address of each, and axioms
/// that keep them apart. The axioms put them in one fixed order, functions first, then variables, then the heap, with
/// arbitrary gaps. What a defined program can find out of that order is nothing: comparing addresses of different
/// objects by `<` is undefined, and the numbers that addresses convert to are unrelated to it (expression_encoder.hpp).
class AddressSpace {
public:
  AddressSpace(TermManager& terms, const cfa::Cfa& cfa, ScalarTheory& theory);

  Value address(cfa::VariableId variable);
  Value address(cfa::FunctionId function);
  /// All allocated objects lie at or behind it.
  Term heap_base();

  /// The smallest address that an object or function can have.
  [[nodiscard]] cfa::Integer lowest() const;
  /// The largest address that a byte of an object can have.
  [[nodiscard]] cfa::Integer highest() const;
  [[nodiscard]] const cfa::Type& pointer_type() const { return pointer_type_; }

  [[nodiscard]] bool is_rigid(const Term& constant) const { return positions_.contains(constant); }
  /// What is known of the rigid constants among `constants`.
  Term background(std::span<const Term> constants);

private:
  struct Place {
    Term constant;
    cfa::Integer size = 1;
  };
  const Place& place(std::size_t position, const std::string& name, cfa::Integer size);
  Value value_of(const Place& place);

  TermManager& terms_;
  const cfa::Cfa& cfa_;
  ScalarTheory& theory_;
  cfa::Type pointer_type_;
  std::map<std::size_t, Place> places_; ///< in the order of their addresses
  std::unordered_map<Term, std::size_t> positions_;
};

} // namespace vouch::smt

#pragma once

#include "analysis/smt/scalar_theory.hpp"
namespace vouch::smt {

/// Where objects and functions lie: functions first, then variables, then the heap, in one fixed order.
///
/// Among the integers every address is a rigid constant (the same at every index), with axioms that keep them in order,
/// so that predicates speak of `&x`. Among the bit-vectors, where 64-bit address arithmetic over unknowns is what takes
/// solvers longest, addresses are numbers.
///
/// What a defined program can find out of the order and of the numbers is nothing: comparing addresses of different
/// objects by `<` is undefined, and the integers that addresses convert to are unrelated to them
/// (expression_encoder.hpp, docs/decisions/0062).
class AddressSpace {
public:
  AddressSpace(TermManager& terms, const cfa::Cfa& cfa, ScalarTheory& scalars, Theory theory);

  Value address(cfa::VariableId variable);
  Value address(cfa::FunctionId function);
  /// All allocated objects lie at or behind it.
  Term heap_base();
  /// So many bytes at least lie between two allocated objects: the end of one is not the address of another.
  [[nodiscard]] cfa::Integer gap() const;

  /// The smallest address that an object or function can have.
  [[nodiscard]] cfa::Integer lowest() const;
  /// The largest address that a byte of an object can have.
  [[nodiscard]] cfa::Integer highest() const;
  [[nodiscard]] const cfa::Type& pointer_type() const { return pointer_type_; }

  [[nodiscard]] bool is_rigid(const Term& constant) const { return positions_.contains(constant); }
  /// What is known of the rigid constants among `constants`.
  Term background(std::span<const Term> constants);

private:
  /// A variable, a function, or the heap's base.
  struct Place {
    std::string name;
    cfa::Integer number = 0; ///< its address among the bit-vectors
    cfa::Integer size = 1;
    Term constant; ///< its address among the integers, once it is used
  };
  Value value_of(std::size_t position);
  [[nodiscard]] std::size_t heap_position() const { return places_.size() - 1; }

  TermManager& terms_;
  const cfa::Cfa& cfa_;
  ScalarTheory& scalars_;
  Theory theory_;
  cfa::Type pointer_type_;
  std::vector<Place> places_; ///< in the order of their addresses
  std::unordered_map<Term, std::size_t> positions_;
};

} // namespace vouch::smt

#pragma once

#include "analysis/smt/encoding/scalar_theory.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <variant>

namespace vouch::smt {

/// Where the heap begins.
struct HeapBase {
  friend bool operator==(const HeapBase&, const HeapBase&) = default;
};

/// What lies at an address.
using AddressMeaning = std::variant<cfa::FunctionId, cfa::VariableId, HeapBase>;

/// Where objects and functions lie: functions first, then variables, then the heap, in one fixed order; behind all of it
/// what callers made (cfa/given_type.hpp), if there can be any.
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
  Term address(const AddressMeaning& meaning);
  /// What lies at the address that a rigid constant is; nothing for other constants.
  [[nodiscard]] std::optional<AddressMeaning> meaning(const Term& constant) const;
  /// The function at a number among the bit-vectors.
  [[nodiscard]] std::optional<cfa::FunctionId> function_at(cfa::Integer number) const;
  /// All allocated objects lie at or behind it.
  Term heap_base();
  /// So many bytes at least lie between two allocated objects: the end of one is not the address of another.
  [[nodiscard]] cfa::Integer gap() const;

  /// No object lies below it, and no function behind it.
  Term lowest_object() { return value_of(cfa_.function_count()).term; }
  /// The smallest address that an object or function can have.
  [[nodiscard]] cfa::Integer lowest() const;
  /// The largest address that a byte of an object can have.
  [[nodiscard]] cfa::Integer highest() const;
  /// The smallest address of an object that callers made.
  [[nodiscard]] cfa::Integer lowest_given() const;
  /// The largest address that a byte of a variable or of an allocated object can have.
  [[nodiscard]] cfa::Integer highest_own() const;
  [[nodiscard]] const cfa::Type& pointer_type() const { return pointer_type_; }
  [[nodiscard]] unsigned pointer_width() const { return std::get<cfa::PointerType>(pointer_type_).width; }

  [[nodiscard]] bool is_rigid(const Term& constant) const { return positions_.contains(constant); }
  /// What is known of the rigid constants among `constants`.
  Term background(std::span<const Term> constants);

private:
  /// Functions, variables and the heap's base, in the order of their addresses.
  using Position = std::size_t;
  Value value_of(Position position);
  [[nodiscard]] std::string name_of(Position position) const;
  [[nodiscard]] cfa::Integer size_of(Position position) const;
  [[nodiscard]] Position heap_position() const { return numbers_.size() - 1; }
  /// Nothing for functions and for the heap's base.
  [[nodiscard]] const cfa::Variable* variable_at(Position position) const;

  TermManager& terms_;
  const cfa::Cfa& cfa_;
  ScalarTheory& scalars_;
  Theory theory_;
  cfa::Type pointer_type_;
  std::vector<cfa::Integer> numbers_;            ///< by position: the address among the bit-vectors
  std::unordered_map<Position, Term> constants_; ///< the addresses among the integers that are in use
  std::unordered_map<Term, Position> positions_;
  std::unordered_set<std::string> names_; ///< of the constants
};

} // namespace vouch::smt

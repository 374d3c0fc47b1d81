#pragma once

#include "analysis/smt/encoding/encoding_context.hpp"

namespace vouch::smt {

/// If `address` is a variable's address plus offsets: the variable.
const cfa::AddressOf* base_object(cfa::ExpressionRef address);

/// Encodes the expressions of one edge over the values before it. Adds to the step what their being defined requires;
/// every subexpression counts, as every one is evaluated.
///
/// The number that a pointer converts to is an unknown function of the pointer: it is not the address that formulas
/// have, since that one is never used twice for different objects, and real memory is (see AddressSpace).
class ExpressionEncoder {
public:
  ExpressionEncoder(EncodingContext& context, Step& step) : context_(context), step_(step) {}

  Value evaluate(cfa::ExpressionRef expression);
  /// The value in the sort of the expression's type.
  Term number(cfa::ExpressionRef expression);
  /// Whether the value is not zero.
  Term condition(cfa::ExpressionRef expression);
  /// The address is going to be accessed: the arithmetic that it is computed by stays inside of the address space.
  void expect_access(cfa::ExpressionRef address);
  /// The loads that were evaluated, with their values.
  [[nodiscard]] const std::vector<std::pair<cfa::ExpressionRef, Term>>& loads() const { return loads_; }
  /// Assumes what the access of `size` bytes at `address` needs to be defined, as far as that is cheap to say.
  /// That `value` is one that `load` can find, if it reads constant tables.
  void require_found_in_table(cfa::ExpressionRef load, const Value& value);
  void require_access(cfa::ExpressionRef address, std::uint64_t size);
  /// The address where the object begins that `pointer` is derived from; an arbitrary one if that is not known.
  Term base_of(cfa::ExpressionRef pointer);
  /// The address converts to a multiple of `alignment`, if that is a power of two.
  void require_alignment(const Term& address, cfa::ExpressionRef alignment);

private:
  Value value_of(cfa::ExpressionRef expression);
  Value value_of(const cfa::Load& load, cfa::ExpressionRef expression);
  Value value_of(const cfa::Unary& unary, const cfa::Type& type);
  Value value_of(const cfa::Binary& binary, cfa::ExpressionRef expression);
  Value value_of(const cfa::Convert& convert, const cfa::Type& type);
  Value value_of(const cfa::Conditional& conditional, const cfa::Type& type);
  Value value_of(const cfa::MemoryCheck& check, const cfa::Type& type);
  [[nodiscard]] ScalarTheory::WrapAround wrap_around(cfa::ExpressionRef sum) const;
  Value comparison(const cfa::Binary& binary, const Value& left, const Value& right);
  std::optional<Value> truth_operation(cfa::BinaryOperator op, const Value& left, const Value& right);

  Term condition(const Value& value, const cfa::Type& type);
  Value truth(const Term& condition) { return {condition, {0, 1}}; }
  /// Any value of the type.
  Value arbitrary(const cfa::Type& type);
  /// Assumes what is known of the pointer's offset in its object, if it carries that along.
  void assume_congruent(cfa::ExpressionRef pointer, const Value& value);
  Term base_of(const cfa::Load& load, cfa::ExpressionRef expression);
  /// Whether `base_of` knows more than the pointer's value says.
  [[nodiscard]] bool carries_base(cfa::ExpressionRef pointer) const;
  Value converted_float(const Value& operand, const cfa::Type& from, const cfa::Type& to);
  Value number_of_pointer(const Value& pointer, cfa::ExpressionRef expression, const cfa::Type& type);
  Term number_of_address(const Term& address);
  void require_alignment_of_target(const Value& pointer, cfa::ExpressionRef expression, const Term& number);
  /// That an unsigned number of the pointers' width is one of `congruence`, which is not exact.
  Term is_congruent(const Term& number, const facts::Congruence& congruence);
  Value pointer_of_number(const Value& number, const cfa::Type& number_type, const cfa::Type& type);

  EncodingContext& context_;
  Step& step_;
  std::unordered_map<cfa::ExpressionRef, Value> values_;
  std::vector<std::pair<cfa::ExpressionRef, Term>> loads_;
  std::unordered_set<cfa::ExpressionRef> accessed_; ///< addresses of loads and stores, and what they are sums of
};

} // namespace vouch::smt

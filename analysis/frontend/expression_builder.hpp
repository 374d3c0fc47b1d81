#pragma once

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/expression.hpp"
#include "analysis/cfa/operation.hpp"

#include <unordered_map>

namespace vouch::frontend {

/// A condition in the form in which edges carry it: a comparison or logical expression (or a constant), and which way
/// it has to come out.
struct Truth {
  cfa::ExpressionRef condition = nullptr;
  cfa::Polarity polarity = cfa::Polarity::Holds;
};

/// All values that an integer expression can have, bounds included.
struct Interval {
  cfa::Integer low = 0;
  cfa::Integer high = 0;
};

/// Makes expressions, folding constants on the way. Never folds what has undefined behaviour.
class ExpressionBuilder {
public:
  ExpressionBuilder(cfa::ExpressionPool& pool, unsigned pointer_width) : pool_(pool), pointer_width_(pointer_width) {}

  cfa::ExpressionRef constant(cfa::Integer value, const cfa::Type& type);
  cfa::ExpressionRef integer(cfa::Integer value); ///< of C's type int
  cfa::ExpressionRef zero(const cfa::Type& type);
  cfa::ExpressionRef read(cfa::VariableId variable, const cfa::Type& type) { return pool_.read(variable, type); }
  cfa::ExpressionRef load(cfa::ExpressionRef address, const cfa::Type& type) { return pool_.load(address, type); }
  cfa::ExpressionRef address_of(cfa::VariableId variable);
  cfa::ExpressionRef function_address(cfa::FunctionId function);
  /// `value`, rounded to the format.
  cfa::ExpressionRef floating(long double value, cfa::FloatType type);

  cfa::ExpressionRef unary(cfa::UnaryOperator op, cfa::ExpressionRef operand);
  cfa::ExpressionRef binary(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right);
  /// The same where signed arithmetic wraps around: of integers, for operators that can overflow.
  cfa::ExpressionRef wrapping_binary(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right);
  cfa::ExpressionRef wrapping_negation(cfa::ExpressionRef operand);
  cfa::ExpressionRef convert(cfa::ExpressionRef operand, const cfa::Type& type);
  /// Requires both branches to be total and of one type.
  cfa::ExpressionRef conditional(Truth condition, cfa::ExpressionRef if_true, cfa::ExpressionRef if_false);
  cfa::ExpressionRef add_bytes(cfa::ExpressionRef pointer, cfa::Integer bytes);
  /// `pointer + index * element_size`; `index` is any integer.
  cfa::ExpressionRef add_elements(cfa::ExpressionRef pointer, cfa::ExpressionRef index, std::uint64_t element_size);

  cfa::ExpressionRef memory_check(cfa::MemoryFault fault, std::vector<cfa::ExpressionRef> operands);
  /// `value < low || value > high`, without what the interval of `value` excludes.
  cfa::ExpressionRef is_outside(cfa::ExpressionRef value, Interval bounds);

  /// The condition "`value` is not zero".
  Truth truth(cfa::ExpressionRef value);
  /// 1 or 0, of C's type int.
  cfa::ExpressionRef value_of(Truth truth);

  /// Whether evaluating `expression` can never be undefined behaviour.
  bool is_total(cfa::ExpressionRef expression);

  /// The values of an integer expression. Requires integer type.
  Interval interval(cfa::ExpressionRef expression);

private:
  cfa::ExpressionRef fold(cfa::BinaryOperator op, cfa::ExpressionRef left, cfa::ExpressionRef right);
  cfa::ExpressionRef converted_constant(long double value, const cfa::Type& type);
  bool compute_is_total(cfa::ExpressionRef expression);
  bool is_operation_total(const cfa::Binary& node);
  Interval compute_interval(cfa::ExpressionRef expression);
  Interval compute_interval(const cfa::Binary& node, const cfa::Type& type);

  cfa::ExpressionPool& pool_;
  unsigned pointer_width_;
  std::unordered_map<cfa::ExpressionRef, bool> totals_;
  std::unordered_map<cfa::ExpressionRef, Interval> intervals_;
};

/// The value of a constant, or nothing.
const cfa::Integer* constant_value(cfa::ExpressionRef expression);

} // namespace vouch::frontend

#pragma once

#include "analysis/domains/values/value_state.hpp"

#include <optional>
#include <unordered_map>

namespace vouch::domains {

/// Evaluates expressions in one state, and finds out what a condition says about it.
class ValueEvaluator {
public:
  /// All three must outlive the evaluator.
  ValueEvaluator(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state)
      : cfa_(cfa), memory_(memory), state_(state) {}

  Evaluation evaluate(cfa::ExpressionRef expression);
  /// The value, if it is known.
  std::optional<ExplicitValue> value(cfa::ExpressionRef expression);
  /// The value, if it is known and an object's address.
  std::optional<ObjectAddress> address(cfa::ExpressionRef expression);
  /// The value, if it is known and an integer.
  std::optional<cfa::Integer> integer(cfa::ExpressionRef expression);
  /// Whether the value is other than zero.
  std::optional<bool> truth(cfa::ExpressionRef expression);
  /// Whether a pointer that is equal to `address` points into its object, and not just behind the end of one beside it.
  [[nodiscard]] bool tells_the_object(const ObjectAddress& address) const;

private:
  Evaluation compute(cfa::ExpressionRef expression);
  Evaluation compute(const cfa::Load& load, const cfa::Type& type);
  Evaluation compute(const cfa::Binary& binary, const cfa::Type& type);
  Evaluation compute(const cfa::Conditional& conditional);
  Evaluation compute(const cfa::MemoryCheck& check);
  Evaluation compare(cfa::BinaryOperator op, const ExplicitValue& left, const ExplicitValue& right);
  [[nodiscard]] std::optional<bool> equal(const ExplicitValue& left, const ExplicitValue& right) const;
  /// Whether these are places in two string literals that are one place if the literals share memory.
  [[nodiscard]] bool may_share_memory(const ObjectAddress& a, const ObjectAddress& b) const;
  [[nodiscard]] std::optional<bool> is_null(const ExplicitValue& value) const;
  /// Whether the address is in its object; the end counts only if `end` says so.
  enum class End { Excluded, Included };
  [[nodiscard]] bool is_surely_inside(const ObjectAddress& address, End end) const;
  [[nodiscard]] std::optional<bool> has_fault(cfa::MemoryFault fault, const ExplicitValue& pointer) const;
  std::optional<bool> is_out_of_bounds(const cfa::MemoryCheck& check);

  const cfa::Cfa& cfa_;
  const ValueMemory& memory_;
  const ValueState& state_;
  std::unordered_map<cfa::ExpressionRef, Evaluation> evaluated_;
};

/// Those of `state`'s concrete states in which `condition` is nonzero (`Polarity::Holds`) or zero; possibly more.
/// Nothing: there are none.
std::optional<ValueState> assume(const cfa::Cfa& cfa, const ValueMemory& memory, const ValueState& state,
                                 cfa::ExpressionRef condition, cfa::Polarity polarity);

} // namespace vouch::domains

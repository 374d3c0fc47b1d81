#pragma once

#include "tests/fuzz/program_generator.hpp"
#include "tests/fuzz/program_parts.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vouch::fuzz {

/// Makes expressions over the variables in scope. Within one full expression no variable is both modified and used
/// elsewhere.
class ExpressionGenerator {
public:
  ExpressionGenerator(Random& random, const std::vector<StructKind>& structs, const std::vector<Function>& functions,
                      const GeneratorOptions& options)
      : random_(random), structs_(structs), functions_(functions), unguarded_percent_(options.unguarded_percent),
        misuse_percent_(options.misuse_percent) {}

  std::vector<Variable>& scope() { return scope_; }

  enum class Effects { None, Allowed };
  /// A full expression of integer type.
  Expression expression(unsigned depth, Effects effects);
  /// A full expression of floating-point type, without side effects. Its value may be NaN or infinite.
  std::string float_expression(unsigned depth);
  /// A full expression for a place where C wants a condition; its parts may have any scalar type.
  std::string condition(unsigned depth, Effects effects);

  /// `left = right`, `left op= right` or a step, as a full expression.
  std::string assignment(unsigned depth);

  /// A place that has a type of the wanted sort and may be assigned.
  enum class Sort { Integer, Float };
  struct LeftValue {
    std::string text;
    NumberKind type;
    std::string variable; ///< the name of the variable that it is a part of; empty if through a pointer
    bool is_overlaid = false;
  };
  LeftValue left_value(unsigned depth, Effects effects, Sort sort = Sort::Integer);

  /// The address of a number of exactly this type, or of a struct; for a global pointer one that lives as long. Empty
  /// if there is none.
  std::string address_for(const Variable& pointer);

  /// A struct of this kind, without side effects.
  std::string struct_value(std::size_t struct_index);

  /// A call as a full expression, without side effects in the arguments; empty if there is nothing for one of them.
  std::string call_with_any_arguments(const Function& function);

  /// Forgets what the last full expression used.
  void begin_full_expression();

private:
  Expression generate(unsigned depth);
  Expression binary(unsigned depth);
  Expression guarded(std::string_view op, const Expression& left, const Expression& right, const NumberKind& type);
  Expression constant();
  Expression read(unsigned depth);
  Expression step();
  std::string float_value(unsigned depth);
  std::string float_constant();
  std::string truncated(unsigned depth);
  std::string float_assignment(unsigned depth);
  std::optional<LeftValue> place_in(const Variable& variable, unsigned depth, Sort sort);
  std::optional<LeftValue> field_of(const Variable& variable, unsigned depth, Sort sort);
  LeftValue byte_of(const Variable& variable, unsigned depth);
  std::vector<std::string> addresses_in(const Variable& variable, const NumberKind& type);
  std::string struct_operand(std::size_t struct_index);
  enum class Arguments { Pure, Any };
  std::string call(const Function& function, unsigned depth, Arguments arguments);
  Expression pure_call(unsigned depth);
  Expression comparison(unsigned depth);
  std::string index(unsigned depth, std::size_t length);
  std::string whole_index(unsigned depth, std::size_t length);
  bool may_use(const std::string& variable) const { return !modified_.contains(variable); }
  std::vector<const Variable*> candidates(Shape shape) const;

  Random& random_;
  const std::vector<StructKind>& structs_;
  const std::vector<Function>& functions_;
  unsigned unguarded_percent_;
  unsigned misuse_percent_;
  std::vector<Variable> scope_;
  Effects effects_ = Effects::None;
  std::unordered_set<std::string> used_;
  std::unordered_set<std::string> modified_;
};

} // namespace vouch::fuzz

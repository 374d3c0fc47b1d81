#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vouch::fuzz {

/// An arithmetic type as far as conversions go.
struct NumberKind {
  std::string spelling = "int";
  unsigned bits = 32; ///< 1 for _Bool
  bool is_signed = true;
  bool is_float = false;
};

enum class Shape { Scalar, Array, Matrix, Struct, Pointer, StructPointer };

struct Field {
  std::string name;
  NumberKind type;
  bool is_bit_field = false;
};
struct StructKind {
  std::string tag;
  std::vector<Field> fields;
};

/// Arrays have 8 elements, matrices 4 times 4.
struct Variable {
  std::string name;
  Shape shape = Shape::Scalar;
  NumberKind type;             ///< of the scalar, the elements, or what the pointer points to
  std::size_t struct_index = 0; ///< for structs and pointers to them
  bool is_counter = false;      ///< of a loop: read only
  bool has_pointers = false;    ///< a pointer may point to it
};

struct Function {
  std::string name;
  NumberKind result;
  std::vector<Variable> parameters;
  bool is_pure = false; ///< touches nothing but its parameters' values
};

/// Text with the type that it has after promotion.
struct Expression {
  std::string text;
  NumberKind type;
};

class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits();
  /// 0 to bound - 1.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(bits() % bound); }
  bool percent(unsigned share) { return below(100) < share; }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

private:
  std::uint64_t state_;
};

const std::vector<NumberKind>& integer_kinds();
const std::vector<NumberKind>& float_kinds();
NumberKind promoted(const NumberKind& type);

/// Makes expressions over the variables in scope. Within one full expression no variable is both modified and used
/// elsewhere.
class ExpressionGenerator {
public:
  ExpressionGenerator(Random& random, const std::vector<StructKind>& structs, const std::vector<Function>& functions,
                      unsigned unguarded_percent)
      : random_(random), structs_(structs), functions_(functions), unguarded_percent_(unguarded_percent) {}

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
  };
  LeftValue left_value(unsigned depth, Effects effects, Sort sort = Sort::Integer);

  /// The address of a variable or element of exactly this type; empty if there is none.
  std::string address_of(const NumberKind& type);
  std::string address_of_struct(std::size_t struct_index);

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
  Expression call(unsigned depth, const Function& function);
  Expression comparison(unsigned depth);
  std::string index(unsigned depth, unsigned mask);
  bool may_use(const std::string& variable) const { return !modified_.contains(variable); }
  std::vector<const Variable*> candidates(Shape shape) const;

  Random& random_;
  const std::vector<StructKind>& structs_;
  const std::vector<Function>& functions_;
  unsigned unguarded_percent_;
  std::vector<Variable> scope_;
  Effects effects_ = Effects::None;
  std::unordered_set<std::string> used_;
  std::unordered_set<std::string> modified_;
};

} // namespace vouch::fuzz

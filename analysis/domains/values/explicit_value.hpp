#pragma once

#include "analysis/cfa/expression.hpp"

#include <cstdint>
#include <optional>
#include <variant>

/// One value of C's machine, and its arithmetic.
namespace vouch::domains {

/// An object in memory: a variable, or what an `Allocate` made, counted per edge.
class ObjectId {
public:
  static ObjectId of(cfa::VariableId variable) { return ObjectId(variable.index()); }
  static ObjectId of(cfa::EdgeId allocation, std::uint32_t ordinal) {
    return ObjectId((std::uint64_t{allocation.index()} + 1) << 32U | ordinal);
  }
  /// A key of `ValueState::memory`.
  static ObjectId of_number(std::uint64_t number) { return ObjectId(number); }

  [[nodiscard]] std::uint64_t number() const { return number_; }
  [[nodiscard]] bool is_variable() const { return number_ >> 32U == 0; }
  /// Requires a variable.
  [[nodiscard]] cfa::VariableId variable() const { return cfa::VariableId(number_); }
  /// Requires an allocated object.
  [[nodiscard]] cfa::EdgeId allocation() const { return cfa::EdgeId((number_ >> 32U) - 1); }

  friend bool operator==(ObjectId, ObjectId) = default;

private:
  explicit ObjectId(std::uint64_t number) : number_(number) {}
  std::uint64_t number_;
};

/// A pointer that was derived from an object: where it points, in bytes from the object's start.
struct ObjectAddress {
  ObjectId object;
  cfa::Integer offset = 0;
  friend bool operator==(const ObjectAddress&, const ObjectAddress&) = default;
};

/// Integers are within their type; a pointer that is derived from no object is its address as an integer, null is 0.
/// Equal values of one type are the same value, bit for bit, except that a NaN is like any other.
using ExplicitValue = std::variant<cfa::Integer, cfa::FloatConstant, ObjectAddress, cfa::FunctionAddress>;
std::size_t hash_value(const ExplicitValue& value);

/// What an expression evaluates to where not everything is known.
struct Unknown {
  friend bool operator==(Unknown, Unknown) = default;
};
/// The evaluation has undefined behaviour: no run gets beyond it.
struct Undefined {
  friend bool operator==(Undefined, Undefined) = default;
};
using Evaluation = std::variant<ExplicitValue, Unknown, Undefined>;

/// What is determined, and this number.
inline Evaluation known(cfa::Integer value) { return ExplicitValue(value); }

/// The operators on integers and floats, with the meaning that analysis/cfa/expression.hpp gives them. Operands are of
/// `operand_type`, the result of `type`. Pointers need an object's size and are no business of these: `Unknown`.
Evaluation apply(cfa::UnaryOperator op, const ExplicitValue& operand, const cfa::Type& operand_type);
Evaluation apply(cfa::BinaryOperator op, const ExplicitValue& left, const ExplicitValue& right,
                 const cfa::Type& operand_type, const cfa::Type& type);
Evaluation convert(const ExplicitValue& value, const cfa::Type& from, const cfa::Type& to);

} // namespace vouch::domains

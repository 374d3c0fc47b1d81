#pragma once

#include "analysis/cfa/ids.hpp"
#include "analysis/cfa/type.hpp"

#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

/// Expressions are free of side effects, typed and hash-consed: within one pool, two equal expressions are the same
/// pointer. All of C's implicit conversions are explicit here.
///
/// Every subexpression of an expression is evaluated, always. What C evaluates conditionally (`&&`, `||`, `?:`) is
/// control flow in the CFA, except where the conditional operands cannot have undefined behaviour.
///
/// Undefined behaviour: signed `Add`, `Subtract`, `Multiply`, `Negate`, `ShiftLeft` that leave the type's range,
/// division of integers by zero and `minimum / -1`, shifts by a negative amount or by at least the width, the
/// conversion of a float whose truncated value the integer type does not have, an access outside of a live object. A
/// run that does one of these ends there; analyses may assume that it does not happen. Conversions between integers
/// wrap as in two's complement. Unsigned arithmetic wraps. Floats are those of IEEE 754, each operation rounded once to
/// its own format, to nearest with ties to even; the sign and payload of a NaN that an operation makes are not
/// specified.
namespace vouch::cfa {

struct Expression;
using ExpressionRef = const Expression*;

enum class UnaryOperator {
  Negate,
  Complement,
  LogicalNot,
  // Of floats only; rounded to an integer are floats, too.
  AbsoluteValue,
  SquareRoot,
  RoundDown,
  RoundUp,
  RoundToZero,
  RoundToEven,
  RoundAway, ///< to nearest, ties away from zero
  SignBit,   ///< 32-bit signed 0 or 1
};

enum class BinaryOperator {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  ShiftLeft,
  ShiftRight,
  BitAnd,
  BitOr,
  BitXor,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  LogicalAnd,
  LogicalOr,
  PointerAdd,        ///< pointer + signed number of *bytes*; result: pointer
  PointerDifference, ///< pointer - pointer, in *bytes*; result: signed integer of pointer width
  CopySign,          ///< of floats: the left one with the sign of the right one
};

/// An integer or (with pointer type) address constant; the null pointer is 0.
struct Constant {
  Integer value = 0;
  friend bool operator==(const Constant&, const Constant&) = default;
};

struct FloatConstant {
  long double value = 0;
  /// By representation: 0.0 and -0.0 are different constants, and NaN is the same as NaN.
  friend bool operator==(const FloatConstant& a, const FloatConstant& b);
};

/// The value of a scalar variable (`Storage::Register`).
struct VariableRead {
  VariableId variable;
  friend bool operator==(const VariableRead&, const VariableRead&) = default;
};

/// The address of the first byte of a variable that lives in memory (`Storage::Memory`).
struct AddressOf {
  VariableId variable;
  friend bool operator==(const AddressOf&, const AddressOf&) = default;
};

struct FunctionAddress {
  FunctionId function;
  friend bool operator==(const FunctionAddress&, const FunctionAddress&) = default;
};

/// The value of the expression's type that is stored, little-endian, at `address`.
struct Load {
  ExpressionRef address = nullptr;
  friend bool operator==(const Load&, const Load&) = default;
};

/// `LogicalNot` and `SignBit` give a 32-bit signed 0 or 1; the others keep their operand's type.
struct Unary {
  UnaryOperator op = UnaryOperator::Negate;
  ExpressionRef operand = nullptr;
  friend bool operator==(const Unary&, const Unary&) = default;
};

/// `Remainder` of floats is C's `fmod`. Both operands have the same type, which is also the result's; except:
/// comparisons and logical operators give a 32-bit signed 0 or 1; the right operand of a shift has its own integer
/// type; the two pointer operators.
struct Binary {
  BinaryOperator op = BinaryOperator::Add;
  ExpressionRef left = nullptr;
  ExpressionRef right = nullptr;
  friend bool operator==(const Binary&, const Binary&) = default;
};

/// Conversion between any two of integer, pointer and float types.
struct Convert {
  ExpressionRef operand = nullptr;
  friend bool operator==(const Convert&, const Convert&) = default;
};

/// `condition != 0 ? if_true : if_false`, where neither branch can have undefined behaviour.
struct Conditional {
  ExpressionRef condition = nullptr;
  ExpressionRef if_true = nullptr;
  ExpressionRef if_false = nullptr;
  friend bool operator==(const Conditional&, const Conditional&) = default;
};

/// What can be wrong with using memory. An access has at most one of the first three faults, and freeing at most one of
/// the next two.
enum class MemoryFault {
  Null,        ///< the pointer is null: it is derived from no object and less than 4096
  Dead,        ///< the lifetime of the object that it is derived from has ended
  OutOfBounds, ///< the bytes accessed are not all in that object, or there never was one
  InvalidFree, ///< the pointer is neither null nor the start of an object from the heap
  DoubleFree,  ///< it is derived from an object whose lifetime has ended
  Leak,        ///< an object from the heap is alive, and no pointer leads there any more
};

/// 1 if the fault would occur, otherwise 0, as a 32-bit signed integer. Never undefined itself.
struct MemoryCheck {
  MemoryFault fault = MemoryFault::Null;
  /// For Null, Dead, InvalidFree and DoubleFree: the pointer. For OutOfBounds: the pointer, a signed number of bytes that
  /// is added to it, and the size of the access. For Leak: none.
  std::vector<ExpressionRef> operands;
  friend bool operator==(const MemoryCheck&, const MemoryCheck&) = default;
};

using ExpressionNode = std::variant<Constant, FloatConstant, VariableRead, AddressOf, FunctionAddress, Load, Unary,
                                    Binary, Convert, Conditional, MemoryCheck>;

struct Expression {
  ExpressionNode node;
  Type type;
};

/// Owns expressions and makes each distinct one once. References stay valid as long as the pool.
class ExpressionPool {
public:
  ExpressionPool() = default;
  ExpressionPool(const ExpressionPool&) = delete;
  ExpressionPool& operator=(const ExpressionPool&) = delete;
  ExpressionPool(ExpressionPool&&) = default;
  ExpressionPool& operator=(ExpressionPool&&) = default;
  ~ExpressionPool() = default;

  /// The one expression with this node and type. Does not simplify and does not check operand types.
  ExpressionRef make(ExpressionNode node, const Type& type);

  /// Conveniences over `make`; `type` is the type of the result.
  ExpressionRef constant(Integer value, const Type& type) { return make(Constant{value}, type); }
  ExpressionRef read(VariableId variable, const Type& type) { return make(VariableRead{variable}, type); }
  ExpressionRef load(ExpressionRef address, const Type& type) { return make(Load{address}, type); }
  ExpressionRef unary(UnaryOperator op, ExpressionRef operand);
  ExpressionRef binary(BinaryOperator op, ExpressionRef left, ExpressionRef right);
  /// `operand` itself if it has that type already.
  ExpressionRef convert(ExpressionRef operand, const Type& type);

  [[nodiscard]] std::size_t size() const { return storage_.size(); }

private:
  std::deque<Expression> storage_;
  std::unordered_multimap<std::size_t, ExpressionRef> index_;
};

bool is_comparison(BinaryOperator op);

/// The operands, left to right.
std::vector<ExpressionRef> operands(ExpressionRef expression);

/// Calls `visit` on `root` and all its subexpressions, operands first; shared ones once.
void for_each_subexpression(ExpressionRef root, const std::function<void(ExpressionRef)>& visit);

/// C-like notation with explicit conversions; `name_of` gives variables and functions their names.
struct Names {
  std::function<std::string(VariableId)> variable;
  std::function<std::string(FunctionId)> function;
};
std::string to_string(ExpressionRef expression, const Names& names);

} // namespace vouch::cfa

#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What a random program is made of, as its generators see it.
namespace vouch::fuzz {

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

/// An arithmetic type as far as conversions go.
struct NumberKind {
  std::string spelling = "int";
  unsigned bits = 32; ///< 1 for _Bool
  bool is_signed = true;
  bool is_float = false;
};

const std::vector<NumberKind>& integer_kinds();
const std::vector<NumberKind>& float_kinds();
NumberKind promoted(const NumberKind& type);
/// Of both operands of an arithmetic operation.
NumberKind common_type(const NumberKind& left, const NumberKind& right);
/// Mostly an integer.
NumberKind random_number_kind(Random& random);
/// Whether every pattern of bits is a value of the type that can be looked at: no _Bool, and no floats, whose NaNs have
/// bits that compilers are free to choose.
bool has_plain_bytes(const NumberKind& type);

/// What can be reached in a struct or union without a pointer. Its name is a path, such as `inner.f0`.
struct Field {
  std::string name;
  NumberKind type;
  std::size_t elements = 0; ///< of an array, a power of two; 0: no array
  bool is_bit_field = false;
  bool is_overlaid = false; ///< other members of a union show its bytes
};
/// A struct or a union.
struct StructKind {
  std::string spelling; ///< with its keyword
  std::vector<Field> fields;
};
/// Whether bytes of any value can be written over it.
bool takes_any_bytes(const StructKind& kind);

enum class Shape { Scalar, Array, Matrix, Struct, Pointer, StructPointer };

inline constexpr std::size_t array_length = 8;
inline constexpr std::size_t matrix_length = 4; ///< and as many elements in each row

struct Variable {
  std::string name;
  Shape shape = Shape::Scalar;
  NumberKind type;              ///< of the scalar, the elements, or what the pointer points to
  std::size_t struct_index = 0; ///< for structs and pointers to them
  bool is_counter = false;      ///< of a loop or a recursion: read only
  bool has_pointers = false;    ///< a pointer may point to it
  bool is_global = false;
  bool is_fixed = false; ///< a pointer that keeps its target
};

/// The declarator of a variable, with its type in front.
std::string declaration(const Variable& variable, const std::vector<StructKind>& structs);

/// A function, or what calls one of several functions.
struct Function {
  std::string name; ///< or how a pointer to it is written
  NumberKind result;
  std::vector<Variable> parameters; ///< a counter is how deep it may recurse
  bool is_pure = false;             ///< touches nothing but its parameters' values
  bool returns_struct = false;
  std::size_t struct_index = 0; ///< if it returns one
  /// How many pointers to functions `name` is an array of, a power of two; 0: it is none.
  std::size_t table_length = 0;
  /// One of these stands in front of the arguments for `parameters`, if there are any.
  std::vector<std::string> first_arguments;
};

/// A place that holds the address of one of the functions.
struct FunctionPointer {
  std::string place;
  std::vector<std::string> targets;
};

/// Text with the type that it has after promotion.
struct Expression {
  std::string text;
  NumberKind type;
};

} // namespace vouch::fuzz

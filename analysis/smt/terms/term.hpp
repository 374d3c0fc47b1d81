#pragma once

#include "analysis/cfa/type.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct _Z3_ast;

/// Formulas as values. A `Term` is a handle on a node that Z3 hash-conses, so equality and hash take constant time and
/// equal terms share memory. All terms of one verification belong to one `TermManager`, which outlives them; nothing
/// here may be used by two threads at a time.
namespace vouch::smt {

class TermManager;

enum class SortKind { Boolean, Integer, Bitvector, Float, Array };

/// Arrays are one-dimensional: from one scalar sort to another, which are not floats.
struct Sort {
  SortKind kind = SortKind::Boolean;
  unsigned width = 0; ///< of a bit-vector or float
  SortKind index_kind = SortKind::Integer;
  unsigned index_width = 0;
  SortKind element_kind = SortKind::Integer;
  unsigned element_width = 0;

  static Sort boolean() { return {}; }
  static Sort integer() { return {SortKind::Integer}; }
  static Sort bitvector(unsigned width) { return {SortKind::Bitvector, width}; }
  /// The IEEE format of 32 or 64 bits, or x87's of 80.
  static Sort floating(unsigned width) { return {SortKind::Float, width}; }
  static Sort array(const Sort& index, const Sort& element) {
    return {SortKind::Array, 0, index.kind, index.width, element.kind, element.width};
  }
  [[nodiscard]] Sort array_index() const { return {index_kind, index_width}; }
  [[nodiscard]] Sort array_element() const { return {element_kind, element_width}; }
  friend bool operator==(const Sort&, const Sort&) = default;
};

class Term {
public:
  Term() = default;
  Term(const Term& other);
  Term(Term&& other) noexcept;
  Term& operator=(const Term& other);
  Term& operator=(Term&& other) noexcept;
  ~Term();

  [[nodiscard]] bool is_null() const { return ast_ == nullptr; }
  [[nodiscard]] bool is_true() const;
  [[nodiscard]] bool is_false() const;
  [[nodiscard]] Sort sort() const;
  /// Unique among the living terms of a manager.
  [[nodiscard]] unsigned id() const;
  [[nodiscard]] std::size_t hash() const;
  /// SMT-LIB notation.
  [[nodiscard]] std::string to_string() const;

  friend bool operator==(const Term& a, const Term& b) { return a.ast_ == b.ast_; }

private:
  friend class TermManager;
  friend struct Z3Access;
  Term(TermManager* manager, _Z3_ast* ast);

  TermManager* manager_ = nullptr;
  _Z3_ast* ast_ = nullptr;
};

} // namespace vouch::smt

template <>
struct std::hash<vouch::smt::Term> {
  std::size_t operator()(const vouch::smt::Term& term) const noexcept { return term.hash(); }
};

namespace vouch::smt {

using Substitution = std::vector<std::pair<Term, Term>>;

/// Makes terms; owns the Z3 context. Operations simplify only trivially (neutral and absorbing elements).
class TermManager {
public:
  TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;
  ~TermManager();

  Term boolean(bool value);
  Term integer(cfa::Integer value);
  Term bitvector(cfa::Integer value, unsigned width); ///< `value` modulo 2^width
  Term numeral(cfa::Integer value, const Sort& sort); ///< integer or bitvector; of a float, the bit pattern
  Term constant(std::string_view name, const Sort& sort);
  Term apply(std::string_view function, std::span<const Term> arguments, const Sort& result); ///< uninterpreted

  Term logical_not(const Term& a);
  Term logical_and(std::span<const Term> terms);
  Term logical_or(std::span<const Term> terms);
  Term logical_and(const Term& a, const Term& b);
  Term logical_or(const Term& a, const Term& b);
  Term implies(const Term& a, const Term& b);
  Term if_then_else(const Term& condition, const Term& a, const Term& b);
  Term equal(const Term& a, const Term& b);

  /// Integers (`divide` and `modulo` as in SMT-LIB: the remainder is never negative).
  Term add(const Term& a, const Term& b);
  Term subtract(const Term& a, const Term& b);
  Term multiply(const Term& a, const Term& b);
  Term negate(const Term& a);
  Term divide(const Term& a, const Term& b);
  Term modulo(const Term& a, const Term& b);
  Term less(const Term& a, const Term& b);
  Term less_equal(const Term& a, const Term& b);

  enum class BitvectorOperator {
    Add,
    Subtract,
    Multiply,
    SignedDivide,
    UnsignedDivide,
    SignedRemainder,
    UnsignedRemainder,
    ShiftLeft,
    LogicalShiftRight,
    ArithmeticShiftRight,
    And,
    Or,
    Xor,
    Concat,
  };
  enum class BitvectorRelation { SignedLess, SignedLessEqual, UnsignedLess, UnsignedLessEqual };
  enum class BitvectorExtension { Sign, Zero };
  Term bitvector_binary(BitvectorOperator op, const Term& a, const Term& b);
  Term bitvector_compare(BitvectorRelation relation, const Term& a, const Term& b);
  Term bitvector_not(const Term& a);
  Term bitvector_negate(const Term& a);
  Term bitvector_extract(const Term& a, unsigned high, unsigned low);
  Term bitvector_extend(BitvectorExtension extension, const Term& a, unsigned extra_bits);

  /// Floats. Results are rounded to nearest, ties to even. `equal` on floats is identity: NaN is equal to NaN (there is
  /// only one), and 0.0 differs from -0.0.
  enum class FloatOperator { Add, Subtract, Multiply, Divide };
  enum class FloatFunction { Negate, AbsoluteValue, SquareRoot };
  enum class FloatRelation { Equal, Less, LessEqual }; ///< C's
  enum class FloatClass { Nan, Infinite, Zero, Negative };
  enum class FloatRounding { ToEven, Away, Up, Down, ToZero };
  Term float_binary(FloatOperator op, const Term& a, const Term& b);
  Term float_unary(FloatFunction function, const Term& a);
  Term float_compare(FloatRelation relation, const Term& a, const Term& b);
  Term float_is(FloatClass property, const Term& a);         ///< NaN is not negative, -0.0 is
  Term float_rounded(FloatRounding rounding, const Term& a); ///< to an integer
  Term float_convert(const Term& a, unsigned width);
  Term float_of_number(BitvectorExtension extension, const Term& number, unsigned width);
  /// Truncated, in so many bits; not specified where these do not have the value.
  Term number_of_float(BitvectorExtension extension, const Term& a, unsigned bits);
  /// The pattern in memory: as many bits as the format has. That of NaN is not specified.
  Term float_of_bits(const Term& bits);
  Term bits_of_float(const Term& a);

  Term select(const Term& array, const Term& index);
  Term store(const Term& array, const Term& index, const Term& value);
  Term constant_array(const Sort& index, const Term& element);

  /// Replaces constants (not arbitrary subterms) simultaneously.
  Term substitute(const Term& term, const Substitution& substitution);
  /// The uninterpreted constants in `term`, each once, in order of first occurrence. Cached.
  const std::vector<Term>& constants(const Term& term);
  /// The name that the constant was made with. Requires a constant.
  std::string name(const Term& constant);
  /// The Boolean subformulas of `term` that are not connectives (nor if-then-else over Booleans).
  std::vector<Term> atoms(const Term& term);
  /// Whether a subterm has a sort of this kind.
  bool mentions(SortKind kind, const Term& term);
  /// The operands if `term` is a conjunction, nested ones flattened; else just `term`.
  std::vector<Term> conjuncts(const Term& term);
  Term simplify(const Term& term);
  /// Reads what `Term::to_string` wrote; constants must be given. Null term if it does not parse.
  Term parse(const std::string& text, std::span<const Term> constants);
  /// The same for many formulas at once, which takes less time.
  std::vector<Term> parse_formulas(std::span<const std::string> texts, std::span<const Term> constants);

private:
  friend class Term;
  friend struct Z3Access;
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace vouch::smt

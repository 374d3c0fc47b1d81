#pragma once

#include "analysis/cfa/written_expression.hpp"
#include "analysis/smt/terms/interval.hpp"

#include <optional>
#include <vector>

/// Numbers in C syntax whose value is the mathematical one: nothing that is written here wraps around or overflows,
/// whatever values of their types the variables have. Where C would compute in a type that is too small, a cast makes
/// it large enough.
///
/// Example: of `int i, j; unsigned n;` i + j <= n becomes `(long long)i + j <= n`, i + 1 <= j becomes `i < j` (what is
/// linear is put in the form that needs least), and i <= 7 stays.
namespace vouch::smt {

/// What binds more comes later.
enum class CLevel { Choice, Or, And, Equality, Relation, Sum, Product, Unary, Primary };

/// Text and how tightly it binds.
struct CText {
  cfa::WrittenExpression text;
  CLevel level = CLevel::Primary;
};
CText c_text(std::string_view text, CLevel level);
/// In brackets if it binds less than `least`.
cfa::WrittenExpression in_brackets_below(CLevel least, const CText& text);

/// An integer expression: its C type behind the integer promotions (up to 128 bits), and its possible values.
struct CNumber {
  CText text;
  cfa::IntegerType type;
  Interval range;
};

/// Nothing if it is too large for C.
std::optional<CNumber> c_literal(cfa::Integer value);
/// Nothing if C's promotions of the type are not known.
std::optional<CNumber> c_place(const cfa::NamedPlace& place, const cfa::IntegerType& type);
/// Converted to a type of 32 or more bits; `range` becomes that of the type where it does not fit.
CNumber c_cast(const CNumber& number, const cfa::IntegerType& type);
/// C's usual arithmetic conversions.
cfa::IntegerType common_type(const cfa::IntegerType& a, const cfa::IntegerType& b);
std::string c_name(const cfa::IntegerType& type);

struct CSummand {
  cfa::Integer factor = 1; ///< not 0
  CNumber number;
};
/// The sum with `constant`. Nothing if no type is large enough.
std::optional<CNumber> c_sum(std::vector<CSummand> summands, cfa::Integer constant);
std::optional<CNumber> c_product(const CNumber& left, const CNumber& right);

/// `op` is a comparison. Nothing if no type is large enough for both sides.
std::optional<CText> c_comparison(cfa::BinaryOperator op, const CNumber& left, const CNumber& right);

/// Whether what is written is known to be true wherever it is evaluated. Then `y == 2 * x` needs no cast: the product
/// has the value of y, so it does not overflow.
enum class Truth { Open, Known };

/// sum `op` 0, for `Equal`, `NotEqual` and `LessEqual`, without minus signs.
std::optional<CText> c_linear(cfa::BinaryOperator op, const std::vector<CSummand>& summands, cfa::Integer constant,
                              Truth truth);

CText c_and(const std::vector<CText>& operands);
CText c_or(const std::vector<CText>& operands);

} // namespace vouch::smt

#pragma once

#include "analysis/smt/terms/term.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <optional>

/// Linear expressions over integer constants, with exact rational coefficients.
namespace vouch::smt {

using Rational = boost::multiprecision::cpp_rational;

struct TermOrder {
  bool operator()(const Term& a, const Term& b) const { return a.id() < b.id(); }
};

/// Whether integer terms without an operation of linear arithmetic at the top (remainders, elements of arrays) may
/// stand in the place of constants.
enum class OpaqueTerms { Refused, Allowed };

/// sum of coefficient * constant, plus `offset`. No coefficient is zero.
struct Linear {
  std::map<Term, Rational, TermOrder> coefficients;
  Rational offset = 0;

  [[nodiscard]] bool is_constant() const { return coefficients.empty(); }
  /// Adds `factor * other`.
  void add(const Linear& other, const Rational& factor);
  /// Multiplies by the positive number that makes the coefficients coprime integers. Nothing happens to a constant.
  void normalise();
};

/// Nothing if `term` is not a linear integer term (if-then-else and division are not).
std::optional<Linear> to_linear(TermManager& terms, const Term& term, OpaqueTerms opaque = OpaqueTerms::Refused);

/// `linear <= 0` and `linear = 0`, as weak as the integers allow, with positive coefficients on both sides. Nothing if
/// a number is too large for a term.
std::optional<Term> at_most_zero(TermManager& terms, Linear linear);
std::optional<Term> equal_to_zero(TermManager& terms, Linear linear);

} // namespace vouch::smt

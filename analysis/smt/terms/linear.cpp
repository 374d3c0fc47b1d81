#include "analysis/smt/terms/linear.hpp"

#include "analysis/smt/terms/z3_access.hpp"

#include <boost/multiprecision/integer.hpp>

namespace vouch::smt {

namespace {

using BigInteger = boost::multiprecision::cpp_int;

std::optional<Term> numeral(TermManager& terms, const BigInteger& value) {
  static const BigInteger bound = BigInteger(1) << 126U;
  if (value >= bound || value <= -bound) {
    return std::nullopt;
  }
  return terms.integer(value.convert_to<cfa::Integer>());
}

/// The positive and the negative part of a normalised expression, both without minus signs.
struct Sides {
  Term left;
  Term right;
};

std::optional<Sides> sides(TermManager& terms, const Linear& linear) {
  Sides result{terms.integer(0), terms.integer(0)};
  auto put = [&](const Rational& factor, const Term& term) {
    auto magnitude = numeral(terms, boost::multiprecision::numerator(Rational(abs(factor))));
    if (!magnitude) {
      return false;
    }
    Term& side = factor > 0 ? result.left : result.right;
    side = terms.add(side, terms.multiply(*magnitude, term));
    return true;
  };
  for (const auto& [constant, coefficient] : linear.coefficients) {
    if (!put(coefficient, constant)) {
      return std::nullopt;
    }
  }
  if (linear.offset != 0 && !put(linear.offset, terms.integer(1))) {
    return std::nullopt;
  }
  return result;
}

class Parser {
public:
  Parser(TermManager& terms, OpaqueTerms opaque) : terms_(terms), opaque_(opaque) {}

  bool add(const z3::expr& term, const Rational& factor, Linear& sum) {
    std::string digits;
    if (term.is_numeral(digits)) {
      sum.offset += factor * Rational(BigInteger(digits));
      return true;
    }
    if (is_uninterpreted_constant(term) && term.is_int()) {
      return add_unknown(term, factor, sum);
    }
    switch (kind_of(term)) {
    case Z3_OP_ADD:
      return add_all(term, factor, factor, sum);
    case Z3_OP_SUB:
      return add_all(term, factor, -factor, sum);
    case Z3_OP_UMINUS:
      return add(term.arg(0), -factor, sum);
    case Z3_OP_MUL:
      return add_product(term, factor, sum);
    default:
      return opaque_ == OpaqueTerms::Allowed && term.is_int() && add_unknown(term, factor, sum);
    }
  }

private:
  bool add_unknown(const z3::expr& term, const Rational& factor, Linear& sum) {
    Linear one;
    one.coefficients.emplace(Z3Access::term(terms_, term), 1);
    sum.add(one, factor);
    return true;
  }

  bool add_all(const z3::expr& term, const Rational& first, const Rational& others, Linear& sum) {
    for (unsigned i = 0; i < term.num_args(); ++i) {
      if (!add(term.arg(i), i == 0 ? first : others, sum)) {
        return false;
      }
    }
    return true;
  }

  bool add_product(const z3::expr& term, const Rational& factor, Linear& sum) {
    Linear product;
    product.offset = 1;
    for (unsigned i = 0; i < term.num_args(); ++i) {
      Linear operand;
      if (!add(term.arg(i), 1, operand) || !(operand.is_constant() || product.is_constant())) {
        return false;
      }
      Linear next;
      next.add(operand.is_constant() ? product : operand, operand.is_constant() ? operand.offset : product.offset);
      product = std::move(next);
    }
    sum.add(product, factor);
    return true;
  }

  TermManager& terms_;
  OpaqueTerms opaque_;
};

Rational floor_of(const Rational& value) {
  BigInteger numerator = boost::multiprecision::numerator(value);
  BigInteger denominator = boost::multiprecision::denominator(value);
  BigInteger quotient = numerator / denominator; // towards zero
  return Rational(numerator < 0 && quotient * denominator != numerator ? BigInteger(quotient - 1) : quotient);
}

} // namespace

void Linear::add(const Linear& other, const Rational& factor) {
  if (factor == 0) {
    return;
  }
  offset += factor * other.offset;
  for (const auto& [constant, coefficient] : other.coefficients) {
    Rational& sum = coefficients[constant];
    sum += factor * coefficient;
    if (sum == 0) {
      coefficients.erase(constant);
    }
  }
}

void Linear::normalise() {
  BigInteger denominators = 1;
  for (const auto& [constant, coefficient] : coefficients) {
    denominators = boost::multiprecision::lcm(denominators, boost::multiprecision::denominator(coefficient));
  }
  BigInteger divisor = 0;
  for (const auto& [constant, coefficient] : coefficients) {
    divisor =
        boost::multiprecision::gcd(divisor, boost::multiprecision::numerator(Rational(coefficient * denominators)));
  }
  if (divisor == 0) {
    return;
  }
  const Rational factor(denominators, divisor);
  offset *= factor;
  for (auto& [constant, coefficient] : coefficients) {
    coefficient *= factor;
  }
}

std::optional<Linear> to_linear(TermManager& terms, const Term& term, OpaqueTerms opaque) {
  Linear linear;
  if (!Parser(terms, opaque).add(Z3Access::expression(term), 1, linear)) {
    return std::nullopt;
  }
  return linear;
}

std::optional<Term> at_most_zero(TermManager& terms, Linear linear) {
  if (linear.is_constant()) {
    return terms.boolean(linear.offset <= 0);
  }
  linear.normalise();
  linear.offset = -floor_of(-linear.offset); // an integer is at most q only if it is at most floor(q)
  auto both = sides(terms, linear);
  return both ? std::optional(terms.less_equal(both->left, both->right)) : std::nullopt;
}

std::optional<Term> equal_to_zero(TermManager& terms, Linear linear) {
  if (linear.is_constant()) {
    return terms.boolean(linear.offset == 0);
  }
  linear.normalise();
  if (boost::multiprecision::denominator(linear.offset) != 1) {
    return terms.boolean(false);
  }
  auto both = sides(terms, linear);
  return both ? std::optional(terms.equal(both->left, both->right)) : std::nullopt;
}

} // namespace vouch::smt

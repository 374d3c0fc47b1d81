#include "analysis/smt/terms/term.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <array>

/// Making terms of the theory of floats. Only here is x87's format more than another width: Z3 has formats that imply
/// the leading bit of the significand, and memory has it.
namespace vouch::smt {

namespace {

constexpr unsigned x87_width = 80;
constexpr unsigned x87_leading_bit = 63;

z3::expr checked(TermManager& terms, Z3_ast made) {
  z3::context& context = Z3Access::context(terms);
  context.check_error();
  return folded(z3::expr(context, made), Z3Access::guard(terms));
}

} // namespace

Term TermManager::float_binary(FloatOperator op, const Term& a, const Term& b) {
  using Maker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast, Z3_ast);
  static constexpr std::array<Maker, 4> makers{Z3_mk_fpa_add, Z3_mk_fpa_sub, Z3_mk_fpa_mul, Z3_mk_fpa_div};
  z3::context& context = implementation_->context;
  z3::expr rounding(context, Z3_mk_fpa_rne(context));
  return Z3Access::term(*this, checked(*this, makers.at(static_cast<std::size_t>(op))(
                                                  context, rounding, Z3Access::ast(a), Z3Access::ast(b))));
}

Term TermManager::float_unary(FloatFunction function, const Term& a) {
  z3::context& context = implementation_->context;
  z3::expr rounding(context, Z3_mk_fpa_rne(context));
  switch (function) {
  case FloatFunction::Negate:
    return Z3Access::term(*this, checked(*this, Z3_mk_fpa_neg(context, Z3Access::ast(a))));
  case FloatFunction::AbsoluteValue:
    return Z3Access::term(*this, checked(*this, Z3_mk_fpa_abs(context, Z3Access::ast(a))));
  case FloatFunction::SquareRoot:
    break;
  }
  return Z3Access::term(*this, checked(*this, Z3_mk_fpa_sqrt(context, rounding, Z3Access::ast(a))));
}

Term TermManager::float_compare(FloatRelation relation, const Term& a, const Term& b) {
  using Maker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  static constexpr std::array<Maker, 3> makers{Z3_mk_fpa_eq, Z3_mk_fpa_lt, Z3_mk_fpa_leq};
  z3::context& context = implementation_->context;
  Z3_ast made = makers.at(static_cast<std::size_t>(relation))(context, Z3Access::ast(a), Z3Access::ast(b));
  return Z3Access::term(*this, checked(*this, made));
}

Term TermManager::float_is(FloatClass property, const Term& a) {
  using Maker = Z3_ast (*)(Z3_context, Z3_ast);
  static constexpr std::array<Maker, 4> makers{Z3_mk_fpa_is_nan, Z3_mk_fpa_is_infinite, Z3_mk_fpa_is_zero,
                                               Z3_mk_fpa_is_negative};
  z3::context& context = implementation_->context;
  return Z3Access::term(*this,
                        checked(*this, makers.at(static_cast<std::size_t>(property))(context, Z3Access::ast(a))));
}

Term TermManager::float_rounded(FloatRounding rounding, const Term& a) {
  using Maker = Z3_ast (*)(Z3_context);
  static constexpr std::array<Maker, 5> modes{Z3_mk_fpa_rne, Z3_mk_fpa_rna, Z3_mk_fpa_rtp, Z3_mk_fpa_rtn,
                                              Z3_mk_fpa_rtz};
  z3::context& context = implementation_->context;
  z3::expr mode(context, modes.at(static_cast<std::size_t>(rounding))(context));
  return Z3Access::term(*this, checked(*this, Z3_mk_fpa_round_to_integral(context, mode, Z3Access::ast(a))));
}

Term TermManager::float_convert(const Term& a, unsigned width) {
  z3::context& context = implementation_->context;
  z3::expr rounding(context, Z3_mk_fpa_rne(context));
  z3::sort sort = Z3Access::sort(context, Sort::floating(width));
  return Z3Access::term(*this, checked(*this, Z3_mk_fpa_to_fp_float(context, rounding, Z3Access::ast(a), sort)));
}

Term TermManager::float_of_number(BitvectorExtension extension, const Term& number, unsigned width) {
  z3::context& context = implementation_->context;
  z3::expr rounding(context, Z3_mk_fpa_rne(context));
  z3::sort sort = Z3Access::sort(context, Sort::floating(width));
  implementation_->has_floats = true;
  auto make = extension == BitvectorExtension::Sign ? Z3_mk_fpa_to_fp_signed : Z3_mk_fpa_to_fp_unsigned;
  return Z3Access::term(*this, checked(*this, make(context, rounding, Z3Access::ast(number), sort)));
}

Term TermManager::number_of_float(BitvectorExtension extension, const Term& a, unsigned bits) {
  z3::context& context = implementation_->context;
  z3::expr rounding(context, Z3_mk_fpa_rtz(context));
  auto make = extension == BitvectorExtension::Sign ? Z3_mk_fpa_to_sbv : Z3_mk_fpa_to_ubv;
  return Z3Access::term(*this, checked(*this, make(context, rounding, Z3Access::ast(a), bits)));
}

Term TermManager::float_of_bits(const Term& bits) {
  unsigned width = bits.sort().width;
  Term ieee = bits;
  if (width == x87_width) {
    ieee = bitvector_binary(BitvectorOperator::Concat, bitvector_extract(bits, width - 1, x87_leading_bit + 1),
                            bitvector_extract(bits, x87_leading_bit - 1, 0));
  }
  z3::context& context = implementation_->context;
  z3::sort sort = Z3Access::sort(context, Sort::floating(width));
  implementation_->has_floats = true;
  return Z3Access::term(*this, checked(*this, Z3_mk_fpa_to_fp_bv(context, Z3Access::ast(ieee), sort)));
}

Term TermManager::bits_of_float(const Term& a) {
  z3::context& context = implementation_->context;
  Term ieee = Z3Access::term(*this, checked(*this, Z3_mk_fpa_to_ieee_bv(context, Z3Access::ast(a))));
  if (a.sort().width != x87_width) {
    return ieee;
  }
  Term sign_and_exponent = bitvector_extract(ieee, x87_width - 2, x87_leading_bit);
  Term exponent = bitvector_extract(ieee, x87_width - 3, x87_leading_bit);
  Term leading = if_then_else(equal(exponent, bitvector(0, exponent.sort().width)), bitvector(0, 1), bitvector(1, 1));
  return bitvector_binary(
      BitvectorOperator::Concat, sign_and_exponent,
      bitvector_binary(BitvectorOperator::Concat, leading, bitvector_extract(ieee, x87_leading_bit - 1, 0)));
}

} // namespace vouch::smt

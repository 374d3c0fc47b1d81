#include "analysis/smt/terms/term.hpp"

#include "analysis/cfa/float_format.hpp"
#include "analysis/smt/terms/z3_access.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace vouch::smt {

namespace {

using WideUnsigned = unsigned __int128;

z3::sort scalar_sort(z3::context& context, SortKind kind, unsigned width) {
  switch (kind) {
  case SortKind::Boolean:
    return context.bool_sort();
  case SortKind::Integer:
    return context.int_sort();
  case SortKind::Bitvector:
    return context.bv_sort(width);
  case SortKind::Float: {
    cfa::FloatType format{width};
    return context.fpa_sort(cfa::exponent_bits(format), cfa::precision_bits(format));
  }
  case SortKind::Array:
    break;
  }
  throw std::logic_error("arrays of arrays are not supported");
}

bool is_integer_numeral(const z3::expr& expression, int value) {
  std::int64_t number = 0;
  return expression.is_int() && expression.is_numeral_i64(number) && number == value;
}

bool is_negation(const z3::expr& a, const z3::expr& b) {
  auto negates = [](const z3::expr& negation, const z3::expr& positive) {
    return kind_of(negation) == Z3_OP_NOT && z3::eq(negation.arg(0), positive);
  };
  return negates(a, b) || negates(b, a);
}

} // namespace

bool is_literal(const z3::expr& expression) {
  switch (kind_of(expression)) {
  case Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN:
  case Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY:
  case Z3_OP_FPA_RM_TOWARD_POSITIVE:
  case Z3_OP_FPA_RM_TOWARD_NEGATIVE:
  case Z3_OP_FPA_RM_TOWARD_ZERO:
  case Z3_OP_FPA_NUM:
  case Z3_OP_FPA_PLUS_INF:
  case Z3_OP_FPA_MINUS_INF:
  case Z3_OP_FPA_NAN:
  case Z3_OP_FPA_PLUS_ZERO:
  case Z3_OP_FPA_MINUS_ZERO:
    return true;
  default:
    return expression.is_numeral();
  }
}

z3::expr simplified(const z3::expr& expression, const QueryGuard& guard) {
  try {
    return expression.simplify();
  } catch (const z3::exception&) {
    guard.check();
    throw;
  }
}

z3::expr folded(const z3::expr& application, const QueryGuard& guard) {
  for (unsigned i = 0; i < application.num_args(); ++i) {
    if (!is_literal(application.arg(i))) {
      return application;
    }
  }
  return simplified(application, guard);
}

std::optional<cfa::Integer> integer_of(const z3::expr& numeral) {
  std::string digits;
  if (!numeral.is_numeral(digits)) {
    return std::nullopt;
  }
  bool negative = digits.front() == '-';
  cfa::Integer number = 0;
  constexpr cfa::Integer bound = cfa::Integer{1} << 126U;
  for (char digit : digits.substr(negative ? 1 : 0)) {
    if (digit < '0' || digit > '9' || number > bound / 10) {
      return std::nullopt;
    }
    number = number * 10 + (digit - '0');
  }
  if (number >= bound) {
    return std::nullopt;
  }
  return negative ? -number : number;
}

Z3_decl_kind kind_of(const z3::expr& expression) {
  return expression.is_app() ? expression.decl().decl_kind() : Z3_OP_INTERNAL;
}

bool is_uninterpreted_constant(const z3::expr& expression) {
  return expression.is_app() && expression.num_args() == 0 && expression.decl().decl_kind() == Z3_OP_UNINTERPRETED;
}

z3::sort Z3Access::sort(z3::context& context, const Sort& sort) {
  if (sort.kind != SortKind::Array) {
    return scalar_sort(context, sort.kind, sort.width);
  }
  return context.array_sort(scalar_sort(context, sort.index_kind, sort.index_width),
                            scalar_sort(context, sort.element_kind, sort.element_width));
}

Sort Z3Access::sort(const z3::sort& sort) {
  if (sort.is_bool()) {
    return Sort::boolean();
  }
  if (sort.is_int()) {
    return Sort::integer();
  }
  if (sort.is_bv()) {
    return Sort::bitvector(sort.bv_size());
  }
  if (sort.is_fpa()) {
    for (unsigned width : {32U, 64U, 80U}) {
      if (cfa::precision_bits(cfa::FloatType{width}) == sort.fpa_sbits()) {
        return Sort::floating(width);
      }
    }
  }
  if (sort.is_array()) {
    return Sort::array(Z3Access::sort(sort.array_domain()), Z3Access::sort(sort.array_range()));
  }
  throw std::logic_error("unexpected sort " + sort.to_string());
}

// Terms

Term::Term(TermManager* manager, _Z3_ast* ast) : manager_(manager), ast_(ast) {
  Z3_inc_ref(manager_->implementation_->context, ast_);
}

Term::Term(const Term& other) : manager_(other.manager_), ast_(other.ast_) {
  if (ast_ != nullptr) {
    Z3_inc_ref(manager_->implementation_->context, ast_);
  }
}

Term::Term(Term&& other) noexcept
    : manager_(std::exchange(other.manager_, nullptr)), ast_(std::exchange(other.ast_, nullptr)) {}

Term& Term::operator=(const Term& other) {
  Term copy(other);
  std::swap(manager_, copy.manager_);
  std::swap(ast_, copy.ast_);
  return *this;
}

Term& Term::operator=(Term&& other) noexcept {
  std::swap(manager_, other.manager_);
  std::swap(ast_, other.ast_);
  return *this;
}

Term::~Term() {
  if (ast_ != nullptr) {
    Z3_dec_ref(manager_->implementation_->context, ast_);
  }
}

bool Term::is_true() const {
  return ast_ != nullptr && Z3_get_bool_value(manager_->implementation_->context, ast_) == Z3_L_TRUE;
}

bool Term::is_false() const {
  return ast_ != nullptr && Z3_get_bool_value(manager_->implementation_->context, ast_) == Z3_L_FALSE;
}

Sort Term::sort() const { return Z3Access::sort(Z3Access::expression(*this).get_sort()); }

unsigned Term::id() const { return ast_ == nullptr ? 0 : Z3_get_ast_id(manager_->implementation_->context, ast_); }

std::size_t Term::hash() const { return id(); }

// Making terms

TermManager::TermManager() : implementation_(std::make_unique<Implementation>()) {}

TermManager::~TermManager() { implementation_->constants.clear(); } // its terms still need the context

Term TermManager::boolean(bool value) { return Z3Access::term(*this, implementation_->context.bool_val(value)); }

Term TermManager::integer(cfa::Integer value) {
  z3::context& context = implementation_->context;
  if (value >= INT64_MIN && value <= INT64_MAX) {
    return Z3Access::term(*this, context.int_val(static_cast<std::int64_t>(value)));
  }
  return Z3Access::term(*this, context.int_val(cfa::to_string(value).c_str()));
}

Term TermManager::bitvector(cfa::Integer value, unsigned width) {
  z3::context& context = implementation_->context;
  auto bits = static_cast<WideUnsigned>(value);
  if (width < 64) {
    bits &= (WideUnsigned{1} << width) - 1;
  }
  if (width <= 64) {
    return Z3Access::term(*this, context.bv_val(static_cast<std::uint64_t>(bits), width));
  }
  z3::expr low = context.bv_val(static_cast<std::uint64_t>(bits), 64);
  if (width < 128) {
    z3::expr high = context.bv_val(static_cast<std::uint64_t>(bits >> 64U), 64);
    return Z3Access::term(*this, simplified(z3::concat(high, low).extract(width - 1, 0), implementation_->guard));
  }
  z3::expr high = context.bv_val(static_cast<std::uint64_t>(bits >> 64U), 64);
  return Z3Access::term(*this, simplified(z3::sext(z3::concat(high, low), width - 128), implementation_->guard));
}

Term TermManager::numeral(cfa::Integer value, const Sort& sort) {
  if (sort.kind == SortKind::Integer) {
    return integer(value);
  }
  if (sort.kind == SortKind::Bitvector) {
    return bitvector(value, sort.width);
  }
  if (sort.kind == SortKind::Float) {
    return float_of_bits(bitvector(value, sort.width));
  }
  throw std::logic_error("numerals are integers, bit-vectors or floats");
}

Term TermManager::constant(std::string_view name, const Sort& sort) {
  z3::context& context = implementation_->context;
  implementation_->has_floats = implementation_->has_floats || sort.kind == SortKind::Float;
  return Z3Access::term(*this, context.constant(std::string(name).c_str(), Z3Access::sort(context, sort)));
}

Term TermManager::apply(std::string_view function, std::span<const Term> arguments, const Sort& result) {
  z3::context& context = implementation_->context;
  z3::sort_vector domain(context);
  z3::expr_vector operands(context);
  for (const Term& argument : arguments) {
    z3::expr operand = Z3Access::expression(argument);
    domain.push_back(operand.get_sort());
    operands.push_back(operand);
  }
  z3::func_decl declaration = context.function(std::string(function).c_str(), domain, Z3Access::sort(context, result));
  auto& known = implementation_->functions;
  auto same = [&](const z3::func_decl& other) { return z3::eq(other, declaration); };
  if (std::none_of(known.begin(), known.end(), same)) {
    known.push_back(declaration);
  }
  return Z3Access::term(*this, declaration(operands));
}

// Connectives

Term TermManager::logical_not(const Term& a) {
  if (a.is_true() || a.is_false()) {
    return boolean(a.is_false());
  }
  z3::expr operand = Z3Access::expression(a);
  return Z3Access::term(*this, kind_of(operand) == Z3_OP_NOT ? operand.arg(0) : !operand);
}

Term TermManager::logical_and(std::span<const Term> terms) {
  z3::expr_vector operands(implementation_->context);
  for (const Term& term : terms) {
    if (term.is_false()) {
      return term;
    }
    if (!term.is_true()) {
      operands.push_back(Z3Access::expression(term));
    }
  }
  if (operands.empty()) {
    return boolean(true);
  }
  return Z3Access::term(*this, operands.size() == 1 ? operands.back() : z3::mk_and(operands));
}

Term TermManager::logical_or(std::span<const Term> terms) {
  z3::expr_vector operands(implementation_->context);
  for (const Term& term : terms) {
    if (term.is_true()) {
      return term;
    }
    if (!term.is_false()) {
      operands.push_back(Z3Access::expression(term));
    }
  }
  if (operands.empty()) {
    return boolean(false);
  }
  return Z3Access::term(*this, operands.size() == 1 ? operands.back() : z3::mk_or(operands));
}

Term TermManager::logical_and(const Term& a, const Term& b) {
  if (a == b) {
    return a;
  }
  const std::array operands{a, b};
  return logical_and(operands);
}

Term TermManager::logical_or(const Term& a, const Term& b) {
  if (a == b) {
    return a;
  }
  const std::array operands{a, b};
  return logical_or(operands);
}

Term TermManager::implies(const Term& a, const Term& b) {
  if (a.is_true()) {
    return b;
  }
  if (b.is_false()) {
    return logical_not(a);
  }
  if (a.is_false() || b.is_true() || a == b) {
    return boolean(true);
  }
  return Z3Access::term(*this, z3::implies(Z3Access::expression(a), Z3Access::expression(b)));
}

Term TermManager::if_then_else(const Term& condition, const Term& a, const Term& b) {
  if (condition.is_true() || a == b) {
    return a;
  }
  if (condition.is_false()) {
    return b;
  }
  return Z3Access::term(*this,
                        z3::ite(Z3Access::expression(condition), Z3Access::expression(a), Z3Access::expression(b)));
}

Term TermManager::equal(const Term& a, const Term& b) {
  if (a == b) {
    return boolean(true);
  }
  if (a.is_true() || b.is_true()) {
    return a.is_true() ? b : a;
  }
  if (a.is_false() || b.is_false()) {
    return logical_not(a.is_false() ? b : a);
  }
  z3::expr left = Z3Access::expression(a);
  z3::expr right = Z3Access::expression(b);
  if (is_negation(left, right)) {
    return boolean(false);
  }
  return Z3Access::term(*this, folded(left == right, implementation_->guard));
}

// Integers

Term TermManager::add(const Term& a, const Term& b) {
  z3::expr left = Z3Access::expression(a);
  z3::expr right = Z3Access::expression(b);
  if (is_integer_numeral(left, 0)) {
    return b;
  }
  if (is_integer_numeral(right, 0)) {
    return a;
  }
  return Z3Access::term(*this, folded(left + right, implementation_->guard));
}

Term TermManager::subtract(const Term& a, const Term& b) {
  z3::expr right = Z3Access::expression(b);
  if (is_integer_numeral(right, 0)) {
    return a;
  }
  return Z3Access::term(*this, folded(Z3Access::expression(a) - right, implementation_->guard));
}

Term TermManager::multiply(const Term& a, const Term& b) {
  z3::expr left = Z3Access::expression(a);
  z3::expr right = Z3Access::expression(b);
  if (is_integer_numeral(left, 0) || is_integer_numeral(right, 1)) {
    return a;
  }
  if (is_integer_numeral(right, 0) || is_integer_numeral(left, 1)) {
    return b;
  }
  return Z3Access::term(*this, folded(left * right, implementation_->guard));
}

Term TermManager::negate(const Term& a) {
  return Z3Access::term(*this, folded(-Z3Access::expression(a), implementation_->guard));
}

Term TermManager::divide(const Term& a, const Term& b) {
  z3::expr right = Z3Access::expression(b);
  if (is_integer_numeral(right, 1)) {
    return a;
  }
  z3::expr quotient = Z3Access::expression(a) / right;
  return Z3Access::term(*this, is_integer_numeral(right, 0) ? quotient : folded(quotient, implementation_->guard));
}

Term TermManager::modulo(const Term& a, const Term& b) {
  z3::expr right = Z3Access::expression(b);
  z3::expr remainder = z3::mod(Z3Access::expression(a), right);
  return Z3Access::term(*this, is_integer_numeral(right, 0) ? remainder : folded(remainder, implementation_->guard));
}

Term TermManager::less(const Term& a, const Term& b) {
  if (a == b) {
    return boolean(false);
  }
  return Z3Access::term(*this, folded(Z3Access::expression(a) < Z3Access::expression(b), implementation_->guard));
}

Term TermManager::less_equal(const Term& a, const Term& b) {
  if (a == b) {
    return boolean(true);
  }
  return Z3Access::term(*this, folded(Z3Access::expression(a) <= Z3Access::expression(b), implementation_->guard));
}

// Bit-vectors

Term TermManager::bitvector_binary(BitvectorOperator op, const Term& a, const Term& b) {
  using Maker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  static constexpr std::array<Maker, 14> makers{
      Z3_mk_bvadd, Z3_mk_bvsub,  Z3_mk_bvmul,  Z3_mk_bvsdiv, Z3_mk_bvudiv, Z3_mk_bvsrem, Z3_mk_bvurem,
      Z3_mk_bvshl, Z3_mk_bvlshr, Z3_mk_bvashr, Z3_mk_bvand,  Z3_mk_bvor,   Z3_mk_bvxor,  Z3_mk_concat,
  };
  z3::context& context = implementation_->context;
  Z3_ast made = makers.at(static_cast<std::size_t>(op))(context, Z3Access::ast(a), Z3Access::ast(b));
  context.check_error();
  return Z3Access::term(*this, folded(z3::expr(context, made), implementation_->guard));
}

Term TermManager::bitvector_compare(BitvectorRelation relation, const Term& a, const Term& b) {
  using Maker = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);
  static constexpr std::array<Maker, 4> makers{Z3_mk_bvslt, Z3_mk_bvsle, Z3_mk_bvult, Z3_mk_bvule};
  z3::context& context = implementation_->context;
  Z3_ast made = makers.at(static_cast<std::size_t>(relation))(context, Z3Access::ast(a), Z3Access::ast(b));
  context.check_error();
  return Z3Access::term(*this, folded(z3::expr(context, made), implementation_->guard));
}

Term TermManager::bitvector_not(const Term& a) {
  return Z3Access::term(*this, folded(~Z3Access::expression(a), implementation_->guard));
}

Term TermManager::bitvector_negate(const Term& a) {
  return Z3Access::term(*this, folded(-Z3Access::expression(a), implementation_->guard));
}

Term TermManager::bitvector_extract(const Term& a, unsigned high, unsigned low) {
  z3::expr operand = Z3Access::expression(a);
  if (low == 0 && high + 1 == operand.get_sort().bv_size()) {
    return a;
  }
  return Z3Access::term(*this, folded(operand.extract(high, low), implementation_->guard));
}

Term TermManager::bitvector_extend(BitvectorExtension extension, const Term& a, unsigned extra_bits) {
  if (extra_bits == 0) {
    return a;
  }
  z3::expr operand = Z3Access::expression(a);
  return Z3Access::term(*this, folded(extension == BitvectorExtension::Sign ? z3::sext(operand, extra_bits)
                                                                            : z3::zext(operand, extra_bits),
                                      implementation_->guard));
}

// Arrays

Term TermManager::select(const Term& array, const Term& index) {
  return Z3Access::term(*this, z3::select(Z3Access::expression(array), Z3Access::expression(index)));
}

Term TermManager::store(const Term& array, const Term& index, const Term& value) {
  return Z3Access::term(
      *this, z3::store(Z3Access::expression(array), Z3Access::expression(index), Z3Access::expression(value)));
}

Term TermManager::constant_array(const Sort& index, const Term& element) {
  return Z3Access::term(
      *this, z3::const_array(Z3Access::sort(implementation_->context, index), Z3Access::expression(element)));
}

} // namespace vouch::smt

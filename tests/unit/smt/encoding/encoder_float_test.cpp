#include "analysis/cfa/float_format.hpp"
#include "tests/support/program.hpp"
#include "tests/unit/smt/encoding/path_formula.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace vouch::smt {
namespace {

using cfa::Assign;
using cfa::Assume;
using cfa::BinaryOperator;
using cfa::ExpressionRef;
using cfa::FloatType;
using cfa::Input;
using cfa::Integer;
using cfa::Load;
using cfa::Store;
using cfa::Type;
using cfa::UnaryOperator;
using cfa::VariableId;
using test::f64;
using test::i32;
using test::i64;
using test::u32;
using test::u64;
using test::u8;

const Type f32 = FloatType{32};
const Type f80 = FloatType{80};

class EncoderFloatTest : public testing::TestWithParam<Theory> {
protected:
  test::Program p;

  PathFormula path() {
    cfa_ = p.build();
    return {cfa_, GetParam()};
  }
  [[nodiscard]] bool is_exact_theory() const { return GetParam() == Theory::Bitvectors; }
  ExpressionRef number(long double value, const Type& type) {
    return p.expressions().make(cfa::FloatConstant{value}, type);
  }
  ExpressionRef binary(BinaryOperator op, ExpressionRef a, ExpressionRef b) { return p.expressions().binary(op, a, b); }
  VariableId input(const std::string& name, const Type& type) {
    VariableId variable = p.register_variable(name, type);
    p.then(Input{variable, cfa::InputKind::Nondeterministic, "input", {}, Input::Range::WholeType});
    return variable;
  }
  VariableId assigned(const std::string& name, ExpressionRef value) {
    VariableId variable = p.register_variable(name, value->type);
    p.then(Assign{variable, value});
    return variable;
  }
  void assume(ExpressionRef condition) { p.then(Assume{condition, cfa::Polarity::Holds}); }

  static Term is(PathFormula& f, VariableId variable, long double value, const Type& type) {
    Integer bits = cfa::float_bits(value, std::get<FloatType>(type));
    return f.terms().equal(f.last(variable), f.encoder().constant(bits, type));
  }

private:
  cfa::Cfa cfa_;
};

TEST_P(EncoderFloatTest, ComparisonsAreThoseOfC) {
  VariableId x = input("x", f64);
  VariableId y = input("y", f64);
  VariableId itself = assigned("itself", binary(BinaryOperator::Equal, p.read(x), p.read(x)));
  VariableId less = assigned("less", binary(BinaryOperator::Less, p.read(x), p.read(y)));
  VariableId not_less = assigned("not_less", binary(BinaryOperator::GreaterEqual, p.read(x), p.read(y)));
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(itself, 0)));
  EXPECT_TRUE(f.can(f.equals(itself, 1)));
  auto given = [&](long double a, long double b) { return f.terms().logical_and(is(f, x, a, f64), is(f, y, b, f64)); };
  auto both = [&](const Term& a, const Term& b) { return f.terms().logical_and(a, b); };
  long double nan = std::numeric_limits<long double>::quiet_NaN();
  for (auto [a, b] : {std::pair{1.0L, 2.0L},
                      {-1.0L, -2.0L},
                      {-0.0L, 0.0L},
                      {0.0L, -0.0L},
                      {nan, 1.0L},
                      {-1e308L, nan},
                      {-HUGE_VALL, 1e-310L},
                      {HUGE_VALL, HUGE_VALL},
                      {-1e-310L, -0.0L}}) {
    EXPECT_FALSE(f.can(both(given(a, b), f.equals(less, a < b ? 0 : 1)))) << a << " " << b;
    EXPECT_FALSE(f.can(both(given(a, b), f.equals(not_less, a >= b ? 0 : 1)))) << a << " " << b;
    EXPECT_FALSE(f.can(both(given(a, b), f.equals(itself, std::isnan(a) ? 1 : 0)))) << a << " " << b;
    EXPECT_TRUE(f.can(given(a, b)));
  }
}

TEST_P(EncoderFloatTest, SignsAndMagnitudesAreExact) {
  VariableId x = input("x", f32);
  assume(binary(BinaryOperator::Equal, p.read(x), number(0, f32)));
  VariableId opposite = assigned("opposite", p.expressions().unary(UnaryOperator::Negate, p.read(x)));
  VariableId sign = assigned("sign", p.expressions().unary(UnaryOperator::SignBit, p.read(x)));
  VariableId other = assigned("other", p.expressions().unary(UnaryOperator::SignBit, p.read(opposite)));
  VariableId magnitude = assigned("magnitude", p.expressions().unary(UnaryOperator::AbsoluteValue, p.read(x)));
  VariableId copied = assigned("copied", binary(BinaryOperator::CopySign, number(3, f32), p.read(x)));
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(sign, 0)));
  EXPECT_TRUE(f.can(f.equals(sign, 1)));
  EXPECT_TRUE(f.must(f.terms().logical_not(f.terms().equal(f.last(sign), f.last(other)))));
  EXPECT_TRUE(f.must(is(f, magnitude, 0, f32)));
  EXPECT_FALSE(f.can(f.terms().logical_and(is(f, copied, 3, f32), f.equals(sign, 1))));
}

TEST_P(EncoderFloatTest, ArithmeticContainsWhatTheProcessorComputes) {
  std::mt19937_64 random(7);
  auto any = [&](FloatType type) {
    Integer bits = (static_cast<Integer>(random() >> 1U) << 64U) | random();
    if (random() % 2 == 0) { // of medium size: results that are neither zero nor infinite
      return cfa::float_of_bits(
          cfa::float_bits(static_cast<long double>(static_cast<std::int64_t>(random() % 20001) - 10000) / 16, type),
          type);
    }
    return cfa::float_of_bits(cfa::canonical_float_bits(bits, type), type);
  };
  for (const Type& type : {f32, f64, f80}) {
    auto format = std::get<FloatType>(type);
    auto rounded = [&](auto compute, long double a, long double b) -> long double {
      switch (format.width) {
      case 32:
        return compute(static_cast<float>(a), static_cast<float>(b));
      case 64:
        return compute(static_cast<double>(a), static_cast<double>(b));
      default:
        return compute(a, b);
      }
    };
    for (int round = 0; round < 12; ++round) {
      test::Program program;
      long double a = any(format);
      long double b = any(format);
      auto constant = [&](long double value) { return program.expressions().make(cfa::FloatConstant{value}, type); };
      std::vector<std::pair<ExpressionRef, long double>> cases;
      auto add = [&](BinaryOperator op, auto compute) {
        cases.emplace_back(program.expressions().binary(op, constant(a), constant(b)), rounded(compute, a, b));
      };
      auto add_unary = [&](UnaryOperator op, auto compute) {
        cases.emplace_back(program.expressions().unary(op, constant(a)), rounded(compute, a, b));
      };
      add(BinaryOperator::Add, [](auto x, auto y) { return x + y; });
      add(BinaryOperator::Subtract, [](auto x, auto y) { return x - y; });
      add(BinaryOperator::Multiply, [](auto x, auto y) { return x * y; });
      add(BinaryOperator::Divide, [](auto x, auto y) { return x / y; });
      add_unary(UnaryOperator::SquareRoot, [](auto x, auto) { return std::sqrt(x); });
      add_unary(UnaryOperator::RoundDown, [](auto x, auto) { return std::floor(x); });
      add_unary(UnaryOperator::RoundUp, [](auto x, auto) { return std::ceil(x); });
      add_unary(UnaryOperator::RoundToZero, [](auto x, auto) { return std::trunc(x); });
      add_unary(UnaryOperator::RoundToEven, [](auto x, auto) { return std::nearbyint(x); });
      add_unary(UnaryOperator::RoundAway, [](auto x, auto) { return std::round(x); });
      std::size_t exact = cases.size();
      add(BinaryOperator::Remainder, [](auto x, auto y) { return std::fmod(x, y); });
      std::vector<VariableId> results;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        results.push_back(program.register_variable("r" + std::to_string(i), type));
        program.then(Assign{results.back(), cases[i].first});
      }
      cfa::Cfa cfa = program.build();
      PathFormula f(cfa, GetParam());
      for (std::size_t i = 0; i < cases.size(); ++i) {
        bool has_many_patterns = std::isnan(cases[i].second) && !is_exact_theory();
        Term expected = is(f, results[i], cases[i].second, type);
        EXPECT_TRUE(f.can(expected)) << i << ": " << a << " " << b << " " << format.width;
        if (is_exact_theory() && i < exact && !has_many_patterns) {
          EXPECT_TRUE(f.must(expected)) << i << ": " << a << " " << b << " " << format.width;
        }
      }
    }
  }
}

TEST_P(EncoderFloatTest, SumsKeepTheOrder) {
  VariableId x = input("x", f64);
  assume(binary(BinaryOperator::LessEqual, number(0, f64), p.read(x)));
  assume(binary(BinaryOperator::Less, p.read(x), number(10, f64)));
  VariableId y = assigned("y", binary(BinaryOperator::Add, p.read(x), number(1, f64)));
  VariableId is_below = assigned("is_below", binary(BinaryOperator::Less, p.read(y), number(11, f64)));
  VariableId is_above = assigned("is_above", binary(BinaryOperator::LessEqual, number(1, f64), p.read(y)));
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(is_below, 1)));
  EXPECT_TRUE(f.must(f.equals(is_above, 1)));
}

TEST_P(EncoderFloatTest, IntegersAreRoundedAndNumbersTruncated) {
  VariableId large = assigned("large", p.expressions().convert(p.number(16777217), f32));
  VariableId x = input("x", f64);
  assume(binary(BinaryOperator::Less, p.read(x), number(1, f64)));
  VariableId whole = assigned("whole", p.expressions().convert(p.read(x), i32));
  VariableId byte = assigned("byte", p.expressions().convert(p.read(x), u8));
  VariableId n = input("n", i32);
  VariableId back = assigned("back", p.expressions().convert(p.read(n), f64));
  VariableId is_nan = assigned("is_nan", binary(BinaryOperator::NotEqual, p.read(back), p.read(back)));
  PathFormula f = path();
  EXPECT_TRUE(f.must(is(f, large, 16777216, f32)));
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(byte, 0)));
  EXPECT_TRUE(f.must(f.equals(whole, 0)));
  EXPECT_FALSE(f.can(is(f, x, -1, f64))); // no value of the unsigned type
  EXPECT_TRUE(f.can(is(f, x, -0.5L, f64)));
  EXPECT_TRUE(f.must(f.equals(is_nan, 0)));
  EXPECT_FALSE(f.can(f.terms().logical_and(f.equals(n, 0), f.terms().logical_not(is(f, back, 0, f64)))));
}

TEST_P(EncoderFloatTest, ConversionsOutsideOfTheIntegersRangeAreExcluded) {
  for (const Type& type : {i32, u32, i64, u64, u8}) {
    for (const Type& format : {f32, f64, f80}) {
      auto low = static_cast<long double>(cfa::minimum_value(type));
      auto end = static_cast<long double>(cfa::maximum_value(type) + 1);
      auto is_possible = [&](long double value) {
        test::Program program;
        VariableId x = program.register_variable("x", format);
        VariableId n = program.register_variable("n", type);
        program.then(Input{x, cfa::InputKind::Nondeterministic, "input", {}, Input::Range::WholeType});
        program.then(Assign{n, program.expressions().convert(program.read(x), type)});
        cfa::Cfa cfa = program.build();
        PathFormula f(cfa, GetParam());
        return f.can(is(f, x, value, format));
      };
      EXPECT_TRUE(is_possible(low));
      EXPECT_TRUE(is_possible(low == 0 ? -0.75L : low));
      EXPECT_TRUE(is_possible(end / 2));
      EXPECT_FALSE(is_possible(end));
      EXPECT_FALSE(is_possible(std::min(low * 2, low - 1)));
      EXPECT_FALSE(is_possible(std::numeric_limits<long double>::quiet_NaN()));
    }
  }
}

TEST_P(EncoderFloatTest, MemoryHasTheBits) {
  VariableId object = p.memory_variable("object", u32, 4);
  p.then(cfa::Declare{object});
  p.then(Store{p.address_of(object), number(-1.5L, f32)});
  VariableId bits = assigned("bits", p.expressions().load(p.address_of(object), u32));
  p.then(Store{p.address_of(object), p.number(0x40200000, u32)});
  VariableId value = assigned("value", p.expressions().load(p.address_of(object), f32));
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(bits, 0xbfc00000U)));
  EXPECT_TRUE(f.must(is(f, value, 2.5L, f32)));
}

TEST_P(EncoderFloatTest, MemoryKeepsNumbersOfAllFormats) {
  VariableId x = input("x", GetParam() == Theory::Bitvectors ? f80 : f64);
  Type type = p.read(x)->type;
  VariableId object = p.memory_variable("object", type, 16);
  p.then(cfa::Declare{object});
  p.then(Store{p.address_of(object), p.read(x)});
  VariableId y = assigned("y", p.expressions().load(p.address_of(object), type));
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.terms().equal(f.last(x), f.last(y))));
  EXPECT_TRUE(f.can(is(f, y, -1e-300L, type)));
}

TEST_P(EncoderFloatTest, NotANumberHasAnyPattern) {
  VariableId object = p.memory_variable("object", u64, 8);
  p.then(cfa::Declare{object});
  VariableId nan = input("nan", f64);
  assume(binary(BinaryOperator::NotEqual, p.read(nan), p.read(nan)));
  p.then(Store{p.address_of(object), p.read(nan)});
  VariableId bits = assigned("bits", p.expressions().load(p.address_of(object), u64));
  VariableId sign = assigned("sign", p.expressions().unary(UnaryOperator::SignBit, p.read(nan)));
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(sign, 0)));
  EXPECT_TRUE(f.can(f.equals(sign, 1)));
  EXPECT_TRUE(f.can(f.equals(bits, 0x7ff8000000000000)));
  EXPECT_TRUE(f.can(f.equals(bits, 0xfff8000000000000)));
  EXPECT_FALSE(f.can(f.equals(bits, 0x7ff0000000000000)));
}

INSTANTIATE_TEST_SUITE_P(Theories, EncoderFloatTest, testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& instance) { return theory_name(instance.param); });

TEST(EncodedFloats, InputsOfAModelAreBitPatterns) {
  test::Program p;
  std::vector<std::pair<VariableId, Integer>> inputs;
  for (auto [width, value] : {std::pair{32U, -1.5L}, {64U, 0.1L}, {80U, 1e4000L}, {32U, HUGE_VALL}, {64U, -0.0L}}) {
    VariableId x = p.register_variable("x", FloatType{width});
    p.then(Assign{x, p.expressions().make(cfa::FloatConstant{value}, FloatType{width})});
    inputs.emplace_back(x, cfa::float_bits(value, FloatType{width}));
  }
  VariableId nan = p.register_variable("nan", f80);
  p.then(Input{nan, cfa::InputKind::Nondeterministic, "input", {}, Input::Range::WholeType});
  p.then(Assume{p.expressions().binary(BinaryOperator::NotEqual, p.read(nan), p.read(nan)), cfa::Polarity::Holds});
  inputs.emplace_back(nan, cfa::float_bits(std::numeric_limits<long double>::quiet_NaN(), FloatType{80}));
  cfa::Cfa cfa = p.build();
  PathFormula f(cfa, Theory::Bitvectors);
  RunContext context;
  Solver solver(f.terms(), context, SolverStrategy::OneQuery);
  solver.add(f.formula());
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(std::holds_alternative<Satisfiable>(answer));
  for (const auto& [variable, bits] : inputs) {
    std::optional<Integer> value = std::get<Satisfiable>(answer).model.value(f.last(variable));
    ASSERT_TRUE(value);
    EXPECT_EQ(cfa::to_string(*value), cfa::to_string(bits));
  }
}

TEST(FloatTerms, SurviveTheWayThroughText) {
  TermManager terms;
  for (unsigned width : {32U, 64U, 80U}) {
    Sort sort = Sort::floating(width);
    Term x = terms.constant("x", sort);
    Term bits = terms.constant("bits", Sort::bitvector(width));
    Term half = terms.numeral(cfa::float_bits(0.5L, FloatType{width}), sort);
    EXPECT_EQ(x.sort(), sort);
    using enum TermManager::FloatOperator;
    std::vector<Term> formulas = {
        terms.float_compare(TermManager::FloatRelation::Less, terms.float_binary(Add, x, half), x),
        terms.float_is(TermManager::FloatClass::Nan, terms.float_unary(TermManager::FloatFunction::SquareRoot, x)),
        terms.equal(terms.bits_of_float(x), bits),
        terms.equal(terms.float_of_bits(bits), terms.float_rounded(TermManager::FloatRounding::Up, x)),
        terms.equal(terms.number_of_float(TermManager::BitvectorExtension::Sign, x, width), bits),
        terms.equal(terms.float_of_number(TermManager::BitvectorExtension::Zero, bits, width), half),
        terms.float_compare(TermManager::FloatRelation::Equal, terms.float_convert(x, 64),
                            terms.float_convert(half, 64)),
        terms.float_binary(Divide, x, half),
    };
    for (const Term& formula : formulas) {
      EXPECT_EQ(terms.parse(formula.to_string(), std::vector{x, bits}), formula) << formula.to_string();
    }
  }
}

} // namespace
} // namespace vouch::smt

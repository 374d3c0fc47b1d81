#include "analysis/smt/encoding/encoder.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference_evaluator.hpp"

#include <gtest/gtest.h>
#include <random>

/// Both theories against plain two's complement arithmetic: every operator, at every width, on corner values and random
/// operands, and random expressions of several operators.
namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

const std::vector<Type> all_types = {i8, u8, i16, u16, i32, u32, i64, u64};

/// `result := value`, in both theories.
class Assignment {
public:
  Assignment(const Cfa& cfa, EdgeId edge, ExpressionRef value, VariableId result)
      : cfa_(cfa), regions_(cfa), edge_(edge), value_(value), result_(result) {}

  /// Compares what the formula says for these inputs with the reference.
  void check(const std::map<VariableId, Integer>& inputs) {
    std::optional<Integer> expected = ReferenceEvaluator(inputs).evaluate(value_);
    for (Theory theory : {Theory::Integers, Theory::Bitvectors}) {
      SCOPED_TRACE(theory == Theory::Integers ? "integers" : "bit-vectors");
      SCOPED_TRACE(to_string(value_, cfa_.names()));
      check(theory, inputs, expected);
    }
  }

private:
  struct Encoding {
    std::unique_ptr<Encoder> encoder;
    EncodedStep step;
  };

  Encoding& encoding(Theory theory) {
    Encoding& made = encodings_[theory];
    if (!made.encoder) {
      made.encoder = std::make_unique<Encoder>(terms_, cfa_, regions_, theory);
      made.step = made.encoder->encode(edge_, SsaMap());
      EXPECT_TRUE(theory == Theory::Integers || made.step.is_exact);
    }
    return made;
  }

  static std::string text(const std::map<VariableId, Integer>& inputs) {
    std::string all;
    for (const auto& [variable, value] : inputs) {
      all += " v" + std::to_string(variable.index()) + "=" + to_string(value);
    }
    return all;
  }

  void check(Theory theory, const std::map<VariableId, Integer>& inputs, const std::optional<Integer>& expected) {
    Encoding& made = encoding(theory);
    auto constant = [&](VariableId id, unsigned index) {
      return made.encoder->indexed(made.encoder->symbol_of(id), index);
    };
    Term result = constant(result_, 1);
    Substitution substitution;
    for (const auto& [variable, value] : inputs) {
      Term symbol = constant(variable, 0);
      substitution.emplace_back(symbol, terms_.numeral(value, symbol.sort()));
    }
    Term formula = terms_.simplify(terms_.substitute(made.step.formula, substitution));
    auto with_result = [&](Integer value) {
      return terms_.simplify(terms_.substitute(formula, {{result, terms_.numeral(value, result.sort())}}));
    };
    if (made.step.is_exact && !expected) {
      EXPECT_TRUE(formula.is_false()) << text(inputs) << "\n" << formula.to_string();
    } else if (made.step.is_exact) {
      EXPECT_TRUE(with_result(*expected).is_true()) << text(inputs) << " expected " << to_string(*expected) << "\n"
                                                    << made.step.formula.to_string();
      EXPECT_TRUE(with_result(wrap(*expected + 1, cfa_.variable(result_).type)).is_false()) << text(inputs);
    } else if (expected) {
      EXPECT_FALSE(is_refuted(with_result(*expected))) << text(inputs) << " expected " << to_string(*expected) << "\n"
                                                       << made.step.formula.to_string();
    }
  }

  bool is_refuted(const Term& formula) {
    if (formula.is_true() || formula.is_false()) {
      return formula.is_false();
    }
    RunContext context;
    Solver solver(terms_, context);
    solver.add(formula);
    return std::holds_alternative<Unsatisfiable>(solver.check(std::chrono::milliseconds(500)));
  }

  const Cfa& cfa_;
  facts::MemoryRegions regions_;
  EdgeId edge_;
  ExpressionRef value_;
  VariableId result_;
  TermManager terms_;
  std::map<Theory, Encoding> encodings_;
};

std::vector<Integer> corner_values(const Type& type) {
  std::vector<Integer> values = {minimum_value(type), maximum_value(type), 0, 1, 2, 7};
  values.push_back(minimum_value(type) + 1);
  values.push_back(maximum_value(type) - 1);
  if (minimum_value(type) < 0) {
    values.insert(values.end(), {-1, -2, -7});
  }
  return values;
}

Integer random_value(std::mt19937_64& random, const Type& type) {
  // Small numbers as often as large ones.
  return wrap(static_cast<Integer>(random() >> (random() % 64)) - static_cast<Integer>(random() % 3), type);
}

class BinaryOperatorTest : public ::testing::TestWithParam<BinaryOperator> {};

TEST_P(BinaryOperatorTest, AgreesWithTwosComplementArithmetic) {
  BinaryOperator op = GetParam();
  bool is_shift = op == BinaryOperator::ShiftLeft || op == BinaryOperator::ShiftRight;
  std::mt19937_64 random(1);
  for (const Type& type : all_types) {
    Type right_type = is_shift ? i32 : type;
    Program p;
    VariableId a = p.register_variable("a", type);
    VariableId b = p.register_variable("b", right_type);
    ExpressionRef value = p.expressions().binary(op, p.read(a), p.read(b));
    VariableId r = p.register_variable("r", value->type);
    EdgeId edge = p.then(Assign{r, value});
    Cfa cfa = p.build();
    Assignment assignment(cfa, edge, value, r);
    for (Integer x : corner_values(type)) {
      for (Integer y : corner_values(right_type)) {
        assignment.check({{a, x}, {b, y}});
      }
      assignment.check({{a, x}, {b, random_value(random, right_type)}});
    }
    for (int i = 0; i < 40; ++i) {
      Integer y = is_shift ? wrap(static_cast<Integer>(random() % 70), right_type) : random_value(random, right_type);
      assignment.check({{a, random_value(random, type)}, {b, y}});
    }
  }
}

/// With a constant on the right, and on the left: where the integers are exact for operators that are not linear.
TEST_P(BinaryOperatorTest, AgreesForConstantOperands) {
  BinaryOperator op = GetParam();
  bool is_shift = op == BinaryOperator::ShiftLeft || op == BinaryOperator::ShiftRight;
  std::mt19937_64 random(2);
  for (const Type& type : {i8, u8, i32, u32, i64, u64}) {
    std::vector<Integer> constants = corner_values(type);
    constants.insert(constants.end(), {12, 15, 64, wrap(0xF0F0F0F0, type), wrap(~Integer{15}, type), 100, 31});
    for (Integer constant : constants) {
      Type other_type = is_shift ? i32 : type;
      for (bool constant_is_left : {false, true}) {
        Program p;
        VariableId a = p.register_variable("a", constant_is_left ? other_type : type);
        ExpressionRef fixed =
            p.number(wrap(constant, constant_is_left ? type : other_type), constant_is_left ? type : other_type);
        ExpressionRef value = constant_is_left ? p.expressions().binary(op, fixed, p.read(a))
                                               : p.expressions().binary(op, p.read(a), fixed);
        VariableId r = p.register_variable("r", value->type);
        EdgeId edge = p.then(Assign{r, value});
        Cfa cfa = p.build();
        Assignment assignment(cfa, edge, value, r);
        const Type& varied = cfa.variable(a).type;
        for (Integer x : corner_values(varied)) {
          assignment.check({{a, x}});
        }
        for (int i = 0; i < 10; ++i) {
          assignment.check({{a, random_value(random, varied)}});
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllOperators, BinaryOperatorTest,
                         ::testing::Values(BinaryOperator::Add, BinaryOperator::Subtract, BinaryOperator::Multiply,
                                           BinaryOperator::Divide, BinaryOperator::Remainder, BinaryOperator::ShiftLeft,
                                           BinaryOperator::ShiftRight, BinaryOperator::BitAnd, BinaryOperator::BitOr,
                                           BinaryOperator::BitXor, BinaryOperator::Equal, BinaryOperator::NotEqual,
                                           BinaryOperator::Less, BinaryOperator::LessEqual, BinaryOperator::Greater,
                                           BinaryOperator::GreaterEqual, BinaryOperator::LogicalAnd,
                                           BinaryOperator::LogicalOr));

TEST(EncoderScalarTest, UnaryOperatorsAgree) {
  std::mt19937_64 random(3);
  for (UnaryOperator op : {UnaryOperator::Negate, UnaryOperator::Complement, UnaryOperator::LogicalNot}) {
    for (const Type& type : all_types) {
      Program p;
      VariableId a = p.register_variable("a", type);
      ExpressionRef value = p.expressions().unary(op, p.read(a));
      VariableId r = p.register_variable("r", value->type);
      EdgeId edge = p.then(Assign{r, value});
      Cfa cfa = p.build();
      Assignment assignment(cfa, edge, value, r);
      for (Integer x : corner_values(type)) {
        assignment.check({{a, x}});
      }
      assignment.check({{a, random_value(random, type)}});
    }
  }
}

TEST(EncoderScalarTest, ConversionsBetweenAllIntegerTypesAgree) {
  std::vector<Type> types = all_types;
  types.insert(types.end(), {IntegerType{1, Signedness::Signed}, IntegerType{1, Signedness::Unsigned},
                             IntegerType{3, Signedness::Signed}, IntegerType{13, Signedness::Unsigned}});
  std::mt19937_64 random(4);
  for (const Type& from : types) {
    for (const Type& to : types) {
      Program p;
      VariableId a = p.register_variable("a", from);
      ExpressionRef value = p.expressions().convert(p.read(a), to);
      VariableId r = p.register_variable("r", to);
      EdgeId edge = p.then(Assign{r, value});
      Cfa cfa = p.build();
      Assignment assignment(cfa, edge, value, r);
      for (Integer x : {minimum_value(from), maximum_value(from), Integer{0}, maximum_value(from) / 2,
                        random_value(random, from), random_value(random, from)}) {
        assignment.check({{a, x}});
      }
    }
  }
}

/// Expressions of several operators and types: what is computed from bounds of operands must hold there, too.
class RandomExpressions {
public:
  RandomExpressions(Program& program, std::vector<VariableId> variables, std::mt19937_64& random)
      : p_(program), variables_(std::move(variables)), random_(random) {}

  ExpressionRef make(int depth) { return depth == 0 || random_() % 8 == 0 ? leaf() : node(depth); }

private:
  ExpressionRef leaf() {
    if (random_() % 3 == 0) {
      const Type& type = any_type();
      return p_.number(random_value(random_, type), type);
    }
    return p_.read(variables_[random_() % variables_.size()]);
  }

  ExpressionRef node(int depth) {
    ExpressionRef a = make(depth - 1);
    switch (random_() % 8) {
    case 0:
      return p_.expressions().unary(static_cast<UnaryOperator>(random_() % 3), a);
    case 1:
      return p_.expressions().convert(a, any_type());
    case 2:
      return p_.expressions().make(Conditional{total_condition(), a, p_.expressions().convert(leaf(), a->type)},
                                   a->type);
    case 3:
      return p_.expressions().binary(random_() % 2 == 0 ? BinaryOperator::LogicalAnd : BinaryOperator::LogicalOr, a,
                                     total_condition());
    default: {
      ExpressionRef b = p_.expressions().convert(make(depth - 1), a->type);
      return p_.expressions().binary(static_cast<BinaryOperator>(random_() % 16), a, b);
    }
    }
  }

  ExpressionRef total_condition() {
    ExpressionRef a = leaf();
    return p_.expressions().binary(BinaryOperator::Less, a, p_.expressions().convert(leaf(), a->type));
  }

  const Type& any_type() { return all_types[random_() % all_types.size()]; }

  Program& p_;
  std::vector<VariableId> variables_;
  std::mt19937_64& random_;
};

TEST(EncoderScalarTest, RandomExpressionsAgree) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    Program p;
    std::vector<VariableId> variables;
    for (const Type& type : all_types) {
      variables.push_back(p.register_variable("v" + std::to_string(variables.size()), type));
    }
    ExpressionRef value = RandomExpressions(p, variables, random).make(1 + static_cast<int>(random() % 4));
    VariableId r = p.register_variable("r", value->type);
    EdgeId edge = p.then(Assign{r, value});
    Cfa cfa = p.build();
    Assignment assignment(cfa, edge, value, r);
    for (int i = 0; i < 6; ++i) {
      std::map<VariableId, Integer> inputs;
      for (VariableId variable : variables) {
        const Type& type = cfa.variable(variable).type;
        std::vector<Integer> corners = corner_values(type);
        inputs[variable] = random() % 2 == 0 ? corners[random() % corners.size()] : random_value(random, type);
      }
      assignment.check(inputs);
    }
  }
}

} // namespace
} // namespace vouch::smt

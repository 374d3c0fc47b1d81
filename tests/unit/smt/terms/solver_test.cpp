#include "analysis/smt/terms/solver.hpp"
#include "tests/unit/smt/terms/hard_queries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

namespace vouch::smt {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

bool is_sat(const SolverAnswer& answer) { return std::holds_alternative<Satisfiable>(answer); }
bool is_unsat(const SolverAnswer& answer) { return std::holds_alternative<Unsatisfiable>(answer); }

class SolverTest : public testing::Test {
protected:
  TermManager terms;
  RunContext context;
  Term x = terms.constant("x", Sort::integer());
  Term y = terms.constant("y", Sort::integer());
  Term p = terms.constant("p", Sort::boolean());

  Term number(int value) { return terms.integer(value); }
  Term less(const Term& a, int b) { return terms.less(a, number(b)); }
  Term greater(const Term& a, int b) { return terms.less(number(b), a); }
};

TEST_F(SolverTest, AnswersWithAModel) {
  Solver solver(terms, context);
  solver.add(terms.equal(terms.add(x, y), number(10)));
  solver.add(terms.equal(terms.subtract(x, y), number(4)));
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(is_sat(answer));
  const Model& model = std::get<Satisfiable>(answer).model;
  EXPECT_EQ(model.value(x), cfa::Integer{7});
  EXPECT_EQ(model.evaluate(terms.multiply(x, y)), number(21));
  EXPECT_TRUE(model.holds(terms.less(y, x)));
  EXPECT_FALSE(model.holds(terms.less(x, y)));
  EXPECT_EQ(model.value(terms.less(x, y)), std::nullopt);
  EXPECT_EQ(context.statistics.solver_queries, 1U);
}

TEST_F(SolverTest, ModelsCompleteWhatDoesNotMatter) {
  Solver solver(terms, context);
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(is_sat(answer));
  EXPECT_TRUE(std::get<Satisfiable>(answer).model.value(x).has_value());
}

TEST_F(SolverTest, ValuesAreSignedIntegersAndUnsignedBitvectors) {
  Solver solver(terms, context);
  Term bits = terms.constant("bits", Sort::bitvector(64));
  Term wide = terms.constant("wide", Sort::bitvector(160));
  solver.add(terms.equal(x, number(-5)));
  solver.add(terms.equal(bits, terms.bitvector(-1, 64)));
  solver.add(terms.equal(wide, terms.bitvector(-1, 160)));
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(is_sat(answer));
  const Model& model = std::get<Satisfiable>(answer).model;
  EXPECT_EQ(model.value(x), cfa::Integer{-5});
  EXPECT_EQ(model.value(bits), (cfa::Integer{1} << 64U) - 1);
  EXPECT_EQ(model.value(wide), std::nullopt);
}

TEST_F(SolverTest, WhatTakesLongIsRewrittenAsAWhole) {
  // Bit by bit these products take long; each is of numbers that occur nowhere else, so that it may be anything.
  const auto word = [&](const std::string& name) { return terms.constant(name, Sort::bitvector(64)); };
  using Operator = TermManager::BitvectorOperator;
  Solver solver(terms, context);
  for (int i = 0; i < 40; ++i) {
    const std::string number = std::to_string(i);
    const Term square = terms.bitvector_binary(Operator::Multiply, word("u" + number), word("v" + number));
    const Term product = terms.bitvector_binary(Operator::Multiply, word("w" + number), word("x" + number));
    solver.add(terms.equal(square, terms.bitvector_binary(Operator::Add, product, terms.bitvector(3, 64))));
  }
  const std::vector<Term> assumptions = {p, less(x, 5)};
  const SolverAnswer possible = solver.check_assuming(assumptions);
  ASSERT_TRUE(is_sat(possible));
  EXPECT_TRUE(std::get<Satisfiable>(possible).model.holds(assumptions[1]));
  EXPECT_GT(context.statistics.solver_queries, 1U); // the first one was given up
  solver.add(greater(x, 5));
  const SolverAnswer impossible = solver.check_assuming(assumptions);
  ASSERT_TRUE(is_unsat(impossible));
}

TEST_F(SolverTest, ScopesEnd) {
  Solver solver(terms, context);
  solver.add(greater(x, 0));
  solver.push();
  solver.add(less(x, 0));
  EXPECT_TRUE(is_unsat(solver.check()));
  solver.pop();
  EXPECT_TRUE(is_sat(solver.check()));
}

TEST_F(SolverTest, CoresAreSubsetsOfTheAssumptions) {
  Solver solver(terms, context);
  solver.add(terms.less(x, y));
  const std::array assumptions{greater(x, 5), p, less(y, 3), terms.logical_not(terms.equal(y, number(100)))};
  SolverAnswer answer = solver.check_assuming(assumptions);
  ASSERT_TRUE(is_unsat(answer));
  EXPECT_THAT(std::get<Unsatisfiable>(answer).core, UnorderedElementsAre(assumptions[0], assumptions[2]));
  EXPECT_TRUE(is_sat(solver.check()));
}

TEST_F(SolverTest, AssumptionsOfAnEndedScopeCanBeUsedAgain) {
  Solver solver(terms, context);
  const std::array assumptions{greater(x, 5)};
  solver.push();
  solver.add(less(x, 5));
  EXPECT_TRUE(is_unsat(solver.check_assuming(assumptions)));
  solver.pop();
  EXPECT_TRUE(is_sat(solver.check_assuming(assumptions)));
  solver.add(less(x, 6));
  EXPECT_TRUE(is_unsat(solver.check_assuming(assumptions)));
}

TEST_F(SolverTest, NegatedConstantsAreAssumptionsToo) {
  Solver solver(terms, context);
  solver.add(terms.logical_or(p, less(x, 0)));
  const std::array assumptions{terms.logical_not(p), greater(x, 0)};
  SolverAnswer answer = solver.check_assuming(assumptions);
  ASSERT_TRUE(is_unsat(answer));
  EXPECT_THAT(std::get<Unsatisfiable>(answer).core, UnorderedElementsAre(assumptions[0], assumptions[1]));
}

TEST_F(SolverTest, ConsequencesOfLinearArithmetic) {
  Solver solver(terms, context);
  solver.add(greater(x, 3));
  solver.add(terms.equal(y, terms.add(x, number(1))));
  const std::array candidates{greater(x, 2), less(y, 4), greater(y, 10), terms.less(x, y)};
  const SolverAnswer answer = solver.check();
  ASSERT_TRUE(is_sat(answer));
  const Model& model = std::get<Satisfiable>(answer).model;
  EXPECT_THAT(solver.consequences(model, candidates), ElementsAre(1, -1, 0, 1));
  EXPECT_THAT(solver.consequences(model, {}), IsEmpty());
}

TEST_F(SolverTest, ConsequencesAgreeWithSingleChecks) {
  std::mt19937 random(7);
  auto draw = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  const std::array variables{x, y, terms.constant("z", Sort::integer())};
  auto atom = [&] {
    Term left = terms.add(variables.at(draw(3)), terms.multiply(number(draw(5) - 2), variables.at(draw(3))));
    return draw(2) == 0 ? terms.less_equal(left, number(draw(7) - 3)) : terms.equal(left, number(draw(7) - 3));
  };
  int decided = 0;
  for (int round = 0; round < 40; ++round) {
    Solver solver(terms, context);
    for (int i = 0; i < 3; ++i) {
      solver.add(terms.logical_or(atom(), atom()));
    }
    std::vector<Term> candidates;
    for (int i = 0; i < 8; ++i) {
      candidates.push_back(atom());
    }
    auto implied = [&](const Term& formula) {
      solver.push();
      solver.add(terms.logical_not(formula));
      bool yes = is_unsat(solver.check());
      solver.pop();
      return yes;
    };
    const SolverAnswer answer = solver.check();
    const auto* satisfiable = std::get_if<Satisfiable>(&answer);
    if (satisfiable == nullptr) {
      continue;
    }
    const std::vector<int> values = solver.consequences(satisfiable->model, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      int expected = implied(candidates[i]) ? 1 : implied(terms.logical_not(candidates[i])) ? -1 : 0;
      EXPECT_EQ(values[i], expected) << candidates[i].to_string();
      decided += expected != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(decided, 10);
}

TEST_F(SolverTest, ArraysAndFunctions) {
  Term memory = terms.constant("memory", Sort::array(Sort::integer(), Sort::integer()));
  Term written = terms.store(memory, x, number(7));
  EXPECT_TRUE(implies_surely(terms, context, terms.equal(x, y), terms.equal(terms.select(written, y), number(7))));
  EXPECT_FALSE(implies_surely(terms, context, terms.boolean(true), terms.equal(terms.select(written, y), number(7))));
  const std::array at_x{x};
  const std::array at_y{y};
  Term same = terms.equal(terms.apply("f", at_x, Sort::integer()), terms.apply("f", at_y, Sort::integer()));
  EXPECT_TRUE(implies_surely(terms, context, terms.equal(x, y), same));
  EXPECT_TRUE(may_be_satisfiable(terms, context, terms.logical_not(same)));
  EXPECT_FALSE(may_be_satisfiable(terms, context, terms.logical_and(terms.equal(x, y), terms.logical_not(same))));
}

TEST_F(SolverTest, ATimeLimitEndsInUndecided) {
  Solver solver(terms, context);
  solver.add(factorisation(terms));
  auto start = std::chrono::steady_clock::now();
  SolverAnswer answer = solver.check(std::chrono::milliseconds(200));
  ASSERT_TRUE(std::holds_alternative<Undecided>(answer));
  EXPECT_FALSE(std::get<Undecided>(answer).reason.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(SolverTest, AnUnconfirmedUndecidedQueryCountsAsSatisfiable) {
  context.deadline = std::chrono::steady_clock::now() + std::chrono::hours(1);
  Solver solver(terms, context);
  solver.push();
  solver.add(factorisation(terms));
  EXPECT_TRUE(std::holds_alternative<Undecided>(solver.check(std::chrono::milliseconds(100))));
  solver.pop();
  solver.add(less(x, 0));
  EXPECT_TRUE(is_sat(solver.check())); // scopes survive the loss of Z3's solver
  solver.add(greater(x, 0));
  EXPECT_TRUE(is_unsat(solver.check()));
}

} // namespace
} // namespace vouch::smt

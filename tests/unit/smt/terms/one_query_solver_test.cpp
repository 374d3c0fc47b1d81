#include "analysis/smt/terms/solver.hpp"

#include <gtest/gtest.h>

/// The strategy that eliminates equations answers as the incremental one does, with models of all constants.
namespace vouch::smt {
namespace {

using BitvectorOperator = TermManager::BitvectorOperator;

/// x_0, x_1 = 3 x_0 + 0, x_2 = 3 x_1 + 1, ... over 32 bits.
std::vector<Term> recurrence(TermManager& terms, int length) {
  std::vector<Term> equations;
  Term three = terms.bitvector(3, 32);
  for (int i = 0; i < length; ++i) {
    Term x = terms.constant("x" + std::to_string(i), Sort::bitvector(32));
    Term next = terms.constant("x" + std::to_string(i + 1), Sort::bitvector(32));
    Term product = terms.bitvector_binary(BitvectorOperator::Multiply, three, x);
    equations.push_back(
        terms.equal(next, terms.bitvector_binary(BitvectorOperator::Add, product, terms.bitvector(i, 32))));
  }
  return equations;
}

TEST(OneQuerySolverTest, ModelsHaveEliminatedConstants) {
  TermManager terms;
  RunContext context;
  Solver solver(terms, context, SolverStrategy::OneQuery);
  for (const Term& equation : recurrence(terms, 20)) {
    solver.add(equation);
  }
  Term last = terms.constant("x20", Sort::bitvector(32));
  solver.add(terms.equal(last, terms.bitvector(12345, 32)));
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(std::holds_alternative<Satisfiable>(answer));
  const Model& model = std::get<Satisfiable>(answer).model;
  EXPECT_EQ(model.value(last), 12345);
  for (const Term& equation : recurrence(terms, 20)) {
    EXPECT_TRUE(model.holds(equation));
  }
}

TEST(OneQuerySolverTest, RefutesAndKeepsItsStack) {
  TermManager terms;
  RunContext context;
  Solver solver(terms, context, SolverStrategy::OneQuery);
  for (const Term& equation : recurrence(terms, 20)) {
    solver.add(equation);
  }
  Term first = terms.constant("x0", Sort::bitvector(32));
  Term second = terms.constant("x1", Sort::bitvector(32));
  solver.push();
  solver.add(terms.equal(first, terms.bitvector(5, 32)));
  solver.add(terms.logical_not(terms.equal(second, terms.bitvector(15, 32))));
  EXPECT_TRUE(std::holds_alternative<Unsatisfiable>(solver.check()));
  solver.pop();
  EXPECT_TRUE(std::holds_alternative<Satisfiable>(solver.check()));
}

TEST(OneQuerySolverTest, ArraysAndIntegers) {
  TermManager terms;
  RunContext context;
  Solver solver(terms, context, SolverStrategy::OneQuery);
  Sort memory = Sort::array(Sort::integer(), Sort::integer());
  Term before = terms.constant("before", memory);
  Term after = terms.constant("after", memory);
  Term i = terms.constant("i", Sort::integer());
  Term j = terms.constant("j", Sort::integer());
  solver.add(terms.equal(after, terms.store(before, i, terms.integer(7))));
  solver.add(terms.equal(terms.select(after, j), terms.integer(8)));
  SolverAnswer answer = solver.check();
  ASSERT_TRUE(std::holds_alternative<Satisfiable>(answer));
  EXPECT_FALSE(std::get<Satisfiable>(answer).model.holds(terms.equal(i, j)));
  solver.add(terms.equal(i, j));
  EXPECT_TRUE(std::holds_alternative<Unsatisfiable>(solver.check()));
}

TEST(OneQuerySolverTest, EndsWhenItsLimitIsReached) {
  TermManager terms;
  RunContext context;
  Solver solver(terms, context, SolverStrategy::OneQuery);
  Term x = terms.constant("x", Sort::bitvector(64));
  Term y = terms.constant("y", Sort::bitvector(64));
  Term one = terms.bitvector(1, 128);
  auto wide = [&](const Term& term) { return terms.bitvector_extend(TermManager::BitvectorExtension::Zero, term, 64); };
  Term product = terms.bitvector_binary(BitvectorOperator::Multiply, wide(x), wide(y));
  // A product of two primes of 32 bits.
  solver.add(terms.equal(product, terms.bitvector(cfa::Integer{4294967291} * 4294967279, 128)));
  solver.add(terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, one, wide(x)));
  solver.add(terms.bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, one, wide(y)));
  auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(std::holds_alternative<Undecided>(solver.check(std::chrono::milliseconds(200))));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

} // namespace
} // namespace vouch::smt

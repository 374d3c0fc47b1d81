#include "analysis/smt/terms/solver.hpp"
#include "analysis/smt/terms/term_computation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace vouch::smt {
namespace {

const Sort word = Sort::bitvector(8);

struct Computed {
  TermManager terms;
  TermComputation computation{terms};
  Term b = terms.constant("b", Sort::array(word, word));
  Term i = terms.constant("i", word);
  Term j = terms.constant("j", word);
  Term x = terms.constant("x", word);
  Term y = terms.constant("y", word);

  Term number(int value) { return terms.bitvector(value, 8); }
  Term plus(const Term& a, const Term& b) { return terms.bitvector_binary(TermManager::BitvectorOperator::Add, a, b); }
  Term compute(const Term& term, const Substitution& values = {}) { return computation.compute(term, values); }
};

TEST(TermComputation, FoldsNumbers) {
  Computed c;
  EXPECT_EQ(c.compute(c.plus(c.i, c.number(4)), {{c.i, c.number(3)}}), c.number(7));
  EXPECT_TRUE(c.compute(c.terms.equal(c.i, c.j), {{c.i, c.number(3)}, {c.j, c.number(4)}}).is_false());
  EXPECT_EQ(c.compute(c.terms.if_then_else(c.terms.equal(c.i, c.number(3)), c.x, c.y), {{c.i, c.number(3)}}), c.x);
}

TEST(TermComputation, FindsWhatWasStored) {
  Computed c;
  const Term a = c.terms.store(c.terms.store(c.b, c.number(4), c.x), c.number(8), c.y);
  EXPECT_EQ(c.compute(c.terms.select(a, c.plus(c.i, c.number(4))), {{c.i, c.number(4)}}), c.y);
  EXPECT_EQ(c.compute(c.terms.select(a, c.number(4))), c.x);
  EXPECT_EQ(c.compute(c.terms.select(a, c.number(5))), c.terms.select(c.b, c.number(5)));
  EXPECT_EQ(c.compute(c.terms.select(a, c.j)),
            c.terms.if_then_else(c.terms.equal(c.number(8), c.j), c.y,
                                 c.terms.if_then_else(c.terms.equal(c.number(4), c.j), c.x, c.terms.select(c.b, c.j))));
}

TEST(TermComputation, LooksIntoChoicesBetweenArrays) {
  Computed c;
  const Term stored = c.terms.store(c.b, c.number(4), c.x);
  const Term is_stored = c.terms.equal(c.i, c.j);
  const Term either = c.terms.if_then_else(is_stored, stored, c.b);
  EXPECT_EQ(c.compute(c.terms.select(either, c.number(4))),
            c.terms.if_then_else(is_stored, c.x, c.terms.select(c.b, c.number(4))));
  EXPECT_EQ(c.compute(c.terms.select(either, c.number(5))), c.terms.select(c.b, c.number(5)));
}

/// A term over the constants, of so many operations as there are numbers.
Term random_term(Computed& c, const std::vector<unsigned>& numbers) {
  std::vector<Term> words = {c.i, c.j, c.x, c.number(0), c.number(1)};
  std::vector<Term> arrays = {c.b};
  std::vector<Term> conditions = {c.terms.equal(c.i, c.j)};
  for (const unsigned number : numbers) {
    const Term a = words[number / 8 % words.size()];
    const Term b = words[number / 64 % words.size()];
    const Term array = arrays[number / 512 % arrays.size()];
    const Term condition = conditions[number / 4096 % conditions.size()];
    switch (number % 8) {
    case 0:
      words.push_back(c.plus(a, b));
      break;
    case 1:
      words.push_back(c.terms.if_then_else(condition, a, b));
      break;
    case 2:
      words.push_back(c.terms.select(array, a));
      break;
    case 3:
      arrays.push_back(c.terms.store(array, a, b));
      break;
    case 4:
      arrays.push_back(c.terms.if_then_else(condition, array, arrays.back()));
      break;
    case 5:
      conditions.push_back(c.terms.equal(a, b));
      break;
    case 6:
      conditions.push_back(c.terms.logical_not(condition));
      break;
    default:
      conditions.push_back(c.terms.logical_or(condition, c.terms.logical_and(conditions.back(), c.terms.equal(a, b))));
    }
  }
  return c.terms.logical_and(c.terms.equal(words.back(), c.terms.select(arrays.back(), words.front())),
                             conditions.back());
}

RC_GTEST_PROP(TermComputation, ChangesNoMeaning, (const std::vector<unsigned>& numbers, unsigned char first)) {
  Computed c;
  const Term term = random_term(c, numbers);
  const Substitution values = {{c.i, c.number(first % 4)}};
  RunContext context;
  Solver solver(c.terms, context);
  solver.add(c.terms.logical_not(c.terms.equal(c.compute(term, values), c.terms.substitute(term, values))));
  RC_ASSERT(std::holds_alternative<Unsatisfiable>(solver.check()));
}

} // namespace
} // namespace vouch::smt

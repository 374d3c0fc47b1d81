#include "analysis/smt/interpolation/linear_form.hpp"
#include "analysis/smt/terms/solver.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

class LinearFormTest : public testing::Test {
protected:
  TermManager terms;
  RunContext context;
  std::vector<Term> constants{terms.constant("a", Sort::integer()), terms.constant("b", Sort::integer()),
                              terms.constant("flag", Sort::boolean())};

  /// Checks that it means the same.
  std::string form(const std::string& text) {
    Term formula = terms.parse(text, constants);
    Term result = in_linear_form(terms, formula);
    EXPECT_TRUE(implies_surely(terms, context, formula, result));
    EXPECT_TRUE(implies_surely(terms, context, result, formula));
    return result.to_string();
  }
};

TEST_F(LinearFormTest, InequalitiesHaveNoMinus) {
  EXPECT_EQ(form("(not (<= a 1))"), "(<= 2 a)");
  EXPECT_EQ(form("(>= (+ a (* (- 1) b)) 3)"), "(<= (+ b 3) a)");
  EXPECT_EQ(form("(<= (* 2 a) 5)"), "(<= a 2)");
}

TEST_F(LinearFormTest, OppositeInequalitiesAreAnEquation) {
  EXPECT_EQ(form("(and (<= a b) flag (>= a b))"), "(and (= a b) flag)");
  EXPECT_EQ(form("(and (not (<= a 1)) (not (>= a 3)))"), "(= a 2)");
  EXPECT_EQ(form("(and (<= a b) (<= b (+ a 1)))"), "(and (<= a b) (<= b (+ a 1)))");
}

TEST_F(LinearFormTest, WithinDisjunctions) {
  EXPECT_EQ(form("(or flag (and (<= a b) (<= b a)))"), "(or flag (= a b))");
  EXPECT_EQ(form("(and flag (or (not (<= a 1)) (not flag)))"), "(and flag (or (<= 2 a) (not flag)))");
}

TEST_F(LinearFormTest, RemaindersCountAsUnknowns) {
  EXPECT_EQ(form("(and (<= (- a (mod b 2)) 0) (>= (- a (mod b 2)) 0))"), "(= a (mod b 2))");
}

TEST_F(LinearFormTest, OthersStayAsTheyAre) {
  for (const char* text : {"(<= (* a b) 3)", "(not (= a b))", "(=> flag (<= b a))", "flag"}) {
    EXPECT_EQ(form(text), terms.parse(text, constants).to_string());
  }
}

} // namespace
} // namespace vouch::smt

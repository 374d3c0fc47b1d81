#include "analysis/smt/interpolation/stored_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using testing::Contains;
using testing::IsEmpty;

class StoredValuesTest : public testing::Test {
protected:
  /// The guesses about what is behind a step with this relation, where cells, sizes and p are known.
  std::vector<std::string> guesses(const std::string& relation) {
    Transition transition;
    transition.relation = terms.parse(relation, constants);
    std::vector<std::string> result;
    for (const Term& guess : guesses_behind(terms, transition, {constants[0], constants[1], constants[2]})) {
      result.push_back(guess.to_string());
    }
    return result;
  }

  TermManager terms;
  Sort cells = Sort::array(Sort::integer(), Sort::integer());
  std::vector<Term> constants{terms.constant("cells", cells),       terms.constant("sizes", cells),
                              terms.constant("p", Sort::integer()), terms.constant("n", Sort::integer()),
                              terms.constant("q", Sort::integer()), terms.constant("before", cells)};
};

TEST_F(StoredValuesTest, WhatIsStoredCanBeRead) {
  EXPECT_THAT(guesses("(= cells (store before p 0))"), Contains("(= (select cells p) 0)"));
  EXPECT_THAT(guesses("(= cells (store (store before 8 1) p 0))"), Contains("(= (select cells 8) 1)"));
}

TEST_F(StoredValuesTest, WhatIsGoneIsToldByWhatIsLeft) {
  const auto found =
      guesses("(and (= p q) (= sizes (store before q n)) (= cells (store before (- (+ q n) 1) 0)) (<= n 9))");
  EXPECT_THAT(found, Contains("(<= (select sizes p) 9)"));
  EXPECT_THAT(found, Contains("(let ((a!1 (select cells (- (+ p (select sizes p)) 1)))) (= a!1 0))"));
}

TEST_F(StoredValuesTest, ANumberTellsNothing) {
  EXPECT_THAT(guesses("(and (or (= n 0) (= n 1)) (<= n 9))"), IsEmpty()) << "each is that of one branch";
}

} // namespace
} // namespace vouch::smt

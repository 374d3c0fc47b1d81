#include "analysis/smt/interpolation/stored_values.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using testing::Contains;
using testing::IsEmpty;

class StoredValuesTest : public testing::Test {
protected:
  /// The guesses about what is behind a step with this relation, where cells, sizes and p are known and last, and
  /// `walking` is known.
  std::vector<std::string> guesses(const std::string& relation) {
    Transition transition;
    transition.relation = terms.parse(relation, constants);
    std::vector<std::string> result;
    for (const Term& guess :
         guesses_behind(terms, transition, {constants[0], constants[1], constants[2]}, {constants[6]})) {
      result.push_back(guess.to_string());
    }
    return result;
  }

  TermManager terms;
  Sort cells = Sort::array(Sort::integer(), Sort::integer());
  std::vector<Term> constants{terms.constant("cells", cells),
                              terms.constant("sizes", cells),
                              terms.constant("p", Sort::integer()),
                              terms.constant("n", Sort::integer()),
                              terms.constant("q", Sort::integer()),
                              terms.constant("before", cells),
                              terms.constant("walking", Sort::integer())};
};

TEST_F(StoredValuesTest, WhatIsStoredCanBeRead) {
  EXPECT_THAT(guesses("(= cells (store before p 0))"), Contains("(= (select cells p) 0)"));
  EXPECT_THAT(guesses("(= cells (store (store before 8 1) p 0))"), Contains("(= (select cells 8) 1)"));
}

TEST_F(StoredValuesTest, WhatWasStoredOnTheWayCanBeRead) {
  EXPECT_THAT(guesses("(and (= before (store cells p 3)) (= sizes (store before q 5)))"),
              Contains("(= (select sizes p) 3)"));
  EXPECT_THAT(guesses("(and (= before (store cells p n)) (= sizes (store before q 5)) (<= n 9))"),
              Contains("(<= (select sizes p) 9)"));
}

TEST_F(StoredValuesTest, ArraysThatAreEachOtherComeToAnEnd) {
  EXPECT_THAT(guesses("(and (= before sizes) (= sizes before))"), IsEmpty());
}

TEST_F(StoredValuesTest, WhatIsGoneIsToldByWhatIsLeft) {
  const auto found =
      guesses("(and (= p q) (= sizes (store before q n)) (= cells (store before (- (+ q n) 1) 0)) (<= n 9))");
  EXPECT_THAT(found, Contains("(<= (select sizes p) 9)"));
  EXPECT_THAT(found, Contains("(let ((a!1 (select cells (- (+ p (select sizes p)) 1)))) (= a!1 0))"));
}

TEST_F(StoredValuesTest, WhatIsGoneIsToldByWhatLasts) {
  EXPECT_THAT(guesses("(and (= walking q) (= p q) (= cells (store before q 0)))"), Contains("(= (select cells p) 0)"));
  EXPECT_THAT(guesses("(and (= walking q) (= cells (store before q 0)))"), Contains("(= (select cells walking) 0)"));
}

TEST_F(StoredValuesTest, CellsAreThoseAtConstants) {
  const Term formula = terms.parse("(< (select cells p) (+ (select sizes 8) (select sizes (+ q 1))))", constants);
  const std::vector<Cell> found = integer_cells(terms, formula);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].address, constants[2]);
  EXPECT_EQ(found[0].content.to_string(), "(select cells p)");
}

TEST_F(StoredValuesTest, ANumberTellsNothing) {
  EXPECT_THAT(guesses("(and (or (= n 0) (= n 1)) (<= n 9))"), IsEmpty()) << "each is that of one branch";
}

} // namespace
} // namespace vouch::smt

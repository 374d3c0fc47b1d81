#include "analysis/smt/interpolation/accessed_cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Of a step to `m'` and `i'`, with a local array and a local number.
class AccessedCellsTest : public testing::Test {
protected:
  std::vector<std::string> cells(const std::string& relation) {
    const Transition transition{
        terms.parse(relation, constants), {{m, constants[1]}, {i, constants[3]}}, {local, number}};
    std::vector<std::string> result;
    for (const Term& cell : accessed_cells(terms, transition)) {
      result.push_back(cell.to_string());
    }
    return result;
  }

  TermManager terms;
  Sort array = Sort::array(Sort::integer(), Sort::integer());
  Term m = terms.constant("m", array);
  Term i = terms.constant("i", Sort::integer());
  Term p = terms.constant("p", Sort::integer());
  Term local = terms.constant("local", array);
  Term number = terms.constant("number", Sort::integer());
  std::vector<Term> constants{
      m,      terms.constant("new_m", array), i, terms.constant("new_i", Sort::integer()), p, local,
      number, terms.constant("other", array)};
};

TEST_F(AccessedCellsTest, AreWhereTheStepReadsAndWrites) {
  EXPECT_THAT(cells("(= new_i (select m (+ p 4)))"), UnorderedElementsAre("(select m (+ p 4))"));
  EXPECT_THAT(cells("(= new_m (store m p 1))"), UnorderedElementsAre("(select m p)"));
}

TEST_F(AccessedCellsTest, AreOfTheStateWhateverStateOfTheArrayWasAccessed) {
  EXPECT_THAT(cells("(and (= local (store m 8 1)) (= new_m (store local p (+ (select local p) 1))))"),
              UnorderedElementsAre("(select m 8)", "(select m p)"));
  EXPECT_THAT(cells("(and (= local (ite (< i 3) m (store m p 1))) (= new_m local))"),
              UnorderedElementsAre("(select m p)"));
}

TEST_F(AccessedCellsTest, OfOtherArraysAreOthers) {
  EXPECT_THAT(cells("(and (= new_m (store m p 1)) (= new_i (select other 8)))"),
              UnorderedElementsAre("(select m p)", "(select other 8)"));
}

TEST_F(AccessedCellsTest, AddressesBehindTheStepAreThoseOfTheState) {
  EXPECT_THAT(cells("(= new_m (store m new_i 1))"), UnorderedElementsAre("(select m i)"));
}

TEST_F(AccessedCellsTest, AddressesThatAreGoneAreNone) {
  EXPECT_THAT(cells("(= new_m (store m number 1))"), IsEmpty());
}

} // namespace
} // namespace vouch::smt

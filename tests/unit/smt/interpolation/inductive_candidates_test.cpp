#include "analysis/smt/interpolation/inductive_candidates.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using testing::HasSubstr;
using testing::Optional;

/// A loop with one node, from its entry to an error.
class InductiveCandidatesTest : public testing::Test {
protected:
  /// What holds in front of each round, among what the three relations suggest. Behind a round, `i` is `next` and
  /// `cells` are as before.
  std::optional<std::string> invariant(const std::string& entry, const std::string& round, const std::string& error) {
    const Transition before{terms.parse(entry, constants), {}, {}};
    const Transition through{terms.parse(round, constants), {{i, next}}, {next}};
    const Transition behind{terms.parse(error, constants), {}, {}};
    Path path;
    path.transitions = {before, through, behind};
    path.locations = {0, 0};
    path.symbols = constants;
    path.background = terms.boolean(true);
    PathProgram program;
    program.edges = {{std::nullopt, 0, before}, {0, 0, through}, {0, std::nullopt, behind}};
    program.live = {{i, p, cells}};
    program.node_of_cut = {0, 0};
    const auto found = inductive_candidates(terms, context, path, program, {terms.boolean(true)}, Candidates::AtomsOnly,
                                            std::chrono::seconds(20));
    return found ? std::optional(found->front().to_string()) : std::nullopt;
  }

  TermManager terms;
  RunContext context;
  Term i = terms.constant("i", Sort::integer());
  Term next = terms.constant("next", Sort::integer());
  Term p = terms.constant("p", Sort::integer());
  Term cells = terms.constant("cells", Sort::array(Sort::integer(), Sort::integer()));
  std::vector<Term> constants{i, next, p, cells};
};

TEST_F(InductiveCandidatesTest, AreBoundsThatNoRoundLeaves) {
  EXPECT_THAT(invariant("(= i 0)", "(and (< i 1000) (= next (+ i 1)))", "(not (= i 1000))"),
              Optional(HasSubstr("(<= i 1000)")));
}

TEST_F(InductiveCandidatesTest, AreBoundsByLargestRemainders) {
  EXPECT_THAT(invariant("(= i 0)", "(= next (mod (+ i 1) 1024))", "(<= 2000 i)"), Optional(HasSubstr("(<= i 1023)")));
}

TEST_F(InductiveCandidatesTest, HoldUnlessAPointerIsNull) {
  const std::string skips_null = "(or (= p 0) (and (<= 4096 p) (= (select cells p) 1)))";
  const std::string error = "(and (not (= p 0)) (or (not (<= 4096 p)) (not (= (select cells p) 1))))";
  const auto found = invariant("(and (= i 0) " + skips_null + ")", "(= next (+ i 1))", error);
  EXPECT_THAT(found, Optional(HasSubstr("(or (<= p 0) (= (select cells p) 1))")));
  EXPECT_THAT(found, Optional(HasSubstr("(or (<= p 0) (<= 4096 p))")));
}

TEST_F(InductiveCandidatesTest, AreShortDisjunctions) {
  const std::string one_or_three = "(or (= (select cells p) 1) (= (select cells p) 3))";
  EXPECT_THAT(invariant("(and (= i 0) " + one_or_three + ")", "(= next (+ i 1))", "(not " + one_or_three + ")"),
              Optional(HasSubstr(one_or_three)));
}

} // namespace
} // namespace vouch::smt

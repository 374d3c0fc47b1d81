#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "tests/unit/refinement/blocks_fixture.hpp"

#include <gtest/gtest.h>

namespace vouch {
namespace {

using test::Blocks;

TEST(PathFormulas, EqualPathsAreOnePathFormula) {
  Blocks blocks;
  EXPECT_EQ(blocks.path({blocks.x_is_0, blocks.grow}), blocks.path({blocks.x_is_0, blocks.grow}));
  EXPECT_NE(blocks.path({blocks.x_is_0, blocks.grow}), blocks.path({blocks.grow, blocks.x_is_0}));
}

TEST(PathFormulas, AMergeKnowsItsAlternatives) {
  Blocks blocks;
  auto left = blocks.path({blocks.x_is_0});
  auto right = blocks.path({blocks.x_is_1});
  auto both = blocks.formulas.merge(left, right);
  EXPECT_TRUE(blocks.formulas.is_merged_into(left, both));
  EXPECT_TRUE(blocks.formulas.is_merged_into(right, both));
  EXPECT_FALSE(blocks.formulas.is_merged_into(both, left));
  EXPECT_EQ(blocks.formulas.merge(both, right), both);
}

TEST(PathFormulas, AMergeAllowsTheValuesOfBothSidesAndNoOthers) {
  Blocks blocks;
  auto prefix = blocks.path({blocks.y_masked});
  auto both = blocks.formulas.merge(blocks.formulas.extend(prefix, blocks.x_is_0),
                                    blocks.formulas.extend(blocks.formulas.extend(prefix, blocks.x_is_1), blocks.grow));
  domains::EncodedPathFormula encoded = blocks.paths.encode(both);
  auto possible = [&](cfa::Integer value) {
    smt::Term claim = blocks.encoder.instantiate(blocks.x_equals(value), encoded.ssa);
    return smt::may_be_satisfiable(blocks.terms, blocks.context, blocks.terms.logical_and(encoded.formula, claim));
  };
  EXPECT_TRUE(possible(0));
  EXPECT_TRUE(possible(2));
  EXPECT_FALSE(possible(1));
}

TEST(PathFormulas, AModelPicksOneOfTheMergedPaths) {
  Blocks blocks;
  auto both = blocks.formulas.merge(blocks.path({blocks.x_is_0}), blocks.path({blocks.x_is_1, blocks.grow}));
  auto whole = blocks.formulas.extend(both, blocks.positive);
  smt::Solver solver(blocks.terms, blocks.context);
  solver.add(blocks.paths.encode(whole).formula);
  smt::SolverAnswer answer = solver.check();
  ASSERT_TRUE(std::holds_alternative<smt::Satisfiable>(answer));
  const smt::Model& model = std::get<smt::Satisfiable>(answer).model;
  std::vector<cfa::EdgeId> edges;
  for (const auto& step : blocks.paths.path(whole, [&](const smt::Term& term) { return model.holds(term); })) {
    edges.push_back(step.edge);
  }
  EXPECT_EQ(edges, (std::vector<cfa::EdgeId>{blocks.x_is_1, blocks.grow, blocks.positive}));
}

/// That `formula` holds, and nothing else is known.
domains::Abstraction start_with(const smt::Term& formula) {
  return {formula, {}, domains::PathFormulas::start(), nullptr, {}};
}

class Abstraction : public testing::TestWithParam<PredicateAbstraction> {};

TEST_P(Abstraction, SaysWhatHoldsBehindTheBlock) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  smt::Term is_2 = blocks.x_equals(2);
  smt::Term is_1 = blocks.x_equals(1);
  auto formula = abstractor.abstract(start_with(is_1), blocks.path({blocks.grow}), {is_2, is_1});
  ASSERT_TRUE(formula);
  EXPECT_TRUE(abstractor.implies(*formula, blocks.terms.logical_and(is_2, blocks.terms.logical_not(is_1))));
}

TEST_P(Abstraction, StartsFromWhatAnotherDomainKnows) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  domains::Abstraction start = start_with(blocks.terms.boolean(true));
  start.known = {blocks.x_equals(1)};
  const smt::Term is_2 = blocks.x_equals(2);
  const auto formula = abstractor.abstract(start, blocks.path({blocks.grow}), {is_2});
  ASSERT_TRUE(formula);
  EXPECT_TRUE(abstractor.implies(*formula, is_2));
  EXPECT_FALSE(abstractor.abstract(start, blocks.path({blocks.grow, blocks.negative}), {}));
}

/// To track `false` is to ask whether there is anything, and to say nothing else.
TEST_P(Abstraction, ByFalseSaysWhetherABlockCanBePassed) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  const smt::Term nothing = blocks.terms.boolean(false);
  EXPECT_FALSE(
      abstractor.abstract(start_with(blocks.x_equals(1)), blocks.path({blocks.grow, blocks.negative}), {nothing}));
  const auto formula = abstractor.abstract(start_with(blocks.x_equals(1)), blocks.path({blocks.grow}), {nothing});
  ASSERT_TRUE(formula);
  EXPECT_TRUE(formula->is_true());
}

/// What other domains say can be left out of a formula, and is not forgotten when states are compared.
TEST_P(Abstraction, MayLeaveOutWhatOthersSay) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  const smt::Term not_2 = blocks.terms.logical_not(blocks.x_equals(2));
  domains::Abstraction full = start_with(not_2);
  EXPECT_FALSE(abstractor.is_known(full));
  full.known = {blocks.x_equals(1)};
  EXPECT_TRUE(abstractor.is_known(full));
  full.known = {blocks.x_equals(2)};
  EXPECT_FALSE(abstractor.is_known(full));
  domains::Abstraction left_out = start_with(blocks.terms.boolean(true));
  EXPECT_FALSE(abstractor.implies(left_out, start_with(not_2)));
  left_out.known = {blocks.x_equals(1)};
  EXPECT_TRUE(abstractor.implies(left_out, start_with(not_2)));
  EXPECT_FALSE(abstractor.implies(left_out, start_with(blocks.x_equals(2))));
}

TEST_P(Abstraction, OfABlockThatCannotBePassedIsEmpty) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  EXPECT_FALSE(abstractor.abstract(start_with(blocks.x_equals(1)), blocks.path({blocks.grow, blocks.negative}), {}));
}

TEST_P(Abstraction, IsDisjunctiveOnlyIfBoolean) {
  Blocks blocks;
  domains::PredicateAbstractor abstractor(blocks.terms, blocks.encoder, blocks.paths, blocks.context, GetParam());
  auto both = blocks.formulas.merge(blocks.path({blocks.x_is_0}), blocks.path({blocks.x_is_1}));
  smt::Term is_0 = blocks.x_equals(0);
  smt::Term is_1 = blocks.x_equals(1);
  auto formula = abstractor.abstract(start_with(blocks.terms.boolean(true)), both, {is_0, is_1});
  ASSERT_TRUE(formula);
  EXPECT_EQ(abstractor.implies(*formula, blocks.terms.logical_or(is_0, is_1)),
            GetParam() == PredicateAbstraction::Boolean);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Abstraction,
                         testing::Values(PredicateAbstraction::Cartesian, PredicateAbstraction::Boolean));

} // namespace
} // namespace vouch

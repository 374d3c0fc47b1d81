#include "analysis/smt/terms/solver.hpp"
#include "tests/unit/refinement/blocks_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::domains {
namespace {

class ConeOfInfluence : public testing::Test {
protected:
  smt::Term at_end(cfa::VariableId variable, PathFormulaId path) {
    const smt::SymbolId symbol = blocks.encoder.symbol_of(variable);
    return blocks.encoder.indexed(symbol, blocks.paths.encode(path).ssa[symbol]);
  }

  bool mentions(const smt::Term& formula, cfa::VariableId variable) {
    return std::ranges::any_of(blocks.terms.constants(formula), [&](const smt::Term& constant) {
      const auto indexed = blocks.encoder.find(constant);
      return indexed && indexed->symbol == blocks.encoder.symbol_of(variable);
    });
  }

  bool can_be(const smt::Term& formula, const smt::Term& constant, int value) {
    const smt::Term equal = blocks.terms.equal(constant, blocks.terms.integer(value));
    return smt::may_be_satisfiable(blocks.terms, blocks.context, blocks.terms.logical_and(formula, equal));
  }

  test::Blocks blocks;
};

TEST_F(ConeOfInfluence, WhatNobodyAsksAboutIsGone) {
  const PathFormulaId path = blocks.path({blocks.x_is_0, blocks.y_masked, blocks.grow, blocks.positive});
  const smt::Term cone = blocks.paths.cone_of_influence(path, {});
  EXPECT_FALSE(mentions(cone, blocks.y));
  EXPECT_TRUE(mentions(cone, blocks.x)) << "an assumption asks about it";
}

TEST_F(ConeOfInfluence, WhatIsAskedStaysWithAllItIsComputedFrom) {
  const PathFormulaId path = blocks.path({blocks.x_is_0, blocks.grow, blocks.y_masked});
  EXPECT_TRUE(blocks.paths.cone_of_influence(path, {}).is_true());
  const smt::Term cone = blocks.paths.cone_of_influence(path, {at_end(blocks.y, path)});
  EXPECT_TRUE(smt::implies_surely(blocks.terms, blocks.context, cone, blocks.paths.encode(path).formula));
}

TEST_F(ConeOfInfluence, AnOldValueIsNotAskedAbout) {
  const PathFormulaId path = blocks.path({blocks.y_masked, blocks.x_is_1, blocks.x_is_0});
  const smt::Term cone = blocks.paths.cone_of_influence(path, {at_end(blocks.x, path)});
  EXPECT_EQ(blocks.terms.constants(cone), std::vector{at_end(blocks.x, path)});
}

TEST_F(ConeOfInfluence, WherePathsMeetBothSidesGiveTheValue) {
  const PathFormulaId left = blocks.path({blocks.negative, blocks.y_masked, blocks.x_is_0});
  const PathFormulaId right = blocks.path({blocks.positive, blocks.grow});
  const PathFormulaId both = blocks.formulas.extend(blocks.formulas.merge(left, right), blocks.grow);
  const smt::Term x = at_end(blocks.x, both);
  const smt::Term cone = blocks.paths.cone_of_influence(both, {x});
  EXPECT_FALSE(mentions(cone, blocks.y));
  EXPECT_TRUE(can_be(cone, x, 1));
  EXPECT_TRUE(can_be(cone, x, 3));
  EXPECT_FALSE(can_be(cone, x, 2)) << "neither 0 + 1 nor more than 1 + 1";
}

/// The laws, on all paths of three edges and their merges: the cone follows from the formula, and has the same values of
/// what is asked.
TEST_F(ConeOfInfluence, ItHasTheSameSolutionsForWhatIsAsked) {
  const std::vector<cfa::EdgeId> edges = {blocks.x_is_0, blocks.x_is_1,   blocks.y_masked,
                                          blocks.grow,   blocks.negative, blocks.positive};
  std::vector<PathFormulaId> paths;
  for (const cfa::EdgeId first : edges) {
    for (const cfa::EdgeId second : edges) {
      paths.push_back(blocks.path({first, second, blocks.grow}));
      paths.push_back(blocks.formulas.merge(paths.front(), paths.back()));
    }
  }
  for (const PathFormulaId path : paths) {
    const smt::Term whole = blocks.paths.encode(path).formula;
    for (const std::vector<cfa::VariableId>& variables :
         std::vector<std::vector<cfa::VariableId>>{{}, {blocks.x}, {blocks.y}}) {
      std::vector<smt::Term> asked;
      for (const cfa::VariableId variable : variables) {
        asked.push_back(at_end(variable, path));
      }
      const smt::Term cone = blocks.paths.cone_of_influence(path, asked);
      EXPECT_TRUE(smt::implies_surely(blocks.terms, blocks.context, whole, cone));
      EXPECT_EQ(smt::may_be_satisfiable(blocks.terms, blocks.context, whole),
                smt::may_be_satisfiable(blocks.terms, blocks.context, cone));
      for (const smt::Term& constant : asked) {
        for (int value = -1; value <= 3; ++value) {
          EXPECT_EQ(can_be(whole, constant, value), can_be(cone, constant, value));
        }
      }
    }
  }
}

TEST_F(ConeOfInfluence, ThePathOfItsModelIsOneOfTheWholeFormula) {
  const PathFormulaId left = blocks.path({blocks.x_is_0, blocks.y_masked, blocks.positive});
  const PathFormulaId right = blocks.path({blocks.x_is_1, blocks.y_masked, blocks.positive});
  const PathFormulaId both = blocks.formulas.merge(left, right);
  const WeakerPathFormula cone = blocks.paths.cone_of_influence(
      both, {}, [](cfa::EdgeId /*edge*/, const smt::Term& contribution) { return contribution; });
  smt::Solver solver(blocks.terms, blocks.context);
  solver.add(cone.formula);
  const smt::SolverAnswer answer = solver.check();
  const auto* satisfiable = std::get_if<smt::Satisfiable>(&answer);
  ASSERT_NE(satisfiable, nullptr);
  const auto steps =
      blocks.paths.path(both, [&](const smt::Term& term) { return satisfiable->model.holds(term); }, cone);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps.front().edge, blocks.x_is_1);
}

} // namespace
} // namespace vouch::domains

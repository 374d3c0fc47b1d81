#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "tests/unit/refinement/blocks_fixture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace vouch::domains {
namespace {

using test::Blocks;

struct Simulated : Blocks {
  PathSimulation simulation{formulas, terms, encoder};

  smt::Term condition(PathFormulaId id) { return simulation.condition(id, 10'000, context).value(); }

  bool is_possible(const smt::Term& formula) { return smt::may_be_satisfiable(terms, context, formula); }
  /// The edges of a path that a model of the condition takes; none: there is no model.
  std::vector<cfa::EdgeId> edges_of_a_run(PathFormulaId id) {
    smt::Solver solver(terms, context);
    solver.add(condition(id));
    const smt::SolverAnswer answer = solver.check();
    std::vector<cfa::EdgeId> edges;
    if (const auto* found = std::get_if<smt::Satisfiable>(&answer)) {
      for (const PathStep& step :
           simulation.path(id, [&](const smt::Term& term) { return found->model.holds(term); })) {
        edges.push_back(step.edge);
      }
    }
    return edges;
  }
};

TEST(PathSimulation, ComputesWhatNoInputDecides) {
  Simulated paths;
  EXPECT_TRUE(paths.condition(paths.path({paths.x_is_0, paths.grow, paths.positive})).is_true());
  EXPECT_TRUE(paths.condition(paths.path({paths.x_is_0, paths.positive})).is_false());
}

TEST(PathSimulation, GivesUpWhenThereIsTooMuch) {
  Simulated paths;
  PathFormulaId id = PathFormulas::start();
  for (int i = 0; i < 100; ++i) {
    id = paths.formulas.extend(id, paths.grow);
  }
  EXPECT_FALSE(paths.simulation.condition(id, 10, paths.context));
  EXPECT_TRUE(paths.simulation.condition(id, 10'000, paths.context));
}

TEST(PathSimulation, AsksForWhatTheStartDecides) {
  Simulated paths;
  const smt::Term condition = paths.condition(paths.path({paths.grow, paths.positive}));
  EXPECT_FALSE(condition.is_true());
  EXPECT_TRUE(paths.is_possible(condition));
  EXPECT_FALSE(
      paths.is_possible(paths.condition(paths.path({paths.positive, paths.grow, paths.grow, paths.negative}))));
}

TEST(PathSimulation, BothSidesOfAMergeArePossible) {
  Simulated paths; // nothing tells the sides apart
  const PathFormulaId both = paths.formulas.merge(paths.path({paths.x_is_0}), paths.path({paths.x_is_1}));
  EXPECT_TRUE(paths.is_possible(paths.condition(paths.formulas.extend(both, paths.positive))));
  const PathFormulaId not_positive = paths.formulas.extend(both, paths.negative);
  EXPECT_FALSE(paths.is_possible(paths.condition(not_positive)));
  EXPECT_EQ(paths.edges_of_a_run(paths.formulas.extend(both, paths.positive)),
            (std::vector<cfa::EdgeId>{paths.x_is_1, paths.positive}));
}

TEST(PathSimulation, ASideThatNothingTakesIsNotThere) {
  Simulated paths;
  const PathFormulaId never = paths.path({paths.x_is_0, paths.negative, paths.x_is_1});
  const PathFormulaId both = paths.formulas.merge(never, paths.path({paths.x_is_0}));
  EXPECT_TRUE(paths.condition(paths.formulas.extend(both, paths.positive)).is_false());
}

/// Paths from a row of numbers: each says which step comes next, or which two of the paths so far meet.
PathFormulaId random_paths(Simulated& paths, const std::vector<unsigned>& numbers) {
  const std::vector<cfa::EdgeId> edges = {paths.x_is_0, paths.x_is_1,   paths.y_masked,
                                          paths.grow,   paths.negative, paths.positive};
  std::vector<PathFormulaId> known = {PathFormulas::start()};
  for (const unsigned number : numbers) {
    const PathFormulaId first = known[number / 16 % known.size()];
    if (number % 16 < edges.size() * 2) {
      known.push_back(paths.formulas.extend(first, edges[number % edges.size()]));
    } else {
      known.push_back(paths.formulas.merge(known.back(), first));
    }
  }
  return known.back();
}

RC_GTEST_PROP(PathSimulation, SaysTheSameAsThePathFormula, (const std::vector<unsigned>& numbers)) {
  Simulated paths;
  const PathFormulaId id = random_paths(paths, numbers);
  const bool is_possible = paths.is_possible(paths.paths.encode(id).formula);
  RC_ASSERT(paths.is_possible(paths.condition(id)) == is_possible);
  if (is_possible) {
    const PathFormulaId taken = paths.path(paths.edges_of_a_run(id));
    RC_ASSERT(paths.is_possible(paths.paths.encode(taken).formula));
  }
}

} // namespace
} // namespace vouch::domains

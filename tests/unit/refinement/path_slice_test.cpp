#include "analysis/refinement/path_slice.hpp"
#include "analysis/smt/terms/solver.hpp"
#include "tests/unit/refinement/blocks_fixture.hpp"

#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

using test::Blocks;

TEST(PathSlice, KeepsWhatRefutesThePathAndForgetsTheRest) {
  Blocks blocks;
  auto chain =
      blocks.chain({blocks.path({blocks.x_is_0}), blocks.path({blocks.y_masked}), blocks.path({blocks.negative})});
  const auto result = slice_or_path(chain, blocks.terms, blocks.theory(), blocks.context);
  const auto* refutation = std::get_if<Refutation>(&result);
  ASSERT_NE(refutation, nullptr);
  const std::vector<smt::Term> slice = refutation->slice();
  EXPECT_FALSE(slice[0].is_true());
  EXPECT_TRUE(slice[1].is_true());
  EXPECT_FALSE(slice[2].is_true());
  ChainInstance instance(chain, slice, blocks.terms, blocks.theory());
  EXPECT_FALSE(smt::may_be_satisfiable(blocks.terms, blocks.context, blocks.terms.logical_and(instance.formulas())));
}

TEST(PathSlice, WhereThereIsAPathItsEdgesAreKnown) {
  Blocks blocks;
  auto either = blocks.formulas.merge(blocks.path({blocks.negative}), blocks.path({blocks.grow, blocks.positive}));
  auto chain = blocks.chain({blocks.path({blocks.x_is_0}), either});
  const auto result = slice_or_path(chain, blocks.terms, blocks.theory(), blocks.context);
  const auto* path = std::get_if<PathInTheory>(&result);
  ASSERT_NE(path, nullptr);
  EXPECT_EQ(path->edges, (std::vector{blocks.x_is_0, blocks.grow, blocks.positive}));
}

TEST(ChainInstance, ABlockStartsWithTheValuesThatTheLastOneEndedWith) {
  Blocks blocks;
  auto round = blocks.path({blocks.grow});
  auto chain = blocks.chain({blocks.path({blocks.x_is_0}), round, round, round});
  ChainInstance instance(chain, relations_of(chain, blocks.theory()), blocks.terms, blocks.theory());
  smt::SymbolId x = blocks.encoder.symbol_of(blocks.x);
  smt::Term at_end = instance.renamed(blocks.encoder.indexed(x, blocks.paths.encode(round).ssa[x]), 3);
  smt::Term whole = blocks.terms.logical_and(instance.formulas());
  EXPECT_TRUE(
      smt::implies_surely(blocks.terms, blocks.context, whole, blocks.terms.equal(at_end, blocks.terms.integer(3))));
}

} // namespace
} // namespace vouch::refinement

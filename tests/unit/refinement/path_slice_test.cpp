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
  auto slice = refuting_slice(chain, blocks.terms, blocks.theory(), blocks.context);
  ASSERT_TRUE(slice);
  EXPECT_FALSE((*slice)[0].is_true());
  EXPECT_TRUE((*slice)[1].is_true());
  EXPECT_FALSE((*slice)[2].is_true());
  ChainInstance instance(chain, *slice, blocks.terms, blocks.theory());
  EXPECT_FALSE(smt::may_be_satisfiable(blocks.terms, blocks.context, blocks.terms.logical_and(instance.formulas())));
}

TEST(PathSlice, ThereIsNoneOfAPathThatCanBeTaken) {
  Blocks blocks;
  auto chain = blocks.chain({blocks.path({blocks.x_is_0}), blocks.path({blocks.grow, blocks.positive})});
  EXPECT_FALSE(refuting_slice(chain, blocks.terms, blocks.theory(), blocks.context));
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

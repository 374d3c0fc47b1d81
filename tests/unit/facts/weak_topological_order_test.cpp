#include "analysis/facts/weak_topological_order.hpp"
#include "tests/support/program_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using test::ProgramSketch;

/// `while (x < 9) { while (x < 5) x++; x = 7; } x = 1;`
TEST(WeakTopologicalOrder, ALoopComesBeforeWhatIsBehindIt) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId outer = sketch.entry();
  const cfa::LocationId inner = sketch.location();
  const cfa::LocationId body = sketch.location();
  const cfa::LocationId rest = sketch.location();
  const cfa::LocationId behind = sketch.location();
  sketch.branch(outer, sketch.less(x, 9), inner, behind);
  sketch.branch(inner, sketch.less(x, 5), body, rest);
  sketch.assign(body, inner, x, sketch.plus(x, 1));
  sketch.assign(rest, outer, x, sketch.constant(7));
  const cfa::LocationId exit = sketch.exit();
  sketch.assign(behind, exit, x, sketch.constant(1));
  const cfa::Cfa cfa = sketch.build();
  const std::vector<std::size_t> positions = weak_topological_positions(cfa);
  const auto at = [&](cfa::LocationId location) { return positions[location.index()]; };
  EXPECT_LT(at(outer), at(inner));
  EXPECT_LT(at(inner), at(body));
  EXPECT_LT(at(body), at(rest));
  EXPECT_LT(at(rest), at(behind));
  EXPECT_LT(at(behind), at(exit));
}

} // namespace
} // namespace vouch::facts

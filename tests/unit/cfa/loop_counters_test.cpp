#include "analysis/cfa/loop_counters.hpp"
#include "tests/support/program_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

using test::ProgramSketch;

/// for (i = ..; i < 9; i += 2) { for (k = ..; k < 9; k++) {inner} m = i + 1; } behind
struct NestedLoops : ProgramSketch {
  VariableId i = variable("i");
  VariableId k = variable("k");
  VariableId m = variable("m");
  LocationId outer = location();
  LocationId inner_head = location();
  LocationId inner = location();
  LocationId inner_is_left = location();
  LocationId end_of_round = location();
  LocationId behind = location();
  NestedLoops() {
    set(entry(), outer, i, 0);
    branch(outer, less(i, 9), inner_head, behind);
    branch(inner_head, less(k, 9), inner, inner_is_left);
    assign(inner, inner_head, k, plus(k, 1));
    assign(inner_is_left, end_of_round, m, plus(i, 1));
    assign(end_of_round, outer, i, plus(i, 2));
    skip(behind, exit());
  }
};

TEST(LoopCounters, AreThoseOfAllLoopsAround) {
  NestedLoops loops;
  const Cfa cfa = loops.build();
  EXPECT_EQ(counters_around(cfa, loops.inner), (std::set{loops.i, loops.k}));
  EXPECT_TRUE(counters_around(cfa, loops.behind).empty());
  // The loop in the other one changes k in each of its rounds, but m is no counter.
  EXPECT_EQ(counters_around(cfa, loops.end_of_round), (std::set{loops.i, loops.k}));
}

TEST(LoopCounters, StepIsWhatIsAddedToTheVariableItself) {
  ProgramSketch s;
  const VariableId x = s.variable("x");
  const VariableId y = s.variable("y");
  EXPECT_EQ(step_of({x, s.plus(x, 3)}), Integer{3});
  EXPECT_EQ(step_of({x, s.binary(BinaryOperator::Subtract, s.read(x), s.constant(2))}), Integer{-2});
  EXPECT_EQ(step_of({x, s.plus(y, 3)}), std::nullopt);
  EXPECT_EQ(step_of({x, s.binary(BinaryOperator::Add, s.read(x), s.read(y))}), std::nullopt);
  EXPECT_EQ(step_of({x, s.binary(BinaryOperator::Multiply, s.read(x), s.constant(2))}), std::nullopt);
}

} // namespace
} // namespace vouch::cfa

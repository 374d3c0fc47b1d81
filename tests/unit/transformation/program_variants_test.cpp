#include "analysis/cfa/control_flow.hpp"
#include "analysis/transformation/program_variants.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::transformation {
namespace {

using test::ProgramSketch;
using testing::ElementsAre;
using testing::IsEmpty;

cfa::Assume never(ProgramSketch& sketch) { return {sketch.constant(0), cfa::Polarity::Holds}; }

TEST(WaysOut, AreTheReturnOfTheEntryAndPlacesWithNothingBehindThem) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId exits = sketch.location();
  const cfa::LocationId other = sketch.location();
  sketch.branch(entry, sketch.equals(x, 1), exits, other);
  sketch.branch(other, sketch.equals(x, 2), sketch.target("x can be 2"), sketch.exit());
  sketch.builder().add_entry_point({sketch.main(), entry});
  const cfa::LocationId exit = sketch.exit();
  const WaysOut ways = ways_out(sketch.build());
  EXPECT_THAT(ways.ends, testing::UnorderedElementsAre(exits, exit));
  EXPECT_THAT(ways.failures, IsEmpty());
}

TEST(WaysOut, AnAssumptionThatDoesNotHoldIsNone) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId cut = sketch.location();
  const cfa::LocationId nothing = sketch.location();
  sketch.branch(entry, sketch.equals(x, 1), cut, sketch.exit());
  sketch.edge(cut, nothing, never(sketch));
  sketch.builder().add_entry_point({sketch.main(), entry});
  const cfa::LocationId exit = sketch.exit();
  EXPECT_THAT(ways_out(sketch.build()).ends, ElementsAre(exit));
}

TEST(WaysOut, ALoopThatCannotBeLeftHasTheEndsOfItsRounds) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId head = sketch.location();
  const cfa::LocationId end = sketch.location();
  sketch.skip(sketch.entry(), head);
  sketch.edge(head, end, cfa::Input{x, cfa::InputKind::Nondeterministic, "f", {}});
  const cfa::LocationId fails = sketch.target("x can be 1");
  sketch.branch(end, sketch.equals(x, 1), fails, head);
  const WaysOut ways = ways_out(sketch.build());
  EXPECT_THAT(ways.ends, ElementsAre(end));
  EXPECT_THAT(ways.failures, IsEmpty());
}

/// for (;; ++x) if (!x) fail();
TEST(WaysOut, ALoopWithoutInputsIsLeftByWhatFails) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId head = sketch.location();
  const cfa::LocationId end = sketch.location();
  const cfa::LocationId fails = sketch.target("x can be 0");
  sketch.set(sketch.entry(), head, x, 1);
  sketch.branch(head, sketch.equals(x, 0), fails, end);
  sketch.assign(end, head, x, sketch.plus(x, 1));
  const WaysOut ways = ways_out(sketch.build());
  EXPECT_THAT(ways.ends, IsEmpty());
  EXPECT_THAT(ways.failures, ElementsAre(fails));
}

TEST(WaysOut, WhateverComesToSomeTargetsFails) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId fails = sketch.target("always");
  sketch.set(sketch.entry(), fails, x, 1);
  EXPECT_THAT(ways_out(sketch.build()).failures, ElementsAre(fails));
}

TEST(ProgramVariants, HaveOtherTargetsAndTheSameIds) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId target = sketch.target("x can be 1");
  const cfa::LocationId exit = sketch.exit();
  sketch.branch(entry, sketch.equals(x, 1), target, exit);
  const cfa::Cfa cfa = sketch.build();
  const cfa::Cfa variant = with_targets_at(cfa, {exit});
  EXPECT_FALSE(variant.location(target).target);
  EXPECT_TRUE(variant.location(exit).target);
  EXPECT_TRUE(cfa.location(target).target);
  EXPECT_FALSE(cfa.location(exit).target);
  ASSERT_EQ(variant.edge_count(), cfa.edge_count());
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    EXPECT_EQ(variant.edge(cfa::EdgeId(index)).source, cfa.edge(cfa::EdgeId(index)).source);
    EXPECT_EQ(variant.edge(cfa::EdgeId(index)).target, cfa.edge(cfa::EdgeId(index)).target);
  }
}

TEST(ProgramVariants, WrapAroundWhereTheyWouldBeUndefined) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::ExpressionRef sum = sketch.plus(x, 1);
  sketch.assign(sketch.entry(), sketch.exit(), x, sum);
  const cfa::Cfa cfa = sketch.build();
  const std::optional<cfa::Cfa> wrapping = with_wrapping_arithmetic(cfa);
  ASSERT_TRUE(wrapping);
  const auto& assigned = std::get<cfa::Assign>(wrapping->edge(cfa::EdgeId(0)).operation);
  EXPECT_EQ(assigned.value->type, sum->type);
  EXPECT_EQ(to_string(assigned.value, wrapping->names()), "(i32)((u32)x + (u32)1)");
  EXPECT_EQ(std::get<cfa::Assign>(cfa.edge(cfa::EdgeId(0)).operation).value, sum);
}

TEST(ProgramVariants, ThereIsNoneThatWrapsWhereNothingOverflows) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  sketch.set(sketch.entry(), sketch.exit(), x, 1);
  EXPECT_FALSE(with_wrapping_arithmetic(sketch.build()));
}

} // namespace
} // namespace vouch::transformation

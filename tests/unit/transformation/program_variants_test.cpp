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

/// void f() { x = 1; }  void g() { x = 2; f(); }  int main() { f(); }
TEST(OnlyEnteredFrom, LeavesOutWhatNoRunEnters) {
  ProgramSketch sketch;
  cfa::CfaBuilder& builder = sketch.builder();
  const cfa::VariableId x = sketch.variable("x");
  const auto function_that_sets = [&](const char* name, cfa::Integer value) {
    const cfa::FunctionId function = builder.add_function(name, {});
    const cfa::LocationId behind = builder.add_location(function, {});
    builder.add_edge(builder.function(function).entry, behind, cfa::Assign{x, sketch.constant(value)}, {}, "x = value");
    return std::pair(function, behind);
  };
  const auto [f, end_of_f] = function_that_sets("f", 1);
  builder.add_edge(end_of_f, builder.function(f).exit, cfa::Skip{}, {});
  const auto [g, end_of_g] = function_that_sets("g", 2);
  builder.add_call(end_of_g, builder.function(g).exit, cfa::Call{f, {}}, {}, {});
  builder.add_call(sketch.entry(), sketch.exit(), cfa::Call{f, {}}, {}, {});
  const cfa::LocationId start = sketch.entry();
  builder.add_entry_point({sketch.main(), start});
  const cfa::Cfa whole = sketch.build();

  const cfa::Cfa program = only_entered_from(whole, start);
  ASSERT_EQ(program.edge_count(), whole.edge_count());
  for (std::size_t index = 0; index < program.edge_count(); ++index) {
    const cfa::Edge& edge = program.edge(cfa::EdgeId(index));
    if (program.location(edge.source).function == g) {
      EXPECT_TRUE(std::holds_alternative<cfa::Skip>(edge.operation));
      EXPECT_TRUE(edge.text.empty());
      EXPECT_EQ(program.location(edge.target).function, g);
    } else {
      EXPECT_EQ(edge.operation.index(), whole.edge(cfa::EdgeId(index)).operation.index());
    }
  }
  EXPECT_THAT(cfa::successors_in_function(program, end_of_g), testing::Each(program.function(g).exit));
}

/// What is behind a `void *` is known of what callers pass: so it is known of what code elsewhere leaves.
TEST(OnlyEnteredFrom, HasOneDescriptionOfAType) {
  ProgramSketch sketch;
  cfa::CfaBuilder& builder = sketch.builder();
  const cfa::GivenTypeId state = builder.add_given_type({"struct state", 8, 8});
  const cfa::GivenTypeId vague = builder.add_given_type({"struct stream", 16, 8, {{8, "state", {}}}});
  const cfa::GivenTypeId known = builder.add_given_type({"struct stream", 16, 8, {{8, "state", state}}});
  const cfa::GivenTypeId holder = builder.add_given_type({"struct holder", 8, 8, {{0, "stream", vague}}});
  const cfa::VariableId x = sketch.variable("x");
  builder.variable(x).contents = vague;
  const cfa::LocationId between = builder.add_location(sketch.main(), {});
  const cfa::EdgeId passes =
      builder.add_edge(sketch.entry(), between, cfa::Input{x, cfa::InputKind::Parameter, "s", {}, {}, known}, {});
  cfa::Input returned{x, cfa::InputKind::External, "next", {}, {}, vague};
  returned.argument_types = {vague, holder};
  returned.result_type = vague;
  const cfa::LocationId behind = builder.add_location(sketch.main(), {});
  const cfa::EdgeId returns = builder.add_edge(between, behind, returned, {});
  const cfa::EdgeId earlier = builder.add_edge(behind, sketch.exit(),
                                               cfa::HavocMemory{builder.expressions().read(x, builder.variable(x).type),
                                                                "earlier calls", cfa::InputKind::Parameter, vague},
                                               {});
  const cfa::LocationId start = sketch.entry();
  builder.add_entry_point({sketch.main(), start});
  const cfa::Cfa program = only_entered_from(sketch.build(), start);

  EXPECT_EQ(std::get<cfa::Input>(program.edge(passes).operation).given, known);
  EXPECT_EQ(std::get<cfa::Input>(program.edge(returns).operation).given, known);
  EXPECT_THAT(std::get<cfa::Input>(program.edge(returns).operation).argument_types,
              testing::ElementsAre(known, holder));
  EXPECT_EQ(std::get<cfa::Input>(program.edge(returns).operation).result_type, known);
  EXPECT_EQ(std::get<cfa::HavocMemory>(program.edge(earlier).operation).contents, known);
  EXPECT_EQ(program.variable(x).contents, known);
  EXPECT_EQ(program.given_type(holder).pointers.front().leads_to, known);
}

} // namespace
} // namespace vouch::transformation

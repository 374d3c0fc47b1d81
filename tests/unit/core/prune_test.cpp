#include "tests/support/exploration.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// Pruning, on sets that were explored by hand, node by node, so that each case is exactly what it says.
namespace vouch::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using namespace vouch::test;

/// l0 -> l1 -> l2 -> l3 and a second way l0 -> l4 -> l2.
struct TwoWays {
  TwoWays() {
    x = sketch.variable("x");
    y = sketch.variable("y");
    for (cfa::LocationId& location : l) {
      location = sketch.location();
    }
    to_l1 = sketch.skip(l[0], l[1]);
    l1_to_l2 = sketch.set(l[1], l[2], x, 1);
    to_l3 = sketch.skip(l[2], l[3]);
    to_l4 = sketch.skip(l[0], l[4]);
    l4_to_l2 = sketch.set(l[4], l[2], x, 2);
    cfa = sketch.build();
  }

  ReachedSet start(ConstantMerge merge) const {
    return {constants(cfa, merge, {}), cfa, l[0], TraversalOrder::BreadthFirst};
  }

  ProgramSketch sketch;
  cfa::VariableId x, y;
  cfa::LocationId l[5];
  cfa::EdgeId to_l1, l1_to_l2, to_l3, to_l4, l4_to_l2;
  cfa::Cfa cfa;
};

ArgNodeId only_node_at(const ReachedSet& reached, cfa::LocationId location) {
  std::vector<ArgNodeId> nodes = nodes_at(reached, location);
  EXPECT_THAT(nodes, SizeIs(1));
  return nodes.front();
}

Precision tracking(std::set<cfa::VariableId> variables) {
  return Precision::of(ConstantPrecision{std::move(variables)});
}

TEST(Prune, RemovesThePivotAndWhatIsBelowAndExploresAgainFromItsParent) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  RunContext context;
  explore(reached, context);
  ArgNodeId pivot = only_node_at(reached, program.l[1]);
  reached.prune(pivot, tracking({program.x}));

  EXPECT_FALSE(reached.arg().contains(pivot));
  EXPECT_THAT(reached.waitlist().ids(), testing::Contains(reached.arg().root()));
  EXPECT_THAT(tracked_at(reached, reached.arg().root()), ElementsAre(program.x));
  EXPECT_THAT(structural_defects(reached), IsEmpty());

  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Prune, UncoversWhatTheRemovedNodesCoveredAndItLooksForAnotherCoverer) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  RunContext context;
  explore(reached, context);
  // Without tracked variables, the second way into l2 was covered by the first.
  std::vector<ArgNodeId> at_l2 = nodes_at(reached, program.l[2]);
  ASSERT_THAT(at_l2, SizeIs(2));
  ASSERT_THAT(reached.node(at_l2[1]).covered_by, ElementsAre(at_l2[0]));

  reached.prune(only_node_at(reached, program.l[1]), tracking({program.y}));
  EXPECT_FALSE(reached.arg().contains(at_l2[0]));
  EXPECT_FALSE(is_covered(reached.node(at_l2[1])));
  EXPECT_TRUE(reached.waitlist().contains(at_l2[1]));
  EXPECT_THAT(tracked_at(reached, at_l2[1]), ElementsAre(program.y));
  EXPECT_THAT(structural_defects(reached), IsEmpty());

  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(nodes_at(reached, program.l[3]), SizeIs(1));
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Prune, ANodeThatLostItsCovererIsCoveredAgainIfAnotherNodeDoes) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  const Precision precision = reached.node(reached.arg().root()).precision;
  ArgNodeId root = reached.pop();
  AbstractState at_l1 = reached.analysis().initial_state(program.l[1]);
  AbstractState at_l4 = reached.analysis().initial_state(program.l[4]);
  AbstractState at_l2 = reached.analysis().initial_state(program.l[2]);
  ArgNodeId n1 = reached.add({root, program.to_l1}, at_l1, precision);
  ArgNodeId n4 = reached.add({root, program.to_l4}, at_l4, precision);
  ArgNodeId first = reached.add({n1, program.l1_to_l2}, at_l2, precision);
  ArgNodeId second = reached.add_covered({n4, program.l4_to_l2}, at_l2, precision, {first});
  ArgNodeId third = reached.add_covered({n4, program.l4_to_l2}, at_l2, precision, {first});
  reached.prune(first, tracking({}));
  ASSERT_TRUE(reached.waitlist().contains(second));
  ASSERT_TRUE(reached.waitlist().contains(third));

  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  int expanded = 0;
  for (ArgNodeId id : nodes_at(reached, program.l[2])) {
    expanded += reached.node(id).children.empty() ? 0 : 1;
  }
  EXPECT_EQ(expanded, 1);
  EXPECT_THAT(structural_defects(reached), IsEmpty());
}

TEST(Prune, AMergedNodeGoesWithAnyOfItsParentsAndTheOtherParentIsExpandedAgain) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Join);
  RunContext context;
  // Let the two ways differ in what they know, so that they merge: x is tracked from the start.
  reached.prune(reached.arg().root(), tracking({program.x}));
  explore(reached, context);
  ArgNodeId merged = only_node_at(reached, program.l[2]);
  ASSERT_THAT(reached.node(merged).parents, SizeIs(2));
  ArgNodeId n1 = only_node_at(reached, program.l[1]);
  ArgNodeId n4 = only_node_at(reached, program.l[4]);

  reached.prune(n1, tracking({program.y}));
  EXPECT_FALSE(reached.arg().contains(merged));
  EXPECT_TRUE(reached.arg().contains(n4));
  EXPECT_THAT(reached.waitlist().ids(), UnorderedElementsAre(reached.arg().root(), n4));
  EXPECT_THAT(tracked_at(reached, n4), ElementsAre(program.x, program.y));
  EXPECT_THAT(structural_defects(reached), IsEmpty());

  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(reached.node(only_node_at(reached, program.l[2])).parents, SizeIs(2));
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Prune, PruningTheRootStartsAgainWithTheInitialStateAndTheJoinedPrecision) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  RunContext context;
  explore(reached, context);
  const ArgNodeId old_root = reached.arg().root();
  reached.prune(old_root, tracking({program.x}));

  EXPECT_EQ(reached.arg().size(), 1U);
  EXPECT_FALSE(reached.arg().contains(old_root));
  EXPECT_THAT(reached.waitlist().ids(), ElementsAre(reached.arg().root()));
  EXPECT_THAT(tracked_at(reached, reached.arg().root()), ElementsAre(program.x));
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(nodes_at(reached, program.l[3]), SizeIs(2)); // x is 1 on one way and 2 on the other
}

TEST(Prune, ARootThatWasWeakenedByMergingGetsItsInitialStateBack) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Join);
  const ArgNodeId root = reached.arg().root();
  const AbstractState initial = reached.node(root).state;
  ArgNodeId n1 =
      reached.add({root, program.to_l1}, reached.analysis().initial_state(program.l[1]), reached.node(root).precision);
  CompositeState weakened = initial.as<CompositeState>();
  weakened.components[1] = AbstractState::of(ConstantState{{{program.y, 1}}}); // any other state will do
  reached.merge_into(root, {n1, program.to_l3}, initial, AbstractState::of(weakened), MergeBound::Both,
                     reached.node(root).precision);
  reached.prune(root, tracking({program.x}));
  EXPECT_EQ(reached.node(reached.arg().root()).state, initial);
}

TEST(Prune, WhatTheRemovedNodesTrackedIsNotForgotten) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  RunContext context;
  explore(reached, context);
  reached.prune(nodes_at(reached, program.l[2]).front(), tracking({program.x})); // n1 tracks x from now on
  explore(reached, context);
  reached.prune(only_node_at(reached, program.l[1]), tracking({program.y}));
  EXPECT_THAT(tracked_at(reached, reached.arg().root()), ElementsAre(program.x, program.y));
}

TEST(Prune, NodesThatWaitElsewhereGetTheIncrement) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  const Precision precision = reached.node(reached.arg().root()).precision;
  ArgNodeId root = reached.pop();
  ArgNodeId n1 = reached.add({root, program.to_l1}, reached.analysis().initial_state(program.l[1]), precision);
  ArgNodeId n4 = reached.add({root, program.to_l4}, reached.analysis().initial_state(program.l[4]), precision);
  reached.prune(n1, tracking({program.y}));
  EXPECT_THAT(tracked_at(reached, n4), ElementsAre(program.y));
}

TEST(Prune, ExpandingANodeAgainReplacesItsCoveredChildren) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  RunContext context;
  explore(reached, context);
  ArgNodeId n4 = only_node_at(reached, program.l[4]);
  ASSERT_THAT(reached.node(n4).children, SizeIs(1));
  ArgNodeId covered = reached.node(n4).children.front();
  ASSERT_TRUE(is_covered(reached.node(covered)));
  reached.requeue(n4);
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_FALSE(reached.arg().contains(covered));
  EXPECT_THAT(reached.node(n4).children, SizeIs(1));
  EXPECT_THAT(structural_defects(reached), IsEmpty());
}

TEST(Prune, ACoveredChildThatAnotherParentNeedsIsNotReplaced) {
  TwoWays program;
  ReachedSet reached = program.start(ConstantMerge::Separate);
  const Precision precision = reached.node(reached.arg().root()).precision;
  const AbstractState at_l2 = reached.analysis().initial_state(program.l[2]);
  ArgNodeId root = reached.pop();
  ArgNodeId n1 = reached.add({root, program.to_l1}, reached.analysis().initial_state(program.l[1]), precision);
  ArgNodeId n4 = reached.add({root, program.to_l4}, reached.analysis().initial_state(program.l[4]), precision);
  ArgNodeId first = reached.add({n1, program.l1_to_l2}, at_l2, precision);
  ArgNodeId shared = reached.add({n1, program.l1_to_l2}, at_l2, precision);
  reached.merge_into(shared, {n4, program.l4_to_l2}, at_l2, at_l2, MergeBound::Both, precision);
  reached.cover(shared, {first});
  reached.drop_covered_children(n1);
  EXPECT_TRUE(reached.arg().contains(shared));
  EXPECT_THAT(reached.node(n4).children, ElementsAre(shared));
}

} // namespace
} // namespace vouch::core

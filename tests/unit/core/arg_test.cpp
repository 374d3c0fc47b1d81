#include "analysis/core/arg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

struct Number {
  int value = 0;
  friend bool operator==(Number, Number) = default;
  friend std::size_t hash_value(Number number) { return static_cast<std::size_t>(number.value); }
};
struct Level {
  int value = 0;
  friend bool operator==(Level, Level) = default;
};

AbstractState state(int value) { return AbstractState::of(Number{value}); }
const Precision precision = Precision::of(Level{0});
const cfa::EdgeId e0(0), e1(1), e2(2), e3(3);

TEST(ErasedValue, ComparesByTypeAndValue) {
  EXPECT_EQ(state(1), state(1));
  EXPECT_FALSE(state(1) == state(2));
  EXPECT_FALSE(Precision::of(Level{1}) == Precision::of(Number{1}));
  EXPECT_EQ(state(1).find<Level>(), nullptr);
  EXPECT_EQ(state(1).as<Number>().value, 1);
  EXPECT_EQ(hash_value(state(7)), 7U);
}

/// root -> left, right; both -> join -> end.
struct Graph {
  Arg arg{state(0), precision};
  ArgNodeId left = arg.add_child({arg.root(), e0}, state(1), precision);
  ArgNodeId right = arg.add_child({arg.root(), e1}, state(2), precision);
  ArgNodeId join = arg.add_child({left, e2}, state(3), precision);
  ArgNodeId end = arg.add_child({join, e0}, state(4), precision);

  Graph() { arg.merge(join, {right, e3}, state(9), state(5), MergeBound::Both, precision); }
};

TEST(Arg, MergingAddsAParentAndKeepsWhatWasMerged) {
  Graph g;
  EXPECT_THAT(g.arg.node(g.join).parents, ElementsAre(ArgParent{g.left, e2}, ArgParent{g.right, e3}));
  EXPECT_EQ(g.arg.node(g.join).state, state(5));
  EXPECT_THAT(g.arg.node(g.join).merged, ElementsAre(state(3), state(9)));
  EXPECT_THAT(g.arg.node(g.right).children, ElementsAre(g.join));
  g.arg.add_parent(g.join, {g.right, e3});
  EXPECT_EQ(g.arg.node(g.join).parents.size(), 2U);
}

TEST(Arg, TwoEdgesFromOneParentMakeOneChild) {
  Graph g;
  g.arg.add_parent(g.join, {g.left, e0});
  EXPECT_EQ(g.arg.node(g.join).parents.size(), 3U);
  EXPECT_THAT(g.arg.node(g.left).children, ElementsAre(g.join));
}

TEST(Arg, PathsFollowFirstParentsFromTheRoot) {
  Graph g;
  ArgPath path = g.arg.path_to(g.end);
  EXPECT_THAT(path.nodes, ElementsAre(g.arg.root(), g.left, g.join, g.end));
  EXPECT_THAT(path.edges, ElementsAre(e0, e2, e0));
}

TEST(Arg, PathsEndAtARootThatHasParents) {
  Graph g;
  g.arg.merge(g.arg.root(), {g.end, e1}, state(8), state(10), MergeBound::Both, precision);
  EXPECT_THAT(g.arg.path_to(g.left).nodes, ElementsAre(g.arg.root(), g.left));
  EXPECT_THAT(g.arg.path_to(g.arg.root()).edges, IsEmpty());
}

TEST(Arg, DescendantsAndAncestorsFollowAllParents) {
  Graph g;
  EXPECT_THAT(g.arg.descendants(g.right), ElementsAre(g.right, g.join, g.end));
  EXPECT_THAT(g.arg.ancestors(g.join), UnorderedElementsAre(g.join, g.left, g.right, g.arg.root()));
}

TEST(Arg, RemovingUnlinksFromThoseThatStay) {
  Graph g;
  ArgNodeId covered = g.arg.add_child({g.left, e3}, state(5), precision);
  g.arg.cover(covered, {g.join});
  ArgNodeId below = g.arg.add_child({g.join, e3}, state(1), precision);
  g.arg.cover(below, {g.left});
  g.arg.remove({g.join, g.end, below});
  EXPECT_FALSE(g.arg.contains(g.join));
  EXPECT_EQ(g.arg.size(), 4U);
  EXPECT_THAT(g.arg.node(g.left).children, ElementsAre(covered));
  EXPECT_THAT(g.arg.node(g.right).children, IsEmpty());
  EXPECT_THAT(g.arg.node(g.left).covers, IsEmpty());
  EXPECT_FALSE(is_covered(g.arg.node(covered)));
  EXPECT_THAT(g.arg.ids(), ElementsAre(g.arg.root(), g.left, g.right, covered));
}

TEST(Arg, ACoveredNodeHandsOnWhatItCovers) {
  Graph g;
  ArgNodeId first = g.arg.add_child({g.left, e3}, state(5), precision);
  ArgNodeId second = g.arg.add_child({g.left, e3}, state(5), precision);
  g.arg.cover(first, {second});
  g.arg.cover(second, {g.join});
  EXPECT_THAT(g.arg.node(first).covered_by, ElementsAre(g.join));
  EXPECT_THAT(g.arg.node(g.join).covers, ElementsAre(first, second));
  EXPECT_THAT(g.arg.node(second).covers, IsEmpty());
}

TEST(Arg, WhatSeveralCoverIsUncoveredWhenOneOfThemGoes) {
  Graph g;
  const ArgNodeId covered = g.arg.add_child({g.left, e3}, state(5), precision);
  const ArgNodeId leaf = g.arg.add_child({g.right, e1}, state(6), precision);
  g.arg.cover(covered, {g.join, leaf});
  EXPECT_THAT(g.arg.node(covered).covered_by, ElementsAre(g.join, leaf));
  g.arg.remove({leaf});
  EXPECT_FALSE(is_covered(g.arg.node(covered)));
  EXPECT_THAT(g.arg.node(g.join).covers, IsEmpty());
}

TEST(Arg, OneOfSeveralHandsOnWhatTheyCover) {
  Graph g;
  const ArgNodeId covered = g.arg.add_child({g.left, e3}, state(5), precision);
  const ArgNodeId first = g.arg.add_child({g.right, e0}, state(6), precision);
  const ArgNodeId second = g.arg.add_child({g.right, e1}, state(7), precision);
  g.arg.cover(covered, {first, second});
  g.arg.cover(first, {second, g.join});
  EXPECT_THAT(g.arg.node(covered).covered_by, ElementsAre(second, g.join));
  EXPECT_THAT(g.arg.node(second).covers, ElementsAre(covered, first));
}

TEST(Arg, AStateThatWasMergedInPartIsNotAmongTheMergedOnes) {
  Graph g;
  g.arg.merge(g.end, {g.left, e1}, state(8), state(12), MergeBound::Reached, precision);
  EXPECT_THAT(g.arg.node(g.end).merged, ElementsAre(state(4)));
  EXPECT_THAT(g.arg.node(g.end).absorbed, ElementsAre(state(8)));
}

TEST(Arg, RestartingDoesNotUseIdsAgain) {
  Graph g;
  const ArgNodeId old_root = g.arg.root();
  g.arg.restart(state(0), precision);
  EXPECT_EQ(g.arg.size(), 1U);
  EXPECT_FALSE(g.arg.contains(old_root));
  EXPECT_TRUE(g.end < g.arg.root());
}

} // namespace
} // namespace vouch::core

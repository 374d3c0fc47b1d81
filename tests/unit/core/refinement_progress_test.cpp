#include "analysis/core/refinement_progress.hpp"
#include "tests/support/exploration.hpp"
#include "tests/support/program_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using namespace vouch::test;

/// A set in which nodes and what they track are put by hand; the program does not matter.
class Scene {
public:
  Scene()
      : x_(sketch_.variable("x")), w_(sketch_.variable("w")), start_(sketch_.entry()), cfa_(sketch_.build()),
        reached_(constants(cfa_, ConstantMerge::Separate, {}), cfa_, start_, TraversalOrder::DepthFirst) {}

  ArgNodeId root() const { return reached_.arg().root(); }
  cfa::VariableId x() const { return x_; }
  cfa::VariableId w() const { return w_; }

  void root_tracks(std::set<cfa::VariableId> tracked) { reached_.prune(root(), increment(std::move(tracked))); }

  ArgNodeId add(ArgNodeId parent, std::set<cfa::VariableId> tracked) {
    return reached_.add({parent, cfa::EdgeId(0)}, state(), precision(std::move(tracked)));
  }
  bool would_change(ArgNodeId target, ArgNodeId pivot, std::set<cfa::VariableId> tracked) {
    return would_change(target, {{{program_set, {pivot}, {}}}, increment(std::move(tracked))});
  }
  /// If exits of a block are not to be used any longer, and nothing else changes.
  bool would_change_without_exits(ArgNodeId target) {
    return would_change(target, {{{program_set, {}, {ReachedSetId(1)}}}, increment({})});
  }

private:
  bool would_change(ArgNodeId target, const Spurious& spurious) {
    WholeProgramExploration exploration(std::move(reached_));
    const bool result = progress_.would_change(exploration, {program_set, target}, spurious);
    reached_ = std::move(exploration).release();
    return result;
  }
  AbstractState state() const { return reached_.analysis().initial_state(start_); }
  Precision increment(std::set<cfa::VariableId> tracked) const {
    return Precision::of(ConstantPrecision{std::move(tracked)});
  }
  Precision precision(std::set<cfa::VariableId> tracked) const {
    return reached_.analysis().join_precision(reached_.analysis().initial_precision(), increment(std::move(tracked)));
  }

  ProgramSketch sketch_;
  cfa::VariableId x_, w_;
  cfa::LocationId start_;
  cfa::Cfa cfa_;
  ReachedSet reached_;
  RefinementProgress progress_;
};

TEST(RefinementProgress, WhatEveryNodeTracksAlreadyChangesNothing) {
  Scene scene;
  scene.root_tracks({scene.x()});
  ArgNodeId pivot = scene.add(scene.root(), {scene.x()});
  ArgNodeId target = scene.add(pivot, {scene.x()});
  EXPECT_FALSE(scene.would_change(target, pivot, {scene.x()}));
  EXPECT_TRUE(scene.would_change(target, pivot, {scene.w()}));
}

TEST(RefinementProgress, ANodeThatTracksLessThanItsParentIsWorthComputingAgain) {
  Scene scene;
  scene.root_tracks({scene.x(), scene.w()});
  ArgNodeId pivot = scene.add(scene.root(), {scene.x()});
  EXPECT_TRUE(scene.would_change(pivot, pivot, {scene.x()}));
}

TEST(RefinementProgress, AParentThatDoesNotTrackTheIncrementIsEnough) {
  Scene scene;
  ArgNodeId parent = scene.add(scene.root(), {});
  ArgNodeId merged = scene.add(parent, {scene.x()}); // as after merging with a state that tracks x
  EXPECT_TRUE(scene.would_change(merged, merged, {scene.x()}));
}

TEST(RefinementProgress, ARootThatIsTheTargetCountsByItsOwnPrecision) {
  Scene scene;
  EXPECT_TRUE(scene.would_change(scene.root(), scene.root(), {scene.x()}));
  scene.root_tracks({scene.x()});
  EXPECT_FALSE(scene.would_change(scene.root(), scene.root(), {scene.x()}));
}

TEST(RefinementProgress, NodesThatDoNotLeadToTheTargetDoNotCount) {
  Scene scene;
  scene.root_tracks({scene.x()});
  ArgNodeId pivot = scene.add(scene.root(), {scene.x()});
  ArgNodeId target = scene.add(pivot, {scene.x()});
  scene.add(pivot, {}); // below the pivot, but beside the target
  EXPECT_FALSE(scene.would_change(target, pivot, {scene.x()}));
}

TEST(RefinementProgress, APivotThatDoesNotLeadToTheTargetChangesNothing) {
  Scene scene;
  ArgNodeId left = scene.add(scene.root(), {});
  ArgNodeId right = scene.add(scene.root(), {});
  EXPECT_FALSE(scene.would_change(right, left, {scene.x()}));
  EXPECT_FALSE(scene.would_change(right, ArgNodeId(99), {scene.x()}));
}

TEST(RefinementProgress, TheSameAnswerToTheSamePathCountsOnce) {
  Scene scene;
  ArgNodeId target = scene.add(scene.root(), {});
  EXPECT_TRUE(scene.would_change(target, target, {scene.x()}));
  EXPECT_FALSE(scene.would_change(target, target, {scene.x()}));
  EXPECT_TRUE(scene.would_change(target, target, {scene.w()}));
}

TEST(RefinementProgress, ExitsMayBeGivenUpSeveralTimesAndNotForEver) {
  Scene scene;
  ArgNodeId target = scene.add(scene.root(), {});
  EXPECT_TRUE(scene.would_change_without_exits(target));
  EXPECT_TRUE(scene.would_change_without_exits(target));
  int further = 0;
  while (scene.would_change_without_exits(target) && further < 1000) {
    ++further;
  }
  EXPECT_LT(further, 1000);
}

} // namespace
} // namespace vouch::core

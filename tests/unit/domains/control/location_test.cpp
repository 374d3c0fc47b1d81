#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/domains/control/location.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::domains {
namespace {

using test::ProgramSketch;
using testing::IsEmpty;
using testing::SizeIs;

core::EdgeContext context_of(const cfa::Cfa& cfa, cfa::EdgeId id) { return {id, cfa.edge(id)}; }

TEST(Location, FollowsEdgesAndKnowsTargets) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId target = sketch.target("must not happen");
  cfa::EdgeId edge = sketch.skip(entry, target);
  cfa::Cfa cfa = sketch.build();
  LocationAnalysis analysis(cfa);

  LocationState start = analysis.initial_state(entry);
  EXPECT_FALSE(analysis.target(start));
  std::vector<LocationState> successors = analysis.post(start, {}, context_of(cfa, edge));
  ASSERT_THAT(successors, SizeIs(1));
  EXPECT_EQ(analysis.target(successors[0]),
            (core::TargetReason{core::TargetKind::Property, target, "must not happen"}));
}

TEST(Location, BehindAnUnsupportedConstructIsATargetThatLeadsNowhere) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId behind = sketch.location();
  cfa::EdgeId edge = sketch.edge(entry, behind, cfa::Unsupported{"inline assembly"});
  cfa::EdgeId next = sketch.skip(behind, sketch.exit());
  cfa::EdgeId other_way = sketch.skip(entry, behind);
  cfa::Cfa cfa = sketch.build();
  LocationAnalysis analysis(cfa);

  LocationState start = analysis.initial_state(entry);
  std::vector<LocationState> lost = analysis.post(start, {}, context_of(cfa, edge));
  ASSERT_THAT(lost, SizeIs(1));
  EXPECT_EQ(analysis.target(lost[0]), (core::TargetReason{core::TargetKind::Unsupported, entry, "inline assembly"}));
  EXPECT_THAT(analysis.post(lost[0], {}, context_of(cfa, next)), IsEmpty());

  // The same location, reached properly, is another state, which the lost one must not cover.
  std::vector<LocationState> known = analysis.post(start, {}, context_of(cfa, other_way));
  const LocationState* candidate = &lost[0];
  EXPECT_FALSE(analysis.stop(known[0], {&candidate, 1}, {}));
  EXPECT_FALSE(analysis.target(known[0]));
}

/// There are as many states as places, so that each is made once, but for those behind what is not understood.
TEST(Location, IsOneValueForEachPlace) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId behind = sketch.location();
  cfa::EdgeId one = sketch.skip(entry, behind);
  cfa::EdgeId other = sketch.skip(entry, behind);
  cfa::EdgeId unsupported = sketch.edge(entry, behind, cfa::Unsupported{"inline assembly"});
  cfa::LocationId exit = sketch.exit();
  cfa::EdgeId further = sketch.skip(behind, exit);
  cfa::Cfa cfa = sketch.build();
  const core::Analysis analysis = core::erase(LocationAnalysis(cfa));
  const core::AbstractState start = analysis.initial_state(entry);
  const auto post = [&](const core::AbstractState& state, cfa::EdgeId edge) {
    return analysis.post(state, analysis.initial_precision(), context_of(cfa, edge)).front();
  };
  EXPECT_EQ(post(start, one).identity(), post(start, other).identity());
  EXPECT_FALSE(post(start, one) == post(start, unsupported));
  EXPECT_EQ(analysis.location(post(post(start, one), further)), exit);
}

} // namespace
} // namespace vouch::domains

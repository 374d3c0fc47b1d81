#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "tests/support/exploration.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::domains {
namespace {

using test::ProgramSketch;
using testing::IsEmpty;
using testing::SizeIs;

core::ReachedSet explored(const cfa::Cfa& cfa, cfa::LocationId start, const core::TargetKeys& ignored = {}) {
  core::ReachedSet reached(core::compose({core::erase(LocationAnalysis(cfa)), core::erase(CallStackAnalysis(cfa))}),
                           cfa, start, core::TraversalOrder::ReversePostOrder);
  RunContext context;
  core::explore(reached, context, ignored);
  return reached;
}

std::vector<core::ArgNodeId> nodes_at(const core::ReachedSet& reached, cfa::LocationId location) {
  std::vector<core::ArgNodeId> result = reached.arg().ids();
  std::erase_if(result, [&](core::ArgNodeId id) {
    return core::component<LocationState>(reached.node(id).state).location != location;
  });
  return result;
}

/// main calls f twice, from different places; f has one location between entry and exit.
struct TwoCalls {
  TwoCalls() {
    f = sketch.function("f");
    entry = sketch.entry();
    between = sketch.location();
    end = sketch.exit();
    sketch.call(entry, between, f);
    sketch.call(between, end, f);
    inside = sketch.location(f);
    sketch.skip(sketch.builder().function(f).entry, inside);
    sketch.skip(inside, sketch.builder().function(f).exit);
    f_entry = sketch.builder().function(f).entry;
    f_exit = sketch.builder().function(f).exit;
    cfa = sketch.build();
  }

  ProgramSketch sketch;
  cfa::FunctionId f;
  cfa::LocationId entry, between, end, inside, f_entry, f_exit;
  cfa::Cfa cfa;
};

TEST(CallStack, EveryCallReturnsToItsOwnPlaceOnly) {
  TwoCalls program;
  core::ReachedSet reached = explored(program.cfa, program.entry);
  EXPECT_THAT(nodes_at(reached, program.inside), SizeIs(2)); // once per call
  ASSERT_THAT(nodes_at(reached, program.between), SizeIs(1));
  std::vector<core::ArgNodeId> ends = nodes_at(reached, program.end);
  ASSERT_THAT(ends, SizeIs(1));
  EXPECT_EQ(core::component<CallStackState>(reached.node(ends[0]).state).depth(), 0U);
  EXPECT_THAT(reached.arg().path_to(ends[0]).edges, SizeIs(8)); // both calls, each with its two steps and return
}

TEST(CallStack, TheFunctionWhereExplorationStartsDoesNotReturn) {
  TwoCalls program;
  core::ReachedSet reached = explored(program.cfa, program.f_entry);
  ASSERT_THAT(nodes_at(reached, program.f_exit), SizeIs(1));
  EXPECT_THAT(nodes_at(reached, program.between), IsEmpty());
  EXPECT_THAT(nodes_at(reached, program.end), IsEmpty());
}

TEST(CallStack, EqualStacksAreEqualEvenIfTheyWereMadeApart) {
  TwoCalls program;
  CallStackAnalysis analysis(program.cfa);
  CallStackState start = analysis.initial_state(program.entry);
  const cfa::EdgeId first = program.cfa.outgoing(program.entry).front();
  const cfa::EdgeId second = program.cfa.outgoing(program.between).front();
  auto called = [&](cfa::EdgeId call) { return analysis.post(start, {}, {call, program.cfa.edge(call)}).front(); };
  EXPECT_EQ(called(first), called(first));
  EXPECT_EQ(hash_value(called(first)), hash_value(called(first)));
  EXPECT_FALSE(called(first) == called(second));
  EXPECT_FALSE(called(first) == start);
  EXPECT_EQ(called(first).function(), program.f);
  EXPECT_EQ(start.function(), program.sketch.main());

  const cfa::EdgeId back = program.cfa.return_of(first);
  EXPECT_EQ(analysis.post(called(first), {}, {back, program.cfa.edge(back)}).front(), start);
  EXPECT_THAT(analysis.post(called(second), {}, {back, program.cfa.edge(back)}), IsEmpty());
}

TEST(CallStack, ARecursiveCallIsATargetThatLeadsNowhere) {
  // main calls f, f calls g or returns, g calls f.
  ProgramSketch sketch;
  cfa::FunctionId f = sketch.function("f");
  cfa::FunctionId g = sketch.function("g");
  auto entry_of = [&](cfa::FunctionId id) { return sketch.builder().function(id).entry; };
  auto exit_of = [&](cfa::FunctionId id) { return sketch.builder().function(id).exit; };
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId end = sketch.exit();
  sketch.call(entry, end, f);
  sketch.call(entry_of(f), exit_of(f), g);
  sketch.skip(entry_of(f), exit_of(f));
  sketch.call(entry_of(g), exit_of(g), f);
  cfa::LocationId g_entry = entry_of(g);
  cfa::LocationId f_entry = entry_of(f);
  cfa::Cfa cfa = sketch.build();

  core::ReachedSet reached = explored(cfa, entry);
  ASSERT_THAT(reached.targets(), SizeIs(1));
  const core::ArgNodeId target = reached.targets().front();
  std::optional<core::TargetReason> reason = core::open_target(reached, target, {});
  ASSERT_TRUE(reason);
  EXPECT_EQ(*reason, (core::TargetReason{core::TargetKind::Recursion, g_entry, "recursive call of 'f'"}));

  core::ReachedSet behind = explored(cfa, entry, {core::key_of(*reason)});
  EXPECT_THAT(nodes_at(behind, end), SizeIs(1));
  for (core::ArgNodeId id : behind.targets()) {
    EXPECT_THAT(behind.node(id).children, IsEmpty());
  }
  EXPECT_THAT(nodes_at(behind, f_entry), SizeIs(2)); // the call from main and the recursive one
}

TEST(CallStack, CallingTheFunctionAtTheBottomIsRecursion) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  sketch.call(entry, sketch.exit(), sketch.main());
  cfa::Cfa cfa = sketch.build();
  core::ReachedSet reached = explored(cfa, entry);
  ASSERT_THAT(reached.targets(), SizeIs(1));
  EXPECT_EQ(core::open_target(reached, reached.targets().front(), {})->text, "recursive call of 'main'");
}

TEST(CallStack, RunsEndWhereNoTargetIsAhead) {
  // main calls f, which asserts something and returns; behind the call main asserts something and goes on.
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::FunctionId f = sketch.function("f");
  const cfa::LocationId f_exit = sketch.builder().function(f).exit;
  const cfa::LocationId f_target = sketch.builder().add_target(f, {cfa::PropertyKind::Assertion, "in f", {}}, {});
  sketch.branch(sketch.builder().function(f).entry, sketch.equals(x, 1), f_target, f_exit);
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId behind_first = sketch.location();
  const cfa::LocationId second = sketch.location();
  const cfa::LocationId behind_second = sketch.location();
  sketch.call(entry, behind_first, f);
  sketch.branch(behind_first, sketch.equals(x, 2), sketch.target("in main"), second);
  sketch.call(second, behind_second, f);
  const cfa::Cfa cfa = sketch.build();
  const facts::TargetReachability targets(cfa);
  core::ReachedSet reached(
      core::compose({core::erase(LocationAnalysis(cfa)), core::erase(CallStackAnalysis(cfa, targets))}), cfa, entry,
      core::TraversalOrder::ReversePostOrder);
  const core::TargetKeys found = test::explore_behind_targets(reached);
  EXPECT_THAT(nodes_at(reached, f_target), SizeIs(2));
  EXPECT_THAT(nodes_at(reached, f_exit), SizeIs(1)); // of the first call, behind which another target is
  EXPECT_THAT(nodes_at(reached, behind_second), IsEmpty());
  EXPECT_THAT(found, SizeIs(2));
}

} // namespace
} // namespace vouch::domains

#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/control/unwound_loops.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::domains {
namespace {

using test::ProgramSketch;
using testing::ElementsAre;

/// for (...) { for (...) f(); between; } behind
struct Nested {
  Nested() {
    f = sketch.function("f");
    sketch.skip(sketch.builder().function(f).entry, sketch.builder().function(f).exit);
    outer = sketch.location();
    inner = sketch.location();
    body = sketch.location();
    called = sketch.location();
    between = sketch.location();
    behind = sketch.location();
    sketch.skip(sketch.entry(), outer);
    sketch.skip(outer, behind);
    sketch.skip(outer, inner);
    sketch.skip(inner, between);
    sketch.skip(inner, body);
    sketch.call(body, called, f);
    sketch.skip(called, inner);
    sketch.skip(between, outer);
    sketch.skip(behind, sketch.exit());
    inside = sketch.builder().function(f).entry;
    start = sketch.entry();
    cfa = sketch.build();
  }

  /// Along edges that lead to these locations, one after the other.
  [[nodiscard]] UnwoundState behind_way(const std::vector<cfa::LocationId>& way) const {
    UnwoundState state = analysis.initial_state(start);
    for (cfa::LocationId location : way) {
      for (cfa::EdgeId edge : cfa.outgoing(state.location)) {
        if (cfa.edge(edge).target == location) {
          state = analysis.post(state, {}, {edge, cfa.edge(edge)}).front();
          break;
        }
      }
      EXPECT_EQ(state.location, location);
    }
    return state;
  }

  ProgramSketch sketch;
  cfa::FunctionId f;
  cfa::LocationId start, outer, inner, body, called, between, behind, inside;
  cfa::Cfa cfa;
  UnwoundLoopsAnalysis analysis{cfa};
};

/// Rounds from the outermost loop on; 0: a call.
std::vector<std::size_t> rounds(const UnwoundState& state) {
  std::vector<std::size_t> result;
  for (const UnwoundFrame* frame = state.top.get(); frame != nullptr; frame = frame->below.get()) {
    result.insert(result.begin(), frame->round);
  }
  return result;
}

TEST(UnwoundLoops, CountsTheRoundsOfEachLoopThatControlIsIn) {
  const Nested p;
  EXPECT_THAT(rounds(p.behind_way({p.outer, p.inner, p.body})), ElementsAre(1, 1));
  EXPECT_THAT(rounds(p.behind_way({p.outer, p.inner, p.between, p.outer, p.inner})), ElementsAre(2, 1));
  EXPECT_THAT(rounds(p.behind_way({p.outer, p.inner, p.body, p.inside})), ElementsAre(1, 1, 0));
}

TEST(UnwoundLoops, ForgetsTheRoundsOfALoopBehindIt) {
  const Nested p;
  EXPECT_EQ(p.behind_way({p.outer, p.inner, p.between, p.outer, p.behind}), p.behind_way({p.outer, p.behind}));
  EXPECT_TRUE(rounds(p.behind_way({p.outer, p.behind})).empty());
}

TEST(UnwoundLoops, DifferentRoundsDoNotMeet) {
  const Nested p;
  const UnwoundState first = p.behind_way({p.outer, p.inner});
  const UnwoundState second = p.behind_way({p.outer, p.inner, p.between, p.outer, p.inner});
  EXPECT_NE(first, second);
  EXPECT_NE(p.analysis.partition(first), p.analysis.partition(second));
  const UnwoundState* reached = &first;
  EXPECT_FALSE(p.analysis.stop(second, {&reached, 1}, {}));
}

TEST(UnwoundLoops, ALoopIsDoneWithBeforeWhatIsBehindIt) {
  const Nested p;
  const auto place = [&](const std::vector<cfa::LocationId>& way) {
    return p.analysis.traversal_place(p.behind_way(way));
  };
  EXPECT_LT(place({p.outer, p.inner, p.body}), place({p.outer, p.inner, p.between}));
  EXPECT_LT(place({p.outer, p.inner, p.body, p.inside}), place({p.outer, p.inner, p.between}));
  EXPECT_LT(place({p.outer, p.inner, p.between}), place({p.outer, p.inner, p.between, p.outer}));
  EXPECT_LT(place({p.outer, p.inner, p.between, p.outer, p.inner, p.body}), place({p.outer, p.behind}));
}

TEST(UnwoundLoops, EachRoundOfALoopIsReachedOnceHoweverItIsLeft) {
  Nested p;
  core::ReachedSet reached(core::compose({core::erase(LocationAnalysis(p.cfa)), core::erase(CallStackAnalysis(p.cfa)),
                                          core::erase(UnwoundLoopsAnalysis(p.cfa))}),
                           p.cfa, p.start, core::TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(std::holds_alternative<core::PausedAt>(core::explore(reached, context)));
  const core::ArgNodeId paused = reached.paused().begin()->first;
  EXPECT_EQ(innermost_loop(reached.node(paused).state)->round, 4U);
  EXPECT_THAT(rounds(unwound_state(reached.node(paused).state)), ElementsAre(1, 4));

  reached.dismiss(paused); // as if the inner loop had three rounds at most
  EXPECT_TRUE(std::holds_alternative<core::PausedAt>(core::explore(reached, context)));
  std::size_t second_rounds = 0;
  for (core::ArgNodeId id : reached.arg().ids()) {
    second_rounds += core::component<LocationState>(reached.node(id).state).location == p.outer &&
                             rounds(unwound_state(reached.node(id).state)) == std::vector<std::size_t>{2}
                         ? 1
                         : 0;
  }
  EXPECT_EQ(second_rounds, 1U);
}

} // namespace
} // namespace vouch::domains

#include "analysis/cfa/live_variables.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

using test::ProgramSketch;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(LiveVariables, AValueDiesBehindItsLastReadOnEachWay) {
  ProgramSketch sketch;
  const VariableId x = sketch.variable("x");
  const LocationId read = sketch.location();
  const LocationId left = sketch.location();
  const LocationId right = sketch.location();
  const EdgeId set = sketch.set(sketch.entry(), read, x, 1);
  const EdgeId holds = sketch.edge(read, left, Assume{sketch.equals(x, 1), Polarity::Holds});
  const EdgeId fails = sketch.edge(read, right, Assume{sketch.equals(x, 1), Polarity::Fails});
  const EdgeId again = sketch.edge(left, sketch.exit(), Assume{sketch.equals(x, 1), Polarity::Holds});
  const Cfa cfa = sketch.build();
  const LiveVariables live(cfa);
  EXPECT_THAT(live.dying_on(set), IsEmpty());
  EXPECT_THAT(live.dying_on(holds), IsEmpty());
  EXPECT_THAT(live.dying_on(fails), ElementsAre(x));
  EXPECT_THAT(live.dying_on(again), ElementsAre(x));
}

TEST(LiveVariables, WhatIsNeverReadDiesWhereItIsWritten) {
  ProgramSketch sketch;
  const VariableId x = sketch.variable("x");
  const EdgeId set = sketch.set(sketch.entry(), sketch.exit(), x, 1);
  const Cfa cfa = sketch.build();
  EXPECT_THAT(LiveVariables(cfa).dying_on(set), ElementsAre(x));
}

TEST(LiveVariables, ALoopKeepsAliveWhatItsNextRoundReads) {
  ProgramSketch sketch;
  const VariableId x = sketch.variable("x");
  const LocationId head = sketch.location();
  const LocationId body = sketch.location();
  sketch.set(sketch.entry(), head, x, 0);
  sketch.branch(head, sketch.less(x, 9), body, sketch.exit());
  const EdgeId back = sketch.assign(body, head, x, sketch.plus(x, 1));
  const Cfa cfa = sketch.build();
  EXPECT_THAT(LiveVariables(cfa).dying_on(back), IsEmpty());
}

TEST(LiveVariables, CallersWaitForTheirVariables) {
  ProgramSketch sketch;
  const VariableId needed = sketch.variable("needed");
  const VariableId passed = sketch.variable("passed");
  const FunctionId f = sketch.function("f");
  const LocationId before = sketch.location();
  const LocationId call = sketch.location();
  const LocationId behind = sketch.location();
  sketch.skip(sketch.builder().function(f).entry, sketch.builder().function(f).exit);
  const EdgeId set = sketch.set(sketch.entry(), before, needed, 1);
  sketch.set(before, call, passed, 2);
  sketch.builder().add_call(call, behind, Call{f, {{needed, sketch.read(passed)}}}, {}, {});
  const EdgeId use = sketch.edge(behind, sketch.exit(), Assume{sketch.equals(needed, 1), Polarity::Holds});
  const Cfa cfa = sketch.build();
  const LiveVariables live(cfa);
  EXPECT_THAT(live.dying_on(set), IsEmpty());
  EXPECT_THAT(live.dying_on(cfa.outgoing(call).front()), ElementsAre(passed));
  EXPECT_THAT(live.dying_on(use), ElementsAre(needed));
}

} // namespace
} // namespace vouch::cfa

#include "analysis/facts/live_variables.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using test::ProgramSketch;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(LiveVariables, AValueDiesBehindItsLastReadOnEachWay) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId read = sketch.location();
  const cfa::LocationId left = sketch.location();
  const cfa::LocationId right = sketch.location();
  const cfa::EdgeId set = sketch.set(sketch.entry(), read, x, 1);
  const cfa::EdgeId holds = sketch.edge(read, left, cfa::Assume{sketch.equals(x, 1), cfa::Polarity::Holds});
  const cfa::EdgeId fails = sketch.edge(read, right, cfa::Assume{sketch.equals(x, 1), cfa::Polarity::Fails});
  const cfa::EdgeId again = sketch.edge(left, sketch.exit(), cfa::Assume{sketch.equals(x, 1), cfa::Polarity::Holds});
  const cfa::Cfa cfa = sketch.build();
  const LiveVariables live(cfa);
  EXPECT_THAT(live.dying_on(set), IsEmpty());
  EXPECT_THAT(live.dying_on(holds), IsEmpty());
  EXPECT_THAT(live.dying_on(fails), ElementsAre(x));
  EXPECT_THAT(live.dying_on(again), ElementsAre(x));
}

TEST(LiveVariables, WhatIsNeverReadDiesWhereItIsWritten) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::EdgeId set = sketch.set(sketch.entry(), sketch.exit(), x, 1);
  const cfa::Cfa cfa = sketch.build();
  EXPECT_THAT(LiveVariables(cfa).dying_on(set), ElementsAre(x));
}

TEST(LiveVariables, ALoopKeepsAliveWhatItsNextRoundReads) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId head = sketch.location();
  const cfa::LocationId body = sketch.location();
  sketch.set(sketch.entry(), head, x, 0);
  sketch.branch(head, sketch.less(x, 9), body, sketch.exit());
  const cfa::EdgeId back = sketch.assign(body, head, x, sketch.plus(x, 1));
  const cfa::Cfa cfa = sketch.build();
  EXPECT_THAT(LiveVariables(cfa).dying_on(back), IsEmpty());
}

TEST(LiveVariables, CallersWaitForTheirVariables) {
  ProgramSketch sketch;
  const cfa::VariableId needed = sketch.variable("needed");
  const cfa::VariableId passed = sketch.variable("passed");
  const cfa::FunctionId f = sketch.function("f");
  const cfa::LocationId before = sketch.location();
  const cfa::LocationId call = sketch.location();
  const cfa::LocationId behind = sketch.location();
  sketch.skip(sketch.builder().function(f).entry, sketch.builder().function(f).exit);
  const cfa::EdgeId set = sketch.set(sketch.entry(), before, needed, 1);
  sketch.set(before, call, passed, 2);
  sketch.builder().add_call(call, behind, cfa::Call{f, {{needed, sketch.read(passed)}}}, {}, {});
  const cfa::EdgeId use =
      sketch.edge(behind, sketch.exit(), cfa::Assume{sketch.equals(needed, 1), cfa::Polarity::Holds});
  const cfa::Cfa cfa = sketch.build();
  const LiveVariables live(cfa);
  EXPECT_THAT(live.dying_on(set), IsEmpty());
  EXPECT_THAT(live.dying_on(cfa.outgoing(call).front()), ElementsAre(passed));
  EXPECT_THAT(live.dying_on(use), ElementsAre(needed));
}

} // namespace
} // namespace vouch::facts

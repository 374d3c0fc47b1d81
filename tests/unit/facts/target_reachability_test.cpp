#include "analysis/facts/target_reachability.hpp"
#include "tests/support/program_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using test::ProgramSketch;

TEST(TargetReachability, BehindTheLastTargetNothingIsAhead) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId behind = sketch.location();
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId target = sketch.target("x can be 1");
  sketch.branch(entry, sketch.equals(x, 1), target, behind);
  sketch.skip(behind, sketch.exit());
  const cfa::Cfa cfa = sketch.build();
  const TargetReachability targets(cfa);
  EXPECT_TRUE(targets.is_target_ahead(entry));
  EXPECT_TRUE(targets.is_target_ahead(target));
  EXPECT_FALSE(targets.is_target_ahead(behind));
}

TEST(TargetReachability, ATargetInALoopIsAheadInAllOfTheLoop) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId body = sketch.location();
  const cfa::LocationId next = sketch.location();
  sketch.branch(entry, sketch.less(x, 9), body, sketch.exit());
  sketch.branch(body, sketch.equals(x, 5), sketch.target("x can be 5"), next);
  sketch.assign(next, entry, x, sketch.plus(x, 1));
  const cfa::LocationId exit = sketch.exit();
  const cfa::Cfa cfa = sketch.build();
  const TargetReachability targets(cfa);
  EXPECT_TRUE(targets.is_target_ahead(next));
  EXPECT_FALSE(targets.is_target_ahead(exit));
}

TEST(TargetReachability, CallsAreMatchedWithTheirReturns) {
  // main calls `checked`, then `harmless`, and violates something behind that.
  ProgramSketch sketch;
  const cfa::FunctionId checked = sketch.function("checked");
  const cfa::FunctionId harmless = sketch.function("harmless");
  const cfa::LocationId first = sketch.entry();
  const cfa::LocationId second = sketch.location();
  const cfa::LocationId third = sketch.location();
  sketch.call(first, second, checked);
  sketch.call(second, third, harmless);
  sketch.skip(third, sketch.target("always"));
  const cfa::LocationId inside =
      sketch.builder().add_target(checked, {cfa::PropertyKind::Assertion, "in a callee", {}}, {});
  sketch.skip(sketch.builder().function(checked).entry, inside);
  const cfa::LocationId harmless_entry = sketch.builder().function(harmless).entry;
  sketch.skip(harmless_entry, sketch.builder().function(harmless).exit);
  const cfa::Cfa cfa = sketch.build();
  const TargetReachability targets(cfa);
  EXPECT_TRUE(targets.has_target(checked));
  EXPECT_FALSE(targets.has_target(harmless)); // that of its caller is not its own
  EXPECT_TRUE(targets.is_target_ahead(second));
  EXPECT_TRUE(targets.is_target_behind(cfa.outgoing(second).front()));
}

TEST(TargetReachability, UnsupportedOperationsAreAhead) {
  ProgramSketch sketch;
  const cfa::LocationId entry = sketch.entry();
  sketch.edge(entry, sketch.exit(), cfa::Unsupported{"magic"});
  const cfa::LocationId exit = sketch.exit();
  const cfa::Cfa cfa = sketch.build();
  const TargetReachability targets(cfa);
  EXPECT_TRUE(targets.is_target_ahead(entry));
  EXPECT_FALSE(targets.is_target_ahead(exit));
}

/// An operation of unknown behaviour, and behind it perhaps a target.
TEST(TargetReachability, UnknownBehaviourLeadsNowhereIfThereIsNoTargetAtAll) {
  for (const bool has_target : {false, true}) {
    ProgramSketch sketch;
    const cfa::LocationId entry = sketch.entry();
    sketch.edge(entry, sketch.exit(), cfa::Unsupported{"magic", cfa::Unsupported::Hides::Behaviour});
    const cfa::FunctionId elsewhere = sketch.function("elsewhere");
    if (has_target) {
      sketch.builder().add_target(elsewhere, {cfa::PropertyKind::Assertion, "elsewhere", {}}, {});
    }
    const cfa::Cfa cfa = sketch.build();
    EXPECT_EQ(TargetReachability(cfa).is_target_ahead(entry), has_target);
  }
}

} // namespace
} // namespace vouch::facts

#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/numbers/interval_analysis.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace vouch::domains {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

/// What the states at the places of `reach_error` say, as text; and how many states there are.
struct Explored {
  std::set<std::string> said;
  std::size_t states = 0;
};

Explored explored(const std::string& code) {
  const cfa::Cfa cfa =
      frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code);
  const core::Analysis analysis = core::compose(
      {core::erase(LocationAnalysis(cfa)), core::erase(CallStackAnalysis(cfa)), core::erase(IntervalAnalysis(cfa))});
  core::ReachedSet reached(analysis, cfa, cfa.entry_points().front().start, core::TraversalOrder::ReversePostOrder);
  RunContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20); // each takes milliseconds
  core::TargetKeys ignored;
  core::ExplorationResult result = core::explore(reached, context, ignored);
  Explored found;
  while (const auto* target = std::get_if<core::TargetFound>(&result)) {
    for (cfa::ExpressionRef condition : analysis.says(reached.node(target->node).state)) {
      found.said.insert(to_string(condition, cfa.names()));
    }
    ignored.insert(core::key_of(*core::open_target(reached, target->node, ignored)));
    result = core::explore(reached, context, ignored);
  }
  found.states = reached.arg().ids().size();
  return found;
}

std::string text_of(const std::set<std::string>& said) {
  std::string text;
  for (const std::string& part : said) {
    text += part + "; ";
  }
  return text;
}

TEST(Intervals, AreWidenedToWhereALoopEnds) {
  const Explored found = explored("int main(void) { int i = 0; while (i < 1000000) i++; if (i > 0) reach_error(); }");
  EXPECT_THAT(text_of(found.said), testing::HasSubstr("i == 1000000"));
  EXPECT_LT(found.states, 100U);
}

TEST(Intervals, ComeFromConditions) {
  const Explored found = explored("int main(void) { int x = __VERIFIER_nondet_int();"
                                  "  if (x >= 3 && !(x > 9) && x != 9) { int y = 2 * x - 1; reach_error(); } }");
  EXPECT_THAT(text_of(found.said), testing::HasSubstr("y >= 5"));
  EXPECT_THAT(text_of(found.said), testing::HasSubstr("y <= 15"));
}

TEST(Intervals, ExcludeWhatNoRunReaches) {
  EXPECT_THAT(
      explored("int main(void) { int x = __VERIFIER_nondet_int(); if (x > 4 && x + 1 < 5) reach_error(); }").said,
      IsEmpty());
}

/// Nothing is known of a sum that may have wrapped around.
TEST(Intervals, KnowThatUnsignedArithmeticWraps) {
  const Explored found = explored("int main(void) { unsigned x = __VERIFIER_nondet_int();"
                                  "  if (x > 5) { unsigned y = x + 10; reach_error(); } }");
  EXPECT_THAT(text_of(found.said), Not(testing::HasSubstr("y ")));
  EXPECT_THAT(text_of(found.said), testing::HasSubstr("x >= 6"));
}

} // namespace
} // namespace vouch::domains

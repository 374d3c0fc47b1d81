#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/refinement/values/value_interpolation.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <deque>
#include <gmock/gmock.h>
#include <map>
#include <string>
#include <vector>

namespace vouch::refinement {
namespace {

using testing::ElementsAre;

/// The shortest path from the start of the program to its target.
std::vector<cfa::EdgeId> path_to_target(const cfa::Cfa& cfa) {
  std::map<cfa::LocationId, cfa::EdgeId> came_by;
  const cfa::LocationId start = cfa.entry_points().front().start;
  std::deque<cfa::LocationId> work = {start};
  while (!work.empty()) {
    const cfa::LocationId location = work.front();
    work.pop_front();
    if (cfa.location(location).target) {
      std::vector<cfa::EdgeId> path;
      for (cfa::LocationId at = location; at != start; at = cfa.edge(came_by.at(at)).source) {
        path.insert(path.begin(), came_by.at(at));
      }
      return path;
    }
    for (cfa::EdgeId edge : cfa.outgoing(location)) {
      if (cfa.edge(edge).target != start && came_by.emplace(cfa.edge(edge).target, edge).second) {
        work.push_back(cfa.edge(edge).target);
      }
    }
  }
  throw std::runtime_error("no target");
}

/// What the interpolants of the path to `assert(0)` speak of, one set after the other, each once in a row: `a b` for two. By
/// reason.
std::vector<std::vector<std::string>> reasons_for(const std::string& body, WantedReasons wanted,
                                                  EliminationOrder elimination = EliminationOrder::CostlyFirst) {
  Options options;
  options.properties = {Property::Assert};
  const cfa::Cfa cfa =
      frontend::cfa_of("extern int nd(void); extern void assert(int); extern void *malloc(unsigned long);\n"
                       "int main(void) { " +
                           body + " }",
                       options);
  const facts::MemoryRegions regions(cfa);
  const facts::LiveVariables live(cfa);
  const domains::ValueAnalysis analysis(cfa, regions, live);
  RunContext context;
  std::vector<std::vector<std::string>> result;
  for (const ValueInterpolants& interpolants :
       interpolate_values(analysis, cfa, TrackingCosts(cfa), path_to_target(cfa), {}, {wanted, elimination}, context)) {
    std::vector<std::string>& texts = result.emplace_back();
    for (const domains::TrackedPlaces& places : interpolants.places) {
      std::string text;
      for (const domains::TrackedPlace& place : places) {
        const auto* memory = std::get_if<domains::MemoryPlace>(&place);
        const auto* variable = std::get_if<cfa::VariableId>(&place);
        const auto* object = memory != nullptr ? std::get_if<cfa::VariableId>(&memory->owner) : nullptr;
        text += (text.empty() ? "" : " ") + (variable != nullptr ? cfa.variable(*variable).name
                                             : object != nullptr ? "*" + cfa.variable(*object).name
                                                                 : "<made>");
      }
      if (!text.empty() && (texts.empty() || texts.back() != text)) {
        texts.push_back(text);
      }
    }
  }
  return result;
}

/// For the reason that costs least.
std::vector<std::string> needed_for(const std::string& body) {
  const auto reasons = reasons_for(body, WantedReasons::Needed);
  return reasons.empty() ? std::vector<std::string>{"feasible"} : reasons.front();
}

TEST(ValueInterpolation, DropsWhatThePathDoesNotNeed) {
  EXPECT_THAT(needed_for("int x = 1, y = 2, z = 3; if (x != 1) assert(0); return y + z;"), ElementsAre("x"));
}

/// A later condition says it again: what it is computed from is no reason.
TEST(ValueInterpolation, DropsWhatIsComputedFromButNotNeeded) {
  EXPECT_THAT(needed_for("int y = 5; int x = y; if (x == 5) { if (x != 5) assert(0); }"), ElementsAre("x"));
}

/// Each interpolant is made of the one before: no value is carried further than it has to be.
TEST(ValueInterpolation, FollowsAValueFromVariableToVariable) {
  EXPECT_THAT(needed_for("int a = 1; int b = a; int c = b; if (c != 1) assert(0);"), ElementsAre("a", "b", "c"));
}

TEST(ValueInterpolation, KeepsSeveralValuesWhereSeveralAreNeeded) {
  EXPECT_THAT(needed_for("int x = 2, y = 5; int w = x + y; if (w != 7) assert(0);"), ElementsAre("x", "x y", "w"));
}

/// Either of two is enough to know that their product is 0: the one stays that is tried last.
TEST(ValueInterpolation, DropsInTheOrderThatWasAskedFor) {
  const std::string body =
      "int f(int, int); f(0, 0); } int f(int a, int b) { int c = a * b; if (c != 0) assert(0); return 0;";
  const auto first_for = [&](EliminationOrder order) {
    return reasons_for(body, WantedReasons::Needed, order).front().front();
  };
  EXPECT_EQ(first_for(EliminationOrder::DeclaredFirst), "b");
  EXPECT_EQ(first_for(EliminationOrder::DeclaredLast), "a");
}

TEST(ValueInterpolation, LearnsFromConditions) {
  EXPECT_THAT(needed_for("int x = nd(); if (x == 5) { if (x != 5) assert(0); }"), ElementsAre("x"));
}

TEST(ValueInterpolation, LearnsFromSumsOfWhichOneSideIsKnown) {
  EXPECT_THAT(needed_for("int x = nd(); if (x + 1 == 6) { if (x != 5) assert(0); }"), ElementsAre("x"));
  EXPECT_THAT(needed_for("int x = nd(), y = 4; if (x - y == 0) { if (x != 4) assert(0); }"), ElementsAre("y", "x"));
  EXPECT_THAT(needed_for("unsigned x = nd(); if (3 - x == 4294967295u) { if (x != 4) assert(0); }"), ElementsAre("x"));
}

/// The path that skips the loop is contradictory because of i, and because of f; i would have 5000 values.
TEST(ValueInterpolation, PrefersReasonsWithoutCounters) {
  EXPECT_THAT(needed_for("int f = 1; for (int i = 0; i < 5000; i++) ; if (f != 1) assert(0);"), ElementsAre("f"));
}

/// All reasons that cost little, so that they need not be found one by one; what counts rounds only if there is no other.
TEST(ValueInterpolation, GivesAllReasonsThatCostLittle) {
  EXPECT_THAT(reasons_for("int a = 1, b = 2; if (a != 1) { if (b != 2) assert(0); }", WantedReasons::Needed),
              ElementsAre(ElementsAre("a"), ElementsAre("b")));
  const std::string counts = "int a = 1, i; for (i = 0; i < 9; i++) ; ";
  EXPECT_THAT(reasons_for(counts + "if (a != 1) assert(0);", WantedReasons::Needed), ElementsAre(ElementsAre("a")));
  EXPECT_THAT(reasons_for(counts + "if (a == 1) assert(0);", WantedReasons::Needed), ElementsAre(ElementsAre("i")));
  EXPECT_THAT(reasons_for(counts + "if (a == 1) assert(0);", WantedReasons::Affordable), testing::IsEmpty());
  EXPECT_THAT(reasons_for(counts + "if (a != 1) assert(0);", WantedReasons::Affordable), ElementsAre(ElementsAre("a")));
}

/// What the condition is computed from, at once; what conditions teach is not among that, and is found by trying.
TEST(ValueInterpolation, OfALongPathIsNotTriedAtEachEdge) {
  std::string steps;
  for (int i = 0; i < 1100; ++i) {
    steps += "x = x + 1; ";
  }
  EXPECT_THAT(needed_for("int x = 0, y = 4; " + steps + "if (x != 1100) assert(0);"), ElementsAre("x"));
  EXPECT_THAT(needed_for("int x = nd(), y = 4; if (x - y == 0) { " + steps + "if (x != 1104) assert(0); }"),
              ElementsAre("y", "x"));
}

/// What is moved by a number outside of loops may be a state of the program; it costs more than others and less than rounds.
TEST(ValueInterpolation, TakesNumbersThatMoveOnlyWhereTheyAreNeeded) {
  const std::string moves = "int a = 1, storey = 3; if (nd()) storey++; if (a != 1) { if (storey == 7) assert(0); }";
  EXPECT_THAT(reasons_for(moves, WantedReasons::Needed), ElementsAre(ElementsAre("a")));
  EXPECT_THAT(reasons_for(moves, WantedReasons::Affordable), ElementsAre(ElementsAre("a"), ElementsAre("storey")));
}

/// Where operations in between are left out, the same is needed: calls, what they give back, and what ends with them.
TEST(ValueInterpolation, NeedsTheSameThroughOperationsThatDoNotMatter) {
  EXPECT_THAT(
      needed_for("int x = 1, y = nd(), z = y + 2; y = z * 2; if (z > y) z = 3; int w = x; if (w != 1) assert(0);"),
      ElementsAre("x", "w"));
  EXPECT_THAT(needed_for("int x = 4, y = nd(); if (x == y) { if (y != 4) assert(0); }"), ElementsAre("x", "y"));
}

TEST(ValueInterpolation, KnowsPlacesInMemory) {
  EXPECT_THAT(needed_for("int x = 1, y = 2; int *p = &x; int *q = &y; *q = nd(); if (*p != 1) assert(0);"),
              testing::Contains(testing::HasSubstr("*x")));
}

/// An allocation that fails is one state, one that does not another: nothing is left of either.
TEST(ValueInterpolation, ExcludesAllOutcomesOfAnOperation) {
  EXPECT_THAT(needed_for("int f = 1; int *p = malloc(4); if (p && f != 1) assert(0);"), ElementsAre("f"));
  EXPECT_THAT(needed_for("int f = nd() ? 1 : 2; if (f > 3) assert(0);"), testing::Not(ElementsAre("feasible")));
}

TEST(ValueInterpolation, HasNothingToSayOfWhatValuesLeaveOpen) {
  EXPECT_THAT(needed_for("int x = nd(); int y = x; if (x != y) assert(0);"), ElementsAre("feasible"));
  EXPECT_THAT(needed_for("int x = nd(); if (x > 0) { if (x < 0) assert(0); }"), ElementsAre("feasible"));
}

} // namespace
} // namespace vouch::refinement

#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/pointers/pointer_analysis.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace vouch::domains {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What the states at `reach_error` say of pointers, one text for each state.
std::set<std::string> said_at_error(const std::string& body, Allocation allocation = Allocation::AsChecked) {
  Options options;
  options.allocation = allocation;
  const cfa::Cfa cfa =
      frontend::cfa_of("extern int nd(void); extern void reach_error(void);\n"
                       "extern void *malloc(unsigned long); int x, y; int *keep(int *p) { return p; }\n"
                       "int main(void) { int a, b, *p, *q; keep(&a); keep(&b); " +
                           body + " }",
                       options);
  const core::Analysis analysis = core::compose(
      {core::erase(LocationAnalysis(cfa)), core::erase(CallStackAnalysis(cfa)), core::erase(PointerAnalysis(cfa))});
  core::ReachedSet reached(analysis, cfa, cfa.entry_points().front().start, core::TraversalOrder::ReversePostOrder);
  RunContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20); // each takes milliseconds
  std::set<std::string> found;
  core::TargetKeys ignored;
  core::ExplorationResult result = core::explore(reached, context, ignored);
  while (const auto* target = std::get_if<core::TargetFound>(&result)) {
    for (const core::StatePart& part : analysis.describe(reached.node(target->node).state, cfa)) {
      if (part.domain == PointerAnalysis::name) {
        found.insert(part.text);
      }
    }
    ignored.insert(core::key_of(*core::open_target(reached, target->node, ignored)));
    result = core::explore(reached, context, ignored);
  }
  return found;
}

TEST(Pointers, LeadWhereTheyWereMadeToLead) {
  EXPECT_THAT(said_at_error("p = &a; q = p; p = 0; reach_error(); keep(p); keep(q);"),
              ElementsAre(testing::AllOf(HasSubstr("p = null"), HasSubstr("q = &a"))));
}

TEST(Pointers, LeadWhereEitherBranchMakesThemLead) {
  EXPECT_THAT(said_at_error("if (nd()) p = &a; else p = &b; if (nd()) reach_error(); keep(p);"),
              ElementsAre(HasSubstr("p = &a or &b")));
  EXPECT_THAT(said_at_error("p = nd() ? &a : 0; reach_error(); keep(p);"), ElementsAre(HasSubstr("p = null or &a")));
}

TEST(Pointers, AreKnownBehindConditions) {
  EXPECT_THAT(said_at_error("p = nd() ? &a : 0; if (p) reach_error(); keep(p);"), ElementsAre(HasSubstr("p = &a")));
  EXPECT_THAT(said_at_error("p = nd() ? &a : 0; if (!p) reach_error(); keep(p);"), ElementsAre(HasSubstr("p = null")));
  EXPECT_THAT(said_at_error("p = nd() ? &a : 0; q = &b; if (p == q) reach_error(); keep(p); keep(q);"),
              ElementsAre(HasSubstr("p = &a")));
  EXPECT_THAT(said_at_error("q = keep(&b + nd()); if (q == 0) reach_error(); keep(q);"),
              ElementsAre(HasSubstr("q = null")));
}

TEST(Pointers, ExcludeWhatNoRunReaches) {
  EXPECT_THAT(said_at_error("p = &a; if (p == 0) reach_error();"), IsEmpty());
  EXPECT_THAT(said_at_error("p = 0; if (p) reach_error();"), IsEmpty());
  EXPECT_THAT(said_at_error("p = 0; q = &a; if (p == q) reach_error();"), IsEmpty());
}

/// A variable may have the address that another one had, which has ended; and a pointer that was moved may lead anywhere.
TEST(Pointers, DoNotTellObjectsFromOneAnother) {
  EXPECT_THAT(said_at_error("{ int c; p = &c; keep(p); } { int d; q = &d; keep(q); if (p == q) reach_error(); }"),
              testing::SizeIs(1));
  EXPECT_THAT(said_at_error("p = &a + nd(); if (p == 0) reach_error();"), testing::SizeIs(1));
}

TEST(Pointers, OfMemoryThatMayRunOutMayBeNull) {
  const std::string body = "p = malloc(4); if (nd()) reach_error(); keep(p);";
  EXPECT_THAT(said_at_error(body, Allocation::Succeeds), ElementsAre(HasSubstr("p = <allocated at line 3>")));
  EXPECT_THAT(said_at_error(body, Allocation::MayFail), ElementsAre(HasSubstr("p = null or <allocated at line 3>")));
  const cfa::VariableId target(7);
  const cfa::EdgeId id(3);
  cfa::Edge edge;
  edge.operation = cfa::Allocate{target, nullptr, cfa::AllocationKind::Heap, cfa::AllocationFailure::MayReturnNull};
  const PointerState behind = PointerAnalysis(cfa::Cfa()).post({}, {}, {id, edge}).front();
  EXPECT_EQ(*behind.registers.find(target.index()), (PointerTargets{{NullPointer{}, id}}));
}

} // namespace
} // namespace vouch::domains

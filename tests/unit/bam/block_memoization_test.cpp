#include "analysis/bam/block_memoization.hpp"
#include "analysis/configurations/assembly.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/values/value_state.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::bam {
namespace {

using testing::ElementsAre;
using testing::Ge;
using testing::Le;
using testing::UnorderedElementsAre;

/// A program whose blocks are analysed with explicit values.
class Exploration {
public:
  explicit Exploration(const std::string& code, BlockHeuristic heuristic = BlockHeuristic::FunctionsAndLoops,
                       BlockKey key = {}, std::size_t most = core::any_number)
      : cfa_(frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code)),
        targets_(cfa_), facts_(cfa_, heuristic),
        run_(*configurations::configuration_named("values"), {cfa_, targets_, facts_, options_}, context_),
        memoization_(run_.analysis(), {cfa_, facts_.blocks, facts_.effects},
                     {cfa_.entry_points().front().start, run_.analysis().initial_precision()}, key) {
    context_.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20); // each takes milliseconds
    result_ = memoization_.explore(context_, {}, most);
    while (const auto* part = std::get_if<core::HalfWay>(&result_)) {
      ends_of_parts_.push_back(part->node);
      result_ = memoization_.explore(context_, {}, most);
    }
  }

  /// If it was explored in parts of about `most` nodes: where they ended.
  [[nodiscard]] const std::vector<core::ExploredNode>& ends_of_parts() const { return ends_of_parts_; }

  [[nodiscard]] bool is_safe() const { return std::holds_alternative<core::Exhausted>(result_); }
  [[nodiscard]] const core::ExploredNode& target() const { return std::get<core::ExploredNode>(result_); }
  [[nodiscard]] const BlockMemoization& memoization() const { return memoization_; }
  [[nodiscard]] const BlockStatistics& statistics() const { return memoization_.statistics(); }
  [[nodiscard]] const cfa::Cfa& cfa() const { return cfa_; }

  [[nodiscard]] std::vector<core::ReachedSetId> analyses_of(const std::string& function) const {
    std::vector<core::ReachedSetId> result;
    for (std::size_t index = 1; index < memoization_.size(); ++index) {
      const facts::Block& block = facts_.blocks.block(*memoization_[core::ReachedSetId(index)].block);
      if (block.kind == facts::BlockKind::Function && cfa_.function(block.function).name == function) {
        result.emplace_back(index);
      }
    }
    return result;
  }

  /// What `function`, which is analysed once, returns at its exits.
  [[nodiscard]] std::vector<int> results_of(const std::string& function) const {
    const BlockAnalysis& analysis = memoization_[analyses_of(function).front()];
    const cfa::Function& callee = cfa_.function(frontend::function_named(cfa_, function));
    std::vector<int> results;
    for (core::ArgNodeId exit : analysis.exits) {
      const auto& values = core::component<domains::ValueState>(analysis.reached.node(exit).state);
      const auto* value = values.registers.find(callee.return_variables.front().index());
      results.push_back(static_cast<int>(std::get<cfa::Integer>(*value)));
    }
    return results;
  }

private:
  cfa::Cfa cfa_;
  facts::TargetReachability targets_;
  facts::ProgramFacts facts_;
  Options options_;
  RunContext context_;
  configurations::Assembly run_;
  BlockMemoization memoization_;
  core::Explored result_;
  std::vector<core::ExploredNode> ends_of_parts_;
};

TEST(BlockMemoizationTest, AnalysesABlockOnceForEachStateThatItCanSee) {
  const Exploration exploration("int u; int inc(int x) { return x + 1; }"
                                "int main(void) { u = 1; int a = inc(3); u = 2; int b = inc(3); int c = inc(4);"
                                "  if (a != 4 || b != 4 || c != 5 || u != 2) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("inc").size(), 2U); // u is none of its business
  EXPECT_EQ(exploration.statistics().hits, 1U);
}

TEST(BlockMemoizationTest, OneResultServesAllPlacesThatCall) {
  const Exploration exploration("int leaf(int x) { return x; } int left(void) { return leaf(7); }"
                                "int right(void) { return leaf(7); }"
                                "int main(void) { if (left() != right()) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("leaf").size(), 1U);
}

TEST(BlockMemoizationTest, ACallThatIsNotRecursiveIsWaitedFor) {
  const Exploration exploration("int leaf(int x) { return x + 1; } int inner(int x) { return leaf(x) + leaf(x + 1); }"
                                "int main(void) { if (inner(1) + leaf(1) != 7) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.statistics().cuts, 0U);
  EXPECT_EQ(exploration.statistics().readded, 0U); // nothing is expanded before what it needs is there
  EXPECT_EQ(exploration.statistics().rounds, 0U);
}

TEST(BlockMemoizationTest, UsesResultsOfLargerStates) {
  const Exploration exploration("int f(int x) { if (x == 3) return 7; return 7; }"
                                "int main(void) { f(__VERIFIER_nondet_int()); if (f(3) != 7) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("f").size(), 1U);
  EXPECT_EQ(exploration.statistics().coverage_hits, 1U);
}

TEST(BlockMemoizationTest, WhereOnlyEqualStatesCountALargerOneHidesNoValue) {
  const std::string code = "int f(int x) { if (x == 3) return 7; return 8; }"
                           "int main(void) { f(__VERIFIER_nondet_int()); if (f(3) + f(3) != 14) reach_error(); }";
  EXPECT_FALSE(Exploration(code).is_safe());
  const Exploration exploration(code, BlockHeuristic::Functions, {KeyStates::Equal});
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("f").size(), 2U);
  EXPECT_EQ(exploration.statistics().hits, 1U);
  EXPECT_EQ(exploration.statistics().coverage_hits, 0U);
}

TEST(BlockMemoizationTest, WhereOnlyEqualStatesCountRecursionIsCutByLargerOnes) {
  const Exploration exploration("int f(int x) { if (x == 3) return 1; return f(3); }"
                                "int main(void) { if (f(__VERIFIER_nondet_int()) != 1) reach_error(); }",
                                BlockHeuristic::Functions, {KeyStates::Equal});
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("f").size(), 1U);
  EXPECT_GE(exploration.statistics().cuts, 1U);
}

TEST(BlockMemoizationTest, WhereOnlyEqualStatesCountRecursionEndsAtWhatLargerOnesHaveComeTo) {
  const Exploration exploration("void f(unsigned x) { if (__VERIFIER_nondet_int()) f(x + 1); }"
                                "int main(void) { f(__VERIFIER_nondet_int()); f(7); int y = __VERIFIER_nondet_int();"
                                "  if (y != y) reach_error(); }",
                                BlockHeuristic::Functions, {KeyStates::Equal});
  EXPECT_LE(exploration.analyses_of("f").size(), 3U);
}

TEST(BlockMemoizationTest, DoesNotUseResultsOfSmallerStates) {
  const Exploration exploration("int f(int x) { return x == 4; }"
                                "int main(void) { f(3); if (f(__VERIFIER_nondet_int())) reach_error(); }");
  EXPECT_FALSE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("f").size(), 2U);
}

TEST(BlockMemoizationTest, FindsTargetsBelowSeveralLevelsOfBlocks) {
  const Exploration exploration("void h(int x) { if (x == 3) reach_error(); } void g(int x) { h(x + 1); }"
                                "void f(int x) { g(x + 1); } int main(void) { f(1); }");
  ASSERT_FALSE(exploration.is_safe());
  const std::optional<std::vector<core::ExploredNode>> way = exploration.memoization().way_to(exploration.target().set);
  ASSERT_TRUE(way);
  EXPECT_GE(way->size(), 3U);
  const core::PathThroughBlocks through = core::path_to(exploration.memoization(), exploration.target(), 100);
  const auto* path = std::get_if<core::ExploredPath>(&through);
  ASSERT_NE(path, nullptr);
  std::vector<std::string> called;
  for (cfa::EdgeId edge : path->edges) {
    if (const auto* call = std::get_if<cfa::Call>(&exploration.cfa().edge(edge).operation)) {
      called.push_back(exploration.cfa().function(call->callee).name);
    }
  }
  called.resize(std::min<std::size_t>(called.size(), 4));
  EXPECT_THAT(called, ElementsAre("main", "f", "g", "h"));
}

TEST(BlockMemoizationTest, FlatPathsGoThroughBlocksThatWereAnalysedBefore) {
  const Exploration exploration("int inc(int x) { return x + 1; }"
                                "int main(void) { int a = inc(1); int b = inc(1); if (a + b == 4) reach_error(); }");
  ASSERT_FALSE(exploration.is_safe());
  const core::PathThroughBlocks through = core::path_to(exploration.memoization(), exploration.target(), 100);
  const auto* path = std::get_if<core::ExploredPath>(&through);
  ASSERT_NE(path, nullptr);
  // Without gaps: each edge starts where the one before has led to.
  for (std::size_t i = 1; i < path->edges.size(); ++i) {
    EXPECT_EQ(exploration.cfa().edge(path->edges[i]).source, exploration.cfa().edge(path->edges[i - 1]).target);
  }
  // Each node stands where the edges before it lead, and those of a call are one deeper than the caller's.
  std::size_t deepest = 0;
  for (const core::ExploredPath::Node& node : path->nodes) {
    const cfa::LocationId here = exploration.memoization().analysis().location(
        exploration.memoization().reached(node.id.set).node(node.id.node).state);
    const bool is_end = node.edges_before == path->edges.size();
    const cfa::Edge& edge = exploration.cfa().edge(path->edges[is_end ? node.edges_before - 1 : node.edges_before]);
    EXPECT_EQ(here, is_end ? edge.target : edge.source);
    EXPECT_EQ(node.depth == 0, node.id.set == core::program_set);
    deepest = std::max(deepest, node.depth);
  }
  EXPECT_GT(deepest, 0U);
}

TEST(BlockMemoizationTest, RecursionGoesOnUntilNoExitIsNew) {
  const Exploration exploration(
      "int id(int x) { if (x <= 0) return 0; int r = id(x - 1) + 1; if (r > 3) return 3; return r; }"
      "int main(void) { if (id(__VERIFIER_nondet_int()) == 5) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_THAT(exploration.results_of("id"), UnorderedElementsAre(0, 1, 2, 3));
  EXPECT_GE(exploration.statistics().rounds, 4U);
  EXPECT_GE(exploration.statistics().cuts, 1U);
}

TEST(BlockMemoizationTest, SeesWhatOnlyASecondRoundShows) {
  const Exploration exploration("int f(int x) { if (x <= 0) return 0; return f(x - 1) + 1; }"
                                "int main(void) { if (f(__VERIFIER_nondet_int()) == 1) reach_error(); }");
  EXPECT_FALSE(exploration.is_safe());
}

TEST(BlockMemoizationTest, EndlessRecursionHasNoExit) {
  const Exploration exploration("int f(int x) { return f(x) + 1; } int main(void) { f(0); reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_TRUE(exploration.memoization()[exploration.analyses_of("f").front()].exits.empty());
}

TEST(BlockMemoizationTest, RecursionIsCutByLargerStatesAndNotOnlyByEqualOnes) {
  const Exploration exploration(
      "int f(int d) { if (__VERIFIER_nondet_int()) return 7; if (d >= 0) return f(d < 1000 ? d + 1 : 1); return f(0); }"
      "int main(void) { if (f(__VERIFIER_nondet_int()) != 7) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("f").size(), 1U);
}

TEST(BlockMemoizationTest, CallersOfThemselvesGetTheirParametersBack) {
  // The two ways into the inner call differ in x alone, which the call hides behind the callee's x.
  const Exploration exploration("void f(int x, int n) {"
                                "  if (n == 1) { if (__VERIFIER_nondet_int()) x = 1; else x = 2; }"
                                "  if (n > 0) { f(5, n - 1); if (x == 2) reach_error(); } }"
                                "int main(void) { f(0, 1); }");
  EXPECT_FALSE(exploration.is_safe());
}

TEST(BlockMemoizationTest, CallersOfThemselvesKnowWhatTheirParametersWere) {
  const Exploration exploration("void f(int x, int n) { if (n > 0) { f(5, n - 1); if (x != 7) reach_error(); } }"
                                "int main(void) { f(7, 1); }");
  EXPECT_TRUE(exploration.is_safe());
}

TEST(BlockMemoizationTest, LocalsOfTheCalleeDoNotReachTheCaller) {
  const Exploration exploration("int f(int n) { int x; if (n <= 0) { x = 100; return 0; } x = n; f(n - 1); if (x == "
                                "100) reach_error(); return 0; }"
                                "int main(void) { f(3); }");
  EXPECT_TRUE(exploration.is_safe());
}

TEST(BlockMemoizationTest, GlobalsComeFromTheCallee) {
  const Exploration exploration("int g; void set(int n) { if (n <= 0) { g = 1; return; } set(n - 1); }"
                                "int main(void) { g = 0; set(3); if (g == 1) reach_error(); }");
  EXPECT_FALSE(exploration.is_safe());
}

TEST(BlockMemoizationTest, WritesThroughPointersReachTheCaller) {
  const Exploration exploration("void set(int *p) { *p = 1; }"
                                "int main(void) { int a = 0; set(&a); if (a == 1) reach_error(); }");
  EXPECT_FALSE(exploration.is_safe());
}

TEST(BlockMemoizationTest, ObjectsMadeByTheCalleeAreKnownToTheCaller) {
  const Exploration exploration("\n#include <stdlib.h>\n"
                                "int *make(int v) { int *p = malloc(sizeof *p); if (!p) abort(); *p = v; return p; }"
                                "int main(void) { int *a = make(1); int *b = make(1); *a = 2;"
                                "  if (*a != 2 || *b != 1) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
}

TEST(BlockMemoizationTest, AMainThatCallsItselfIsABlockLikeAnyOther) {
  const Exploration exploration("int n; int main(void) { n = n + 1; if (n == 3) reach_error(); if (n < 5) main(); }");
  EXPECT_FALSE(exploration.is_safe());
}

TEST(BlockMemoizationTest, AMainThatCallsItselfForEverIsCut) {
  const Exploration exploration("int n; int main(void) { if (__VERIFIER_nondet_int()) main(); n = 1;"
                                "  if (n == 2) reach_error(); return 0; }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_LE(exploration.analyses_of("main").size(), 2U); // from n == 0, and from n == 1
  EXPECT_GE(exploration.statistics().cuts, 1U);
}

TEST(BlockMemoizationTest, InnerLoopsAreAnalysedOnceForAllRoundsOfTheOuterOne) {
  const Exploration exploration(
      "int main(void) { int s = 0; for (int i = 0; i < 20; i++) { int t = 0; while (t < 3) t++; s += t; }"
      "  if (s != 60) reach_error(); }",
      BlockHeuristic::Loops);
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.statistics().analyses, 2U);
  EXPECT_EQ(exploration.statistics().hits, 19U);
}

TEST(BlockMemoizationTest, LoopsCanBeLeftInSeveralWays) {
  const Exploration exploration(
      "int find(int k) { for (int i = 0; i < 5; i++) { if (i == k) return i; if (i == 3) break; } return -1; }"
      "int main(void) { if (find(2) != 2 || find(4) != -1) reach_error(); }",
      BlockHeuristic::Loops);
  EXPECT_TRUE(exploration.is_safe());
}

TEST(BlockMemoizationTest, MutualRecursionComesToAnEnd) {
  const Exploration exploration(
      "int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); }"
      "int odd(int n) { if (n == 0) return 0; return even(n - 1); }"
      "int main(void) { int r = even(__VERIFIER_nondet_int()); if (r != 0 && r != 1) reach_error(); }");
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_EQ(exploration.analyses_of("even").size(), 1U);
  EXPECT_EQ(exploration.analyses_of("odd").size(), 1U);
}

TEST(BlockMemoizationTest, OnlyNodesOnTheWayToRecursiveCallsAreExpandedAgain) {
  const Exploration exploration("int work(int n) { int s = 0; for (int i = 0; i < 50; i++) s += i; return s; }"
                                "int f(int n) { if (n <= 0) return 0; work(3); f(n - 1); return 0; }"
                                "int main(void) { if (f(__VERIFIER_nondet_int()) != 0) reach_error(); }",
                                BlockHeuristic::Functions);
  EXPECT_TRUE(exploration.is_safe());
  EXPECT_THAT(exploration.statistics().readded, Le(2U));
  EXPECT_EQ(exploration.analyses_of("work").size(), 1U);
}

TEST(BlockMemoizationTest, WhatIsExploredInPartsComesToTheSameEnd) {
  const std::string code =
      "int f(int x) { int s = 0; for (int i = 0; i < x; i++) s++; return s; }"
      "int g(int x) { return f(x) + f(x + 1); } int main(void) { if (g(3) != 7 || g(5) != 11) reach_error(); }";
  const Exploration whole(code, BlockHeuristic::Functions);
  const Exploration parts(code, BlockHeuristic::Functions, {}, 4);
  EXPECT_TRUE(whole.is_safe());
  EXPECT_TRUE(parts.is_safe());
  EXPECT_GE(parts.ends_of_parts().size(), 5U);
  EXPECT_EQ(parts.statistics().analyses, whole.statistics().analyses);
  for (const core::ExploredNode& end : parts.ends_of_parts()) {
    EXPECT_TRUE(parts.memoization().way_to(end.set));
  }
}

TEST(BlockMemoizationTest, IgnoredTargetsDoNotStopTheExploration) {
  cfa::Cfa cfa = frontend::cfa_of("extern void reach_error(void); int f(int x) { if (x == 1) reach_error(); return x; }"
                                  "int main(void) { f(1); f(2); }");
  const facts::TargetReachability targets(cfa);
  const facts::ProgramFacts facts(cfa, BlockHeuristic::Functions);
  const Options options;
  RunContext context;
  configurations::Assembly run(*configurations::configuration_named("values"), {cfa, targets, facts, options}, context);
  BlockMemoization memoization(run.analysis(), {cfa, facts.blocks, facts.effects},
                               {cfa.entry_points().front().start, run.analysis().initial_precision()});
  const auto found = memoization.explore(context, {});
  const auto& target = std::get<core::ExploredNode>(found);
  const auto reason = core::open_target(memoization.reached(target.set), target.node, {});
  EXPECT_TRUE(std::holds_alternative<core::Exhausted>(memoization.explore(context, {core::key_of(*reason)})));
}

} // namespace
} // namespace vouch::bam

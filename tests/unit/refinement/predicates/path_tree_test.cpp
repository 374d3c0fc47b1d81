#include "analysis/bam/block_memoization.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/facts/program_facts.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/refinement/predicates/path_tree.hpp"
#include "analysis/smt/interpolation/tree_obligations.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

using testing::Contains;
using testing::IsSubsetOf;

/// The first error path of a program that is analysed in blocks, without predicates, and the tree that it becomes.
class Refutation {
public:
  explicit Refutation(const std::string& code, BlockHeuristic heuristic = BlockHeuristic::Functions)
      : cfa_(frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);" + code)),
        targets_(cfa_), facts_(cfa_, heuristic), encoder_(terms_, cfa_, facts_.regions, smt::Theory::Integers),
        paths_(formulas_, terms_, encoder_),
        abstractor_(terms_, encoder_, paths_, context_, PredicateAbstraction::Cartesian),
        blocks_(cfa_, facts_.recursive, facts_.blocks, BlockOperator::Loops),
        analysis_(
            core::compose({core::erase(domains::LocationAnalysis(cfa_)),
                           core::erase(domains::CallStackAnalysis(cfa_, targets_, facts_.blocks)),
                           core::erase(domains::PredicateAnalysis(cfa_, formulas_, abstractor_, blocks_, encoder_))})),
        memoization_(analysis_, {cfa_, facts_.blocks, facts_.effects},
                     {cfa_.entry_points().front().start, analysis_.initial_precision()}) {
    const auto found = memoization_.explore(context_, {});
    chain_ = outermost_chain(memoization_, std::get<core::ExploredNode>(found));
    path_ = std::get<RefutedPath>(unfold(memoization_, *chain_, services(), context_));
    tree_ = tree_of(path_.outermost, services());
  }

  [[nodiscard]] const PathTree& tree() const { return tree_; }
  [[nodiscard]] std::string brackets() const { return smt::bracket_text(tree_.problem.nodes); }
  RunContext& context() { return context_; }
  smt::TermManager& terms() { return terms_; }

  std::set<std::string> names_in(const smt::Term& term) {
    std::set<std::string> result;
    for (const smt::Term& constant : terms_.constants(term)) {
      result.insert(terms_.name(constant));
    }
    return result;
  }

  /// The names, as they are where the node ends, of what its interpolant may be about.
  [[nodiscard]] std::set<std::string> interface_of(std::size_t node) {
    std::set<std::string> result;
    for (const auto& [symbol, value] : tree_.problem.nodes[node].interface) {
      result.insert(terms_.name(symbol));
    }
    return result;
  }

  /// The only node at the end of a call of `function`.
  [[nodiscard]] std::vector<std::size_t> ends_of_calls() const {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (tree_.nodes[i].left_by != nullptr) {
        result.push_back(i);
      }
    }
    return result;
  }
  /// The node whose child `node` is.
  [[nodiscard]] std::size_t parent_of(std::size_t node) const {
    const std::vector<smt::TreeNode>& nodes = tree_.problem.nodes;
    const auto parent = std::ranges::find_if(nodes, [&](const smt::TreeNode& candidate) {
      return std::ranges::find(candidate.children, node) != candidate.children.end();
    });
    return static_cast<std::size_t>(parent - nodes.begin());
  }

  std::unique_ptr<smt::TreeInterpolator> interpolator(TreeInterpolation strategy) {
    return smt::make_tree_interpolator(terms_, context_, strategy);
  }

private:
  PathServices services() { return {cfa_, terms_, formulas_, {encoder_, paths_}, facts_.recursive}; }

  cfa::Cfa cfa_;
  facts::TargetReachability targets_;
  facts::ProgramFacts facts_;
  RunContext context_;
  smt::TermManager terms_;
  smt::Encoder encoder_;
  domains::PathFormulas formulas_;
  domains::PathFormulaEncoder paths_;
  domains::PredicateAbstractor abstractor_;
  domains::Segments blocks_;
  core::Analysis analysis_;
  bam::BlockMemoization memoization_;
  std::optional<OutermostChain> chain_;
  RefutedPath path_;
  PathTree tree_;
};

/// The path through a call that has returned is refuted by what the call returns.
const char* const one_call = "int f(int x) { return x + 1; }"
                             "int main(void) { int y = f(2); if (y != 3) reach_error(); }";
/// Twice the same function, one call behind the other.
const char* const two_calls = "int f(int x) { return x + 1; }"
                              "int main(void) { int y = f(1); int z = f(y); if (z != 3) reach_error(); }";
/// A call in a function that is called.
const char* const nested = "int h(int x) { return x; } int f(int x) { int inner = h(x - 1); return inner + 1; }"
                           "int main(void) { int a = 2; int b = f(a); if (b != 2) reach_error(); }";
/// A target in a function that has not returned, behind a call that has.
const char* const inside = "int twice(int x) { return x + x; }"
                           "void check(int n) { int d = twice(n); if (d != n + n) reach_error(); }"
                           "int main(void) { check(__VERIFIER_nondet_int() % 100); }";

/// The called function is several links of a chain: one to its loop, one from there on.
const char* const looping = "int f(int x) { int i = 0; while (i < x) i++; return i; }"
                            "int main(void) { int y = f(0); if (y != 0) reach_error(); }";

class TreeOf : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Paths, TreeOf, testing::Values(one_call, two_calls, nested, inside, looping));

TEST_P(TreeOf, IsInPostOrderWithOneParentForEachNode) {
  const Refutation refutation(GetParam());
  const std::vector<smt::TreeNode>& nodes = refutation.tree().problem.nodes;
  ASSERT_EQ(nodes.size(), refutation.tree().nodes.size());
  std::vector<int> parents(nodes.size(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t child : nodes[i].children) {
      ASSERT_LT(child, i);
      ++parents[child];
    }
  }
  EXPECT_EQ(parents.back(), 0); // the root
  parents.pop_back();
  EXPECT_THAT(parents, testing::Each(1));
}

TEST_P(TreeOf, TheEndOfACallBelongsToTheNodeWithTheCall) {
  const Refutation refutation(GetParam());
  ASSERT_FALSE(refutation.ends_of_calls().empty());
  for (std::size_t end : refutation.ends_of_calls()) {
    const PathTree::Node& caller = refutation.tree().nodes[refutation.parent_of(end)];
    const CallOnPath* call = refutation.tree().nodes[end].left_by;
    EXPECT_TRUE(std::ranges::any_of(caller.segment->calls, [&](const CallOnPath& other) { return &other == call; }));
    EXPECT_EQ(call->inside.get(), refutation.tree().nodes[end].activation);
    EXPECT_NE(caller.activation, refutation.tree().nodes[end].activation);
  }
}

TEST_P(TreeOf, WhatTheCalledFunctionComputesIsNotInItsCallersChain) {
  const Refutation refutation(GetParam());
  for (std::size_t i = 0; i < refutation.tree().nodes.size(); ++i) {
    const PathTree::Node& node = refutation.tree().nodes[i];
    const std::vector<std::size_t>& children = refutation.tree().problem.nodes[i].children;
    const bool is_first = node.segment == &node.activation->segments.front();
    std::size_t of_own_activation = 0;
    for (std::size_t child : children) {
      of_own_activation += refutation.tree().nodes[child].activation == node.activation ? 1U : 0U;
    }
    EXPECT_EQ(of_own_activation, is_first ? 0U : 1U);
  }
}

TEST_P(TreeOf, HasNoModelAndEveryStrategyExplainsIt) {
  Refutation refutation(GetParam());
  for (TreeInterpolation strategy :
       {TreeInterpolation::Folded, TreeInterpolation::Tree, TreeInterpolation::CraigTree}) {
    const auto interpolator = refutation.interpolator(strategy);
    const smt::TreeInterpolationResult result =
        interpolator->interpolate(refutation.tree().problem, std::chrono::seconds(20));
    const auto* interpolants = std::get_if<smt::TreeInterpolants>(&result);
    ASSERT_NE(interpolants, nullptr);
    EXPECT_EQ(
        smt::broken_obligations(refutation.terms(), refutation.context(), refutation.tree().problem, interpolants->at),
        std::vector<std::string>());
  }
}

/// Of values of its caller's, it knows those that it was given.
TEST_P(TreeOf, WhatIsSaidAtTheEndOfACallIsAboutWhatGoesInAndOut) {
  Refutation refutation(GetParam());
  const auto interpolator = refutation.interpolator(TreeInterpolation::Tree);
  const auto result = interpolator->interpolate(refutation.tree().problem, std::chrono::seconds(20));
  const auto& interpolants = std::get<smt::TreeInterpolants>(result);
  for (std::size_t end : refutation.ends_of_calls()) {
    const PathTree::Node& node = refutation.tree().nodes[end];
    const smt::Term said = refutation.terms().substitute(interpolants.at[end], node.meanings);
    EXPECT_THAT(refutation.names_in(said), IsSubsetOf(refutation.interface_of(end)));
    for (const std::string& name : refutation.interface_of(end)) {
      EXPECT_TRUE(name.ends_with("<entry>") || name.find("<result of") != std::string::npos) << name;
    }
  }
}

TEST_P(TreeOf, NodesOfOneLocationSpeakAboutTheSameSymbols) {
  Refutation refutation(GetParam());
  const std::vector<smt::TreeNode>& nodes = refutation.tree().problem.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (nodes[i].location == nodes[j].location) {
        EXPECT_EQ(refutation.interface_of(i), refutation.interface_of(j));
      }
    }
  }
}

TEST(PathTreeTest, ACallIsABranchAtTheNodeThatContainsIt) {
  // The first node leads to `main`, the last one is `main`; f is a branch there.
  EXPECT_EQ(Refutation(one_call).brackets(), "F1 (F2) F3");
  EXPECT_EQ(Refutation(two_calls).brackets(), "F1 (F2) (F3) F4");
  // h is below f.
  EXPECT_EQ(Refutation(nested).brackets(), "F1 (F2 F3) F4");
  EXPECT_EQ(Refutation(looping).brackets(), "F1 (F2 F3) F4");
  // `check` has not returned: it is the next link of the chain.
  EXPECT_EQ(Refutation(inside).brackets(), "F1 F2 (F3) F4");
}

TEST(PathTreeTest, ACallThatMayBeAsThePathNeedsItIsNotUnfolded) {
  // What the first call gives matters, and it can give it.
  EXPECT_EQ(
      Refutation("int f(int x) { return x + 1; }"
                 "int main(void) { int a = f(__VERIFIER_nondet_int()), y = f(2); if (a > 0 && y != 3) reach_error(); }")
          .brackets(),
      "F1 (F2) F3");
}

/// Each function calls the one before it twice. Where the result cannot be 101, the second calls alone say why.
TEST(PathTreeTest, CallsThatAreMadeTwiceAtEachLevelAreUnfoldedOnce) {
  std::string program = "int f0(int x) { return x > 100 ? 100 : x; }";
  for (int i = 1; i <= 10; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    program += "int f" + std::to_string(i) + "(int x) { return " + before + "(" + before + "(x)); }";
  }
  program += "int main(void) { int y = f10(__VERIFIER_nondet_int()); if (y > 100) reach_error(); }";
  EXPECT_EQ(Refutation(program).tree().nodes.size(), 13U);
}

/// From x = 2 the result is 3 at the end of f, whatever its caller does with it.
TEST(PathTreeTest, TheInterpolantAtTheEndOfACallRelatesResultAndParameter) {
  Refutation refutation(one_call);
  const auto interpolator = refutation.interpolator(TreeInterpolation::Tree);
  const auto result = interpolator->interpolate(refutation.tree().problem, std::chrono::seconds(20));
  const auto& interpolants = std::get<smt::TreeInterpolants>(result);
  const std::size_t end = refutation.ends_of_calls().at(0);
  const smt::Term said = refutation.terms().substitute(interpolants.at[end], refutation.tree().nodes[end].meanings);
  EXPECT_THAT(refutation.names_in(said), Contains("f::<result of f>"));
  EXPECT_FALSE(said.is_true());
  EXPECT_FALSE(said.is_false());
}

} // namespace
} // namespace vouch::refinement

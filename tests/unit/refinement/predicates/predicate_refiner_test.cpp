#include "analysis/core/cegar.hpp"
#include "tests/unit/bam/program_in_blocks.hpp"

#include <chrono>
#include <gtest/gtest.h>

namespace vouch::refinement {
namespace {

/// Passes on what another refiner says, and counts it.
class CountingRefiner : public core::Refiner {
public:
  explicit CountingRefiner(core::Refiner& refiner) : refiner_(refiner) {}

  core::Refinement refine(const core::Exploration& exploration, core::ExploredNode target,
                          RunContext& context) override {
    core::Refinement result = refiner_.refine(exploration, target, context);
    spurious += std::holds_alternative<core::Spurious>(result) ? 1 : 0;
    feasible += std::holds_alternative<core::Feasible>(result) ? 1 : 0;
    return result;
  }

  int spurious = 0;
  int feasible = 0;

private:
  core::Refiner& refiner_;
};

/// A program that predicates are to decide in blocks.
class Decision : public bam::ProgramInBlocks {
public:
  explicit Decision(const std::string& code, BlockHeuristic heuristic = BlockHeuristic::RecursiveFunctions)
      : ProgramInBlocks(code, heuristic), refiner_(run_.refiner()) {
    context_.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30); // each takes less than a second
    result_ = run_cegar(memoization_, refiner_, context_, {});
  }

  [[nodiscard]] bool is_violated() const { return std::holds_alternative<core::Violated>(result_); }
  [[nodiscard]] bool is_proved() const { return std::holds_alternative<core::Proved>(result_); }
  [[nodiscard]] const core::Violated& violation() const { return std::get<core::Violated>(result_); }
  [[nodiscard]] const CountingRefiner& refiner() const { return refiner_; }

private:
  CountingRefiner refiner_;
  core::CegarResult result_;
};

const char* const counter = "int f(int x) { if (x <= 0) return 0; return f(x - 1) + 1; }";

/// Without predicates the result may be anything; the first path to the error is one that no run takes.
TEST(PredicateRefinerTest, AViolationIsFoundBehindASpuriousPath) {
  const Decision decision(std::string(counter) + "int main(void) { int r = f(__VERIFIER_nondet_int());"
                                                 "  if (r < 0) reach_error(); if (r == 2) reach_error(); }");
  ASSERT_TRUE(decision.is_violated());
  EXPECT_GE(decision.refiner().spurious, 1);
  EXPECT_EQ(decision.refiner().feasible, 1);
  EXPECT_EQ(decision.violation().target.location, decision.violation().path.target);
}

/// The target behind the call is removed by refinement while the function's exits are not all known yet; what was
/// half done then has to be gone on with.
TEST(PredicateRefinerTest, ASpuriousTargetBehindTheCallLeavesNothingHalfDone) {
  const Decision decision(std::string(counter) +
                          "int main(void) { int r = f(__VERIFIER_nondet_int());"
                          "  int a = 0; if (a == 1) reach_error(); if (r != 0) reach_error(); }");
  EXPECT_TRUE(decision.is_violated());
  const Decision other(std::string(counter) + "int main(void) { int r = f(__VERIFIER_nondet_int());"
                                              "  if (r != 0) reach_error(); int a = 0; if (a == 1) reach_error(); }");
  EXPECT_TRUE(other.is_violated());
}

/// The spurious target lies in the function, behind its own inner call.
TEST(PredicateRefinerTest, ASpuriousTargetInsideOfTheRecursionLeavesNothingHalfDone) {
  const Decision decision(
      "int f(int x) { if (x <= 0) return 0; int r = f(x - 1) + 1; if (r < 1) reach_error(); return r; }"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 1000) return 0;"
      "  if (f(n) == 3) reach_error(); }");
  ASSERT_TRUE(decision.is_violated());
  EXPECT_GE(decision.refiner().spurious, 1);
}

TEST(PredicateRefinerTest, ThePathOfAViolationGoesThroughEveryCall) {
  const Decision decision(std::string(counter) +
                          "int main(void) { if (f(__VERIFIER_nondet_int()) == 2) reach_error(); }");
  ASSERT_TRUE(decision.is_violated());
  std::size_t calls = 0;
  for (cfa::EdgeId edge : decision.violation().path.edges) {
    const auto* call = std::get_if<cfa::Call>(&decision.cfa().edge(edge).operation);
    calls += call != nullptr && decision.cfa().function(call->callee).name == "f" ? 1U : 0U;
  }
  EXPECT_EQ(calls, 3U);
}

TEST(PredicateRefinerTest, ProvesWhatHoldsForEveryDepth) {
  const Decision decision(std::string(counter) +
                          "int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); }");
  EXPECT_TRUE(decision.is_proved());
  EXPECT_GE(decision.refiner().spurious, 1);
}

} // namespace
} // namespace vouch::refinement

#include "server/formats/trace_lines.hpp"
#include "server/formats/trace_phrase.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

TraceStep step(const std::string& function, TraceStepKind kind, const std::string& text, NamedValues values = {}) {
  return {{"a.c", 1, 1, 1, 2}, function, kind, text, std::move(values)};
}

/// `main` calls `f`, whose loop does two rounds that nobody has to read, and fails after it has come back.
Violation example() {
  Violation violation;
  violation.trace = {step("main", TraceStepKind::Input, "n = nondet()", {{"n", "2"}}),
                     step("main", TraceStepKind::Call, "f(n)", {{"k", "2"}}),
                     step("f", TraceStepKind::BranchTaken, "i < k", {{"i", "0"}, {"k", "2"}}),
                     step("f", TraceStepKind::Assignment, "i++", {{"i", "1"}}),
                     step("f", TraceStepKind::Return, "return i", {{"<result>", "2"}}),
                     step("main", TraceStepKind::Violation, "assertion fails", {{"n", "2"}})};
  violation.folds = {{2, 2, "... 2 rounds of the loop at line 5"}};
  return violation;
}

TEST(TraceLinesTest, FoldsAreALineAndValuesAreToldOnce) {
  const Violation violation = example();
  const std::vector<TraceLine> lines = trace_lines(violation);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[2].fold, &violation.folds[0]);
  EXPECT_EQ(lines[0].values, (NamedValues{{"n", "2"}}));
  EXPECT_EQ(lines[3].level, 1);
  EXPECT_EQ(lines[4].level, 0);
}

TEST(TraceLinesTest, WhatHappensInACallIsBelowIt) {
  const std::vector<RunNode> roots = run_tree(example());
  ASSERT_EQ(roots.size(), 3U);
  EXPECT_EQ(roots[0].text, "n = nondet()");
  EXPECT_EQ(roots[1].text, "f(n)");
  EXPECT_EQ(roots[2].text, "assertion fails");
  const std::vector<RunNode>& inside = roots[1].children;
  ASSERT_EQ(inside.size(), 2U);
  EXPECT_EQ(inside[0].kind, RunNode::Kind::Rounds);
  ASSERT_EQ(inside[0].children.size(), 2U);
  EXPECT_EQ(inside[0].children[0].text, "i < k is true");
  EXPECT_EQ(inside[0].children[1].values, (NamedValues{{"i", "1"}}));
  EXPECT_EQ(inside[1].first_step, 4U);
}

TEST(TraceLinesTest, AConfirmedRunSaysWhereItFails) {
  Violation violation = example();
  violation.confirmed = true;
  EXPECT_EQ(run_tree(violation).back().text, "assertion fails here");
}

TEST(TraceLinesTest, TheMessageAtTheFailureSaysThatItHappens) {
  Violation violation;
  violation.confirmed = true;
  const auto said = [&](const std::string& message) {
    violation.message = message;
    return message_at_failure(violation);
  };
  EXPECT_EQ(said("assertion \"x > 0\" can fail"), "assertion \"x > 0\" fails here");
  EXPECT_EQ(said("\"a[i]\" can be out of bounds"), "\"a[i]\" is out of bounds here");
  EXPECT_EQ(said("\"x / y\" can divide by zero"), "\"x / y\" divides by zero here");
  EXPECT_EQ(said("something else"), "something else");
  violation.confirmed = false;
  EXPECT_EQ(said("assertion \"x > 0\" can fail"), "assertion \"x > 0\" can fail");
}

TEST(TraceLinesTest, WhatTheViolationDoesNotDependOnIsLeftOut) {
  Violation violation = example();
  violation.trace[0].is_relevant = false;
  EXPECT_EQ(run_tree(violation).front().text, "f(n)");
  EXPECT_TRUE(run_tree(Violation()).empty());
}

} // namespace
} // namespace vouch::server

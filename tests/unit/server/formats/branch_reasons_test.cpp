#include "server/formats/branch_reasons.hpp"

#include <gtest/gtest.h>
#include <initializer_list>

namespace vouch::server {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

TraceStep at(unsigned line, const std::string& function, TraceStepKind kind, const std::string& text, Values values) {
  return {{"a.c", line, 1, line, 9}, function, kind, text, std::move(values)};
}

Violation run_of(std::initializer_list<TraceStep> steps) {
  Violation violation;
  violation.trace = steps;
  return violation;
}

constexpr auto Assignment = TraceStepKind::Assignment;
constexpr auto Taken = TraceStepKind::BranchTaken;
constexpr auto Call = TraceStepKind::Call;
constexpr auto Input = TraceStepKind::Input;
constexpr auto Return = TraceStepKind::Return;
constexpr auto Statement = TraceStepKind::Statement;

const StaticNames no_statics = {{"main", {}}, {"f", {}}};

/// Of the last step's first value, the step (from 1) that wrote it; 0 if that is not told, -1 if it is as at the start.
int writer_of_last(const Violation& violation, const StaticNames& statics = no_statics) {
  const std::vector<BranchReason> reasons = branch_reasons(violation, {statics}).at(violation.trace.size() - 1);
  const BranchReason& reason = reasons.at(0);
  return reason.is_from_start ? -1 : reason.writer ? static_cast<int>(*reason.writer) + 1 : 0;
}

TEST(BranchReasonsTest, EachValueHasTheStepThatWroteItLast) {
  const Violation violation = run_of(
      {at(1, "main", Input, "int n = read()", {{"n", "3"}}), at(2, "main", Assignment, "int k = 1", {{"k", "1"}}),
       at(3, "main", Assignment, "k += n", {{"k", "4"}}), at(4, "main", Taken, "k > n", {{"k", "4"}, {"n", "3"}})});
  const auto reasons = branch_reasons(violation, {no_statics});
  ASSERT_EQ(reasons.size(), 1U);
  const std::vector<BranchReason>& because = reasons.at(3);
  ASSERT_EQ(because.size(), 2U);
  EXPECT_EQ(because[0].name, "k");
  EXPECT_EQ(because[0].value, "4");
  EXPECT_EQ(because[0].writer, 2U);
  EXPECT_EQ(because[1].writer, 0U);
}

TEST(BranchReasonsTest, AParameterComesFromTheCall) {
  EXPECT_EQ(
      writer_of_last(run_of({at(1, "main", Assignment, "int k = 7", {{"k", "7"}}),
                             at(2, "main", Call, "f(k)", {{"k", "7"}}), at(9, "f", Taken, "k > 3", {{"k", "7"}})})),
      2);
}

TEST(BranchReasonsTest, ALocalOfAnotherFunctionIsAnotherVariable) {
  EXPECT_EQ(writer_of_last(
                run_of({at(1, "main", Assignment, "int i = 0", {{"i", "0"}}), at(2, "main", Call, "f()", {}),
                        at(9, "f", Assignment, "int i = 0", {{"i", "0"}}),
                        at(9, "f", Return, "return i", {{"f()", "0"}}), at(3, "main", Taken, "i == 0", {{"i", "0"}})})),
            1);
}

TEST(BranchReasonsTest, EachExecutionOfARecursiveFunctionHasItsOwn) {
  std::vector<TraceStep> steps = {
      at(1, "main", Call, "f(1)", {{"n", "1"}}),  at(9, "f", Assignment, "int m = 5", {{"m", "5"}}),
      at(9, "f", Call, "f(n - 1)", {{"n", "0"}}), at(9, "f", Assignment, "int m = 5", {{"m", "5"}}),
      at(9, "f", Statement, "log()", {}),         at(9, "f", Return, "return m", {{"f()", "5"}}),
      at(9, "f", Taken, "m > 3", {{"m", "5"}})};
  Violation violation;
  violation.trace = steps;
  violation.trace[4].is_relevant = false; // so that nothing is left out of the run
  EXPECT_EQ(writer_of_last(violation), 2);
  violation.trace[5] = at(9, "f", Assignment, "g = m", {{"g", "5"}}); // it has no result, and may have ended or not
  EXPECT_EQ(writer_of_last(violation), 0);
}

TEST(BranchReasonsTest, StaticVariablesAreTheSameEverywhere) {
  const Violation violation = run_of(
      {at(1, "main", Assignment, "limit = 2", {{"limit", "2"}}), at(2, "main", Call, "f()", {}),
       at(9, "f", Assignment, "limit = 3", {{"limit", "3"}}), at(3, "main", Taken, "limit > 2", {{"limit", "3"}})});
  EXPECT_EQ(writer_of_last(violation, {{"main", {"limit"}}, {"f", {"limit"}}}), 3);
  EXPECT_EQ(writer_of_last(violation), 0); // as far as is known, two variables
  EXPECT_EQ(writer_of_last(violation, {}), 0);
}

TEST(BranchReasonsTest, WhatNoStepHasWrittenIsAsAtTheStart) {
  EXPECT_EQ(writer_of_last(run_of({at(1, "f", Taken, "x > 3", {{"x", "7"}})})), -1);
  EXPECT_EQ(writer_of_last(run_of({at(1, "main", Call, "f()", {}), at(9, "f", Taken, "x > 3", {{"x", "7"}})})), 0);
}

TEST(BranchReasonsTest, APointerLeadsToTheOnlyVariableOfThatName) {
  const auto run = [](const std::string& parameter) {
    return run_of(
        {at(1, "main", Assignment, "int k = 5", {{"k", "5"}}), at(2, "main", Call, "f(&k)", {{parameter, "&k"}}),
         at(9, "f", Assignment, "*" + parameter + " = 9", {{"k", "9"}}), at(3, "main", Taken, "k > 8", {{"k", "9"}})});
  };
  EXPECT_EQ(writer_of_last(run("p")), 3);
  EXPECT_EQ(writer_of_last(run("k")), 0);
}

TEST(BranchReasonsTest, MembersAreFollowedThroughPointers) {
  EXPECT_EQ(writer_of_last(run_of(
                {at(1, "main", Assignment, "struct ring ring = {0, 0}", {{"ring.head", "0"}, {"ring.count", "0"}}),
                 at(2, "main", Call, "f(&ring)", {{"ring", "&ring"}}),
                 at(9, "f", Assignment, "ring->count++", {{"ring.count", "1"}}),
                 at(9, "f", Taken, "ring->count == 1", {{"ring.count", "1"}})})),
            3);
}

TEST(BranchReasonsTest, WhatALibraryFunctionMayHaveWrittenIsNotTold) {
  EXPECT_EQ(writer_of_last(run_of({at(1, "main", Assignment, "a[2] = 0", {{"a[2]", "0"}}),
                                   at(2, "main", Statement, "memset(a, 0, 9)", {}),
                                   at(3, "main", Taken, "a[2] == 0", {{"a[2]", "0"}})})),
            0);
  EXPECT_EQ(writer_of_last(run_of({at(1, "main", Assignment, "int k = 0", {{"k", "0"}}),
                                   at(2, "main", Statement, "memset(a, 0, 9)", {}),
                                   at(3, "main", Taken, "k == 0", {{"k", "0"}})})),
            1);
}

TEST(BranchReasonsTest, AnInnerBlocksVariableIsAnotherOne) {
  const auto run = [](const std::string& inner) {
    return run_of({at(1, "main", Call, "f(7)", {{"x", "7"}}),
                   at(9, "f", Assignment, "int x = " + inner, {{"x", inner}}),
                   at(10, "f", Taken, "x > 3", {{"x", "7"}})});
  };
  EXPECT_EQ(writer_of_last(run("5")), 1);
  EXPECT_EQ(writer_of_last(run("7")), 0);
}

TEST(BranchReasonsTest, WhereItsBlockIsOverAVariableIsGone) {
  const Violation violation =
      run_of({at(1, "main", Call, "f(7)", {{"x", "7"}}), at(9, "f", Assignment, "int x = 7", {{"x", "7"}}),
              at(10, "f", Taken, "x > 3", {{"x", "7"}}), at(12, "f", Taken, "x > 3", {{"x", "7"}})});
  const auto block = [](const Place& /*declaration*/) { return std::optional(TextPlace{11, 1}); };
  const auto reasons = branch_reasons(violation, {no_statics, block});
  EXPECT_EQ(reasons.at(2)[0].writer, 1U);
  EXPECT_EQ(reasons.at(3)[0].writer, 0U);
}

TEST(BranchReasonsTest, LoopsThatDeclareTheSameNameDoNotMixUp) {
  Violation violation =
      run_of({at(1, "main", Assignment, "int i = 0", {{"i", "0"}}), at(1, "main", Assignment, "i++", {{"i", "1"}}),
              at(5, "main", Assignment, "int i = 0", {{"i", "0"}}), at(5, "main", Assignment, "i++", {{"i", "1"}}),
              at(5, "main", Taken, "i < 2", {{"i", "1"}})});
  EXPECT_EQ(writer_of_last(violation), 0);
  violation.trace.back().place.column = 11; // for (int i = 0; i < 2; i++)
  EXPECT_EQ(writer_of_last(violation), 4);
}

TEST(BranchReasonsTest, NothingIsToldAcrossWhatIsLeftOut) {
  Violation violation =
      run_of({at(1, "main", Assignment, "int k = 0", {{"k", "0"}}),
              at(2, "main", Statement, "... 50 steps left out ...", {}), at(3, "main", Taken, "k == 0", {{"k", "0"}})});
  violation.folds = {{1, 1, "... 50 steps left out ..."}};
  EXPECT_EQ(writer_of_last(violation), 0);
}

TEST(BranchReasonsTest, AResultIsWrittenByTheStepThatCalls) {
  EXPECT_EQ(writer_of_last(run_of({at(1, "main", Call, "int r = f(2)", {{"n", "2"}}),
                                   at(9, "f", Return, "return n * n", {{"f()", "4"}}),
                                   at(2, "main", Taken, "r > 3", {{"r", "4"}})})),
            1);
}

TEST(BranchReasonsTest, WordsSayWhereTheValueComesFrom) {
  const Violation violation =
      run_of({at(1, "f", Input, "int n = read()", {{"n", "3"}}), at(2, "f", Assignment, "k += n", {{"k", "4"}}),
              at(3, "f", Call, "g(k)", {{"x", "4"}})});
  const auto said = [&](const BranchReason& reason) { return phrase_of(violation, reason); };
  EXPECT_EQ(said({"n", "3", 0}), "n = 3, the input of step 1: int n = read()");
  EXPECT_EQ(said({"k", "4", 1}), "k = 4, written by step 2: k += n");
  EXPECT_EQ(said({"x", "4", 2}), "x = 4, passed by step 3: g(k)");
  EXPECT_EQ(said({"y", "0", {}, true}), "y = 0, as it was at the start: no step has written it");
  EXPECT_EQ(said({"y", "0"}), "y = 0");
}

TEST(BranchReasonsTest, AWriterOnWhichNothingDependsIsNone) {
  Violation violation =
      run_of({at(1, "main", Assignment, "int k = 0", {{"k", "0"}}), at(3, "main", Taken, "k == 0", {{"k", "0"}})});
  violation.trace[0].is_relevant = false;
  EXPECT_EQ(writer_of_last(violation), 0);
}

} // namespace
} // namespace vouch::server

#include "server/formats/run_table.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

TraceStep row_step(const std::string& function, TraceStepKind kind, const std::string& text,
                   std::vector<std::pair<std::string, std::string>> values) {
  return {{"a.c", 1, 1, 1, 9}, function, kind, text, std::move(values)};
}

/// `main` has an `n`, and calls `f`, which has another one.
Violation run_of_two_functions() {
  Violation violation;
  violation.trace = {row_step("main", TraceStepKind::Input, "int n = read()", {{"n", "2"}}),
                     row_step("main", TraceStepKind::Call, "f(n + 3)", {{"n", "5"}}),
                     row_step("f", TraceStepKind::BranchTaken, "n > 4", {{"n", "5"}}),
                     row_step("f", TraceStepKind::Assignment, "total += n", {{"total", "5"}}),
                     row_step("main", TraceStepKind::Assignment, "int k = n", {{"k", "2"}}),
                     row_step("main", TraceStepKind::Violation, "the assertion fails", {{"total", "5"}, {"k", "2"}})};
  return violation;
}

const ProgramNames two_functions = {{{"main", {"total"}}, {"f", {"total"}}}};

/// `2*` for a cell that has changed, `.` for an empty one.
std::vector<std::string> rows_of(const RunTable& table) {
  std::vector<std::string> rows;
  for (const RunTable::Row& row : table.rows) {
    std::string text;
    for (const auto& cell : row.cells) {
      text += text.empty() ? "" : " ";
      text += cell ? cell->value + (cell->change == RunTable::Cell::Change::Changed ? "*" : "") : ".";
    }
    rows.push_back(text);
  }
  return rows;
}

TEST(RunTableTest, ACellIsWhatTheVariableHasThere) {
  const Violation violation = run_of_two_functions();
  const RunTable table = run_table(violation, two_functions, {"n", "total", "k"});
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.rows[2].text, "n > 4 is true");
  EXPECT_EQ(rows_of(table), (std::vector<std::string>{"2* . .", "2 . .", "5* . .", "5 5* .", "2 5* 2*", "2 5 2"}));
}

TEST(RunTableTest, WhatIsNoVariableOfTheRunIsEmpty) {
  EXPECT_EQ(rows_of(run_table(run_of_two_functions(), two_functions, {"nobody"})).back(), ".");
}

TEST(RunTableTest, TheRoundsOfALoopAreARowWithWhatTheyLeadTo) {
  Violation violation;
  violation.trace = {row_step("main", TraceStepKind::Assignment, "int i = 0", {{"i", "0"}}),
                     row_step("main", TraceStepKind::Assignment, "i++", {{"i", "1"}}),
                     row_step("main", TraceStepKind::Assignment, "i++", {{"i", "2"}}),
                     row_step("main", TraceStepKind::Violation, "the assertion fails", {{"i", "2"}})};
  violation.folds = {{1, 2, "... 2 more rounds of the loop at line 1"}};
  const RunTable table = run_table(violation, {{{"main", {}}}}, {"i"});
  EXPECT_EQ(rows_of(table), (std::vector<std::string>{"0*", "2*", "2"}));
  EXPECT_EQ(table.rows[1].fold, &violation.folds[0]);
}

TEST(RunTableTest, BehindItsBlockAVariableIsNotVisible) {
  Violation violation;
  violation.trace = {row_step("main", TraceStepKind::Assignment, "int i = 0", {{"i", "0"}}),
                     row_step("main", TraceStepKind::Call, "f()", {}),
                     row_step("main", TraceStepKind::Assignment, "k = 1", {{"k", "1"}})};
  violation.trace[2].place.line = 7;
  const auto block = [](const Place& /*declaration*/) { return std::optional(TextPlace{5, 1}); };
  EXPECT_EQ(rows_of(run_table(violation, {{{"main", {}}}, block}, {"i", "k"})),
            (std::vector<std::string>{"0* .", "0 .", ". 1*"}));
}

TEST(RunTableTest, AResultThatMayHaveBeenConvertedIsShownOnceItIsRead) {
  Violation violation;
  violation.trace = {row_step("main", TraceStepKind::Call, "unsigned r = f()", {}),
                     row_step("f", TraceStepKind::Return, "return -1", {{"f()", "-1"}}),
                     row_step("main", TraceStepKind::Assignment, "k = 1", {{"k", "1"}}),
                     row_step("main", TraceStepKind::BranchTaken, "r > 7", {{"r", "4294967295"}}),
                     row_step("main", TraceStepKind::Assignment, "k = 2", {{"k", "2"}})};
  EXPECT_EQ(rows_of(run_table(violation, {{{"main", {}}, {"f", {}}}}, {"r"})),
            (std::vector<std::string>{".", ".", ".", "4294967295*", "4294967295"}));
}

TEST(RunTableTest, ByDefaultTheColumnsAreWhatDecides) {
  EXPECT_EQ(names_that_decide(run_of_two_functions()), (std::vector<std::string>{"n", "total", "k"}));
  Violation violation = run_of_two_functions();
  violation.trace[2].is_relevant = false;
  EXPECT_EQ(names_that_decide(violation), (std::vector<std::string>{"total", "k"}));
  EXPECT_EQ(names_in_run(violation), (std::vector<std::string>{"n", "total", "k"}));
}

} // namespace
} // namespace vouch::server

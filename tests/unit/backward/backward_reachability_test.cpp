#include "analysis/backward/backward_reachability.hpp"
#include "analysis/verifier.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace vouch {
namespace {

/// What the search finds out by itself, without executions.
FileReport searched(const std::string& code, const std::string& preset = "arrays", int seconds = 20) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] =
      "extern void assert(int); extern int nd(void); extern int a[100000], b[100000], c[100000];\n" + code;
  Options options;
  options.analysis = preset;
  options.executions = Executions::Off;
  options.properties = {Property::Assert};
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  return verify(input, options, context);
}

const char* const in_range = "if (n < 0 || n > 100000) return 0;";

std::string with_n(const std::string& body) {
  return std::string("int main(void) { int n = nd(); ") + in_range + "\n" + body + " return 0; }";
}

class ProvedBackwards : public testing::TestWithParam<const char*> {};

TEST_P(ProvedBackwards, IsSafe) {
  const FileReport report = searched(with_n(GetParam()));
  EXPECT_EQ(report.verdict, Verdict::Safe) << report.reason;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ProvedBackwards,
    testing::Values(
        // the paper's worked example
        "for (int i = 0; i < n; ++i) a[i] = 0; for (int k = 0; k < n; k++) assert(a[k] == 0);",
        "for (int i = 0; i < n; i++) b[i] = a[i]; for (int k = 0; k < n; k++) assert(b[k] == a[k]);",
        "int i = 0; while (i < n && a[i] != 0) i++; for (int k = 0; k < i; k++) assert(a[k] != 0);",
        "int j = 0, l = 0; for (int i = 0; i < n; i++) if (a[i] >= 0) b[j++] = a[i]; else c[l++] = a[i];\n"
        "for (int k = 0; k < j; k++) assert(b[k] >= 0); for (int k = 0; k < l; k++) assert(c[k] < 0);",
        // two indices at a time
        "for (int i = 0; i < n; i++) a[i] = i;\n"
        "for (int k = 0; k < n; k++) for (int l = 0; l < n; l++) assert(!(k < l) || a[k] <= a[l]);",
        // a stride, where the remainder counts
        "if (n % 2 != 0) return 0; for (int i = 0; i < n; i += 2) { a[i] = 1; a[i + 1] = 2; }\n"
        "for (int k = 0; k < n; k++) assert(k % 2 == 1 || a[k] == 1);",
        // a loop with a large constant bound behind another one
        "int p = n; for (int i = 0; i < 720; i++) if (p < 99999) { a[p] = 0; p++; }\n"
        "for (int k = n; k < p; k++) assert(a[k] == 0);"));

class NotProvedBackwards : public testing::TestWithParam<const char*> {};

TEST_P(NotProvedBackwards, IsNotSafe) { EXPECT_NE(searched(with_n(GetParam()), "arrays", 8).verdict, Verdict::Safe); }

INSTANTIATE_TEST_SUITE_P(
    Programs, NotProvedBackwards,
    testing::Values(
        "for (int i = 1; i < n; ++i) a[i] = 0; for (int k = 0; k < n; k++) assert(a[k] == 0);",
        "for (int i = 0; i < n - 1; i++) b[i] = a[i]; for (int k = 0; k < n; k++) assert(b[k] == a[k]);",
        "for (int i = 0; i < n; i++) a[i] = i + (i == 5); for (int k = 0; k < n; k++) assert(a[k] == k);",
        // the write behind it is to an element that was looked at
        "for (int i = 0; i < n; i++) a[i] = 1; if (n > 0) a[0] = 2; for (int k = 0; k < n; k++) assert(a[k] == 1);",
        "for (int i = 0; i < n; i += 2) a[i] = 1; for (int k = 0; k < n; k++) assert(a[k] == 1);"));

TEST(BackwardReachability, ReportsAConfirmedViolation) {
  const FileReport report =
      searched(with_n("for (int i = 1; i < n; ++i) a[i] = 0; for (int k = 0; k < n; k++) assert(a[k] == 0);"));
  EXPECT_EQ(report.verdict, Verdict::Violated) << report.reason;
  ASSERT_FALSE(report.violations.empty());
  EXPECT_TRUE(report.violations.front().confirmed);
}

/// Without the inequality of indices, each round only finds out of one more element.
TEST(BackwardReachability, NeedsInequalitiesBetweenIndices) {
  const std::string initialised =
      with_n("for (int i = 0; i < n; ++i) a[i] = 0; for (int k = 0; k < n; k++) assert(a[k] == 0);");
  EXPECT_EQ(searched(initialised, "arrays-pairs").verdict, Verdict::Safe);
  EXPECT_EQ(searched(initialised, "arrays-atoms", 4).verdict, Verdict::Unknown);
}

/// Of the one check in the function.
CheckState check_of(const FileReport& report, const std::string& function) {
  const auto found = std::ranges::find(report.functions, function, &FunctionReport::name);
  const bool has_one = found != report.functions.end() && found->check_list.size() == 1;
  EXPECT_TRUE(has_one) << function;
  return has_one ? found->check_list.front().state : CheckState::NotReached;
}

/// A target that is reached, and cannot be confirmed, says nothing of the next one.
TEST(BackwardReachability, WhatIsNotConfirmedDoesNotEndTheSearch) {
  const FileReport report = searched("int g; int *get(void); void first(void) { assert(get() != &g); }\n"
                                     "void second(void) { assert(nd() != 12); }\n"
                                     "int main(void) { first(); second(); return 0; }");
  EXPECT_EQ(check_of(report, "first"), CheckState::Open);
  EXPECT_EQ(check_of(report, "second"), CheckState::Violated);
}

} // namespace
} // namespace vouch

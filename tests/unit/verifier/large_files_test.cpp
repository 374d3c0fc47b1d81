#include "analysis/verifier.hpp"

#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <string>

/// Files with more functions than there is time for.
namespace vouch {
namespace {

/// Each takes some 30 ms to prove, and several hundred of them have 5 ms each: some are proved, in their order, and not none.
TEST(LargeFiles, HaveEnoughTimeForSomeFunctions) {
  SourceInput input;
  input.path = "/snippet/a.c";
  std::string& code = input.unsaved[input.path];
  code = "#include <assert.h>\n";
  for (int i = 0; i < 600; ++i) {
    code += "int f" + std::to_string(i) +
            "(int n) { int i = 0, s = 0; if (n < 0 || n > 1000) return 0;\n"
            "  while (i < n) { i++; s += 1; }\n  assert(s == n); return s; }\n";
  }
  Options options;
  options.properties = {Property::Assert};
  VerificationContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  const FileReport report = verify(input, options, context);
  EXPECT_EQ(report.verdict, Verdict::Unknown);
  EXPECT_EQ(report.reason, "timeout");
  EXPECT_GT(std::ranges::count(report.functions, Verdict::Safe, &FunctionReport::verdict), 5);
}

} // namespace
} // namespace vouch

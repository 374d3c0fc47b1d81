#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// Contracts with the `assert` of the machine's own C library, which is another macro in each dialect.
namespace vouch::testkit {
namespace {

class Contracts : public testing::TestWithParam<const char*> {
protected:
  [[nodiscard]] nlohmann::json check(const std::string& text, const std::string& properties) const {
    const std::string file = folder_.write("contracts.c", text);
    const ProcessResult result = run_process({VOUCH_BINARY, "check", "--format", "json", "--property", properties, file,
                                              "--", std::string("-std=") + GetParam()});
    SCOPED_TRACE(result.out + result.err);
    return nlohmann::json::parse(result.out)["files"][0];
  }

  test::TemporaryFolder folder_;
};

TEST_P(Contracts, AreAssumedOfFunctionsAndCheckedAtCalls) {
  const nlohmann::json report = check(R"(
#include <assert.h>
int average(const int *a, int n) {
  assert(a);
  assert(n > 0);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] & 1;
  return sum / n;
}
int wrong(void) { return average(0, 1); }
)",
                                      "assert,null,div-by-zero");
  ASSERT_EQ(report["violations"].size(), 1U) << report.dump(2);
  EXPECT_EQ(report["violations"][0]["function"], "wrong");
  EXPECT_EQ(report["functions"][0]["verdict"], "safe");
}

TEST_P(Contracts, EndRunsWhereTheyAreNoProperty) {
  const nlohmann::json report = check(R"(
#include <assert.h>
int next(int n) {
  assert(n < 1000);
  int m = n;
  assert(m > -1000);
  return m - 1;
}
)",
                                      "overflow");
  EXPECT_EQ(report["verdict"], "safe") << report.dump(2);
}

INSTANTIATE_TEST_SUITE_P(All, Contracts,
                         testing::Values("c90", "gnu90", "c99", "gnu99", "c11", "gnu11", "c17", "gnu17", "c23",
                                         "gnu23"),
                         [](const auto& dialect) { return std::string(dialect.param); });

} // namespace
} // namespace vouch::testkit

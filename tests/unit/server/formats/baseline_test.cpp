#include "server/formats/baseline.hpp"
#include "server/formats/coverage.hpp"
#include "server/formats/report_to_json.hpp"
#include "server/formats/report_to_sarif.hpp"
#include "server/formats/report_to_text.hpp"
#include "server/support/temporary_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;

Violation violation(const std::string& fingerprint, unsigned line) {
  Violation result;
  result.fingerprint = fingerprint;
  result.message = "assertion \"" + fingerprint + "\" can fail";
  result.function = "f";
  result.place = {"a.c", line, 3, line, 9};
  result.confirmed = true;
  return result;
}

/// A file with a function `f` that violates what `fingerprints` name, in lines 1, 2, ...
CheckReport report_of(const std::vector<std::string>& fingerprints) {
  CheckReport report;
  report.version = "vouch 1.2.3 (test)";
  FileReport& file = report.files.emplace_back();
  file.path = "a.c";
  for (const std::string& fingerprint : fingerprints) {
    file.violations.push_back(violation(fingerprint, static_cast<unsigned>(file.violations.size()) + 1));
  }
  file.verdict = fingerprints.empty() ? Verdict::Safe : Verdict::Violated;
  FunctionReport& function = file.functions.emplace_back();
  function.name = "f";
  function.place = {"a.c", 1, 5, 1, 6};
  function.verdict = file.verdict;
  return report;
}

class BaselineTest : public testing::Test {
protected:
  Result<Baseline> read_back(const std::string& text) {
    const std::string path = (folder.path() / "report").string();
    std::ofstream(path) << text;
    return read_baseline(path);
  }

  Comparison compare_with(const std::vector<std::string>& before, const CheckReport& now) {
    return compare(*read_back(to_json(report_of(before)).dump()), now);
  }

  TemporaryFolder folder;
};

TEST_F(BaselineTest, WhatIsNewSameAndMended) {
  const Comparison comparison = compare_with({"old", "gone"}, report_of({"fresh", "old"}));
  EXPECT_EQ(comparison.states, (std::vector<std::vector<BaselineState>>{{BaselineState::New, BaselineState::Same}}));
  ASSERT_EQ(comparison.mended.size(), 1U);
  EXPECT_EQ(comparison.mended[0].fingerprint, "gone");
  EXPECT_EQ(comparison.mended[0].line, 2U);
  EXPECT_TRUE(comparison.open.empty());
}

TEST_F(BaselineTest, OfEqualOnesAsManyAreTheSameAsThereWere) {
  const Comparison comparison = compare_with({"x"}, report_of({"x", "x"}));
  EXPECT_EQ(count_of(comparison, BaselineState::Same), 1U);
  EXPECT_EQ(count_of(comparison, BaselineState::New), 1U);
  EXPECT_EQ(compare_with({"x", "x", "x"}, report_of({"x"})).mended.size(), 2U);
}

TEST_F(BaselineTest, WhatIsUndecidedNowIsNotMended) {
  CheckReport now = report_of({});
  now.files[0].functions[0].verdict = Verdict::Unknown;
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U);
  now.files[0].functions[0].verdict = Verdict::Violated; // by something else
  EXPECT_EQ(compare_with({"x"}, now).mended.size(), 1U);
  now.files[0].functions[0].check_list = {{{"a.c", 3, 1, 3, 2}, "assert", "", CheckState::Open}};
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U);
  now.files[0].functions.clear();
  now.files[0].verdict = Verdict::Safe;
  EXPECT_EQ(compare_with({"x"}, now).mended.size(), 1U) << "the function is gone";
  now.files[0].verdict = Verdict::Unknown;
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U) << "there was no time for the file";
  now.files[0].compiles = false;
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U);
}

TEST_F(BaselineTest, WhatCouldNotBeDecidedForAWhileIsNotNewAfterwards) {
  CheckReport now = report_of({});
  now.files[0].verdict = Verdict::Unknown;
  now.files[0].functions.clear();
  now.comparison = compare_with({"old"}, now);
  for (const std::string& text : {to_json(now).dump(), to_sarif(now, {"/tmp", 1}).dump()}) {
    const auto between = read_back(text);
    ASSERT_TRUE(between);
    EXPECT_EQ(count_of(compare(*between, report_of({"old"})), BaselineState::New), 0U) << text;
  }
}

TEST_F(BaselineTest, WhatNobodyHasLookedAtIsNotMended) {
  CheckReport now = report_of({});
  EXPECT_EQ(compare_with({"x"}, now).mended.size(), 1U);
  now.properties = {Property::Bounds};
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U) << "the violation is of an assertion";
  now = report_of({});
  now.files[0].path = "b.c";
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U) << "the violation is in another file";
  now.files[0].path = "/project/src/a.c";
  EXPECT_EQ(compare_with({"x"}, now).mended.size(), 1U);
  now.files.clear();
  EXPECT_EQ(compare_with({"x"}, now).open.size(), 1U);
}

TEST_F(BaselineTest, OnlyNewViolationsCountForTheExitStatus) {
  CheckReport now = report_of({"old"});
  EXPECT_EQ(exit_status(now), 1);
  now.comparison = compare_with({"old"}, now);
  EXPECT_EQ(exit_status(now), 0);
  now.comparison = compare_with({}, now);
  EXPECT_EQ(exit_status(now), 1);
  now = report_of({});
  now.files[0].verdict = now.files[0].functions[0].verdict = Verdict::Unknown;
  now.comparison = compare_with({"old"}, now);
  EXPECT_EQ(exit_status(now), 3);
}

TEST_F(BaselineTest, SarifIsReadAndWrittenWithItsOwnWords) {
  const SarifInvocation invocation{"/tmp", 1};
  const auto before = read_back(to_sarif(report_of({"old", "gone"}), invocation).dump());
  ASSERT_TRUE(before);
  EXPECT_EQ(before->violations[0].function, "f");
  CheckReport now = report_of({"fresh", "old"});
  now.comparison = compare(*before, now);
  const auto sarif = to_sarif(now, invocation);
  const auto& results = sarif["runs"][0]["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["baselineState"], "new");
  EXPECT_EQ(results[1]["baselineState"], "unchanged");
  EXPECT_EQ(results[2]["baselineState"], "absent");
  EXPECT_EQ(results[2]["partialFingerprints"]["vouchViolation/v1"], "gone");
  const auto read_again = read_back(sarif.dump());
  ASSERT_TRUE(read_again);
  EXPECT_EQ(read_again->violations.size(), 2U) << "what was gone is not there";
}

TEST_F(BaselineTest, PeopleAndProgramsAreTold) {
  CheckReport now = report_of({"fresh", "old"});
  now.comparison = compare_with({"old", "gone"}, now);
  const std::string text = to_text(now, Colours::Off, StatisticsTable::Leave, HintsPrinted::Number);
  EXPECT_THAT(text, HasSubstr("1 new, 1 mended, 1 as before\n"));
  EXPECT_THAT(text, HasSubstr("  new: a.c:1: assertion \"fresh\" can fail [assert]\n"));
  EXPECT_THAT(text, HasSubstr("  mended: a.c:2: assertion \"gone\" can fail [assert]\n"));
  const auto json = to_json(now);
  EXPECT_EQ(json["since"]["new"], 1);
  EXPECT_EQ(json["since"]["mended"][0]["fingerprint"], "gone");
  EXPECT_EQ(json["files"][0]["violations"][0]["baselineState"], "new");
}

TEST_F(BaselineTest, WhatIsNoReportIsRefused) {
  for (const char* text : {"", "{", "[]", "7", "{\"runs\"", "{\"verdict\": \"safe\"}"}) {
    EXPECT_FALSE(read_back(text)) << text;
  }
  EXPECT_FALSE(read_baseline((folder.path() / "none").string()));
  for (const char* text : {R"({"files": 7})", R"({"files": [{"violations": [3, {"line": -1, "code": 7}]}]})",
                           R"({"runs": [{"results": [{"locations": []}, 7]}, null]})"}) {
    EXPECT_TRUE(read_back(text)) << text;
  }
}

TEST(CoverageTest, LinesAreHitIfAllTheirChecksAreProved) {
  CheckReport report = report_of({"x"});
  report.files[0].functions[0].check_list = {
      {{"a.c", 2, 1, 2, 2}, "assert", "", CheckState::Proved},
      {{"a.c", 2, 5, 2, 6}, "bounds", "", CheckState::Open},
      {{"a.c", 3, 1, 3, 2}, "assert", "", CheckState::LeftToCallers},
      {{"a.c", 4, 1, 4, 2}, "assert", "", CheckState::NotReached},
  };
  EXPECT_EQ(to_lcov(report, "/src"), "TN:vouch\nSF:/src/a.c\nFN:1,f\nFNDA:0,f\nFNF:1\nFNH:0\n"
                                     "BRDA:2,0,0,1\nBRDA:2,0,1,0\nBRDA:3,0,0,1\nBRDA:4,0,0,-\nBRF:4\nBRH:2\n"
                                     "DA:2,0\nDA:3,1\nDA:4,0\nLF:3\nLH:1\nend_of_record\n");
}

} // namespace
} // namespace vouch::server

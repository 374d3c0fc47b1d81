#include "server/formats/precision_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::server {
namespace {

using testing::HasSubstr;

std::string problem_with(const std::string& text) {
  const Result<TrackedPrecision> result = precision_of_json(text);
  return result ? "" : result.error().message;
}

TEST(PrecisionFile, ReadsWhatItWrites) {
  TrackedPrecision precision;
  precision.values = {"main::flag", "a.c:table+8"};
  precision.thresholds = {{"main::i", 3}};
  precision.predicates = {{"loop 1 of main", FormulaTheory::Integers, {"(<= |variable main::i| 9)", "false"}},
                          {"every place", FormulaTheory::Bitvectors, {"true"}}};
  const Result<TrackedPrecision> read = precision_of_json(precision_as_json(precision));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, precision);
  EXPECT_TRUE(precision_of_json(precision_as_json({}))->empty());
}

TEST(PrecisionFile, IntegersNeedNotBeSaid) {
  const Result<TrackedPrecision> read =
      precision_of_json(R"({"version": 1, "predicates": [{"at": "every place", "formulas": ["true"]}]})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->predicates.front().theory, FormulaTheory::Integers);
}

TEST(PrecisionFile, SaysWhatIsWrong) {
  EXPECT_THAT(problem_with("{"), HasSubstr("JSON"));
  EXPECT_THAT(problem_with("[]"), HasSubstr("no precision"));
  EXPECT_THAT(problem_with(R"({"values": []})"), HasSubstr("`version` is missing"));
  EXPECT_THAT(problem_with(R"({"version": 2})"), HasSubstr("`version` must be 1"));
  EXPECT_THAT(problem_with(R"({"version": 1, "value": ["main::x"]})"), HasSubstr("`value` is unknown"));
  EXPECT_THAT(problem_with(R"({"version": 1, "thresholds": {"x": -1}})"), HasSubstr("`x` must be an integer"));
  EXPECT_THAT(problem_with(R"({"version": 1, "thresholds": []})"), HasSubstr("must be an object"));
  EXPECT_THAT(problem_with(R"({"version": 1, "predicates": [{"formulas": []}]})"), HasSubstr("`at` is missing"));
  EXPECT_THAT(problem_with(R"({"version": 1, "predicates": [{"at": "every place", "theory": "reals"}]})"),
              HasSubstr("integers or bit-vectors"));
  test::TemporaryFolder folder;
  EXPECT_THAT(read_precision(folder.path() / "missing.json").error().message, HasSubstr("cannot read"));
  EXPECT_THAT(read_precision(folder.write("other.json", "{}")).error().message,
              HasSubstr("other.json' is no precision"));
}

} // namespace
} // namespace vouch::server

#include "analysis/facts/values_left.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <string>
#include <vector>

namespace vouch::facts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// `x=5` for each condition of main that leaves one value.
std::vector<std::string> left_in(const std::string& body) {
  const cfa::Cfa cfa = frontend::cfa_of("int nd(void); unsigned nu(void); int main(void) { " + body + " return 0; }");
  std::vector<std::string> result;
  for (const auto& [edge, left] : values_left_by_conditions(cfa)) {
    result.push_back(cfa.variable(left.variable).name + "=" + std::to_string(static_cast<long long>(left.value)));
  }
  std::ranges::sort(result);
  return result;
}

TEST(ValuesLeft, AreBetweenTwoBounds) {
  EXPECT_THAT(left_in("int x = nd(); if (x >= 5 && x <= 5) x = 1;"), ElementsAre("x=5"));
  EXPECT_THAT(left_in("int x = nd(), y = nd(); if (x > 4) { if (y > 7) { if (x < 6) x = 1; } }"), ElementsAre("x=5"));
  EXPECT_THAT(left_in("int x = nd(); if (x < 5 || x > 5) x = 1; else x = 2;"), ElementsAre("x=5"));
  EXPECT_THAT(left_in("int x = nd(); if (x >= 5 && x <= 6) x = 1;"), IsEmpty());
}

TEST(ValuesLeft, AreAtTheEndOfAType) {
  EXPECT_THAT(left_in("unsigned x = nu(); if (x <= 0) x = 1;"), ElementsAre("x=0"));
  EXPECT_THAT(left_in("int x = nd(); if (x >= 2147483647) x = 1;"), ElementsAre("x=2147483647"));
  EXPECT_THAT(left_in("int x = nd(); if (x > -1) { if (x != 0) { if (x <= 1) x = 3; } }"), ElementsAre("x=0", "x=1"));
}

/// Another way in between has not passed the first condition, or has changed the variable.
TEST(ValuesLeft, AreNoneWhereWaysMeetOrValuesChange) {
  EXPECT_THAT(left_in("int x = nd(); if (x >= 5) nd(); if (x <= 5) x = 1;"), IsEmpty());
  EXPECT_THAT(left_in("int x = nd(); if (x >= 5) { x = nd(); if (x <= 5) x = 1; }"), IsEmpty());
  EXPECT_THAT(left_in("int x = nd(); if (x >= 5) { while (x <= 5) x = nd(); }"), IsEmpty());
  EXPECT_THAT(left_in("int x = nd(), y = nd(); if (x >= 5 && y <= 5) x = 1;"), IsEmpty());
}

} // namespace
} // namespace vouch::facts

#include "analysis/refinement/values/tracking_costs.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <string>

namespace vouch::refinement {
namespace {

std::size_t cost_of(const std::string& name) {
  const cfa::Cfa cfa =
      frontend::cfa_of("extern int nd(void); int storey = 1; void up(void) { storey++; }\n"
                       "int main(void) { int flag = 0, n = nd(); for (int i = 0; i < n; i++) { up(); flag = 1; }\n"
                       "return flag; }",
                       Options());
  const TrackingCosts costs(cfa);
  for (cfa::VariableId variable : costs.variables_up_to(TrackingCosts::of_loop_counter)) {
    if (cfa.variable(variable).name == name) {
      return costs.of(variable);
    }
  }
  return 0;
}

TEST(TrackingCosts, AreHighForWhatCountsRounds) {
  EXPECT_EQ(cost_of("i"), TrackingCosts::of_loop_counter);
  EXPECT_EQ(cost_of("storey"), TrackingCosts::of_moved);
  EXPECT_EQ(cost_of("flag"), TrackingCosts::of_others);
}

TEST(TrackingCosts, AreKnownForWhatIsWritten) {
  const cfa::Cfa cfa =
      frontend::cfa_of("int main(void) { int x = 1; for (int i = 0; i < 9; i++) x = 2; return x; }", Options());
  const TrackingCosts costs(cfa);
  const std::vector<cfa::VariableId> cheap = costs.variables_up_to(TrackingCosts::of_others);
  EXPECT_THAT(costs.variables_up_to(TrackingCosts::of_loop_counter), testing::SizeIs(cheap.size() + 1));
  EXPECT_THAT(cheap,
              testing::Each(testing::Truly([&](cfa::VariableId variable) { return !costs.is_counter(variable); })));
}

} // namespace
} // namespace vouch::refinement

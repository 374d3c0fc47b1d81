#include "analysis/smt/interpolation/validating_interpolator.hpp"
#include "tests/unit/smt/interpolation/interpolation_engines.hpp"
#include "tests/unit/smt/interpolation/path_families.hpp"

#include <gtest/gtest.h>

/// Every engine on the loops that it is known to solve.
namespace vouch::smt {
namespace {

struct Case {
  EngineKind engine;
  std::string family;
  int length;
};

std::ostream& operator<<(std::ostream& stream, const Case& test) {
  return stream << test.family << " with engine " << static_cast<int>(test.engine) << ", " << test.length << " rounds";
}

class FamilyTest : public testing::TestWithParam<Case> {};

TEST_P(FamilyTest, InterpolantsKeepTheContract) {
  TermManager terms;
  RunContext context;
  const auto& [kind, name, length] = GetParam();
  InterpolationProblem problem = path_problem(terms, path_family(terms, name, length), length);
  InterpolationResult result = make_engine(kind, terms, context)->interpolate(problem, ample);
  const auto* interpolants = std::get_if<Interpolants>(&result);
  ASSERT_NE(interpolants, nullptr) << describe(result);
  EXPECT_EQ(contract_violation(terms, context, problem, interpolants->cuts), std::nullopt);
  EXPECT_FALSE(interpolants->engine.empty());
  if (kind != EngineKind::Chain && kind != EngineKind::Farkas && name != "twoloops") {
    EXPECT_EQ(different(interpolants->cuts), 1U); // one invariant for all cuts at the loop's head
  }
}

std::vector<Case> cases(EngineKind engine, const std::vector<std::string>& families, int length) {
  std::vector<Case> result;
  for (const std::string& family : families) {
    result.push_back({engine, family, length});
  }
  return result;
}

const std::vector<std::string> all_families{"const", "nonneg",  "count",   "swap",  "bound",   "branch", "mod", "arr",
                                            "heap",  "arrinit", "bvbound", "bvpar", "bvcount", "bvarr",  "wrap"};
// Not mod: Spacer gets stuck on a lemma when no loop is left.
const std::vector<std::string> chain_families{"const", "nonneg",  "count",   "swap",  "bound",   "branch", "arr",
                                              "heap",  "arrinit", "bvbound", "bvpar", "bvcount", "bvarr",  "twoloops"};

INSTANTIATE_TEST_SUITE_P(PathProgram, FamilyTest, testing::ValuesIn(cases(EngineKind::PathProgram, all_families, 10)));
INSTANTIATE_TEST_SUITE_P(LongPathProgram, FamilyTest,
                         testing::ValuesIn(cases(EngineKind::PathProgram, {"count", "arr", "bvcount"}, 100)));
INSTANTIATE_TEST_SUITE_P(EqualityGraph, FamilyTest,
                         testing::ValuesIn(cases(EngineKind::PathProgramWithEqualityGraph, all_families, 10)));
INSTANTIATE_TEST_SUITE_P(Hints, FamilyTest,
                         testing::ValuesIn(cases(EngineKind::PathProgramWithHints, all_families, 10)));
INSTANTIATE_TEST_SUITE_P(Cells, FamilyTest,
                         testing::ValuesIn(cases(EngineKind::PathProgramWithHints, {"cellcount"}, 10)));
INSTANTIATE_TEST_SUITE_P(Chain, FamilyTest, testing::ValuesIn(cases(EngineKind::Chain, chain_families, 10)));
INSTANTIATE_TEST_SUITE_P(Farkas, FamilyTest,
                         testing::ValuesIn(cases(EngineKind::Farkas, {"const", "count", "swap", "bound", "twoloops"},
                                                 20)));
INSTANTIATE_TEST_SUITE_P(Portfolio, FamilyTest, testing::ValuesIn(cases(EngineKind::Portfolio, all_families, 5)));

} // namespace
} // namespace vouch::smt

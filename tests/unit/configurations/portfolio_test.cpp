#include "analysis/configurations/portfolio.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <initializer_list>

namespace vouch::configurations {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr std::chrono::milliseconds no_time{0};
constexpr std::chrono::milliseconds enough{std::chrono::seconds(30)};

/// A violated program whose violation nothing finds at once, and one verification of it.
class PortfolioTest : public testing::TestWithParam<Configuration> {
protected:
  VerifiedProgram program_{frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
                                            "int main(void) { unsigned n = __VERIFIER_nondet_int(); unsigned i = 0;"
                                            "  while (i < n) i++; if (i == 123456789) reach_error(); }"),
                           BlockHeuristic::None};
  Options options_;
  std::optional<reuse::KeptProof> last_;
  RunContext context_;
  findings::EntryOutcome outcome_;
  Portfolio portfolio_{
      {.program = program_, .options = options_}, program_.cfa().entry_points().front(), last_, context_, outcome_};
};

/// However little is known to be left: an exploration that was cut short has proved nothing.
TEST_P(PortfolioTest, WhatHasNotComeToAnEndIsOpen) {
  EXPECT_THAT(portfolio_.open(), Not(IsEmpty()));
  EXPECT_EQ(portfolio_.explore(GetParam(), {no_time}), Decision::OutOfTime);
  EXPECT_THAT(portfolio_.open(), Not(IsEmpty()));
  EXPECT_EQ(portfolio_.proved_by(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(All, PortfolioTest, testing::ValuesIn(all_configurations()));

TEST(PortfolioWithAProof, NothingIsOpenBehindAProof) {
  const VerifiedProgram program(frontend::cfa_of("extern void reach_error(void); int main(void) { int i = 0;"
                                                 "  while (i < 3) i++; if (i != 3) reach_error(); }"),
                                BlockHeuristic::None);
  const Options options;
  const std::optional<reuse::KeptProof> last;
  RunContext context;
  findings::EntryOutcome outcome;
  Portfolio portfolio({.program = program, .options = options}, program.cfa().entry_points().front(), last, context,
                      outcome);
  EXPECT_EQ(portfolio.explore(*configuration_named("values"), {no_time}), Decision::OutOfTime);
  EXPECT_EQ(portfolio.explore(*configuration_named("predicates over integers"), {enough}), Decision::Complete);
  EXPECT_THAT(portfolio.open(), IsEmpty());
}

/// What a first attempt has explored, the next one has not to explore again.
class PausedPortfolio : public testing::Test {
protected:
  /// How many states exploring values takes, with one attempt behind the other, of which the last comes to its end.
  std::uint64_t states_of(std::initializer_list<AttemptLimits> attempts) {
    RunContext context;
    findings::EntryOutcome outcome;
    Portfolio portfolio({.program = program_, .options = options_}, program_.cfa().entry_points().front(), last_,
                        context, outcome);
    Decision decision = Decision::Open;
    reasons_.clear();
    for (const AttemptLimits& limits : attempts) {
      EXPECT_NE(decision, Decision::Complete);
      decision = portfolio.explore(*configuration_named("values"), limits);
      reasons_.push_back(portfolio.open().empty() ? "" : portfolio.open().front());
    }
    EXPECT_EQ(decision, Decision::Complete);
    return context.statistics.abstract_states;
  }

  VerifiedProgram program_{
      frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
                       "int main(void) { int n = __VERIFIER_nondet_int(); int i = 0;"
                       "  while (i < 20000) { if (n > i) i++; else i += 2; } if (i < 20000) reach_error(); }"),
      BlockHeuristic::None};
  Options options_;
  std::optional<reuse::KeptProof> last_;
  std::vector<std::string> reasons_; ///< of each attempt, why something is open
};

/// The edges of one state are followed twice, each time.
constexpr std::uint64_t explored_twice = 10;

/// The first of these tests, and the exploration in parts first: a process does not grow while it uses what others have freed.
TEST_F(PausedPortfolio, GoesOnFromWhereItHadSoMuchMemory) {
  constexpr std::uint64_t one_mebibyte = 1024 * 1024;
  const std::uint64_t in_parts = states_of({{enough, 0, one_mebibyte}, {enough}});
  EXPECT_EQ(reasons_.front(), "memory");
  const std::uint64_t at_once = states_of({{enough}});
  EXPECT_GE(in_parts, at_once);
  EXPECT_LE(in_parts, at_once + explored_twice);
}

TEST_F(PausedPortfolio, GoesOnFromWhereItWasWhenTimeWasOver) {
  const std::uint64_t at_once = states_of({{enough}});
  const std::uint64_t in_parts =
      states_of({{std::chrono::milliseconds(20)}, {std::chrono::milliseconds(40)}, {enough}});
  EXPECT_GE(in_parts, at_once);
  EXPECT_LE(in_parts, at_once + explored_twice);
}

TEST_F(PausedPortfolio, GoesOnFromWhereItHadSoManyStates) {
  const std::uint64_t at_once = states_of({{enough}});
  const std::uint64_t in_parts = states_of({{enough, 1000}, {enough, 2000}, {enough}});
  EXPECT_THAT(reasons_, testing::ElementsAre("number of states", "number of states", ""));
  EXPECT_GE(in_parts, at_once);
  EXPECT_LE(in_parts, at_once + explored_twice);
}

} // namespace
} // namespace vouch::configurations

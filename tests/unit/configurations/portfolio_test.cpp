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
  EXPECT_EQ(portfolio_.explore(GetParam(), no_time), Decision::OutOfTime);
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
  EXPECT_EQ(portfolio.explore(*configuration_named("values"), no_time), Decision::OutOfTime);
  EXPECT_EQ(portfolio.explore(*configuration_named("predicates over integers"), enough), Decision::Complete);
  EXPECT_THAT(portfolio.open(), IsEmpty());
}

/// What a first attempt has explored, the next one has not to explore again.
TEST(PortfolioOutOfTime, GoesOnFromWhereItWas) {
  const VerifiedProgram program(
      frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
                       "int main(void) { int n = __VERIFIER_nondet_int(); int i = 0;"
                       "  while (i < 20000) { if (n > i) i++; else i += 2; } if (i < 20000) reach_error(); }"),
      BlockHeuristic::None);
  const Options options;
  const std::optional<reuse::KeptProof> last;
  const auto states_of = [&](std::initializer_list<std::chrono::milliseconds> limits) {
    RunContext context;
    findings::EntryOutcome outcome;
    Portfolio portfolio({.program = program, .options = options}, program.cfa().entry_points().front(), last, context,
                        outcome);
    Decision decision = Decision::Open;
    for (std::chrono::milliseconds limit : limits) {
      EXPECT_NE(decision, Decision::Complete);
      decision = portfolio.explore(*configuration_named("values"), limit);
    }
    EXPECT_EQ(decision, Decision::Complete);
    return context.statistics.abstract_states;
  };
  const std::uint64_t at_once = states_of({enough});
  const std::uint64_t in_parts = states_of({std::chrono::milliseconds(20), std::chrono::milliseconds(40), enough});
  EXPECT_GE(in_parts, at_once);
  EXPECT_LE(in_parts, at_once + 10); // the edges of one state, twice each time
}

} // namespace
} // namespace vouch::configurations

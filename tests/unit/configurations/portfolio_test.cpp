#include "analysis/configurations/portfolio.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::configurations {
namespace {

using testing::IsEmpty;
using testing::Not;

constexpr std::chrono::milliseconds no_time{0};
constexpr std::chrono::milliseconds enough{std::chrono::seconds(30)};

/// A violated program whose violation nothing finds at once, and one verification of it.
class PortfolioTest : public testing::TestWithParam<Configuration> {
protected:
  cfa::Cfa cfa_ = frontend::cfa_of("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"
                                   "int main(void) { unsigned n = __VERIFIER_nondet_int(); unsigned i = 0;"
                                   "  while (i < n) i++; if (i == 123456789) reach_error(); }");
  facts::TargetReachability targets_{cfa_};
  trace::Interpreter interpreter_{cfa_};
  Options options_;
  facts::ProgramFacts facts_{cfa_, BlockHeuristic::None};
  std::optional<reuse::KeptProof> last_;
  RunContext context_;
  findings::EntryOutcome outcome_;
  Portfolio portfolio_{{.cfa = cfa_,
                        .targets = targets_,
                        .interpreter = interpreter_,
                        .options = options_,
                        .fingerprints = nullptr,
                        .facts = [this]() -> const facts::ProgramFacts& { return facts_; }},
                       cfa_.entry_points().front(),
                       last_,
                       context_,
                       outcome_};
};

/// However little is known to be left: an exploration that was cut short has proved nothing.
TEST_P(PortfolioTest, WhatHasNotComeToAnEndIsOpen) {
  EXPECT_THAT(portfolio_.open(), Not(IsEmpty()));
  EXPECT_EQ(portfolio_.explore(GetParam(), facts_, no_time), Decision::OutOfTime);
  EXPECT_THAT(portfolio_.open(), Not(IsEmpty()));
  EXPECT_EQ(portfolio_.proved_by(), nullptr);
}

INSTANTIATE_TEST_SUITE_P(All, PortfolioTest, testing::ValuesIn(all_configurations()));

TEST(PortfolioWithAProof, NothingIsOpenBehindAProof) {
  const cfa::Cfa cfa = frontend::cfa_of("extern void reach_error(void); int main(void) { int i = 0;"
                                        "  while (i < 3) i++; if (i != 3) reach_error(); }");
  const facts::TargetReachability targets(cfa);
  const trace::Interpreter interpreter(cfa);
  const Options options;
  const facts::ProgramFacts facts(cfa, BlockHeuristic::None);
  const std::optional<reuse::KeptProof> last;
  RunContext context;
  findings::EntryOutcome outcome;
  Portfolio portfolio({.cfa = cfa,
                       .targets = targets,
                       .interpreter = interpreter,
                       .options = options,
                       .fingerprints = nullptr,
                       .facts = [&facts]() -> const facts::ProgramFacts& { return facts; }},
                      cfa.entry_points().front(), last, context, outcome);
  EXPECT_EQ(portfolio.explore(*configuration_named("values"), facts, no_time), Decision::OutOfTime);
  EXPECT_EQ(portfolio.explore(*configuration_named("predicates over integers"), facts, enough), Decision::Complete);
  EXPECT_THAT(portfolio.open(), IsEmpty());
}

} // namespace
} // namespace vouch::configurations

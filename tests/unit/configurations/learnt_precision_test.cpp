#include "analysis/configurations/learnt_precision.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gtest/gtest.h>
#include <utility>

namespace vouch::configurations {
namespace {

const std::string counts = "int main(void) { int i = 0; while (i < 9) i++; return i; }";

/// A program, and a context of its own to write predicates in.
struct Context {
  explicit Context(const std::string& code, smt::Theory theory = smt::Theory::Integers)
      : cfa(frontend::cfa_of(code)), names(cfa), regions(cfa), encoder(terms, cfa, regions, theory) {}

  LearntPrecision::Language language() { return {cfa, names, regions, encoder}; }

  /// i <= limit at the loop.
  domains::PredicatePrecision at_most(int limit) {
    for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
      const cfa::VariableId variable(index);
      if (cfa.variable(variable).name == "i") {
        const smt::Term i = encoder.symbol(encoder.symbol_of(variable));
        return domains::PredicatePrecision().with_local(loop(), {terms.less_equal(i, terms.integer(limit))});
      }
    }
    return {};
  }

  [[nodiscard]] cfa::LocationId loop() const {
    for (std::size_t index = 0; index < cfa.location_count(); ++index) {
      if (cfa.location(cfa::LocationId(index)).is_loop_head) {
        return cfa::LocationId(index);
      }
    }
    return {};
  }

  smt::TermManager terms;
  cfa::Cfa cfa;
  reuse::StableNames names;
  facts::MemoryRegions regions;
  smt::Encoder encoder;
};

TEST(LearntPrecisionTest, WhatOneContextHasLearntIsThereInTheNext) {
  Context first(counts);
  const LearntPrecision learnt = LearntPrecision().with(first.at_most(9), first.language());
  Context second(counts);
  EXPECT_EQ(learnt.in(second.language()), second.at_most(9));
}

TEST(LearntPrecisionTest, WhatWasKnownBeforeStays) {
  Context first(counts);
  Context second(counts);
  const LearntPrecision learnt =
      LearntPrecision().with(first.at_most(9), first.language()).with(second.at_most(5), second.language());
  Context third(counts);
  EXPECT_EQ(learnt.in(third.language()), third.at_most(9).joined(third.at_most(5)));
}

TEST(LearntPrecisionTest, AnotherProgramGetsWhatItHasPlacesFor) {
  Context first(counts);
  const LearntPrecision learnt = LearntPrecision().with(first.at_most(9), first.language());
  Context longer("int main(int argc) { if (argc > 3) return 1; int i = 0; while (i < 9) i++; return i; }");
  EXPECT_EQ(learnt.in(longer.language()), longer.at_most(9));
  Context other("int main(void) { int k = 0; while (k < 9) k++; return k; }");
  EXPECT_EQ(learnt.in(other.language()).size(), 0U);
}

TEST(LearntPrecisionTest, TheoriesDoNotMix) {
  Context first(counts);
  const LearntPrecision learnt = LearntPrecision().with(first.at_most(9), first.language());
  Context bits(counts, smt::Theory::Bitvectors);
  EXPECT_EQ(learnt.in(bits.language()).size(), 0U);
}

} // namespace
} // namespace vouch::configurations

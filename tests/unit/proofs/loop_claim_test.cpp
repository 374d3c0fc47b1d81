#include "analysis/domains/predicates/block_symbols.hpp"
#include "tests/unit/proofs/proved_program.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace vouch::proofs {
namespace {

/// A loop with two exits, one of them through `return`.
const char* const search =
    "int search(int n, int key) { int i = 0; while (i < n) { if (i == key) return i; i = i + 1; } return n; }"
    "int main(void) { int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();"
    "  if (n < 0) return 0; int found = search(n, key); if (found > n) reach_error(); }";

bool is_accepted(const ProofVerdict& verdict) { return std::holds_alternative<ProofAccepted>(verdict); }
bool is_rejected(const ProofVerdict& verdict) { return std::holds_alternative<ProofRejected>(verdict); }

std::vector<BlockClaim*> loop_claims(ProvedProgram& program) {
  std::vector<BlockClaim*> claims;
  for (BlockClaim& claim : program.proof().blocks) {
    if (claim.block.block.kind == facts::BlockKind::Loop) {
      claims.push_back(&claim);
    }
  }
  return claims;
}

cfa::VariableId variable_named(const cfa::Cfa& cfa, const std::string& name) {
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (cfa.variable(cfa::VariableId(index)).name == name) {
      return cfa::VariableId(index);
    }
  }
  return {};
}

void remove_loop_claims(ProvedProgram& program) {
  std::vector<BlockClaim> others;
  for (const BlockClaim& claim : program.proof().blocks) {
    if (claim.block.block.kind != facts::BlockKind::Loop) {
      others.push_back(claim);
    }
  }
  program.proof().blocks.swap(others);
}

class LoopClaim : public testing::TestWithParam<BlockHeuristic> {
protected:
  static ProgramPoint point(cfa::LocationId location) { return {location, {}}; }
};

INSTANTIATE_TEST_SUITE_P(All, LoopClaim, testing::Values(BlockHeuristic::Loops, BlockHeuristic::FunctionsAndLoops));

TEST_P(LoopClaim, IsAcceptedAsItWasProved) {
  ProvedProgram program(search, GetParam());
  ASSERT_TRUE(program.is_proved());
  ASSERT_FALSE(loop_claims(program).empty());
  EXPECT_EQ(loop_claims(program).front()->block.block.exits.size(), 2U);
  EXPECT_TRUE(is_accepted(program.check()));
}

TEST_P(LoopClaim, OfAnExitThatTheLoopDoesNotKeepToIsRejected) {
  for (std::size_t exit : {0, 1}) {
    ProvedProgram program(search, GetParam());
    for (BlockClaim* claim : loop_claims(program)) {
      claim->points[point(claim->block.block.exits.at(exit))] = {program.terms().boolean(false)};
    }
    EXPECT_TRUE(is_rejected(program.check())) << exit;
  }
}

TEST_P(LoopClaim, WithoutFormulasAtAnExitIsRejected) {
  ProvedProgram program(search, GetParam());
  const std::vector<cfa::LocationId> exits = loop_claims(program).front()->block.block.exits;
  for (BlockClaim* claim : loop_claims(program)) {
    claim->points.erase(point(exits.back()));
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, AboutABlockThatHasAnotherExitIsRejected) {
  ProvedProgram program(search, GetParam());
  const BlockClaim claim = *loop_claims(program).front();
  facts::Block block = claim.block.block;
  block.exits.pop_back();
  remove_loop_claims(program);
  program.proof().blocks.push_back(
      {{block, claim.block.effects, claim.block.table}, claim.entry, claim.points, claim.is_followed});
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, ThatIsTooWeakForWhatFollowsIsRejected) {
  ProvedProgram program(search, GetParam());
  for (BlockClaim* claim : loop_claims(program)) {
    for (cfa::LocationId exit : claim->block.block.exits) {
      claim->points[point(exit)] = {program.terms().boolean(true)};
    }
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, OfAnEntryThatDoesNotHoldIsRejected) {
  ProvedProgram program(search, GetParam());
  for (BlockClaim* claim : loop_claims(program)) {
    claim->entry = program.terms().boolean(false);
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, WithoutAFormulaForTheNextRoundIsRejected) {
  ProvedProgram program(search, GetParam());
  for (BlockClaim* claim : loop_claims(program)) {
    claim->points.erase(point(claim->block.block.entry));
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

/// "The value at the entry of the caller is not positive" is no fact about the value at the entry of the loop.
TEST_P(LoopClaim, WithAnEntryFormulaAboutAnotherEntryIsRejected) {
  ProvedProgram program(search, GetParam());
  smt::Encoder& encoder = program.encoder();
  for (BlockClaim* claim : loop_claims(program)) {
    const smt::SymbolId written = encoder.symbols_written(claim->block.effects).front();
    const smt::Term past = encoder.symbol(encoder.entry_value_of(written));
    claim->entry = program.terms().less_equal(past, program.terms().integer(0));
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, MayRestOnThatOfANestedLoop) {
  ProvedProgram program("int count(int n) { int sum = 0;"
                        "  for (int i = 0; i < n; i++) { int three = 0; while (three < 3) three++; sum = sum + three; }"
                        "  return sum; }"
                        "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 50) return 0;"
                        "  if (count(n) != 3 * n) reach_error(); }",
                        GetParam());
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(is_accepted(program.check()));
  const std::vector<BlockClaim*> claims = loop_claims(program);
  const auto inner = std::find_if(claims.begin(), claims.end(), [&](const BlockClaim* claim) {
    return std::any_of(claims.begin(), claims.end(), [&](const BlockClaim* other) {
      return other->block.block.entry != claim->block.block.entry &&
             other->block.block.contains(claim->block.block.entry);
    });
  });
  ASSERT_NE(inner, claims.end());
  for (cfa::LocationId exit : (*inner)->block.block.exits) {
    (*inner)->points[point(exit)] = {program.terms().boolean(false)};
  }
  EXPECT_TRUE(is_rejected(program.check()));
}

TEST_P(LoopClaim, MayRestOnThatOfAFunction) {
  ProvedProgram program("int g; void step(void) { g = g + 1; }"
                        "void steps(int n) { for (int i = 0; i < n; i++) { step(); if (g > 1000) return; } }"
                        "int main(void) { int n = __VERIFIER_nondet_int(); g = 0; steps(n); steps(n);"
                        "  if (g < 0) reach_error(); }",
                        GetParam());
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(is_accepted(program.check()));
}

/// Control that returns from the inner loop leaves both at once.
TEST_P(LoopClaim, OfAnOuterLoopHasTheReturnsOfTheInnerOne) {
  const std::string code = "int f(int x) { int r = 0; for (int i = 0; i < 5; i++) {"
                           "    while (__VERIFIER_nondet_int()) { if (x == 123456) { r = 1; goto out; } }"
                           "  } out: return r; }"
                           "int main(void) { if (f(__VERIFIER_nondet_int()) > ";
  EXPECT_FALSE(ProvedProgram(code + "0) reach_error(); }", GetParam()).is_proved());
  ProvedProgram safe(code + "1) reach_error(); }", GetParam());
  ASSERT_TRUE(safe.is_proved());
  EXPECT_TRUE(is_accepted(safe.check()));
}

/// The variable of `next` in front of the loop is not the one of the calls within it.
TEST_P(LoopClaim, SaysNothingOfVariablesOfOtherActivations) {
  ProvedProgram program("int next(int x) { int y = x + 1; return y; }"
                        "int f(int n) { int a = next(7), i = 0; while (i < n) i = next(i); return a; }"
                        "int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) != 8) reach_error(); }",
                        GetParam());
  ASSERT_TRUE(program.is_proved());
  EXPECT_TRUE(is_accepted(program.check()));
  smt::Encoder& encoder = program.encoder();
  const domains::BlockSymbols symbols(program.cfa(), encoder);
  const cfa::VariableId y = variable_named(program.cfa(), "y");
  const smt::Term is_nine = program.terms().equal(encoder.symbol(encoder.symbol_of(y)), program.terms().integer(9));
  const BlockClaim& claim = *loop_claims(program).front();
  const std::vector<smt::SymbolId> changed = symbols.changed(claim.block, is_nine);
  EXPECT_TRUE(std::find(changed.begin(), changed.end(), encoder.symbol_of(y)) != changed.end());
}

} // namespace
} // namespace vouch::proofs

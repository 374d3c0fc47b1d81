#include "analysis/proofs/proof_check.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::proofs {
namespace {

using cfa::BinaryOperator;
using testing::HasSubstr;

/// `i = 0; while (i < 9) i = i + step; assert(i == 9);`, and formulas about i.
class LoopProof : public testing::Test {
protected:
  static cfa::Cfa make_program(test::ProgramSketch& sketch, cfa::Integer step) {
    const cfa::VariableId i = sketch.variable("i");
    const cfa::LocationId head = sketch.location();
    const cfa::LocationId body = sketch.location();
    const cfa::LocationId behind = sketch.location();
    sketch.set(sketch.entry(), head, i, 0);
    sketch.branch(head, sketch.less(i, 9), body, behind);
    sketch.assign(body, head, i, sketch.plus(i, step));
    sketch.branch(behind, sketch.equals(i, 9), sketch.exit(), sketch.target("i can be another number"));
    return sketch.build();
  }

  ProofVerdict check(const Proof& proof, const core::TargetKeys& excluded = {}) {
    return check_proof(proof, {}, start(), {cfa_, targets_, excluded, encoder_, context_});
  }

  cfa::LocationId start() { return cfa_.function(sketch_.main()).entry; }
  ProgramPoint at_start() { return {start(), {}}; }
  ProgramPoint at_head() {
    return {find([](const cfa::Location& location) { return location.is_loop_head; }), {}};
  }
  cfa::LocationId target() {
    return find([](const cfa::Location& location) { return location.target.has_value(); });
  }
  template <class Condition>
  cfa::LocationId find(Condition condition) {
    for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
      if (condition(cfa_.location(cfa::LocationId(index)))) {
        return cfa::LocationId(index);
      }
    }
    return {};
  }

  smt::Term yes() { return terms_.boolean(true); }
  smt::Term i() { return encoder_.symbol(encoder_.symbol_of(cfa::VariableId(0))); }
  smt::Term at_most(cfa::Integer bound) { return terms_.less_equal(i(), terms_.integer(bound)); }

  test::ProgramSketch sketch_;
  cfa::Cfa cfa_ = make_program(sketch_, 1);
  facts::TargetReachability targets_{cfa_};
  facts::MemoryRegions regions_{cfa_};
  smt::TermManager terms_;
  smt::Encoder encoder_{terms_, cfa_, regions_, smt::Theory::Integers};
  RunContext context_;
};

TEST_F(LoopProof, AnInductiveInvariantThatExcludesTheTargetIsAccepted) {
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(check({{at_start(), {yes()}}, {at_head(), {at_most(9)}}})));
}

TEST_F(LoopProof, SeveralFormulasHoldTogether) {
  const smt::Term low = at_most(4);
  const smt::Term high = terms_.logical_and(terms_.logical_not(at_most(4)), at_most(9));
  EXPECT_TRUE(std::holds_alternative<ProofAccepted>(check({{at_start(), {yes()}}, {at_head(), {low, high}}})));
}

TEST_F(LoopProof, OneThatALoopLeavesIsRejected) {
  const ProofVerdict verdict = check({{at_start(), {yes()}}, {at_head(), {at_most(8)}}});
  ASSERT_TRUE(std::holds_alternative<ProofRejected>(verdict));
  EXPECT_THAT(std::get<ProofRejected>(verdict).reason, HasSubstr("not inductive"));
}

TEST_F(LoopProof, OneThatAllowsTheTargetIsRejected) {
  const Proof proof = {{at_start(), {yes()}}, {at_head(), {at_most(10)}}};
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(check(proof)));
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(check({{at_start(), {yes()}}, {at_head(), {yes()}}})));
  const core::TargetKeys without_target = {{core::TargetKind::Property, target()}};
  EXPECT_TRUE(
      std::holds_alternative<ProofAccepted>(check({{at_start(), {yes()}}, {at_head(), {yes()}}}, without_target)));
}

TEST_F(LoopProof, OneThatDoesNotHoldAtFirstIsRejected) {
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(
      check({{at_start(), {yes()}}, {at_head(), {terms_.logical_not(at_most(0))}}})));
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(check({{at_start(), {at_most(5)}}, {at_head(), {at_most(9)}}})));
}

TEST_F(LoopProof, ALoopThatIsSaidNotToBeEnteredMustNotBe) {
  EXPECT_TRUE(std::holds_alternative<ProofRejected>(check({{at_start(), {yes()}}})));
}

} // namespace
} // namespace vouch::proofs

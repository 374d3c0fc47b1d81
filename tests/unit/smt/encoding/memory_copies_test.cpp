#include "tests/unit/smt/encoding/memory_encoding_program.hpp"

namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

const Type ten_ints = AggregateType{40};

class MemoryCopiesTest : public MemoryEncodingTest {};

INSTANTIATE_TEST_SUITE_P(Theories, MemoryCopiesTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(MemoryCopiesTest, CopyMovesEveryField) {
  Type record = AggregateType{16};
  VariableId a = p.memory_variable("a", record, 8);
  VariableId b = p.memory_variable("b", record, 8);
  p.then(Store{p.address_of(a), p.number(1)});
  p.then(Store{p.plus(p.address_of(a), 8), p.number(2, i64)});
  p.then(Store{p.address_of(b), p.number(3)});
  p.then(CopyMemory{p.address_of(b), p.address_of(a), p.number(16, u64)});
  p.then(Store{p.address_of(a), p.number(4)});
  VariableId first = load(p.address_of(b), i32);
  VariableId second = load(p.plus(p.address_of(b), 8), i64);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(first, 1)));
  EXPECT_TRUE(f.must(f.equals(second, 2)));
}

TEST_P(MemoryCopiesTest, OverlappingCopyReadsBeforeItWrites) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  auto at = [&](Integer index) { return p.plus(p.address_of(a), 4 * index); };
  for (Integer index = 0; index < 4; ++index) {
    p.then(Store{at(index), p.number(index)});
  }
  p.then(CopyMemory{at(1), at(0), p.number(12, u64)});
  VariableId last = load(at(3), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.can(f.equals(last, 2)));
  EXPECT_FALSE(f.is_exact() && !f.must(f.equals(last, 2)));
}

TEST_P(MemoryCopiesTest, CopyOfAComputedSizeMovesWhatItReaches) {
  VariableId from = p.memory_variable("from", ten_ints, 4);
  VariableId to = p.memory_variable("to", ten_ints, 4);
  VariableId size = p.register_variable("size", u64);
  for (Integer index = 0; index < 4; ++index) {
    p.then(Store{p.plus(p.address_of(from), 4 * index), p.number(index + 1)});
    p.then(Store{p.plus(p.address_of(to), 4 * index), p.number(0)});
  }
  p.then(Input{size, InputKind::Nondeterministic, "size", {}});
  p.then(CopyMemory{p.plus(p.address_of(to), 4), p.address_of(from), p.read(size)});
  VariableId first = load(p.address_of(to), i32);
  VariableId second = load(p.plus(p.address_of(to), 4), i32);
  VariableId third = load(p.plus(p.address_of(to), 8), i32);
  PathFormula f = path();
  const Term is_eight = f.equals(size, 8);
  const Term is_four = f.equals(size, 4);
  EXPECT_TRUE(f.must(f.equals(first, 0)));
  EXPECT_TRUE(f.can(is_eight));
  EXPECT_TRUE(f.must(f.terms().implies(is_eight, f.equals(second, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(is_eight, f.equals(third, 2))));
  EXPECT_TRUE(f.must(f.terms().implies(is_four, f.equals(second, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(is_four, f.equals(third, 0))));
}

TEST_P(MemoryCopiesTest, FillOfAComputedSizeChangesWhatItReaches) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId size = p.register_variable("size", u64);
  p.then(Store{p.address_of(a), p.number(7)});
  p.then(Store{p.plus(p.address_of(a), 4), p.number(8)});
  p.then(Input{size, InputKind::Nondeterministic, "size", {}});
  p.then(SetMemory{p.address_of(a), p.number(0), p.read(size)});
  VariableId first = load(p.address_of(a), i32);
  VariableId second = load(p.plus(p.address_of(a), 4), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(size, 4), f.equals(first, 0))));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(size, 4), f.equals(second, 8))));
  EXPECT_TRUE(f.can(
      f.terms().logical_and(std::vector<Term>{f.equals(size, 2), f.equals(first, 9)}))); // nobody computes what is torn
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(size, 2), f.equals(second, 8))));
}

} // namespace
} // namespace vouch::smt

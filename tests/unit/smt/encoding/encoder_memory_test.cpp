#include "tests/unit/smt/encoding/memory_encoding_program.hpp"

namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

const Type ten_ints = AggregateType{40};

class EncoderMemoryTest : public MemoryEncodingTest {};

INSTANTIATE_TEST_SUITE_P(Theories, EncoderMemoryTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(EncoderMemoryTest, StoredElementsAreLoadedUnlessOverwritten) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId i = p.register_variable("i", i64);
  VariableId j = p.register_variable("j", i64);
  p.then(Store{p.element(p.address_of(a), p.read(i), 4), p.number(1)});
  p.then(Store{p.element(p.address_of(a), p.read(j), 4), p.number(2)});
  VariableId x = load(p.element(p.address_of(a), p.read(i), 4), i32);
  PathFormula f = path();
  Term same = f.terms().equal(f.last(i), f.last(j));
  EXPECT_TRUE(f.must(f.terms().implies(same, f.equals(x, 2))));
  EXPECT_TRUE(f.must(f.terms().implies(f.terms().logical_not(same), f.equals(x, 1))));
  EXPECT_TRUE(f.can(same));
  EXPECT_TRUE(f.is_exact());
}

TEST_P(EncoderMemoryTest, AccessesLieInTheirObject) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId i = p.register_variable("i", i64);
  load(p.element(p.address_of(a), p.read(i), 4), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(i, 0)));
  EXPECT_TRUE(f.can(f.equals(i, 9)));
  EXPECT_FALSE(f.can(f.equals(i, 10)));
  EXPECT_FALSE(f.can(f.equals(i, -1)));
}

TEST_P(EncoderMemoryTest, ObjectsOfOneRegionAreDisjoint) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  VariableId pointer = pointer_to({a, b});
  p.then(Input{pointer, InputKind::Nondeterministic, "p", {}});
  p.then(Store{p.address_of(a), p.number(1)});
  p.then(Store{p.address_of(b), p.number(2)});
  p.then(Store{p.read(pointer), p.number(3)});
  VariableId x = load(p.address_of(a), i32);
  VariableId y = load(p.address_of(b), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 1)));
  EXPECT_TRUE(f.can(f.equals(x, 3)));
  EXPECT_FALSE(f.can(f.equals(x, 2)));
  EXPECT_FALSE(f.can(f.terms().logical_and(f.equals(x, 3), f.equals(y, 3))));
}

TEST_P(EncoderMemoryTest, BytesOfAnInteger) {
  VariableId a = p.memory_variable("a", i32, 4);
  p.then(Store{p.address_of(a), p.number(0x01020304)});
  VariableId low = load(p.address_of(a), u8);
  VariableId high = load(p.plus(p.address_of(a), 3), u8);
  p.then(Store{p.plus(p.address_of(a), 3), p.number(0xFF, u8)});
  VariableId all = load(p.address_of(a), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(low, 4), f.equals(high, 1))));
  EXPECT_TRUE(f.can(f.equals(all, -0xFDFCFC)));
  EXPECT_EQ(f.must(f.equals(low, 4)), is_bitvector());
  EXPECT_EQ(f.must(f.equals(high, 1)), is_bitvector());
  EXPECT_EQ(f.must(f.equals(all, -0xFDFCFC)), is_bitvector());
  EXPECT_EQ(f.is_exact(), is_bitvector());
  if (!is_bitvector()) {
    EXPECT_FALSE(f.can(f.equals(low, 256)));
  }
}

TEST_P(EncoderMemoryTest, CellsOfOneSizeOutliveStoresOfOthersElsewhere) {
  VariableId a = p.memory_variable("a", AggregateType{16}, 8);
  VariableId i = p.register_variable("i", i64);
  p.then(Store{p.plus(p.address_of(a), 8), p.number(7, i64)});
  p.then(Store{p.plus(p.address_of(a), 4), p.number(5)});
  p.then(Store{p.plus(p.address_of(a), 1), p.number(1, u8)});
  VariableId wide = load(p.plus(p.address_of(a), 8), i64);
  VariableId word = load(p.plus(p.address_of(a), 4), i32);
  VariableId part = load(p.plus(p.address_of(a), 9), u8);
  p.then(Store{p.element(p.address_of(a), p.read(i), 1), p.number(2, u8)});
  VariableId later = load(p.plus(p.address_of(a), 8), i64);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(wide, 7)));
  EXPECT_TRUE(f.must(f.equals(word, 5)));
  EXPECT_EQ(f.must(f.equals(part, 0)), is_bitvector());
  EXPECT_TRUE(f.can(f.equals(part, 0)));
  Term far_away = f.terms().equal(f.last(i), f.terms().numeral(0, f.last(i).sort()));
  if (!is_bitvector()) {
    EXPECT_TRUE(f.must(f.terms().implies(far_away, f.equals(later, 7))));
  }
  EXPECT_FALSE(f.must(f.equals(later, 7)));
}

TEST_P(EncoderMemoryTest, AnAccessThatIsNotAlignedLeavesNothingKnown) {
  VariableId a = p.memory_variable("a", AggregateType{16}, 8);
  p.then(Store{p.address_of(a), p.number(7)});
  p.then(Store{p.plus(p.address_of(a), 2), p.number(5)});
  VariableId x = load(p.address_of(a), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 7 + (5 << 16))));
  EXPECT_EQ(f.must(f.equals(x, 7 + (5 << 16))), is_bitvector());
}

TEST_P(EncoderMemoryTest, ViewsOfOtherSignednessShareCells) {
  VariableId a = p.memory_variable("a", i32, 4);
  p.then(Store{p.address_of(a), p.number(-2)});
  VariableId x = load(p.address_of(a), u32);
  VariableId y = load(p.address_of(a), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  Term both = f.terms().logical_and(f.equals(x, 0xFFFFFFFE), f.equals(y, -2));
  EXPECT_TRUE(f.must(both));
}

TEST_P(EncoderMemoryTest, LoadedValuesHaveTheirTypesRange) {
  VariableId a = p.memory_variable("a", u8, 1);
  VariableId x = load(p.address_of(a), u8);
  VariableId y = p.register_variable("y", i32);
  p.then(Assign{y, p.expressions().convert(p.read(x), i32)});
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(y, 255)));
  EXPECT_FALSE(f.can(f.equals(y, 256)));
  EXPECT_FALSE(f.can(f.equals(y, -1)));
}

TEST_P(EncoderMemoryTest, DeclareForgetsTheVariableOnly) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  VariableId alone = p.memory_variable("alone", i32, 4);
  pointer_to({a, b});
  for (VariableId variable : {a, b, alone}) {
    p.then(Store{p.address_of(variable), p.number(1)});
  }
  const EdgeId first = p.then(Declare{a});
  p.then(Declare{alone});
  VariableId x = load(p.address_of(a), i32);
  VariableId y = load(p.address_of(b), i32);
  VariableId z = load(p.address_of(alone), i32);
  repeat_from(first);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 7)));
  EXPECT_TRUE(f.can(f.equals(z, 7)));
  EXPECT_TRUE(f.must(f.equals(y, 1)));
}

/// One that is declared in a loop would take along what is known of its neighbours.
TEST_P(EncoderMemoryTest, DeclareOfWhatIsNewForgetsNothing) {
  VariableId large = p.memory_variable("large", AggregateType{400}, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  pointer_to({large, b});
  p.then(Store{p.address_of(b), p.number(1)});
  p.then(Declare{large});
  VariableId x = load(p.address_of(large), i32);
  VariableId y = load(p.address_of(b), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 7)));
  EXPECT_TRUE(f.must(f.equals(y, 1)));
  EXPECT_TRUE(f.is_exact());
}

TEST_P(EncoderMemoryTest, WhatIsNewAndLargeIsFilledWithoutForgettingTheRest) {
  VariableId large = p.memory_variable("large", AggregateType{400}, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  pointer_to({large, b});
  p.then(Store{p.address_of(b), p.number(1)});
  p.then(Declare{large});
  p.then(SetMemory{p.address_of(large), p.number(0), p.number(400, i64)});
  VariableId i = p.register_variable("i", i64);
  VariableId x = load(p.element(p.address_of(large), p.read(i), 4), i32);
  VariableId y = load(p.address_of(b), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 0)));
  EXPECT_TRUE(f.must(f.equals(y, 1)));
  EXPECT_FALSE(f.is_exact());
}

TEST_P(EncoderMemoryTest, ZeroedArrayIsZeroEverywhere) {
  Type large = AggregateType{400000};
  VariableId a = p.memory_variable("a", large, 4);
  VariableId i = p.register_variable("i", i64);
  p.then(SetMemory{p.address_of(a), p.number(0), p.number(400000, u64)});
  VariableId x = load(p.element(p.address_of(a), p.read(i), 4), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(x, 0)));
}

TEST_P(EncoderMemoryTest, WhatIsWrittenAtOnceMayBeAnything) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId b = p.memory_variable("b", ten_ints, 4);
  p.then(Store{p.address_of(a), p.number(1)});
  p.then(Store{p.address_of(b), p.number(1)});
  p.then(WriteBytes{p.address_of(a), std::make_shared<const std::vector<std::uint8_t>>(40)});
  VariableId x = load(p.address_of(a), i32);
  VariableId y = load(p.address_of(b), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 0)));
  EXPECT_TRUE(f.can(f.equals(x, 7)));
  EXPECT_TRUE(f.must(f.equals(y, 1)));
  EXPECT_FALSE(f.is_exact());
}

TEST_P(EncoderMemoryTest, SetMemoryOfAPart) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId i = p.register_variable("i", i64);
  VariableId b = p.memory_variable("b", ten_ints, 4);
  pointer_to({a, b});
  auto at = [&](Integer index) { return p.element(p.address_of(a), p.number(index, i64), 4); };
  p.then(Store{p.element(p.address_of(a), p.read(i), 4), p.number(5)});
  p.then(Store{at(0), p.number(1)});
  p.then(Store{at(3), p.number(4)});
  p.then(Store{at(4), p.number(9)});
  p.then(SetMemory{p.plus(p.address_of(a), 4), p.number(255), p.number(9, u64)}); // two elements and a byte
  VariableId before = load(at(0), i32);
  VariableId inside = load(at(2), i32);
  VariableId across = load(at(3), i32);
  VariableId behind = load(at(4), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(before, 1)));
  EXPECT_TRUE(f.must(f.equals(inside, -1)));
  EXPECT_TRUE(f.can(f.equals(across, 255)));
  EXPECT_TRUE(f.must(f.equals(behind, 9)));
}

TEST_P(EncoderMemoryTest, SetMemoryOfUnknownLengthForgets) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId n = p.register_variable("n", u64);
  p.then(Store{p.address_of(a), p.number(1)});
  p.then(SetMemory{p.address_of(a), p.number(0), p.read(n)});
  VariableId x = load(p.address_of(a), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(x, 1)));
  EXPECT_TRUE(f.can(f.equals(x, 0)));
  EXPECT_FALSE(f.is_exact());
}

TEST_P(EncoderMemoryTest, HavocOfOneObjectAndOfAll) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  p.then(Store{p.address_of(a), p.number(1)});
  p.then(Store{p.address_of(b), p.number(2)});
  p.then(HavocMemory{p.address_of(a), "f"});
  VariableId a_then = load(p.address_of(a), i32);
  VariableId b_then = load(p.address_of(b), i32);
  p.then(HavocMemory{nullptr, "asm"});
  VariableId b_later = load(p.address_of(b), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(a_then, 3)));
  EXPECT_TRUE(f.must(f.equals(b_then, 2)));
  EXPECT_TRUE(f.can(f.equals(b_later, 3)));
}

TEST_P(EncoderMemoryTest, WhatIsReceivedChangesSoManyBytes) {
  VariableId numbers = p.memory_variable("numbers", cfa::AggregateType{12}, 4);
  const auto at = [&](Integer offset) { return p.plus(p.address_of(numbers), offset); };
  for (Integer offset : {0, 4, 8}) {
    p.then(Store{at(offset), p.number(offset)});
  }
  p.then(cfa::ReceiveMemory{at(4), p.number(4, u64)});
  VariableId first = load(at(0), i32);
  VariableId received = load(at(4), i32);
  VariableId last = load(at(8), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(first, 0)));
  EXPECT_TRUE(f.can(f.equals(received, 4)));
  EXPECT_TRUE(f.can(f.equals(received, 77)));
  EXPECT_TRUE(f.must(f.equals(last, 8)));
}

/// How many bytes that are is known only when the program runs.
TEST_P(EncoderMemoryTest, WhatIsReceivedReachesSoFar) {
  VariableId numbers = p.memory_variable("numbers", cfa::AggregateType{12}, 4);
  VariableId size = p.register_variable("size", u64);
  const auto at = [&](Integer offset) { return p.plus(p.address_of(numbers), offset); };
  for (Integer offset : {0, 4, 8}) {
    p.then(Store{at(offset), p.number(offset)});
  }
  p.then(cfa::ReceiveMemory{at(4), p.read(size)});
  VariableId first = load(at(0), i32);
  VariableId received = load(at(4), i32);
  VariableId last = load(at(8), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(first, 0)));
  EXPECT_TRUE(f.can(f.both(f.equals(received, 77), f.equals(size, 4))));
  EXPECT_TRUE(f.can(f.both(f.equals(last, 77), f.equals(size, 5))));
  EXPECT_FALSE(f.can(f.both(f.equals(last, 77), f.equals(size, 4))));
  EXPECT_FALSE(f.can(f.both(f.equals(received, 77), f.equals(size, 0))));
}

TEST_P(EncoderMemoryTest, CodeElsewhereKeepsGroupsOfConstants) {
  VariableId constant = p.memory_variable("constant", i32, 4);
  VariableId other = p.memory_variable("other", i32, 4);
  p.builder().variable(constant).is_constant = true;
  p.then(Store{p.address_of(constant), p.number(1)});
  p.then(Store{p.address_of(other), p.number(2)});
  p.then(HavocMemory{nullptr, "f", cfa::InputKind::External, {}, HavocMemory::Constants::Kept});
  p.then(HavocMemory{p.address_of(constant), "g", cfa::InputKind::Nondeterministic, {}, HavocMemory::Constants::Kept});
  VariableId constant_then = load(p.address_of(constant), i32);
  VariableId other_then = load(p.address_of(other), i32);
  p.then(HavocMemory{p.address_of(constant), "initialiser", cfa::InputKind::Nondeterministic});
  VariableId constant_later = load(p.address_of(constant), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(constant_then, 1)));
  EXPECT_TRUE(f.can(f.equals(other_then, 3)));
  EXPECT_TRUE(f.can(f.equals(constant_later, 3)));
}

TEST_P(EncoderMemoryTest, AllocatedObjectsAreNewAndApart) {
  VariableId q = p.register_variable("q", pointer_type);
  VariableId r = p.register_variable("r", pointer_type);
  VariableId n = p.register_variable("n", u64);
  VariableId any = p.register_variable("any", pointer_type);
  p.then(Allocate{q, p.read(n)});
  p.then(Allocate{r, p.number(4, u64)});
  p.then(Assign{any, p.read(q)});
  p.then(Assign{any, p.read(r)});
  p.then(Assume{p.expressions().binary(BinaryOperator::Less, p.read(n), p.number(1 << 20, u64)), Polarity::Holds});
  p.then(Assume{p.expressions().binary(BinaryOperator::GreaterEqual, p.read(n), p.number(4, u64)), Polarity::Holds});
  p.then(Store{p.read(q), p.number(1)});
  p.then(Store{p.read(r), p.number(2)});
  VariableId x = load(p.read(q), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(x, 1)));
  EXPECT_FALSE(f.can(f.equals(q, 0)));
  EXPECT_FALSE(f.can(f.terms().equal(f.last(q), f.last(r))));
}

TEST_P(EncoderMemoryTest, AllocationMayFailIfItMay) {
  VariableId q = p.register_variable("q", pointer_type);
  VariableId r = p.register_variable("r", pointer_type);
  VariableId s = p.register_variable("s", pointer_type);
  p.then(Allocate{q, p.number(4, u64), AllocationKind::Heap, AllocationFailure::MayReturnNull});
  p.then(Allocate{r, p.number(4, u64)});
  p.then(Allocate{s, p.number(-1, i64)});
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(q, 0)));
  EXPECT_TRUE(f.can(f.terms().logical_not(f.equals(q, 0))));
  EXPECT_FALSE(f.can(f.equals(r, 0)));
  EXPECT_TRUE(f.must(f.equals(s, 0)));
}

TEST_P(EncoderMemoryTest, ZeroedAllocation) {
  VariableId q = p.register_variable("q", pointer_type);
  p.then(Allocate{q, p.number(16, u64), AllocationKind::ZeroedHeap});
  VariableId x = load(p.plus(p.read(q), 12), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(x, 0)));
}

TEST_P(EncoderMemoryTest, NullIsNotAccessed) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId pointer = pointer_to({a});
  p.then(Input{pointer, InputKind::Nondeterministic, "p", {}});
  load(p.read(pointer), i32);
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_FALSE(f.can(f.equals(pointer, 0)));
}

TEST_P(EncoderMemoryTest, PointerArithmetic) {
  VariableId a = p.memory_variable("a", ten_ints, 4);
  VariableId q = p.register_variable("q", pointer_type);
  VariableId distance = p.register_variable("distance", i64);
  VariableId below = p.register_variable("below", i32);
  p.then(Assign{q, p.plus(p.address_of(a), 12)});
  p.then(Assign{distance, p.expressions().binary(BinaryOperator::PointerDifference, p.address_of(a), p.read(q))});
  p.then(Assign{below, p.expressions().binary(BinaryOperator::Less, p.address_of(a), p.read(q))});
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(distance, -12)));
  EXPECT_TRUE(f.must(f.equals(below, 1)));
  EXPECT_FALSE(f.can(f.equals(q, 0)));
}

// What numbers addresses are is up to the implementation: nothing about their order follows.
TEST_P(EncoderMemoryTest, NumbersOfPointersHaveNoOrder) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId b = p.memory_variable("b", i32, 4);
  VariableId x = p.register_variable("x", u64);
  VariableId y = p.register_variable("y", u64);
  VariableId again = p.register_variable("again", u64);
  VariableId back = p.register_variable("back", pointer_type);
  p.then(Assign{x, p.expressions().convert(p.address_of(a), u64)});
  p.then(Assign{y, p.expressions().convert(p.address_of(b), u64)});
  p.then(Assign{again, p.expressions().convert(p.address_of(a), u64)});
  p.then(Assign{back, p.expressions().convert(p.read(x), pointer_type)});
  PathFormula f = path();
  auto less = [&](VariableId l, VariableId r) {
    return is_bitvector()
               ? f.terms().bitvector_compare(TermManager::BitvectorRelation::UnsignedLess, f.last(l), f.last(r))
               : f.terms().less(f.last(l), f.last(r));
  };
  EXPECT_TRUE(f.can(less(x, y)));
  EXPECT_TRUE(f.can(less(y, x)));
  EXPECT_TRUE(f.must(f.terms().equal(f.last(x), f.last(again))));
  EXPECT_FALSE(f.can(f.equals(x, 0)));
  EXPECT_FALSE(f.can(f.equals(back, 0)));
  EXPECT_FALSE(f.is_exact());
}

TEST_P(EncoderMemoryTest, FunctionsHaveAddressesOfTheirOwn) {
  VariableId q = p.register_variable("q", pointer_type);
  VariableId same = p.register_variable("same", i32);
  FunctionId g = p.builder().add_function("g", {});
  ExpressionRef main_address = p.expressions().make(FunctionAddress{p.main()}, pointer_type);
  ExpressionRef g_address = p.expressions().make(FunctionAddress{g}, pointer_type);
  p.then(Assign{q, g_address});
  p.then(Assign{same, p.expressions().binary(BinaryOperator::Equal, p.read(q), main_address)});
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(same, 0)));
  EXPECT_FALSE(f.can(f.equals(q, 0)));
}

} // namespace
} // namespace vouch::smt

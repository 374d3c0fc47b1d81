#include "tests/support/program.hpp"
#include "tests/unit/smt/encoding/path_formula.hpp"

#include <gtest/gtest.h>

namespace vouch::smt {
namespace {

using namespace cfa;
using namespace vouch::test;

class ObjectTableTest : public ::testing::TestWithParam<Theory> {
protected:
  VariableId check(MemoryFault fault, std::vector<ExpressionRef> operands) {
    VariableId result = p.register_variable("fault" + std::to_string(++checks_), i32);
    p.then(Assign{result, p.expressions().make(MemoryCheck{fault, std::move(operands)}, i32)});
    return result;
  }
  VariableId out_of_bounds(ExpressionRef pointer, ExpressionRef offset, Integer size) {
    return check(MemoryFault::OutOfBounds, {pointer, offset, p.number(size, u64)});
  }
  VariableId allocate(const char* name, ExpressionRef size) {
    VariableId pointer = p.register_variable(name, pointer_type);
    p.then(Allocate{pointer, size, AllocationKind::Heap, AllocationFailure::Never});
    return pointer;
  }
  PathFormula path() {
    cfa_ = p.build();
    return PathFormula(cfa_, GetParam());
  }

  Program p;

private:
  Cfa cfa_;
  int checks_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Theories, ObjectTableTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(ObjectTableTest, BoundsOfAllocatedMemory) {
  VariableId size = p.register_variable("n", u64);
  VariableId i = p.register_variable("i", i64);
  VariableId pointer = allocate("p", p.read(size));
  VariableId fault = out_of_bounds(p.read(pointer), p.read(i), 4);
  PathFormula f = path();
  auto with = [&](Integer n, Integer offset) { return f.terms().logical_and(f.equals(size, n), f.equals(i, offset)); };
  EXPECT_TRUE(f.must(f.terms().implies(with(12, 8), f.equals(fault, 0))));
  EXPECT_TRUE(f.must(f.terms().implies(with(12, 9), f.equals(fault, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(with(12, -1), f.equals(fault, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(with(3, 0), f.equals(fault, 1))));
  EXPECT_TRUE(f.can(with(12, 8)));
  EXPECT_TRUE(f.can(with(12, 9)));
}

TEST_P(ObjectTableTest, WhatIsNotFromTheHeapIsNotToBeFreed) {
  for (AllocationKind kind : {AllocationKind::Stack, AllocationKind::Automatic}) {
    VariableId pointer = p.register_variable("p" + std::to_string(static_cast<int>(kind)), pointer_type);
    p.then(Allocate{pointer, p.number(8, u64), kind, AllocationFailure::Never});
  }
  VariableId on_stack = check(MemoryFault::InvalidFree, {p.read(VariableId(0))});
  VariableId automatic = check(MemoryFault::InvalidFree, {p.read(VariableId(1))});
  VariableId inside = out_of_bounds(p.read(VariableId(0)), p.number(0, i64), 8);
  VariableId outside = out_of_bounds(p.read(VariableId(1)), p.number(1, i64), 8);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(on_stack, 1)));
  EXPECT_TRUE(f.must(f.equals(automatic, 1)));
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
  EXPECT_TRUE(f.must(f.equals(outside, 1)));
}

TEST_P(ObjectTableTest, FreeingEndsTheLifeOfOneObject) {
  VariableId a = allocate("a", p.number(8, u64));
  VariableId b = allocate("b", p.number(8, u64));
  VariableId before = check(MemoryFault::Dead, {p.read(a)});
  p.then(Free{p.read(a)});
  VariableId dead = check(MemoryFault::Dead, {p.read(a)});
  VariableId again = check(MemoryFault::DoubleFree, {p.read(a)});
  VariableId other = check(MemoryFault::Dead, {p.read(b)});
  VariableId right = check(MemoryFault::InvalidFree, {p.read(b)});
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(before, 0)));
  EXPECT_TRUE(f.must(f.equals(dead, 1)));
  EXPECT_TRUE(f.must(f.equals(again, 1)));
  EXPECT_TRUE(f.must(f.equals(other, 0)));
  EXPECT_TRUE(f.must(f.equals(right, 0)));
}

TEST_P(ObjectTableTest, APointerIntoOneVariableMayWalk) {
  VariableId a = p.memory_variable("a", AggregateType{40}, 4);
  VariableId i = p.register_variable("i", i64);
  VariableId pointer = p.register_variable("p", pointer_type);
  p.then(Assign{pointer, p.element(p.address_of(a), p.read(i), 4)});
  VariableId fault = out_of_bounds(p.read(pointer), p.number(4, i64), 4);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 8), f.equals(fault, 0))));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 9), f.equals(fault, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, -1), f.equals(fault, 0))));
  // Behind an object there is always room; before one that lies at the lowest address, null begins.
  EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(i, -2), f.equals(fault, 1))))
      << "a pointer outside of its object is no contradiction";
}

TEST_P(ObjectTableTest, NullIsNothingButNull) {
  VariableId a = p.memory_variable("a", i32, 4);
  VariableId pointer = p.register_variable("p", pointer_type);
  p.then(Assign{pointer, p.address_of(a)});
  p.then(Assign{pointer, p.number(0, pointer_type)});
  VariableId null = check(MemoryFault::Null, {p.read(pointer)});
  VariableId dead = check(MemoryFault::Dead, {p.read(pointer)});
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  VariableId free = check(MemoryFault::InvalidFree, {p.read(pointer)});
  PathFormula f = path();
  EXPECT_TRUE(f.is_feasible());
  EXPECT_TRUE(f.must(f.equals(null, 1)));
  EXPECT_TRUE(f.must(f.equals(dead, 0)));
  EXPECT_TRUE(f.must(f.equals(fault, 0)));
  EXPECT_TRUE(f.must(f.equals(free, 0)));
}

/// A pointer at any element of `a` or of `b`, which are 40 bytes each.
class WalkingPointerTest : public ObjectTableTest {
protected:
  /// `walking` gets `value`; a pointer to `b` was there before, so that it may point into two objects.
  VariableId assigned(const char* name, ExpressionRef value) {
    VariableId pointer = p.register_variable(name, pointer_type);
    p.then(Assign{pointer, p.read(b)});
    p.then(Assign{pointer, value});
    return pointer;
  }
  ExpressionRef element_of_a() { return p.element(p.read(a), p.read(i), 4); }
  /// That `fault` says exactly which elements of `a` there are.
  void expect_bounds_of_a(PathFormula& f, VariableId fault) {
    EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 9), f.equals(fault, 0))));
    EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 10), f.equals(fault, 1))));
    EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(i, -1), f.equals(fault, 1)))) << "unless that is null";
    EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(i, 9), f.equals(fault, 0))));
  }

  VariableId a = allocate("a", p.number(40, u64));
  VariableId b = allocate("b", p.number(40, u64));
  VariableId i = p.register_variable("i", i64);
};

INSTANTIATE_TEST_SUITE_P(Theories, WalkingPointerTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(WalkingPointerTest, IsJudgedByTheObjectThatItIsDerivedFrom) {
  VariableId pointer = assigned("p", element_of_a());
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  VariableId before = check(MemoryFault::Dead, {p.read(pointer)});
  VariableId wrong = check(MemoryFault::InvalidFree, {p.read(pointer)});
  p.then(Free{p.read(a)});
  VariableId behind = check(MemoryFault::Dead, {p.read(pointer)});
  PathFormula f = path();
  expect_bounds_of_a(f, fault);
  EXPECT_TRUE(f.must(f.equals(before, 0)));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 3), f.equals(behind, 1))));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 1), f.equals(wrong, 1)))) << "it is not where the object begins";
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(i, 0), f.equals(wrong, 0))));
}

TEST_P(WalkingPointerTest, DoesNotComeIntoTheNextObject) {
  VariableId pointer = assigned("p", element_of_a());
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  PathFormula f = path();
  Term meets = f.terms().equal(f.last(pointer), f.last(b));
  EXPECT_TRUE(f.can(meets));
  EXPECT_TRUE(f.must(f.terms().implies(meets, f.equals(fault, 1))));
}

TEST_P(WalkingPointerTest, KeepsItsObjectInMemory) {
  VariableId holder = p.memory_variable("holder", pointer_type, 8);
  VariableId copy = p.memory_variable("copy", pointer_type, 8);
  p.then(Store{p.address_of(holder), p.read(b)});
  p.then(Store{p.address_of(holder), element_of_a()});
  p.then(CopyMemory{p.address_of(copy), p.address_of(holder), p.number(8, u64)});
  VariableId pointer = assigned("p", p.expressions().load(p.address_of(copy), pointer_type));
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  PathFormula f = path();
  expect_bounds_of_a(f, fault);
}

TEST_P(WalkingPointerTest, LosesItsObjectWhereItsBytesAreWritten) {
  VariableId holder = p.memory_variable("holder", pointer_type, 8);
  p.then(Store{p.address_of(holder), element_of_a()});
  p.then(SetMemory{p.address_of(holder), p.number(1, i32), p.number(8, u64)});
  VariableId pointer = assigned("p", p.expressions().load(p.address_of(holder), pointer_type));
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(fault, 0)));
  EXPECT_TRUE(f.can(f.equals(fault, 1)));
}

TEST_P(WalkingPointerTest, KeepsItsObjectAmongAccessesOfOtherSizes) {
  VariableId holder = p.memory_variable("holder", AggregateType{16}, 8);
  VariableId j = p.register_variable("j", i64);
  p.then(Store{p.address_of(holder), p.read(b)});
  p.then(Store{p.address_of(holder), element_of_a()});
  p.then(Store{p.element(p.address_of(holder), p.read(j), 1), p.number(1, u8)});
  VariableId pointer = assigned("p", p.expressions().load(p.address_of(holder), pointer_type));
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  PathFormula f = path();
  const auto at = [&](Integer byte, Integer element) {
    return f.terms().logical_and(f.equals(j, byte), f.equals(i, element));
  };
  EXPECT_TRUE(f.must(f.terms().implies(at(8, 9), f.equals(fault, 0))));
  EXPECT_TRUE(f.must(f.terms().implies(at(8, 10), f.equals(fault, 1))));
  EXPECT_TRUE(f.can(f.terms().logical_and(at(8, 9), f.equals(fault, 0))));
  for (Integer byte : {0, 7}) { // of the pointer
    EXPECT_TRUE(f.can(f.terms().logical_and(at(byte, 9), f.equals(fault, 1))));
    EXPECT_TRUE(f.can(f.terms().logical_and(at(byte, 10), f.equals(fault, 0))));
  }
}

TEST_P(WalkingPointerTest, LosesItsObjectWhereBytesAreCopiedOverIt) {
  VariableId holder = p.memory_variable("holder", AggregateType{16}, 8);
  VariableId bytes = p.memory_variable("bytes", AggregateType{16}, 8);
  VariableId either = p.register_variable("either", pointer_type);
  p.then(Assign{either, p.address_of(bytes)});
  p.then(Assign{either, p.address_of(holder)});
  p.then(Store{p.read(either), element_of_a()});
  p.then(Store{p.plus(p.address_of(bytes), 1), p.number(1, u8)});
  p.then(CopyMemory{p.plus(p.address_of(holder), 4), p.address_of(bytes), p.number(2, u64)});
  VariableId pointer = assigned("p", p.expressions().load(p.address_of(holder), pointer_type));
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(i, 9), f.equals(fault, 1))));
  EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(i, 10), f.equals(fault, 0))));
}

TEST_P(WalkingPointerTest, OutsideOfItsObjectIsNotNull) {
  VariableId pointer = assigned("p", element_of_a());
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  VariableId null = check(MemoryFault::Null, {p.read(pointer)});
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(null, 0))); // however large the index, also where the address becomes 0
  EXPECT_TRUE(f.can(f.terms().logical_and(f.equals(pointer, 0), f.equals(fault, 1))));
  EXPECT_FALSE(f.can(f.terms().logical_and(f.equals(pointer, 0), f.equals(fault, 0))));
}

TEST_P(WalkingPointerTest, OfANumberIsAnyPointer) {
  ExpressionRef number = p.expressions().convert(element_of_a(), u64);
  VariableId pointer = assigned("p", p.expressions().convert(number, pointer_type));
  p.then(Free{p.read(a)});
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  VariableId dead = check(MemoryFault::Dead, {p.read(pointer)});
  PathFormula f = path();
  for (VariableId open : {fault, dead}) {
    EXPECT_TRUE(f.can(f.equals(open, 0)));
    EXPECT_TRUE(f.can(f.equals(open, 1)));
  }
  EXPECT_FALSE(f.is_exact());
}

TEST_P(ObjectTableTest, WhereNothingIsFreedNothingIsDead) {
  VariableId a = allocate("a", p.number(40, u64));
  VariableId i = p.register_variable("i", i64);
  VariableId pointer = p.register_variable("p", pointer_type);
  p.then(Input{pointer, InputKind::Parameter, "p", {}, {}});
  p.then(Assign{pointer, p.element(p.read(a), p.read(i), 4)});
  VariableId dead = check(MemoryFault::Dead, {p.read(pointer)});
  VariableId other = allocate("other", p.number(8, u64));
  p.then(Free{p.read(other)});
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(dead, 0)));
}

TEST_P(ObjectTableTest, AnObjectKeepsItsSizeAmongForeignOnes) {
  VariableId foreign = p.register_variable("foreign", pointer_type);
  p.then(Input{foreign, InputKind::Parameter, "foreign", {}, {}});
  VariableId a = allocate("a", p.number(40, u64));
  VariableId holder = p.memory_variable("holder", pointer_type, 8);
  p.then(Store{p.address_of(holder), p.read(foreign)});
  p.then(Store{p.address_of(holder), p.read(a)});
  VariableId inside = out_of_bounds(p.read(a), p.number(36, i64), 4);
  VariableId outside = out_of_bounds(p.read(a), p.number(37, i64), 4);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
  EXPECT_TRUE(f.must(f.equals(outside, 1)));
}

TEST_P(ObjectTableTest, AVariableKeepsItsSizeAmongForeignObjects) {
  VariableId a = p.memory_variable("a", AggregateType{40}, 4, VariableKind::Global);
  VariableId pointer = p.register_variable("p", pointer_type);
  VariableId foreign = p.register_variable("foreign", pointer_type);
  p.then(Input{foreign, InputKind::Parameter, "foreign", {}, {}});
  p.then(Assign{pointer, p.read(foreign)});
  p.then(Assign{pointer, p.address_of(a)});
  VariableId inside = out_of_bounds(p.read(pointer), p.number(36, i64), 4);
  VariableId outside = out_of_bounds(p.read(pointer), p.number(37, i64), 4);
  VariableId unknown = out_of_bounds(p.read(foreign), p.number(0, i64), 4);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
  EXPECT_TRUE(f.must(f.equals(outside, 1)));
  EXPECT_TRUE(f.can(f.equals(unknown, 0)));
  EXPECT_TRUE(f.can(f.equals(unknown, 1)));
}

TEST_P(ObjectTableTest, WhatIsAllocatedDoesNotEndUnseen) {
  VariableId heap = allocate("heap", p.number(8, u64));
  VariableId stack = p.register_variable("stack", pointer_type);
  p.then(Allocate{stack, p.number(8, u64), AllocationKind::Stack, AllocationFailure::Never});
  VariableId holder = p.memory_variable("holder", pointer_type, 8);
  p.then(Store{p.address_of(holder), p.read(stack)});
  p.then(Store{p.address_of(holder), p.read(heap)});
  VariableId alive = check(MemoryFault::Dead, {p.read(heap)});
  VariableId perhaps = check(MemoryFault::Dead, {p.read(stack)});
  p.then(Free{p.read(heap)});
  VariableId dead = check(MemoryFault::Dead, {p.read(heap)});
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(alive, 0)));
  EXPECT_TRUE(f.can(f.equals(perhaps, 0)));
  EXPECT_TRUE(f.can(f.equals(perhaps, 1))) << "its function may have returned";
  EXPECT_TRUE(f.must(f.equals(dead, 1)));
}

TEST_P(ObjectTableTest, ForeignPointersMayBeAnything) {
  VariableId pointer = p.register_variable("p", pointer_type);
  p.then(Input{pointer, InputKind::Parameter, "p", {}, {}});
  VariableId fault = out_of_bounds(p.read(pointer), p.number(0, i64), 4);
  VariableId null = check(MemoryFault::Null, {p.read(pointer)});
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(fault, 0)));
  EXPECT_TRUE(f.can(f.equals(fault, 1)));
  EXPECT_FALSE(f.can(f.terms().logical_and(f.equals(fault, 1), f.equals(null, 1))));
}

/// struct node { struct node *next; int value; } that callers made.
class GivenObjectTest : public ObjectTableTest {
protected:
  /// `next` of what `pointer` leads to.
  VariableId follow(VariableId pointer, const char* name) {
    VariableId result = p.register_variable(name, pointer_type);
    p.then(Assign{result, p.expressions().load(p.read(pointer), pointer_type)});
    return result;
  }
  VariableId given(const char* name) {
    VariableId result = p.register_variable(name, pointer_type);
    p.then(Input{result, InputKind::Parameter, name, {}, {}, node});
    return result;
  }

  GivenTypeId node = p.builder().add_given_type({"struct node", 16, 8, {{0, "next", GivenTypeId(0)}}});
};

INSTANTIATE_TEST_SUITE_P(Theories, GivenObjectTest, ::testing::Values(Theory::Integers, Theory::Bitvectors),
                         [](const auto& theory) { return theory_name(theory.param); });

TEST_P(GivenObjectTest, LeadsToNullOrToAnother) {
  VariableId head = given("head");
  VariableId next = follow(head, "next");
  VariableId third = follow(next, "third");
  VariableId null = check(MemoryFault::Null, {p.read(third)});
  VariableId inside = out_of_bounds(p.read(third), p.number(8, i64), 8);
  VariableId behind = out_of_bounds(p.read(third), p.number(16, i64), 8);
  VariableId dead = check(MemoryFault::Dead, {p.read(third)});
  VariableId other = allocate("other", p.number(16, u64));
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(null, 1)));
  EXPECT_TRUE(f.can(f.equals(null, 0)));
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
  EXPECT_TRUE(f.must(f.equals(dead, 0)));
  EXPECT_TRUE(f.can(f.equals(behind, 0))) << "there may be more than one element";
  EXPECT_TRUE(f.can(f.equals(behind, 1)));
  EXPECT_TRUE(f.can(f.terms().equal(f.last(third), f.last(head)))) << "it may be a cycle";
  EXPECT_FALSE(f.can(f.terms().equal(f.last(third), f.last(other))));
}

TEST_P(GivenObjectTest, IsNotOneThatTheProgramMakesLater) {
  VariableId head = given("head");
  VariableId made = allocate("made", p.number(8, u64));
  VariableId next = follow(head, "next");
  p.then(Store{p.address_of(p.memory_variable("holder", pointer_type, 8, VariableKind::Global)), p.read(made)});
  VariableId inside = out_of_bounds(p.read(next), p.number(8, i64), 8);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
}

TEST_P(GivenObjectTest, ExistsWhateverElseIsInItsClass) {
  VariableId small = p.memory_variable("small", i32, 4, VariableKind::Global);
  VariableId foreign = p.register_variable("foreign", pointer_type);
  p.then(Input{foreign, InputKind::External, "make", {}, {}});
  VariableId head = given("head");
  p.then(Assign{foreign, p.read(head)});
  p.then(Assign{foreign, p.address_of(small)});
  VariableId next = follow(head, "next");
  VariableId inside = out_of_bounds(p.read(head), p.number(8, i64), 8);
  VariableId dead = check(MemoryFault::Dead, {p.read(head)});
  VariableId other = given("other"); // through which nothing is read
  VariableId null = check(MemoryFault::Null, {p.read(other)});
  VariableId inside_next = out_of_bounds(p.read(next), p.number(8, i64), 8);
  PathFormula f = path();
  EXPECT_TRUE(f.must(f.equals(inside, 0)));
  EXPECT_TRUE(f.must(f.equals(dead, 0)));
  EXPECT_TRUE(f.can(f.equals(null, 1)));
  EXPECT_TRUE(f.must(f.terms().implies(f.equals(null, 1), f.equals(other, 0)))) << "it is no number next to null";
  EXPECT_TRUE(f.can(f.equals(inside_next, 1))) << "what is in memory may be anything";
}

TEST_P(GivenObjectTest, MayBeFreed) {
  VariableId head = given("head");
  VariableId next = follow(head, "next");
  p.then(Free{p.read(head)});
  VariableId dead = check(MemoryFault::Dead, {p.read(next)});
  VariableId first = check(MemoryFault::Dead, {p.read(head)});
  PathFormula f = path();
  EXPECT_TRUE(f.can(f.equals(dead, 1))) << "it may be a cycle";
  EXPECT_TRUE(f.can(f.equals(dead, 0)));
  EXPECT_TRUE(f.must(f.terms().implies(f.terms().logical_not(f.equals(head, 0)), f.equals(first, 1))));
}

} // namespace
} // namespace vouch::smt

#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using cfa::MemoryFault;

class MemoryChecks : public testing::Test {
protected:
  cfa::VariableId allocate(const char* name, cfa::Integer size) {
    auto result = s.variable(name, pointer);
    s.operation(cfa::Allocate{result, s.constant(size, u64), cfa::AllocationKind::Heap, cfa::AllocationFailure::Never});
    return result;
  }
  void expect(cfa::Integer value, MemoryFault fault, std::vector<cfa::ExpressionRef> operands) {
    auto check = s.pool().make(cfa::MemoryCheck{fault, std::move(operands)}, i32);
    s.check(s.binary(cfa::BinaryOperator::Equal, check, s.constant(value)));
  }
  void expect_access(cfa::Integer out_of_bounds, cfa::ExpressionRef address, cfa::Integer offset, cfa::Integer size) {
    expect(out_of_bounds, MemoryFault::OutOfBounds, {address, s.constant(offset, i64), s.constant(size, u64)});
  }
  /// All that was expected holds: the run goes through.
  void TearDown() override {
    s.return_here();
    auto start = s.builder().function(s.main()).entry;
    cfa::Cfa cfa = s.build();
    ListedInputs inputs(std::vector<cfa::Integer>{0});
    RunResult result = Interpreter(cfa).run(start, inputs, {});
    EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome)) << to_string(result.outcome, cfa);
  }

  CfaSketch s;
};

TEST_F(MemoryChecks, AccessesInsideAndOutside) {
  auto p = allocate("p", 8);
  expect_access(0, s.read(p), 0, 8);
  expect_access(0, s.read(p), 4, 4);
  expect_access(1, s.read(p), 5, 4);
  expect_access(1, s.read(p), -1, 1);
  expect_access(1, s.read(p), 0, 9);
  expect_access(0, s.add_bytes(s.read(p), 12), -8, 4);
  expect(0, MemoryFault::Null, {s.read(p)});
  expect(0, MemoryFault::Dead, {s.read(p)});
}

TEST_F(MemoryChecks, NullStaysNullWhateverIsAdded) {
  auto p = s.variable("p", pointer);
  s.operation(cfa::Assign{p, s.constant(0, pointer)});
  expect(1, MemoryFault::Null, {s.read(p)});
  expect_access(0, s.read(p), 1000000, 4);
  expect(0, MemoryFault::Dead, {s.read(p)});
  expect(0, MemoryFault::InvalidFree, {s.read(p)});
  expect(0, MemoryFault::DoubleFree, {s.read(p)});
}

TEST_F(MemoryChecks, AnAddressOfNothing) {
  auto p = s.variable("p", pointer);
  s.operation(cfa::Assign{p, s.constant(123456, pointer)});
  expect(0, MemoryFault::Null, {s.read(p)});
  expect_access(1, s.read(p), 0, 1);
  expect(1, MemoryFault::InvalidFree, {s.read(p)});
}

TEST_F(MemoryChecks, WhatWasFreedIsDead) {
  auto p = allocate("p", 8);
  expect(0, MemoryFault::InvalidFree, {s.read(p)});
  expect(1, MemoryFault::InvalidFree, {s.add_bytes(s.read(p), 4)});
  s.operation(cfa::Free{s.read(p)});
  expect(1, MemoryFault::Dead, {s.read(p)});
  expect(1, MemoryFault::DoubleFree, {s.read(p)});
  expect_access(0, s.read(p), 100, 4);
}

TEST_F(MemoryChecks, VariablesAreNotFreed) {
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  s.operation(cfa::Declare{x});
  expect(1, MemoryFault::InvalidFree, {s.address(x)});
  expect(0, MemoryFault::DoubleFree, {s.address(x)});
}

/// Objects are kept by static registers; those of the start function are not looked at.
class Leaks : public MemoryChecks {
protected:
  cfa::VariableId global(const char* name, cfa::Storage storage) {
    cfa::Variable variable;
    variable.name = name;
    variable.type = pointer;
    variable.kind = cfa::VariableKind::Global;
    variable.storage = storage;
    return s.builder().add_variable(variable);
  }
  void expect_leak(cfa::Integer value) { expect(value, MemoryFault::Leak, {}); }
};

TEST_F(Leaks, WhatNothingPointsToIsLost) {
  auto kept = global("kept", cfa::Storage::Register);
  expect_leak(0);
  auto p = allocate("p", 8);
  s.operation(cfa::Assign{kept, s.read(p)});
  expect_leak(0);
  s.operation(cfa::Assign{kept, s.constant(0, pointer)});
  s.operation(cfa::Assign{p, s.constant(0, pointer)});
  expect_leak(1);
}

TEST_F(Leaks, ObjectsKeepEachOtherOnlyFromARoot) {
  auto root = global("root", cfa::Storage::Memory);
  s.operation(cfa::Declare{root});
  auto a = allocate("a", 16);
  auto b = allocate("b", 8);
  s.operation(cfa::Store{s.add_bytes(s.read(a), 8), s.read(b)});
  s.operation(cfa::Store{s.read(b), s.read(a)});
  s.operation(cfa::Store{s.address(root), s.add_bytes(s.read(b), 4)});
  s.operation(cfa::Assign{a, s.constant(0, pointer)});
  s.operation(cfa::Assign{b, s.constant(0, pointer)});
  expect_leak(0);
  s.operation(cfa::Store{s.address(root), s.constant(0, pointer)});
  expect_leak(1);
}

TEST_F(Leaks, NumbersThatAreAddressesCount) {
  auto kept = global("kept", cfa::Storage::Memory);
  s.operation(cfa::Declare{kept});
  auto p = allocate("p", 8);
  s.operation(cfa::Store{s.address(kept), s.pool().convert(s.read(p), u64)});
  s.operation(cfa::Assign{p, s.constant(0, pointer)});
  expect_leak(0);
}

TEST_F(Leaks, WhatIsKnownOutsideIsNotLost) {
  auto p = allocate("p", 8);
  auto ignored = s.variable("ignored", i32);
  s.operation(cfa::Input{ignored, cfa::InputKind::External, "keep", {s.read(p)}, {}});
  s.operation(cfa::Assign{p, s.constant(0, pointer)});
  expect_leak(0);
}

} // namespace
} // namespace vouch::trace

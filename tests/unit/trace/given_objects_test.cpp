#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using cfa::BinaryOperator;

/// struct node { struct node *next; int value; } that callers made: runs with pointers to such objects.
class GivenObjects : public testing::Test {
protected:
  cfa::VariableId given(const char* name) {
    const auto result = s.variable(name, pointer);
    s.operation(cfa::Input{result, cfa::InputKind::Parameter, name, {}, {}, node});
    return result;
  }
  cfa::VariableId next_of(cfa::VariableId object, const char* name) {
    const auto result = s.variable(name, pointer);
    s.operation(cfa::Assign{result, s.load(s.read(object), pointer)});
    return result;
  }
  void expect_same(cfa::VariableId a, cfa::VariableId b) {
    s.check(s.binary(BinaryOperator::Equal, s.read(a), s.read(b)));
  }
  void expect_different(cfa::VariableId a, cfa::VariableId b) {
    s.check(s.binary(BinaryOperator::NotEqual, s.read(a), s.read(b)));
  }
  void expect_null(cfa::VariableId a) { s.check(s.binary(BinaryOperator::Equal, s.read(a), s.constant(0, pointer))); }
  void expect_fault(cfa::Integer expected, cfa::MemoryFault fault, std::vector<cfa::ExpressionRef> operands) {
    const auto check = s.pool().make(cfa::MemoryCheck{fault, std::move(operands)}, i32);
    s.check(s.binary(BinaryOperator::Equal, check, s.constant(expected)));
  }
  /// All that was expected holds in the run with these inputs.
  void run(const std::vector<cfa::Integer>& values) {
    s.return_here();
    const auto start = s.builder().function(s.main()).entry;
    const cfa::Cfa cfa = s.build();
    ListedInputs inputs(values);
    const RunResult result = Interpreter(cfa).run(start, inputs, {});
    EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome)) << to_string(result.outcome, cfa);
    EXPECT_EQ(result.inputs, values.size());
    EXPECT_FALSE(result.depends_on_addresses);
  }

  CfaSketch s;
  cfa::GivenTypeId node = s.builder().add_given_type({"struct node", 16, 8, {{0, "next", cfa::GivenTypeId(0)}}});
};

TEST_F(GivenObjects, ZeroIsNull) {
  expect_null(given("head"));
  run({0});
}

TEST_F(GivenObjects, OneNumberIsOneObject) {
  const auto a = given("a");
  const auto b = given("b");
  const auto c = given("c");
  expect_same(a, c);
  expect_different(a, b);
  run({7000, 8000, 7000});
}

TEST_F(GivenObjects, SmallNumbersAreThoseThatTheRunHasMet) {
  const auto a = given("a");
  const auto b = given("b");
  expect_same(a, b);
  run({7000, 1});
}

TEST_F(GivenObjects, LeadToOneAnother) {
  const auto head = given("head");
  const auto second = next_of(head, "second");
  const auto third = next_of(second, "third");
  const auto again = next_of(head, "again");
  expect_same(third, head);
  expect_same(second, again);
  run({1, 2, 1}); // what was found stays
}

TEST_F(GivenObjects, AreOneElement) {
  const auto head = given("head");
  expect_fault(0, cfa::MemoryFault::OutOfBounds, {s.read(head), s.constant(8, i64), s.constant(8, u64)});
  expect_fault(1, cfa::MemoryFault::OutOfBounds, {s.read(head), s.constant(16, i64), s.constant(1, u64)});
  run({1});
}

TEST_F(GivenObjects, AreDeadOnceTheyAreFreed) {
  const auto head = given("head");
  const auto other = given("other");
  const auto next = next_of(other, "next");
  s.operation(cfa::Free{s.read(head)});
  expect_fault(1, cfa::MemoryFault::Dead, {s.read(next)});
  const auto again = given("again");
  expect_fault(1, cfa::MemoryFault::Dead, {s.read(again)});
  run({1, 2, 1, 1});
}

TEST_F(GivenObjects, LeadOnFromACopy) {
  const auto copy = s.variable("copy", cfa::AggregateType{16}, cfa::Storage::Memory);
  const auto head = given("head");
  s.operation(cfa::CopyMemory{s.address(copy), s.read(head), s.constant(16, u64)});
  const auto next = s.variable("next", pointer);
  s.operation(cfa::Assign{next, s.load(s.address(copy), pointer)});
  expect_same(next, head);
  expect_same(next_of(head, "found"), head);
  run({1, 1});
}

} // namespace
} // namespace vouch::trace

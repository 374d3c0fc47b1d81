#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <cmath>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using cfa::BinaryOperator;

RunResult run(CfaSketch& sketch, std::vector<cfa::Integer> inputs = {}, Limits limits = {}) {
  auto start = sketch.builder().function(sketch.main()).entry;
  cfa::Cfa cfa = sketch.build();
  ListedInputs source(std::move(inputs));
  return Interpreter(cfa).run(start, source, limits);
}

/// The run goes through all checks of the sketch.
void expect_passes(CfaSketch& sketch, std::vector<cfa::Integer> inputs = {}) {
  sketch.return_here();
  RunResult result = run(sketch, std::move(inputs));
  auto* halted = std::get_if<Halted>(&result.outcome);
  ASSERT_NE(halted, nullptr) << "outcome " << result.outcome.index() << " after " << result.steps;
  EXPECT_EQ(halted->reason, HaltReason::Returned);
}

void expect_undefined(CfaSketch& sketch, UndefinedBehaviourKind kind) {
  sketch.return_here();
  RunResult result = run(sketch);
  auto* undefined = std::get_if<UndefinedBehaviour>(&result.outcome);
  ASSERT_NE(undefined, nullptr) << "outcome " << result.outcome.index();
  EXPECT_EQ(undefined->kind, kind) << to_string(undefined->kind);
}

cfa::ExpressionRef is_equal(CfaSketch& s, cfa::ExpressionRef left, cfa::ExpressionRef right) {
  return s.binary(BinaryOperator::Equal, left, right);
}

struct ArithmeticCase {
  BinaryOperator op;
  cfa::Type type;
  cfa::Integer left;
  cfa::Integer right;
  std::optional<cfa::Integer> result; ///< none: undefined
  UndefinedBehaviourKind kind = UndefinedBehaviourKind::SignedOverflow;
};

class Arithmetic : public testing::TestWithParam<ArithmeticCase> {};

TEST_P(Arithmetic, IsThatOfC) {
  const ArithmeticCase& c = GetParam();
  CfaSketch s;
  auto x = s.variable("x", c.type);
  s.operation(cfa::Assign{x, s.constant(c.left, c.type)});
  auto value = s.binary(c.op, s.read(x), s.constant(c.right, c.type));
  if (c.result) {
    s.check(is_equal(s, value, s.constant(*c.result, value->type)));
    expect_passes(s);
  } else {
    s.operation(cfa::Assign{x, value});
    expect_undefined(s, c.kind);
  }
}

constexpr cfa::Integer min32 = -2147483648LL;
constexpr cfa::Integer max64 = 9223372036854775807LL;
const cfa::Type i3 = cfa::IntegerType{3, cfa::Signedness::Signed};

INSTANTIATE_TEST_SUITE_P(
    Cases, Arithmetic,
    testing::Values(
        ArithmeticCase{BinaryOperator::Add, i32, 2147483646, 1, 2147483647},
        ArithmeticCase{BinaryOperator::Add, i32, 2147483647, 1, std::nullopt},
        ArithmeticCase{BinaryOperator::Add, i64, max64, 1, std::nullopt},
        ArithmeticCase{BinaryOperator::Add, u32, 4294967295U, 2, 1},
        ArithmeticCase{BinaryOperator::Add, i3, 3, 1, std::nullopt},
        ArithmeticCase{BinaryOperator::Subtract, u64, 0, 1, cfa::Integer{18446744073709551615ULL}},
        ArithmeticCase{BinaryOperator::Subtract, i32, min32, 1, std::nullopt},
        ArithmeticCase{BinaryOperator::Multiply, i32, 65536, 32768, std::nullopt},
        ArithmeticCase{BinaryOperator::Multiply, u32, 65536, 65537, 65536},
        ArithmeticCase{BinaryOperator::Multiply, i64, max64, 2, std::nullopt},
        ArithmeticCase{BinaryOperator::Divide, i32, -7, 2, -3},
        ArithmeticCase{BinaryOperator::Divide, i32, min32, -1, std::nullopt},
        ArithmeticCase{BinaryOperator::Divide, i64, -max64 - 1, -1, std::nullopt},
        ArithmeticCase{BinaryOperator::Divide, i32, 1, 0, std::nullopt, UndefinedBehaviourKind::DivisionByZero},
        ArithmeticCase{BinaryOperator::Divide, u32, 4294967295U, 2, 2147483647},
        ArithmeticCase{BinaryOperator::Remainder, i32, -7, 2, -1},
        ArithmeticCase{BinaryOperator::Remainder, i32, min32, -1, std::nullopt},
        ArithmeticCase{BinaryOperator::Remainder, u32, 7, 0, std::nullopt, UndefinedBehaviourKind::DivisionByZero},
        ArithmeticCase{BinaryOperator::ShiftLeft, i32, 1, 30, 1073741824},
        ArithmeticCase{BinaryOperator::ShiftLeft, i32, 1, 31, std::nullopt},
        ArithmeticCase{BinaryOperator::ShiftLeft, u32, 3, 31, 2147483648U},
        ArithmeticCase{BinaryOperator::ShiftLeft, i32, 1, 32, std::nullopt, UndefinedBehaviourKind::InvalidShift},
        ArithmeticCase{BinaryOperator::ShiftRight, i32, 1, -1, std::nullopt, UndefinedBehaviourKind::InvalidShift},
        ArithmeticCase{BinaryOperator::ShiftRight, i32, -8, 1, -4},
        ArithmeticCase{BinaryOperator::ShiftRight, u32, 4294967288U, 1, 2147483644},
        ArithmeticCase{BinaryOperator::BitXor, i32, -1, 5, -6}, ArithmeticCase{BinaryOperator::Less, i32, -1, 0, 1},
        ArithmeticCase{BinaryOperator::Less, u32, 4294967295U, 0, 0},
        ArithmeticCase{BinaryOperator::GreaterEqual, u64, cfa::Integer{18446744073709551615ULL}, 1, 1},
        ArithmeticCase{BinaryOperator::LogicalAnd, i32, 2, 4, 1}));

TEST(Interpreter, ConversionsWrap) {
  CfaSketch s;
  auto x = s.variable("x", i32);
  s.operation(cfa::Assign{x, s.constant(-1)});
  auto converted = [&](const cfa::Type& type) { return s.pool().convert(s.read(x), type); };
  s.check(is_equal(s, converted(u8), s.constant(255, u8)));
  s.check(is_equal(s, converted(u64), s.constant(cfa::Integer{18446744073709551615ULL}, u64)));
  s.check(is_equal(s, s.pool().convert(converted(u8), i8), s.constant(-1, i8)));
  s.check(is_equal(s, s.pool().convert(converted(u32), i64), s.constant(4294967295U, i64)));
  expect_passes(s);
}

TEST(Interpreter, FloatsHaveTheirOwnPrecision) {
  CfaSketch s;
  auto check = [&](const cfa::Type& type, long double expected) {
    auto x = s.variable("x", type);
    s.operation(cfa::Assign{x, s.number(0.1L, type)});
    auto sum = s.binary(BinaryOperator::Add, s.read(x), s.number(0.2L, type));
    s.check(is_equal(s, sum, s.number(expected, type)));
  };
  check(f32, 0.1F + 0.2F);
  check(f64, 0.1 + 0.2);
  check(f80, 0.1L + 0.2L);
  expect_passes(s);
}

TEST(Interpreter, FloatToIntegerTruncatesAndIsUndefinedOutOfRange) {
  CfaSketch s;
  s.check(is_equal(s, s.pool().convert(s.number(-2.9L, f64), i32), s.constant(-2)));
  s.check(is_equal(s, s.pool().convert(s.number(255.9L, f64), u8), s.constant(255, u8)));
  s.check(is_equal(s, s.pool().convert(s.constant(16777217), f32), s.number(16777216.0L, f32)));
  auto x = s.variable("x", i32);
  s.operation(cfa::Assign{x, s.pool().convert(s.number(2147483648.0L, f64), i32)});
  expect_undefined(s, UndefinedBehaviourKind::FloatToIntegerOverflow);
}

TEST(Interpreter, NotANumberIsUnequalToItself) {
  CfaSketch s;
  auto x = s.variable("x", f64);
  s.operation(cfa::Assign{x, s.binary(BinaryOperator::Divide, s.number(0, f64), s.number(0, f64))});
  s.check(s.binary(BinaryOperator::NotEqual, s.read(x), s.read(x)));
  s.check(s.pool().unary(cfa::UnaryOperator::LogicalNot, s.binary(BinaryOperator::Less, s.read(x), s.read(x))));
  expect_passes(s);
}

TEST(Interpreter, MemoryIsLittleEndianBytes) {
  CfaSketch s;
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  s.operation(cfa::Declare{x});
  s.operation(cfa::Store{s.address(x), s.constant(0x01020304)});
  s.check(is_equal(s, s.load(s.address(x), u8), s.constant(4, u8)));
  s.operation(cfa::Store{s.add_bytes(s.address(x), 3), s.constant(0xff, u8)});
  s.check(is_equal(s, s.load(s.address(x), i32), s.constant(-0xfdfcfc)));
  expect_passes(s);
}

TEST(Interpreter, UndeterminedBytesAreInputsAndThenStay) {
  CfaSketch s;
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  s.operation(cfa::Declare{x});
  s.operation(cfa::Store{s.address(x), s.constant(7, u8)});
  auto whole = s.load(s.address(x), i32);
  s.check(is_equal(s, whole, s.constant(0x04030207))); // byte 0 is known, the others are three inputs
  s.check(is_equal(s, whole, s.constant(0x04030207)));
  expect_passes(s, {2, 3, 4});
}

TEST(Interpreter, CopiesOfUndeterminedBytesAreTheSame) {
  CfaSketch s;
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  auto y = s.variable("y", i32, cfa::Storage::Memory);
  s.operation(cfa::Declare{x});
  s.operation(cfa::Declare{y});
  s.operation(cfa::CopyMemory{s.address(y), s.address(x), s.constant(4, u64)});
  s.check(is_equal(s, s.load(s.address(y), i32), s.constant(42)));
  s.check(is_equal(s, s.load(s.address(x), i32), s.constant(42)));
  expect_passes(s, {42});
}

TEST(Interpreter, UnassignedRegistersAreInputsOnce) {
  CfaSketch s;
  auto x = s.variable("x", i32);
  s.check(is_equal(s, s.read(x), s.constant(5)));
  s.check(is_equal(s, s.read(x), s.constant(5)));
  expect_passes(s, {5});
}

TEST(Interpreter, AccessOutsideOfAnObjectIsUndefined) {
  CfaSketch s;
  auto a = s.variable("a", cfa::AggregateType{8}, cfa::Storage::Memory);
  auto b = s.variable("b", cfa::AggregateType{8}, cfa::Storage::Memory);
  s.operation(cfa::Declare{a});
  s.operation(cfa::Declare{b});
  s.operation(cfa::SetMemory{s.address(b), s.constant(0), s.constant(8, u64)});
  // Far enough to be inside of b, were it not for where the pointer comes from.
  auto p = s.variable("p", pointer, cfa::Storage::Memory);
  s.operation(cfa::Declare{p});
  s.operation(cfa::Store{s.address(p), s.add_bytes(s.address(a), 32)});
  s.operation(cfa::Store{s.load(s.address(p), pointer), s.constant(1)});
  expect_undefined(s, UndefinedBehaviourKind::OutOfBounds);
}

TEST(Interpreter, PointersSurviveIntegersAndMemory) {
  CfaSketch s;
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  auto n = s.variable("n", u64);
  s.operation(cfa::Declare{x});
  s.operation(cfa::Assign{n, s.pool().convert(s.add_bytes(s.address(x), 4), u64)});
  auto back = s.pool().convert(s.binary(BinaryOperator::Subtract, s.read(n), s.constant(4, u64)), pointer);
  s.operation(cfa::Store{back, s.constant(9)});
  s.check(is_equal(s, s.load(s.address(x), i32), s.constant(9)));
  s.return_here();
  RunResult result = run(s);
  EXPECT_TRUE(std::holds_alternative<Halted>(result.outcome));
  EXPECT_TRUE(result.depends_on_addresses);
}

TEST(Interpreter, EqualityOfPointersToObjectsDependsOnNoAddress) {
  CfaSketch s;
  auto x = s.variable("x", i32, cfa::Storage::Memory);
  auto y = s.variable("y", i32, cfa::Storage::Memory);
  s.check(s.binary(BinaryOperator::NotEqual, s.address(x), s.address(y)));
  s.check(s.binary(BinaryOperator::NotEqual, s.address(x), s.constant(0, pointer)));
  s.return_here();
  EXPECT_FALSE(run(s).depends_on_addresses);
}

TEST(Interpreter, OrderOfObjectsAndOnePastTheEndDependOnAddresses) {
  for (auto op : {BinaryOperator::Less, BinaryOperator::Equal}) {
    CfaSketch s;
    auto x = s.variable("x", i32, cfa::Storage::Memory);
    auto y = s.variable("y", i32, cfa::Storage::Memory);
    auto b = s.variable("b", i32);
    s.operation(
        cfa::Assign{b, s.binary(op, s.add_bytes(s.address(x), op == BinaryOperator::Equal ? 4 : 0), s.address(y))});
    s.return_here();
    EXPECT_TRUE(run(s).depends_on_addresses);
  }
}

TEST(Interpreter, NullAndDanglingPointersAreFound) {
  {
    CfaSketch s;
    s.operation(cfa::Store{s.add_bytes(s.constant(0, pointer), 8), s.constant(1)});
    expect_undefined(s, UndefinedBehaviourKind::NullDereference);
  }
  for (int again = 0; again < 2; ++again) {
    CfaSketch s;
    auto p = s.variable("p", pointer);
    s.operation(cfa::Allocate{p, s.constant(4, u64)});
    s.operation(cfa::Store{s.read(p), s.constant(1)});
    s.operation(cfa::Free{s.read(p)});
    if (again != 0) {
      s.operation(cfa::Free{s.read(p)});
      expect_undefined(s, UndefinedBehaviourKind::DoubleFree);
    } else {
      s.operation(cfa::Store{s.read(p), s.constant(1)});
      expect_undefined(s, UndefinedBehaviourKind::DeadObject);
    }
  }
}

TEST(Interpreter, AnAutomaticObjectEndsWhenItsEdgeMakesTheNext) {
  for (cfa::AllocationKind kind : {cfa::AllocationKind::Automatic, cfa::AllocationKind::Stack}) {
    CfaSketch s;
    auto p = s.variable("p", pointer);
    auto last = s.variable("last", pointer);
    auto round = s.variable("round", i32);
    s.operation(cfa::Assign{round, s.constant(0)});
    cfa::LocationId head = s.here();
    s.operation(cfa::Allocate{p, s.constant(4, u64), kind});
    cfa::ExpressionRef is_first = is_equal(s, s.read(round), s.constant(0));
    cfa::LocationId second = s.location();
    s.edge(second, cfa::Assume{is_first, cfa::Polarity::Fails});
    s.operation(cfa::Assume{is_first, cfa::Polarity::Holds});
    s.operation(cfa::Assign{last, s.read(p)});
    s.edge(head, cfa::Assign{round, s.constant(1)});
    s.go_to(second);
    s.operation(cfa::Store{s.read(last), s.constant(1)});
    if (kind == cfa::AllocationKind::Automatic) {
      expect_undefined(s, UndefinedBehaviourKind::DeadObject);
    } else {
      expect_passes(s);
    }
  }
}

TEST(Interpreter, FreeOfAVariableOrAnInnerPointerIsUndefined) {
  CfaSketch s;
  auto p = s.variable("p", pointer);
  s.operation(cfa::Allocate{p, s.constant(4, u64), cfa::AllocationKind::ZeroedHeap});
  s.check(is_equal(s, s.load(s.read(p), i32), s.constant(0)));
  s.operation(cfa::Free{s.constant(0, pointer)});
  s.operation(cfa::Free{s.add_bytes(s.read(p), 1)});
  expect_undefined(s, UndefinedBehaviourKind::InvalidFree);
}

TEST(Interpreter, AllocationMayFail) {
  CfaSketch s;
  auto p = s.variable("p", pointer);
  s.operation(cfa::Allocate{p, s.constant(4, u64), cfa::AllocationKind::Heap, cfa::AllocationFailure::MayReturnNull});
  s.check(is_equal(s, s.read(p), s.constant(0, pointer)));
  expect_passes(s, {1});
}

/// int f(int n) { int local = n; if (n == 0) return 0; r = f(n - 1); return r + local; } with `local` in memory
cfa::FunctionId add_recursive_sum(CfaSketch& s) {
  auto f = s.builder().add_function("f", CfaSketch::range(100));
  s.enter(f);
  auto n = s.variable("n", i32, cfa::Storage::Register, "int", cfa::VariableKind::Parameter);
  auto local = s.variable("local", i32, cfa::Storage::Memory);
  auto result = s.variable("<result>", i32);
  s.builder().function(f).parameters = {n};
  s.builder().function(f).return_variables = {result};
  s.operation(cfa::Declare{local});
  s.operation(cfa::Store{s.address(local), s.read(n)});
  auto is_zero = is_equal(s, s.read(n), s.constant(0));
  auto base = s.location();
  s.edge(base, cfa::Assume{is_zero, cfa::Polarity::Holds});
  s.operation(cfa::Assume{is_zero, cfa::Polarity::Fails});
  auto behind = s.location();
  auto r = s.variable("r", i32);
  s.builder().add_call(s.here(), behind,
                       cfa::Call{f, {{n, s.binary(BinaryOperator::Subtract, s.read(n), s.constant(1))}}},
                       {{r, s.read(result)}}, CfaSketch::range(101), "f(n - 1)");
  s.go_to(behind);
  s.operation(cfa::Assign{result, s.binary(BinaryOperator::Add, s.read(r), s.load(s.address(local), i32))});
  s.return_here();
  s.go_to(base);
  s.operation(cfa::Assign{result, s.constant(0)});
  s.return_here();
  s.enter(s.main());
  auto sum = s.variable("sum", i32);
  auto after = s.location();
  s.builder().add_call(s.here(), after, cfa::Call{f, {{n, s.constant(100)}}}, {{sum, s.read(result)}},
                       CfaSketch::range(102));
  s.go_to(after);
  s.check(is_equal(s, s.read(sum), s.constant(5050)));
  return f;
}

TEST(Interpreter, RecursionKeepsTheOuterActivation) {
  CfaSketch s;
  add_recursive_sum(s);
  expect_passes(s);
}

TEST(Interpreter, AVariableDiesWithItsFunction) {
  CfaSketch s;
  auto f = s.builder().add_function("f", CfaSketch::range(100));
  s.enter(f);
  auto local = s.variable("local", i32, cfa::Storage::Memory);
  auto result = s.variable("<result>", pointer);
  s.operation(cfa::Declare{local});
  s.operation(cfa::Assign{result, s.address(local)});
  s.return_here();
  s.enter(s.main());
  auto p = s.variable("p", pointer);
  auto after = s.location();
  s.builder().add_call(s.here(), after, cfa::Call{f, {}}, {{p, s.read(result)}}, CfaSketch::range(102));
  s.go_to(after);
  s.operation(cfa::Store{s.read(p), s.constant(1)});
  expect_undefined(s, UndefinedBehaviourKind::DeadObject);
}

TEST(Interpreter, ExternalFunctionsAreFunctions) {
  for (cfa::Integer second : {7, 8}) {
    CfaSketch s;
    auto x = s.variable("x", i32);
    auto y = s.variable("y", i32);
    s.operation(cfa::Input{x, cfa::InputKind::External, "f", {s.constant(1)}});
    s.operation(cfa::Input{y, cfa::InputKind::External, "f", {s.constant(2)}});
    s.operation(cfa::Input{y, cfa::InputKind::External, "f", {s.constant(1)}});
    s.return_here();
    RunResult result = run(s, {7, 9, second});
    EXPECT_EQ(std::holds_alternative<Halted>(result.outcome), second == 7);
    EXPECT_EQ(std::holds_alternative<InconsistentInput>(result.outcome), second != 7);
  }
}

TEST(Interpreter, TellsThatAnOverapproximationWasUsed) {
  for (auto kind : {cfa::InputKind::Nondeterministic, cfa::InputKind::Overapproximated}) {
    CfaSketch s;
    auto x = s.variable("x", i32);
    s.operation(cfa::Input{x, kind, "asm", {}});
    s.return_here();
    EXPECT_EQ(run(s, {1}).used_overapproximation, kind == cfa::InputKind::Overapproximated);
  }
}

TEST(Interpreter, HavocedMemoryIsAnOverapproximationOnlyWhenRead) {
  for (int reads = 0; reads < 2; ++reads) {
    CfaSketch s;
    auto x = s.variable("x", i32, cfa::Storage::Memory);
    auto y = s.variable("y", i32);
    s.operation(cfa::Declare{x});
    s.operation(cfa::Store{s.address(x), s.constant(1)});
    s.operation(cfa::HavocMemory{nullptr, "asm", cfa::InputKind::Overapproximated});
    if (reads != 0) {
      s.operation(cfa::Assign{y, s.load(s.address(x), i32)});
    }
    s.return_here();
    RunResult result = run(s, {3});
    EXPECT_EQ(result.used_overapproximation, reads != 0);
    EXPECT_EQ(result.inputs, reads != 0 ? 1U : 0U);
  }
}

TEST(Interpreter, InputsAreWrappedToTheirType) {
  CfaSketch s;
  auto x = s.variable("x", u8);
  auto b = s.variable("b", u8);
  s.operation(cfa::Input{x, cfa::InputKind::Nondeterministic, "nondet", {}});
  s.operation(cfa::Input{b, cfa::InputKind::Nondeterministic, "nondet", {}, cfa::Input::Range::Boolean});
  s.check(is_equal(s, s.read(x), s.constant(255, u8)));
  s.check(is_equal(s, s.read(b), s.constant(1, u8)));
  expect_passes(s, {-1, 6});
}

TEST(Interpreter, EndsWithEachOtherOutcome) {
  {
    CfaSketch s;
    auto x = s.variable("x", i32);
    s.operation(cfa::Input{x, cfa::InputKind::Nondeterministic, "nondet", {}});
    EXPECT_TRUE(std::holds_alternative<InputsExhausted>(run(s).outcome));
  }
  {
    CfaSketch s;
    s.operation(cfa::Assume{s.constant(0), cfa::Polarity::Holds});
    RunResult result = run(s);
    EXPECT_EQ(std::get<Halted>(result.outcome).reason, HaltReason::Blocked);
  }
  {
    CfaSketch s;
    s.operation(cfa::Unsupported{"setjmp"});
    RunResult result = run(s);
    EXPECT_EQ(std::get<ReachedUnsupported>(result.outcome).construct, "setjmp");
  }
  {
    CfaSketch s;
    s.edge(s.here(), cfa::Skip{});
    RunResult result = run(s, {}, {.steps = 1000});
    EXPECT_TRUE(std::holds_alternative<StepLimit>(result.outcome));
    EXPECT_EQ(result.steps, 1000U);
  }
  {
    CfaSketch s;
    auto p = s.variable("p", pointer);
    s.edge(s.here(), cfa::Allocate{p, s.constant(1000000, u64)});
    EXPECT_TRUE(std::holds_alternative<MemoryLimit>(run(s).outcome));
  }
  {
    CfaSketch s;
    auto target = s.check(s.constant(0));
    RunResult result = run(s);
    EXPECT_EQ(std::get<ReachedTarget>(result.outcome).location, target);
  }
  {
    CfaSketch s;
    s.edge(s.here(), cfa::Skip{});
    RunContext context;
    context.deadline = std::chrono::steady_clock::now();
    EXPECT_TRUE(std::holds_alternative<Stopped>(run(s, {}, {.context = &context}).outcome));
  }
}

TEST(Interpreter, ALoopThatDeclaresUsesNoMoreMemory) {
  CfaSketch s;
  auto i = s.variable("i", i32);
  auto x = s.variable("x", cfa::AggregateType{1 << 20}, cfa::Storage::Memory);
  s.operation(cfa::Assign{i, s.constant(0)});
  auto head = s.here();
  s.operation(cfa::Declare{x});
  s.operation(cfa::Assign{i, s.binary(BinaryOperator::Add, s.read(i), s.constant(1))});
  auto again = s.binary(BinaryOperator::Less, s.read(i), s.constant(1000));
  s.edge(head, cfa::Assume{again, cfa::Polarity::Holds});
  s.operation(cfa::Assume{again, cfa::Polarity::Fails});
  expect_passes(s);
}

TEST(Interpreter, DeepExpressionsDoNotExhaustTheStack) {
  CfaSketch s;
  auto x = s.variable("x", u32);
  s.operation(cfa::Assign{x, s.constant(1, u32)});
  auto sum = s.constant(0, u32);
  for (int i = 0; i < 100000; ++i) {
    sum = s.binary(BinaryOperator::Add, sum, s.read(x));
  }
  s.check(is_equal(s, sum, s.constant(100000, u32)));
  expect_passes(s);
}

} // namespace
} // namespace vouch::trace

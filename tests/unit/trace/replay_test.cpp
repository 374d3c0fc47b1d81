#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/render_trace.hpp"
#include "analysis/trace/replay.hpp"
#include "analysis/trace/value_text.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using cfa::BinaryOperator;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

struct Example {
  cfa::Cfa cfa;
  cfa::LocationId start;
  cfa::LocationId target;
};

/// x = nondet(); if (x > limit) assert(x != wanted);
Example compares_input(cfa::Integer limit, cfa::Integer wanted,
                       cfa::InputKind kind = cfa::InputKind::Nondeterministic) {
  CfaSketch s;
  auto start = s.here();
  auto x = s.variable("x", i32, cfa::Storage::Register, "int");
  s.operation(cfa::Input{x, kind, "nondet", {}}, "x = nondet()");
  auto is_above = s.binary(BinaryOperator::Greater, s.read(x), s.constant(limit));
  auto exit = s.builder().function(s.main()).exit;
  s.edge(exit, cfa::Assume{is_above, cfa::Polarity::Fails}, "x > limit");
  s.operation(cfa::Assume{is_above, cfa::Polarity::Holds}, "x > limit");
  auto target = s.check(s.binary(BinaryOperator::NotEqual, s.read(x), s.constant(wanted)), "x != wanted");
  s.return_here();
  return {s.build(), start, target};
}

TEST(Replay, ConfirmsTheViolationThatTheInputsReach) {
  Example p = compares_input(10, 77);
  EXPECT_TRUE(replay(p.cfa, p.start, p.target, {77}).confirmed);
}

TEST(Replay, SaysWhyNot) {
  Example p = compares_input(10, 77);
  EXPECT_THAT(replay(p.cfa, p.start, p.target, {76}).reason, HasSubstr("does not get there: returned"));
  EXPECT_THAT(replay(p.cfa, p.start, p.target, {}).reason, HasSubstr("no more inputs"));
  EXPECT_THAT(replay(p.cfa, p.start, p.start, {77}).reason, HasSubstr("ends earlier"));
  Example q = compares_input(10, 77, cfa::InputKind::Overapproximated);
  Replay overapproximated = replay(q.cfa, q.start, q.target, {77});
  EXPECT_FALSE(overapproximated.confirmed);
  EXPECT_THAT(overapproximated.reason, HasSubstr("over-approximates"));
}

TEST(Memory, LayoutsAgreeOnWhatAlignmentPromisesAndOnNothingElse) {
  for (std::uint64_t alignment : {1U, 4U, 64U}) {
    for (Layout layout : {Layout::Usual, Layout::Shifted, Layout::Scattered, Layout::Shared}) {
      Memory memory(64, 1000000, layout);
      for (int i = 0; i < 5; ++i) {
        const auto id = memory.create(3, alignment, ObjectKind::Heap, InitialContents::Zero);
        const std::uint64_t base = memory.object(*id).base;
        EXPECT_EQ(base % alignment, 0U);
        if (layout != Layout::Usual) {
          EXPECT_NE(base % (2 * alignment), 0U);
        }
      }
    }
  }
}

/// assert(first + distance == second), in bytes, of two variables of four.
Example compares_neighbours(cfa::Integer distance) {
  CfaSketch s;
  auto start = s.here();
  auto first = s.variable("first", i32, cfa::Storage::Memory, "int");
  auto second = s.variable("second", i32, cfa::Storage::Memory, "int");
  auto& expressions = s.builder().expressions();
  const cfa::Type pointer = cfa::PointerType{64};
  auto address = [&](cfa::VariableId id) { return expressions.make(cfa::AddressOf{id}, pointer); };
  auto end = expressions.binary(BinaryOperator::PointerAdd, address(first),
                                expressions.constant(distance, cfa::IntegerType{64, cfa::Signedness::Signed}));
  auto target = s.check(s.binary(BinaryOperator::Equal, end, address(second)), "first + 1 == second");
  s.return_here();
  return {s.build(), start, target};
}

TEST(Replay, AViolationHasToHappenWhereverObjectsLie) {
  const Example touching = compares_neighbours(4);
  const Replay by_chance = replay(touching.cfa, touching.start, touching.target, {});
  EXPECT_FALSE(by_chance.confirmed);
  EXPECT_THAT(by_chance.reason, HasSubstr("depends on where objects lie in memory"));
  const Example distinct = compares_neighbours(0);
  EXPECT_TRUE(replay(distinct.cfa, distinct.start, distinct.target, {}).confirmed);
}

TEST(RenderTrace, ShowsInputsBranchesAndTheViolation) {
  Example p = compares_input(10, 77);
  auto steps = render_trace(Interpreter(p.cfa), p.start, {77}).steps;
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].kind, TraceStepKind::Input);
  EXPECT_EQ(steps[0].text, "x = nondet()");
  EXPECT_EQ(steps[0].function, "main");
  EXPECT_EQ(steps[0].place.file, "sketch.c");
  EXPECT_THAT(steps[0].values, ElementsAre(Pair("x", "77")));
  EXPECT_EQ(steps[1].kind, TraceStepKind::BranchTaken);
  EXPECT_THAT(steps[1].values, ElementsAre(Pair("x", "77")));
  EXPECT_EQ(steps[2].kind, TraceStepKind::BranchNotTaken);
  EXPECT_EQ(steps[3].kind, TraceStepKind::Violation);
  EXPECT_EQ(steps[3].text, "the assertion fails");
  EXPECT_THAT(steps[3].values, ElementsAre(Pair("x", "77")));
}

TEST(RenderTrace, LeavesOutTheMiddleOfALongRun) {
  CfaSketch s;
  auto start = s.here();
  auto i = s.variable("i", i32);
  s.operation(cfa::Assign{i, s.constant(0)}, "i = 0");
  for (int n = 0; n < 1000; ++n) {
    s.operation(cfa::Assign{i, s.binary(BinaryOperator::Add, s.read(i), s.constant(1))}, "i++");
  }
  s.check(s.binary(BinaryOperator::Less, s.read(i), s.constant(1000)), "i < 1000");
  cfa::Cfa cfa = s.build();
  auto steps = render_trace(Interpreter(cfa), start, {}).steps;
  ASSERT_EQ(steps.size(), 202U);                            // 100, the gap, 100, the violation
  EXPECT_EQ(steps[100].text, "... 802 steps left out ..."); // of 1 + 1000 + 1
  EXPECT_THAT(steps[99].values, ElementsAre(Pair("i", "99")));
  EXPECT_THAT(steps[201].values, ElementsAre(Pair("i", "1000")));
}

TEST(RenderTrace, NamesWhatAStoreWrites) {
  CfaSketch s;
  auto start = s.here();
  auto a = s.variable("a", cfa::AggregateType{12}, cfa::Storage::Memory, "int[3]");
  auto node = s.variable("node", cfa::AggregateType{16}, cfa::Storage::Memory, "struct node");
  auto c = s.variable("c", i8, cfa::Storage::Memory, "char");
  auto p = s.variable("p", pointer, cfa::Storage::Register, "int *");
  s.operation(cfa::Store{s.add_bytes(s.address(a), 8), s.constant(5)}, "a[i] = 5");
  s.operation(cfa::Store{s.add_bytes(s.address(node), 8), s.add_bytes(s.address(a), 4)}, "node.next = a + 1");
  s.operation(cfa::Store{s.address(c), s.constant(97, i8)}, "c = 'a'");
  s.operation(cfa::Assign{p, s.add_bytes(s.address(node), 4)}, "p = &node.x");
  s.operation(cfa::Assign{p, s.constant(0, pointer)}, "p = 0");
  s.return_here();
  cfa::Cfa cfa = s.build();
  auto steps = render_trace(Interpreter(cfa), start, {}).steps;
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_THAT(steps[0].values, ElementsAre(Pair("a[2]", "5")));
  EXPECT_THAT(steps[1].values, ElementsAre(Pair("node.next", "&a[1]")));
  EXPECT_THAT(steps[2].values, ElementsAre(Pair("c", "97 'a'")));
  EXPECT_THAT(steps[3].values, ElementsAre(Pair("p", "(char *)&node + 4")));
  EXPECT_THAT(steps[4].values, ElementsAre(Pair("p", "NULL")));
}

TEST(RenderTrace, ShowsAnInitialiserAsOneStep) {
  CfaSketch s;
  auto start = s.here();
  auto a = s.variable("a", cfa::AggregateType{8}, cfa::Storage::Memory, "int[2]");
  for (int i = 0; i < 2; ++i) {
    cfa::LocationId next = s.location();
    s.builder().add_edge(s.here(), next, cfa::Store{s.add_bytes(s.address(a), 4 * i), s.constant(i + 1)},
                         CfaSketch::range(7), "int a[2] = {1, 2}");
    s.go_to(next);
  }
  s.return_here();
  cfa::Cfa cfa = s.build();
  auto steps = render_trace(Interpreter(cfa), start, {}).steps;
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_THAT(steps[0].values, ElementsAre(Pair("a[0]", "1"), Pair("a[1]", "2")));
}

TEST(RenderTrace, ShowsCallsWithArgumentsAndReturnsWithValues) {
  CfaSketch s;
  auto f = s.builder().add_function("f", CfaSketch::range(100));
  s.enter(f);
  auto n = s.variable("n", u32, cfa::Storage::Register, "unsigned", cfa::VariableKind::Parameter);
  auto result = s.variable("<result>", u32, cfa::Storage::Register, "unsigned", cfa::VariableKind::Temporary);
  s.builder().function(f).return_variables = {result};
  s.operation(cfa::Assign{result, s.binary(BinaryOperator::Subtract, s.read(n), s.constant(2, u32))}, "return n - 2");
  s.return_here();
  s.enter(s.main());
  auto start = s.here();
  auto after = s.location();
  auto call = s.variable("<call f>", u32, cfa::Storage::Register, "unsigned", cfa::VariableKind::Temporary);
  s.builder().add_call(start, after, cfa::Call{f, {{n, s.constant(1, u32)}}}, {{call, s.read(result)}},
                       CfaSketch::range(102), "f(1)");
  s.go_to(after);
  s.return_here();
  cfa::Cfa cfa = s.build();
  auto steps = render_trace(Interpreter(cfa), start, {}).steps;
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[0].kind, TraceStepKind::Call);
  EXPECT_THAT(steps[0].values, ElementsAre(Pair("n", "1")));
  EXPECT_EQ(steps[1].kind, TraceStepKind::Return);
  EXPECT_EQ(steps[1].function, "f");
  EXPECT_THAT(steps[1].values, ElementsAre(Pair("f()", "4294967295")));
}

TEST(ValueText, WritesFloatsShortButExact) {
  cfa::Cfa cfa = CfaSketch().build();
  Machine machine{{}, {}, Memory(64, 1000), {}, {}};
  EXPECT_EQ(value_text(Value::of_float(0.1), f64, "double", machine, cfa), "0.1");
  EXPECT_EQ(value_text(Value::of_float(3.0F), f32, "float", machine, cfa), "3.0");
  EXPECT_EQ(value_text(Value::of_float(1e30L), f80, "long double", machine, cfa), "1e+30L");
  EXPECT_EQ(value_text(Value::of_float(-0.0), f64, "double", machine, cfa), "-0.0");
  EXPECT_EQ(value_text(Value::of_float(-HUGE_VAL), f64, "double", machine, cfa), "-INFINITY");
  EXPECT_EQ(value_text(Value::of_float(std::nanf("")), f32, "float", machine, cfa), "NAN");
  EXPECT_EQ(value_text(Value::of_integer(10), i8, "char", machine, cfa), "10 '\\n'");
  EXPECT_EQ(value_text(Value::of_integer(-1), i8, "int8_t", machine, cfa), "-1");
}

TEST(ValueText, FindsTheAssignedPlaceInAStatement) {
  EXPECT_EQ(assigned_place("p->next = q"), "p->next");
  EXPECT_EQ(assigned_place("a[x == 1] += 2"), "a[x == 1]");
  EXPECT_EQ(assigned_place("s.count++"), "s.count");
  EXPECT_EQ(assigned_place("--*p"), "*p");
  EXPECT_EQ(assigned_place("s.bits <<= 3"), "s.bits");
  EXPECT_EQ(assigned_place("int x = 3"), std::nullopt);
  EXPECT_EQ(assigned_place("struct s *p = q"), std::nullopt);
  EXPECT_EQ(assigned_place("f(x)"), std::nullopt);
  EXPECT_EQ(assigned_place("x <= 3"), std::nullopt);
}

SearchResult search(const cfa::Cfa& cfa, cfa::LocationId start, std::uint64_t runs = 20000) {
  return search_by_execution(Interpreter(cfa), start, {.time = std::chrono::seconds(20), .runs = runs}, RunContext{});
}

TEST(ConcreteSearch, FindsConstantsOfTheProgramAndLimitsOfTypes) {
  for (cfa::Integer wanted : {cfa::Integer{0}, cfa::Integer{123456789}, cfa::maximum_value(i32)}) {
    Example p = compares_input(-5, wanted);
    SearchResult result = search(p.cfa, p.start);
    ASSERT_TRUE(result.violation) << cfa::to_string(wanted);
    EXPECT_TRUE(replay(p.cfa, p.start, result.violation->target, result.violation->inputs).confirmed);
  }
}

TEST(ConcreteSearch, TellsNothingAboutProgramsWithInputs) {
  Example p = compares_input(10, 5);
  SearchResult result = search(p.cfa, p.start, 1000);
  EXPECT_FALSE(result.violation);
  EXPECT_FALSE(result.has_only_one_run_and_it_ends);
  EXPECT_EQ(result.runs, 1000U);
}

TEST(ConcreteSearch, DoesNotFindWhatOnlyAnOverapproximationReaches) {
  Example p = compares_input(-1, 0, cfa::InputKind::Overapproximated);
  EXPECT_FALSE(search(p.cfa, p.start, 1000).violation);
}

TEST(ConcreteSearch, RecognisesTheOnlyRun) {
  enum class Flaw { None, Undetermined, UndefinedBehaviour, Address, Unsupported };
  for (Flaw flaw : {Flaw::None, Flaw::Undetermined, Flaw::UndefinedBehaviour, Flaw::Address, Flaw::Unsupported}) {
    CfaSketch s;
    auto start = s.here();
    auto x = s.variable("x", i32, cfa::Storage::Memory);
    auto y = s.variable("y", i64);
    s.operation(cfa::Declare{x});
    if (flaw != Flaw::Undetermined) {
      s.operation(cfa::Store{s.address(x), s.constant(1)});
    }
    s.check(s.binary(BinaryOperator::LessEqual, s.load(s.address(x), i32), s.constant(1)));
    if (flaw == Flaw::UndefinedBehaviour) {
      s.operation(cfa::Assign{y, s.binary(BinaryOperator::Divide, s.constant(1, i64), s.constant(0, i64))});
    } else if (flaw == Flaw::Address) {
      s.operation(cfa::Assign{y, s.pool().convert(s.address(x), i64)});
    } else if (flaw == Flaw::Unsupported) {
      s.operation(cfa::Unsupported{"setjmp"});
    }
    s.return_here();
    cfa::Cfa cfa = s.build();
    EXPECT_EQ(search(cfa, start, 2).has_only_one_run_and_it_ends, flaw == Flaw::None) << static_cast<int>(flaw);
  }
}

TEST(ConcreteSearch, TheOnlyRunMayEndWithAViolation) {
  CfaSketch s;
  auto start = s.here();
  s.check(s.binary(BinaryOperator::Less, s.constant(1), s.constant(1)));
  s.check(s.binary(BinaryOperator::Less, s.constant(2), s.constant(1)));
  s.return_here();
  cfa::Cfa cfa = s.build();
  SearchResult result = search(cfa, start);
  EXPECT_TRUE(result.violation);
  EXPECT_TRUE(result.has_only_one_run_and_it_ends);
  EXPECT_EQ(result.runs, 1U);
}

TEST(ConcreteSearch, StopsInTimeAndWhenToldTo) {
  CfaSketch s;
  auto start = s.here();
  auto x = s.variable("x", i32);
  s.edge(start, cfa::Input{x, cfa::InputKind::Nondeterministic, "nondet", {}});
  cfa::Cfa cfa = s.build();
  auto begin = std::chrono::steady_clock::now();
  search_by_execution(Interpreter(cfa), start, {.time = std::chrono::milliseconds(100)}, RunContext{});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  std::stop_source stop;
  stop.request_stop();
  RunContext context;
  context.stop = stop.get_token();
  EXPECT_THROW(search_by_execution(Interpreter(cfa), start, {}, context), Interrupted);
}

} // namespace
} // namespace vouch::trace

#include "analysis/facts/blocks.hpp"
#include "tests/support/program_sketch.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using frontend::cfa_of;
using frontend::function_named;
using test::ProgramSketch;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

std::vector<Block> blocks_of(const cfa::Cfa& cfa, BlockHeuristic heuristic) {
  const BlockPartition partition(cfa, heuristic);
  std::vector<Block> result;
  for (std::size_t index = 0; index < partition.size(); ++index) {
    result.push_back(partition.block(BlockId(index)));
  }
  return result;
}

/// `f`, `g()` for functions, `f loop` for loops.
std::vector<std::string> names_of(const cfa::Cfa& cfa, BlockHeuristic heuristic) {
  std::vector<std::string> result;
  for (const Block& block : blocks_of(cfa, heuristic)) {
    result.push_back(cfa.function(block.function).name + (block.kind == BlockKind::Loop ? " loop" : "()"));
  }
  return result;
}

constexpr const char* calls_and_loops = "extern int nondet(void);"
                                        "int down(int n) { return n > 0 ? down(n - 1) : 0; }"
                                        "int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); }"
                                        "int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
                                        "int twice(int n) { while (n < 100) n *= 2; return n; }"
                                        "int main(void) { for (int i = 0; i < 9; i++) { while (nondet()) twice(i); }"
                                        " return down(5) + even(3); }";

TEST(Blocks, EachHeuristicMakesItsBlocks) {
  const cfa::Cfa cfa = cfa_of(calls_and_loops);
  EXPECT_THAT(names_of(cfa, BlockHeuristic::None), IsEmpty());
  EXPECT_THAT(names_of(cfa, BlockHeuristic::RecursiveFunctions), UnorderedElementsAre("down()", "even()", "odd()"));
  EXPECT_THAT(names_of(cfa, BlockHeuristic::Functions),
              UnorderedElementsAre("down()", "even()", "odd()", "twice()", "main()"));
  EXPECT_THAT(names_of(cfa, BlockHeuristic::Loops), UnorderedElementsAre("twice loop", "main loop", "main loop"));
  EXPECT_THAT(names_of(cfa, BlockHeuristic::FunctionsAndLoops), SizeIs(8));
}

/// Each of `count` functions calls the one before it twice.
std::string calls_in_calls(int count) {
  std::string code = "int f0(int n) { return n > 9 ? 9 : n; } int down(int n) { return n > 0 ? down(n - 1) : 0; }";
  for (int number = 1; number <= count; ++number) {
    const std::string before = "f" + std::to_string(number - 1);
    code += "int f" + std::to_string(number) + "(int n) { return " + before + "(" + before + "(n)); }";
  }
  return code + "int main(void) { return f" + std::to_string(count) + "(down(5)); }";
}

TEST(Blocks, CallsInCallsAreFollowedAsLongAsTheyAreNotTooMany) {
  EXPECT_THAT(names_of(cfa_of(calls_in_calls(6)), BlockHeuristic::Automatic), UnorderedElementsAre("down()"));
  std::vector<std::string> all_that_are_called_twice = {"down()"};
  for (int number = 0; number < 40; ++number) {
    all_that_are_called_twice.push_back("f" + std::to_string(number) + "()");
  }
  EXPECT_THAT(names_of(cfa_of(calls_in_calls(40)), BlockHeuristic::Automatic),
              UnorderedElementsAreArray(all_that_are_called_twice));
}

TEST(Blocks, StartsAreNoBlocks) {
  const cfa::Cfa cfa = cfa_of("int table[9]; int main(void) { return table[3]; }");
  const BlockPartition partition(cfa, BlockHeuristic::FunctionsAndLoops);
  for (const cfa::EntryPoint& entry_point : cfa.entry_points()) {
    EXPECT_FALSE(partition.entered_at(entry_point.start));
  }
  const cfa::LocationId main = cfa.function(function_named(cfa, "main")).entry;
  ASSERT_TRUE(partition.entered_at(main));
  EXPECT_EQ(partition.block(*partition.entered_at(main)).entry, main);
}

TEST(Blocks, AFunctionBlockHasAllOfItsLocationsAndNoOthers) {
  const cfa::Cfa cfa = cfa_of(calls_and_loops);
  const BlockPartition partition(cfa, BlockHeuristic::Functions);
  const cfa::FunctionId twice = function_named(cfa, "twice");
  const Block& block = partition.block(*partition.entered_at(cfa.function(twice).entry));
  EXPECT_THAT(block.exits, ElementsAre(cfa.function(twice).exit));
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    EXPECT_EQ(block.contains(cfa::LocationId(index)), cfa.location(cfa::LocationId(index)).function == twice);
  }
}

TEST(Blocks, AFunctionThatNeverEndsHasNoExit) {
  const cfa::Cfa cfa = cfa_of("void forever(void) { for (;;) { } } int main(void) { forever(); return 0; }");
  const BlockPartition partition(cfa, BlockHeuristic::Functions);
  const cfa::LocationId entry = cfa.function(function_named(cfa, "forever")).entry;
  EXPECT_THAT(partition.block(*partition.entered_at(entry)).exits, IsEmpty());
}

TEST(Blocks, ALoopBlockIsWhatComesBackToItsHead) {
  ProgramSketch sketch; // entry -> outer; outer -> inner | exit; inner -> inside | outer; inside -> inner | error
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId outer = sketch.location();
  const cfa::LocationId inner = sketch.location();
  const cfa::LocationId inside = sketch.location();
  const cfa::LocationId error = sketch.target("error");
  sketch.skip(sketch.entry(), outer);
  sketch.branch(outer, sketch.equals(x, 0), inner, sketch.exit());
  sketch.branch(inner, sketch.equals(x, 1), inside, outer);
  sketch.branch(inside, sketch.equals(x, 2), inner, error);
  const cfa::LocationId exit = sketch.exit();
  const cfa::Cfa cfa = sketch.build();
  const BlockPartition partition(cfa, BlockHeuristic::Loops);
  ASSERT_EQ(partition.size(), 2U);
  const Block& around = partition.block(*partition.entered_at(outer));
  EXPECT_THAT(around.locations, ElementsAre(outer, inner, inside));
  EXPECT_THAT(around.exits, UnorderedElementsAre(exit, error));
  const Block& nested = partition.block(*partition.entered_at(inner));
  EXPECT_THAT(nested.locations, ElementsAre(inner, inside));
  EXPECT_THAT(nested.exits, UnorderedElementsAre(outer, error));
  EXPECT_EQ(nested.kind, BlockKind::Loop);
  EXPECT_FALSE(nested.contains(outer));
}

TEST(Blocks, ALoopContinuesBehindItsCalls) {
  const cfa::Cfa cfa = cfa_of("extern int nondet(void); void f(void) {}"
                              "int main(void) { while (nondet()) f(); return 0; }");
  const BlockPartition partition(cfa, BlockHeuristic::Loops);
  ASSERT_EQ(partition.size(), 1U);
  const Block& block = partition.block(BlockId(0));
  std::size_t calls = 0;
  for (cfa::LocationId location : block.locations) {
    EXPECT_EQ(cfa.location(location).function, function_named(cfa, "main"));
    for (cfa::EdgeId edge : cfa.outgoing(location)) {
      calls += std::holds_alternative<cfa::Call>(cfa.edge(edge).operation) ? 1 : 0;
    }
  }
  EXPECT_EQ(calls, 1U);
  EXPECT_THAT(block.exits, SizeIs(1));
}

TEST(Blocks, ALoopThatIsEnteredInItsMiddleIsNone) {
  ProgramSketch sketch; // entry -> a | b; a <-> b; and behind it an honest loop
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId a = sketch.location();
  const cfa::LocationId b = sketch.location();
  const cfa::LocationId loop = sketch.location();
  sketch.branch(sketch.entry(), sketch.equals(x, 0), a, b);
  sketch.skip(a, b);
  sketch.branch(b, sketch.equals(x, 1), a, loop);
  sketch.branch(loop, sketch.equals(x, 2), loop, sketch.exit());
  const cfa::Cfa cfa = sketch.build();
  const BlockPartition partition(cfa, BlockHeuristic::Loops);
  ASSERT_EQ(partition.size(), 1U);
  EXPECT_EQ(partition.block(BlockId(0)).entry, loop);
}

TEST(Blocks, AnIrreduciblePartInsideALoopLeavesTheLoopABlock) {
  ProgramSketch sketch; // head -> a | b | exit; a <-> b; b -> head
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId head = sketch.location();
  const cfa::LocationId choice = sketch.location();
  const cfa::LocationId a = sketch.location();
  const cfa::LocationId b = sketch.location();
  sketch.skip(sketch.entry(), head);
  sketch.branch(head, sketch.equals(x, 0), choice, sketch.exit());
  sketch.branch(choice, sketch.equals(x, 1), a, b);
  sketch.skip(a, b);
  sketch.branch(b, sketch.equals(x, 2), a, head);
  const cfa::Cfa cfa = sketch.build();
  const BlockPartition partition(cfa, BlockHeuristic::Loops);
  ASSERT_EQ(partition.size(), 1U);
  EXPECT_EQ(partition.block(BlockId(0)).entry, head);
}

TEST(Blocks, ALoopAtTheEntryOfItsFunctionIsNone) {
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  sketch.branch(sketch.entry(), sketch.equals(x, 0), sketch.entry(), sketch.exit());
  EXPECT_EQ(BlockPartition(sketch.build(), BlockHeuristic::Loops).size(), 0U);
}

} // namespace
} // namespace vouch::facts

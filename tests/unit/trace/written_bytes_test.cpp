#include "analysis/trace/concrete_interpreter.hpp"
#include "tests/unit/trace/cfa_sketch.hpp"

#include <gtest/gtest.h>

/// Tables that are written at once.
namespace vouch::trace {
namespace {

class WrittenBytes : public testing::Test {
protected:
  /// From the byte `offset` of an object of eight on.
  void write(cfa::Integer offset, std::vector<std::uint8_t> bytes) {
    sketch_.operation(cfa::WriteBytes{sketch_.add_bytes(sketch_.address(table_), offset),
                                      std::make_shared<const std::vector<std::uint8_t>>(std::move(bytes))});
  }

  void check_first_word(cfa::Integer expected) {
    const cfa::ExpressionRef word = sketch_.load(sketch_.address(table_), i32);
    sketch_.check(sketch_.binary(cfa::BinaryOperator::Equal, word, sketch_.constant(expected)));
  }

  RunResult run() {
    sketch_.return_here();
    const cfa::LocationId start = sketch_.builder().function(sketch_.main()).entry;
    const cfa::Cfa cfa = sketch_.build();
    ListedInputs none({});
    return Interpreter(cfa).run(start, none, {});
  }

  CfaSketch sketch_;
  cfa::VariableId table_ = [this] {
    const cfa::VariableId result = sketch_.variable("table", cfa::AggregateType{8}, cfa::Storage::Memory);
    sketch_.operation(cfa::Declare{result});
    return result;
  }();
};

TEST_F(WrittenBytes, AreThoseThatAreRead) {
  write(0, {1, 2, 0, 0, 255, 255, 255, 255});
  check_first_word(513);
  write(1, {3});
  check_first_word(769);
  const RunResult result = run();
  const auto* halted = std::get_if<Halted>(&result.outcome);
  ASSERT_NE(halted, nullptr);
  EXPECT_EQ(halted->reason, HaltReason::Returned);
}

TEST_F(WrittenBytes, BelongIntoTheObject) {
  write(4, std::vector<std::uint8_t>(5));
  const RunResult result = run();
  const auto* undefined = std::get_if<UndefinedBehaviour>(&result.outcome);
  ASSERT_NE(undefined, nullptr);
  EXPECT_EQ(undefined->kind, UndefinedBehaviourKind::OutOfBounds);
}

} // namespace
} // namespace vouch::trace

#include "analysis/trace/minimised_inputs.hpp"
#include "tests/support/interpreted_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using Inputs = std::vector<cfa::Integer>;

/// What becomes of inputs that violate something in the program.
class MinimisedInputs : public testing::Test {
protected:
  [[nodiscard]] Inputs minimised(const std::string& text, const Inputs& inputs) const {
    const testkit::InterpretedProgram program(text, folder_.path() / "program.c");
    ListedInputs listed(inputs);
    const RunResult run = program.interpreter().run(program.start(), listed, {});
    const auto* reached = std::get_if<ReachedTarget>(&run.outcome);
    EXPECT_NE(reached, nullptr) << "the inputs violate nothing";
    if (reached == nullptr) {
      return {};
    }
    const Inputs result = minimised_inputs(program.interpreter(), program.start(), reached->location, inputs);
    ListedInputs again(result);
    const RunResult shorter = program.interpreter().run(program.start(), again, {});
    const auto* reached_again = std::get_if<ReachedTarget>(&shorter.outcome);
    EXPECT_TRUE(reached_again != nullptr && reached_again->location == reached->location);
    EXPECT_LE(shorter.steps, run.steps);
    EXPECT_EQ(shorter.inputs, result.size());
    return result;
  }

private:
  test::TemporaryFolder folder_;
};

constexpr const char* buffer = R"(
  #include <assert.h>
  extern int __VERIFIER_nondet_int(void);
  int main(void) {
    int count = 0;
    for (;;) {
      int command = __VERIFIER_nondet_int();
      if (command == 1) return 0;
      if (command == 2) { count++; assert(count < 4); }
      if (command == 3 && count > 0) count--;
    }
  })";

TEST_F(MinimisedInputs, HaveNoCommandThatChangesNothing) {
  EXPECT_THAT(minimised(buffer, {7, 2, 9, 2, 2, 3, 2, 5, 2}), ElementsAre(2, 2, 2, 2));
}

TEST_F(MinimisedInputs, AreAsCloseToZeroAsTheBranchesAllow) {
  constexpr const char* limits = R"(
    #include <assert.h>
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
      int any = __VERIFIER_nondet_int();
      int large = __VERIFIER_nondet_int();
      int small = __VERIFIER_nondet_int();
      if (large > 1000 && small < -20) assert(any == 12);
      return 0;
    })";
  EXPECT_THAT(minimised(limits, {-77, 123456, -2000000000}), ElementsAre(0, 1001, -21));
}

TEST_F(MinimisedInputs, KeepToTheViolationThatTheyBelongTo) {
  constexpr const char* two = R"(
    #include <assert.h>
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
      int x = __VERIFIER_nondet_int();
      if (x > 90) assert(x < 100);
      assert(x != 0);
      return 0;
    })";
  EXPECT_THAT(minimised(two, {5000}), ElementsAre(100));
}

TEST_F(MinimisedInputs, AreFoundForManyOnes) {
  Inputs commands;
  for (int i = 0; i < 150; ++i) {
    commands.insert(commands.end(), {2, 3});
  }
  commands.insert(commands.end(), {2, 2, 2, 2});
  EXPECT_THAT(minimised(buffer, commands), SizeIs(4));
}

} // namespace
} // namespace vouch::trace

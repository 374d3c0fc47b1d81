#include "analysis/trace/loop_rounds.hpp"
#include "analysis/trace/render_trace.hpp"
#include "tests/support/interpreted_program.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::trace {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Inputs = std::vector<cfa::Integer>;

class FoldedLoops : public testing::Test {
protected:
  [[nodiscard]] RenderedTrace trace_of(const std::string& text, const Inputs& inputs = {},
                                       std::size_t longest = 200) const {
    const testkit::InterpretedProgram program("#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" + text,
                                              folder_.path() / "program.c");
    return render_trace(program.interpreter(), program.start(), inputs, {}, longest);
  }

  /// What a reader sees: steps, or what stands for them.
  static std::vector<std::string> read(const RenderedTrace& trace) {
    std::vector<std::string> texts;
    std::size_t step = 0;
    for (const FoldedSteps& fold : trace.folds) {
      for (; step < fold.first; ++step) {
        texts.push_back(trace.steps[step].text);
      }
      texts.push_back(fold.text);
      step += fold.count;
    }
    for (; step < trace.steps.size(); ++step) {
      texts.push_back(trace.steps[step].text);
    }
    return texts;
  }

private:
  test::TemporaryFolder folder_;
};

TEST_F(FoldedLoops, TheFirstRoundAndTheLastOneStay) {
  const RenderedTrace trace = trace_of(R"(int main(void) {
    int i = 0;
    while (i < 7)
      i++;
    assert(i != 7);
  })");
  EXPECT_THAT(trace.steps, SizeIs(18)) << "of which none is left out";
  EXPECT_THAT(read(trace), ElementsAre("int i = 0", "i < 7", "i++", "... 5 more such rounds of the loop at line 5",
                                       "i < 7", "i++", "i < 7", "i != 7", "the assertion fails"));
}

TEST_F(FoldedLoops, TheRoundThatFailsIsTheLastOne) {
  EXPECT_THAT(read(trace_of(R"(int main(void) {
    for (int i = 0;; i++)
      assert(i < 4);
  })")),
              ElementsAre("int i = 0", "i < 4", "i++", "... 2 more such rounds of the loop at line 4", "i < 4", "i++",
                          "i < 4", "the assertion fails"));
}

TEST_F(FoldedLoops, AFewRoundsGoAnotherWayAndStay) {
  const RenderedTrace trace = trace_of(R"(int main(void) {
    int count = 0;
    for (;;) {
      int command = __VERIFIER_nondet_int();
      if (command == 1) {
        count++;
      } else if (command == 2) {
        count--;
      } else {
        assert(count < 4);
      }
    }
  })",
                                       {1, 1, 1, 2, 1, 1, 3});
  EXPECT_THAT(read(trace),
              ElementsAre("int count = 0", "int command = __VERIFIER_nondet_int()", "command == 1", "count++",
                          "... 2 more such rounds of the loop at line 5", "int command = __VERIFIER_nondet_int()",
                          "command == 1", "command == 2", "count--", "... 2 more such rounds of the loop at line 5",
                          "int command = __VERIFIER_nondet_int()", "command == 1", "command == 2", "count < 4",
                          "the assertion fails"));
}

TEST_F(FoldedLoops, ManyWaysAreNotAllTold) {
  const RenderedTrace trace = trace_of(R"(int main(void) {
    int sum = 0;
    for (int i = 0; i < 9; i++)
      switch (i) {
      case 0: sum += 10; break;
      case 1: sum += 11; break;
      case 2: sum += 12; break;
      case 3: sum += 13; break;
      case 4: sum += 14; break;
      case 5: sum += 15; break;
      default: sum += 16; break;
      }
    assert(sum == 0);
  })");
  const std::vector<std::string> texts = read(trace);
  EXPECT_THAT(texts, testing::Contains("... 4 more rounds of the loop at line 5"));
  EXPECT_THAT(texts, testing::Contains("sum += 13"));
  EXPECT_THAT(texts, testing::Not(testing::Contains("sum += 14")));
}

TEST_F(FoldedLoops, InnerLoopsAreFoldedInTheRoundsThatStay) {
  const RenderedTrace trace = trace_of(R"(int twice(int n) {
    int result = 0;
    while (n > 0) {
      result += 2;
      n--;
    }
    return result;
  }
  int main(void) {
    int sum = 0;
    for (int i = 5; i < 9; i++) {
      sum += twice(i);
      assert(sum != 52);
    }
  })");
  const std::vector<std::string> texts = read(trace);
  EXPECT_EQ(std::ranges::count(texts, "... 3 more such rounds of the loop at line 5"), 1) << "twice(5)";
  EXPECT_EQ(std::ranges::count(texts, "... 2 more such rounds of the loop at line 13"), 1);
  EXPECT_EQ(std::ranges::count(texts, "... 6 more such rounds of the loop at line 5"), 1) << "twice(8)";
}

TEST_F(FoldedLoops, LoopsOfTheLibraryHaveNoLine) {
  const RenderedTrace trace = trace_of(R"(#include <stdlib.h>
  static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
  int main(void) {
    int a[6] = {6, 5, 4, 3, 2, 1};
    qsort(a, 6, sizeof a[0], compare);
    assert(a[0] != 1);
  })");
  EXPECT_THAT(trace.folds, testing::Not(IsEmpty()));
  for (const FoldedSteps& fold : trace.folds) {
    EXPECT_THAT(fold.text, testing::MatchesRegex("... [0-9]+ more (such )?rounds? in \"qsort\""));
  }
}

TEST_F(FoldedLoops, ALoopThatIsEnteredAgainBeginsAnew) {
  const RenderedTrace trace = trace_of(R"(void wait(int n) {
    do n--; while (n > 0);
  }
  int main(void) {
    wait(2);
    wait(2);
    wait(2);
    assert(0);
  })");
  EXPECT_THAT(trace.folds, IsEmpty());
}

TEST_F(FoldedLoops, LongTracesHaveOneStepForWhatIsFolded) {
  const std::string program = R"(int main(void) {
    int i = 0;
    while (i < 1000)
      i++;
    assert(i != 1000);
  })";
  const RenderedTrace trace = trace_of(program);
  EXPECT_THAT(trace.steps, SizeIs(8)) << "why the loop was left does not matter";
  EXPECT_THAT(trace.folds, SizeIs(1)) << "no step of its own";
  EXPECT_THAT(read(trace), ElementsAre("int i = 0", "i < 1000", "i++", "... 998 more such rounds of the loop at line 5",
                                       "i < 1000", "i++", "i != 1000", "the assertion fails"));
  EXPECT_THAT(read(trace_of(program, {}, 6)), ElementsAre("int i = 0", "i < 1000", "i++", "... 1996 steps left out ...",
                                                          "i < 1000", "i++", "i != 1000", "the assertion fails"));
}

} // namespace
} // namespace vouch::trace

#include "analysis/facts/passed_checks.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace vouch::facts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The lines with checks that have passed before.
std::vector<unsigned> lines_passed(const std::string& code) {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  const cfa::Cfa cfa = frontend::cfa_of(code, options);
  std::set<unsigned> lines;
  for (cfa::LocationId location : targets_of_passed_checks(cfa)) {
    lines.insert(cfa.location(location).range.begin.line);
  }
  return {lines.begin(), lines.end()};
}

constexpr const char* types = "struct s { int a; int b; struct s *next; }; void free(void *); void unseen(void); ";

TEST(PassedChecks, TheSameQuestionIsNotAskedAgainBehindABranch) {
  EXPECT_THAT(lines_passed(std::string(types) + "int f(struct s *p, int n) {\n"
                                                "  int r = p->a;\n"
                                                "  if (n > 0)\n"
                                                "    r -= p->a / 2;\n"
                                                "  return r; }\n"),
              ElementsAre(4U));
}

TEST(PassedChecks, OneWayOnWhichItWasNotAskedIsEnough) {
  EXPECT_THAT(lines_passed(std::string(types) + "int f(struct s *p, int n) {\n"
                                                "  int r = 0;\n"
                                                "  if (n > 0)\n"
                                                "    r = p->a;\n"
                                                "  return r + (p->a & 1); }\n"),
              IsEmpty());
}

TEST(PassedChecks, AnotherValueIsAnotherQuestion) {
  EXPECT_THAT(lines_passed(std::string(types) + "int f(struct s *p, struct s *q, int n) {\n"
                                                "  int r = p->a & 7;\n"
                                                "  if (n > 0)\n"
                                                "    p = q;\n"
                                                "  return r + (p->a & 1); }\n"),
              IsEmpty());
}

TEST(PassedChecks, MemoryThatIsWrittenMayHoldAnotherPointer) {
  const std::string read_twice = "int f(struct s *p, struct s *q, int n) {\n"
                                 "  int r = p->next->a & 7;\n";
  EXPECT_THAT(lines_passed(types + read_twice + "  if (n > 0)\n    r--;\n  return r + (p->next->a & 1); }\n"),
              ElementsAre(5U));
  // What `q` leads to may be `*p`; the object that `p` points to is still there.
  EXPECT_THAT(lines_passed(types + read_twice + "  q->next = 0;\n  if (n > 0)\n    r--;\n  return p->next->a & 1; }\n"),
              ElementsAre(6U))
      << "`p` is what it was";
}

} // namespace
} // namespace vouch::facts

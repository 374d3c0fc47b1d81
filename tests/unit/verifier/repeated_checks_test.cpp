#include "analysis/verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// What must still be found though the same question was answered before (facts/passed_checks.hpp).
namespace vouch {
namespace {

using testing::ElementsAre;

/// What is found, and in which line, when what has passed before is left out.
std::vector<std::string> codes_in(const std::string& code) {
  SourceInput input;
  input.path = "/snippet/a.c";
  input.unsaved[input.path] = code;
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  options.entry_milliseconds = 10'000;
  VerificationContext context;
  const FileReport report = verify(input, options, context);
  std::vector<std::string> result;
  for (const Violation& violation : report.violations) {
    result.push_back(violation.code + " " + std::to_string(violation.place.line));
  }
  return result;
}

TEST(RepeatedChecks, ALifeMayEndInBetween) {
  EXPECT_THAT(codes_in("#include <stdlib.h>\n"
                       "int main(void) { int *p = malloc(sizeof *p); if (!p) return 0;\n"
                       "  *p = 1; free(p);\n"
                       "  if (rand()) return *p;\n"
                       "  return 0; }\n"),
              ElementsAre("use-after-free 4"));
  EXPECT_THAT(codes_in("#include <stdlib.h>\n"
                       "static void end(int *p) { free(p); }\n"
                       "int main(void) { int *p = malloc(sizeof *p); if (!p) return 0;\n"
                       "  *p = 1; end(p);\n"
                       "  return *p; }\n"),
              ElementsAre("use-after-free 5"));
  EXPECT_THAT(codes_in("int main(void) { int *p; int n = 0;\n"
                       "  { int x = 3; p = &x; n = *p; }\n"
                       "  return n + *p; }\n"),
              ElementsAre("use-after-free 3"));
}

TEST(RepeatedChecks, ACallMayChangeWhatEverybodyCan) {
  EXPECT_THAT(codes_in("static int x; static int *p = &x; static void change(void) { p = 0; }\n"
                       "int main(void) { int n = *p; change();\n"
                       "  return n + *p; }\n"),
              ElementsAre("null-dereference 3"));
  EXPECT_THAT(codes_in("static int d = 2; static void change(void) { d = 0; }\n"
                       "int main(void) { int n = 8 / d; change();\n"
                       "  return n + 9 / d; }\n"),
              ElementsAre("division-by-zero 3"));
}

TEST(RepeatedChecks, MemoryMayHoldAnotherPointerByThen) {
  const std::string before =
      "#include <string.h>\n"
      "struct s { struct s *next; int a; };\n"
      "int main(void) { struct s last = {0, 1}; struct s first = {&last, 2}; struct s *p = &first;\n"
      "  struct s empty = {0, 0}; int n = p->next->a;\n";
  const std::string behind = "  return n + p->next->a; }\n";
  for (const char* change : {"  p->next = empty.next;\n", "  memset(&first, 0, sizeof first);\n",
                             "  memcpy(&first, &empty, sizeof first);\n"}) {
    EXPECT_THAT(codes_in(before + change + behind), ElementsAre("null-dereference 6")) << change;
  }
}

TEST(RepeatedChecks, ALoopAsksAboutEachRound) {
  EXPECT_THAT(
      codes_in(
          "struct s { struct s *next; int a; };\n"
          "int main(void) { struct s last = {0, 1}; struct s first = {&last, 2}; struct s *p = &first; int n = 0;\n"
          "  for (int i = 0; i < 3; i++) {\n"
          "    n += p->a; p = p->next; }\n"
          "  return n; }\n"),
      ElementsAre("null-dereference 4"));
  EXPECT_THAT(codes_in("int main(void) { int n = 10; int d = 3;\n"
                       "  while (d > -2) {\n"
                       "    n += 10 / d; d--; }\n"
                       "  return n; }\n"),
              ElementsAre("division-by-zero 3"));
}

} // namespace
} // namespace vouch

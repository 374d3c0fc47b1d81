#include "analysis/facts/usable_pointers.hpp"
#include "tests/unit/frontend/snippet.hpp"
#include "tests/unit/transformation/part_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

namespace vouch::facts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::optional<Bytes> constants_only(cfa::ExpressionRef number, cfa::LocationId /*location*/) {
  const auto* constant = std::get_if<cfa::Constant>(&number->node);
  return constant != nullptr ? std::optional(Bytes{constant->value, constant->value + 1}) : std::nullopt;
}

/// The lines where no check of memory is left in runs of `f`; lines without any are not among them.
std::vector<unsigned> lines_without_checks(const std::string& code) {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  const cfa::Cfa file = frontend::cfa_of(code, options);
  const auto entry = std::ranges::find_if(
      file.entry_points(), [&](const cfa::EntryPoint& point) { return file.function(point.function).name == "f"; });
  const cfa::Cfa cfa = transformation::part_entered_from(file, entry->start);
  const cfa::LocationId start = cfa.entry_points().front().start;
  const std::unordered_set<cfa::LocationId> impossible =
      targets_of_usable_pointers(cfa, MemoryRegions(cfa), start, constants_only);
  std::map<unsigned, bool> has_checks;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    if (assume != nullptr && cfa.location(edge.target).target &&
        std::holds_alternative<cfa::MemoryCheck>(assume->condition->node)) {
      has_checks[cfa.location(edge.target).range.begin.line] |= !impossible.contains(edge.target);
    }
  }
  std::vector<unsigned> result;
  for (const auto& [line, has_some] : has_checks) {
    if (!has_some) {
      result.push_back(line);
    }
  }
  return result;
}

const std::string declarations = "struct s { int a; int b; char text[8]; struct s *next; }; void free(void *); void "
                                 "*malloc(unsigned long); void keep(void *); ";

TEST(UsablePointers, WhatACallerHasCheckedNobodyItCallsChecksAgain) {
  EXPECT_THAT(lines_without_checks(declarations + "static int twice(struct s *q) {\n"
                                                  "  return q->b / 2; }\n"
                                                  "static int through(struct s *p) { return twice(p); }\n"
                                                  "int f(struct s *p) {\n"
                                                  "  return p->a / 2 + through(p); }\n"),
              ElementsAre(2U));
}

TEST(UsablePointers, EveryCallCounts) {
  EXPECT_THAT(lines_without_checks(declarations + "static int twice(struct s *q) {\n"
                                                  "  return q->b / 2; }\n"
                                                  "int f(struct s *p, struct s *r) {\n"
                                                  "  return p->a / 2 + twice(p) + twice(r); }\n"),
              IsEmpty())
      << "`r` may be null";
}

TEST(UsablePointers, WhatHasBeenFreedIsNotUsable) {
  EXPECT_THAT(lines_without_checks(declarations + "static void drop(struct s *q) {\n"
                                                  "  free(q); }\n"
                                                  "int f(struct s *p) {\n"
                                                  "  int r = p->a / 2;\n"
                                                  "  drop(p);\n"
                                                  "  return p->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, AnObjectThatIsMadeHasItsSize) {
  const std::string use = "static int twice(struct s *q) {\n"
                          "  return q->b / 2; }\n";
  EXPECT_THAT(lines_without_checks(declarations + use + "int f(void) { struct s l = {1}; return twice(&l); }\n"),
              ElementsAre(2U));
  EXPECT_THAT(
      lines_without_checks(declarations + use + "int f(void) { int l[1] = {1}; return twice((struct s *)l); }\n"),
      IsEmpty());
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(void) {\n"
                                   "  struct s *n = malloc(sizeof *n); if (!n) return 0;\n"
                                   "  n->b = 3; return twice(n); }\n"),
              ElementsAre(2U, 5U));
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(void) {\n"
                                   "  struct s *n = malloc(4); if (!n) return 0;\n"
                                   "  n->a = 3; return twice(n); }\n"),
              ElementsAre(5U));
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(void) {\n"
                                   "  struct s *n = malloc(sizeof *n);\n"
                                   "  n->b = 3; return twice(n); }\n"),
              ElementsAre(2U))
      << "behind the check in `f` it is not null";
}

TEST(UsablePointers, BetweenTwoPlacesOfOneObjectIsTheObject) {
  const std::string ends = "int f(char *p) {\n"
                           "  p[0] = 1; p[9] = 1;\n";
  EXPECT_THAT(lines_without_checks(declarations + ends + "  p[4] = 1; return 0; }\n"), ElementsAre(3U));
  EXPECT_THAT(lines_without_checks(declarations + ends + "  p[10] = 1; return 0; }\n"), IsEmpty());
  EXPECT_THAT(lines_without_checks(declarations + ends + "  char *q = p + 4;\n  q[5] = 1;\n  q[-4] = 2; return 0; }\n"),
              ElementsAre(4U, 5U));
  EXPECT_THAT(lines_without_checks(declarations + ends + "  char *q = p + 4;\n  q[6] = 1; return 0; }\n"), IsEmpty());
}

TEST(UsablePointers, APointerThatMovesInALoopLeavesItsObject) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(int n) {\n"
                                                  "  char line[40] = {0}; char *p = line;\n"
                                                  "  for (int i = 0; i < n; i++) {\n"
                                                  "    *p = 1;\n"
                                                  "    p++; }\n"
                                                  "  return 0; }\n"),
              IsEmpty());
}

TEST(UsablePointers, NullIsUsableWhereItIsExcluded) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(struct s *p, int n) {\n"
                                                  "  struct s *q = 0;\n"
                                                  "  if (n) q = p;\n"
                                                  "  if (!q) return 0;\n"
                                                  "  return q->b; }\n"),
              ElementsAre(5U));
  EXPECT_THAT(lines_without_checks(declarations + "int f(struct s *p, int n) {\n"
                                                  "  struct s *q = 0;\n"
                                                  "  if (n) q = p;\n"
                                                  "  return q->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, WhatCallersObjectsLeadToIsThere) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(struct s *p) {\n"
                                                  "  int n = 0;\n"
                                                  "  while (p) {\n"
                                                  "    n ^= p->a;\n"
                                                  "    p = p->next; }\n"
                                                  "  return n; }\n"),
              ElementsAre(4U, 5U));
}

TEST(UsablePointers, APointerToTheMiddleIsNoneToAStart) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(struct s *p) {\n"
                                                  "  p->next = (struct s *)&p->b;\n"
                                                  "  struct s *q = p->next; if (!q) return 0;\n"
                                                  "  return q->next != 0; }\n"),
              ElementsAre(3U))
      << "that of `p` alone";
}

TEST(UsablePointers, AVariableThatAPointerOutlivesIsNotUsable) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(void) {\n"
                                                  "  struct s *q = 0;\n"
                                                  "  { struct s l = {1}; q = &l; }\n"
                                                  "  return q->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, AnotherActivationHasRegistersOfItsOwn) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(struct s *p) {\n"
                                                  "  if (!p) return 0;\n"
                                                  "  int r = f(p->next);\n"
                                                  "  return r ^ p->b; }\n"),
              ElementsAre(3U, 4U));
}

TEST(UsablePointers, AVariableThatCodeElsewhereKeepsLivesAsLongAsItsFunction) {
  const std::string use = "static int twice(struct s *q) {\n"
                          "  return q->b / 2; }\n";
  EXPECT_THAT(
      lines_without_checks(declarations + use + "int f(void) { struct s l = {1}; keep(&l); return twice(&l); }\n"),
      ElementsAre(2U));
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "static struct s *own(void) { struct s l = {1}; keep(&l); return &l; }\n"
                                   "int f(void) { return twice(own()); }\n"),
              IsEmpty());
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(void) { struct s *r = 0;\n"
                                   "  { struct s l = {1}; keep(&l); r = &l; }\n"
                                   "  return twice(r); }\n"),
              IsEmpty());
}

TEST(UsablePointers, WhatComesBackMayBeOneOfTheCallersVariables) {
  EXPECT_THAT(lines_without_checks(declarations + "static struct s *same(struct s *q) { return q; }\n"
                                                  "int f(void) { struct s *r = 0;\n"
                                                  "  { struct s l = {1}; keep(&l); r = same(&l); }\n"
                                                  "  return r->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, OfTwoVariablesEitherMayEnd) {
  EXPECT_THAT(lines_without_checks(declarations + "int f(int n) { struct s *r = 0; struct s a = {1}; keep(&a);\n"
                                                  "  { struct s b = {1}; keep(&b); r = n ? &a : &b; }\n"
                                                  "  return r->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, AnActivationsVariableMayBeThatOfAnotherOne) {
  EXPECT_THAT(lines_without_checks(declarations + "static struct s *inner(struct s *p, int n) {\n"
                                                  "  struct s l = {1}; keep(&l);\n"
                                                  "  struct s *r = n > 0 ? inner(&l, n - 1) : p;\n"
                                                  "  return r; }\n"
                                                  "int f(struct s *p, int n) {\n"
                                                  "  struct s l = {1}; keep(&l);\n"
                                                  "  return inner(&l, n)->b; }\n"),
              IsEmpty());
}

TEST(UsablePointers, EachActivationHasVariablesOfItsOwn) {
  const std::string use = "static int twice(struct s *q) {\n"
                          "  return q->b / 2; }\n";
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(int n) {\n"
                                   "  struct s l = {1}; keep(&l);\n"
                                   "  int r = n > 0 ? f(n - 1) : 0;\n"
                                   "  return r ^ twice(&l); }\n"),
              ElementsAre(2U));
  EXPECT_THAT(lines_without_checks(declarations + use +
                                   "int f(int n) { struct s *r = 0;\n"
                                   "  { struct s l = {1}; keep(&l); r = &l; }\n"
                                   "  if (n > 0) f(n - 1);\n"
                                   "  return twice(r); }\n"),
              IsEmpty());
}

} // namespace
} // namespace vouch::facts

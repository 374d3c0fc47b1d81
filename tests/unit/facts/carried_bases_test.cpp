#include "analysis/facts/carried_bases.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

/// The names of the parameters and variables of `f` whose bases are carried, in order; `out-of-bounds` is checked.
std::vector<std::string> carried_in(const std::string& body) {
  Options options;
  options.properties = {Property::Bounds};
  const cfa::Cfa cfa = frontend::cfa_of("#include <stdlib.h>\nvoid f(char *a, char *b, int n) {" + body + "}", options);
  const MemoryRegions regions(cfa);
  std::vector<std::string> names;
  for (cfa::VariableId id : carried_bases(cfa, regions).registers) {
    names.push_back(cfa.variable(id).name);
  }
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

TEST(CarriedBases, AreNotNeededWhereTheOffsetIsKnown) {
  EXPECT_EQ(carried_in("char *p = n ? malloc(n) : malloc(8); if (p) *p = 0;"), Names());
  EXPECT_EQ(carried_in("char local[8]; char *p = local; while (n--) *p++ = 0;"), Names()) << "there is one variable";
}

TEST(CarriedBases, GoBackToWherePointersComeFrom) {
  EXPECT_EQ(carried_in("char *q = malloc(n), *other = malloc(8); char *p = n > 5 ? q : other;"
                       "if (p) { p += n; *p = 0; }"),
            (Names{"other", "p", "q"}));
}

TEST(CarriedBases, AreThoseOfLoopBoundsToo) {
  EXPECT_EQ(carried_in("char *q = malloc(n), *end = q + n, *other = malloc(8), *p = n > 5 ? q : other;"
                       "for (; p < end; p++) *p = 0;"),
            (Names{"end", "other", "p", "q"}));
}

} // namespace
} // namespace vouch::facts

#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The functions whose contracts the targets of `code` belong to; "" for assertions that are no contract.
std::vector<std::string> contracts(const std::string& code) {
  cfa::Cfa cfa = cfa_of("#include <assert.h>\n" + code);
  std::vector<std::string> result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (const auto& target = cfa.location(cfa::LocationId(index)).target) {
      result.push_back(target->contract_of);
    }
  }
  return result;
}

TEST(Contract, AssertionsOnParametersAtTheStart) {
  EXPECT_THAT(
      contracts("int f(int a, int *p) { assert(a > 0); int x; assert(p && *p < a); x = a; assert(x); return x; }"),
      ElementsAre("f", "f", ""));
}

TEST(Contract, EndsAtTheFirstEffect) {
  EXPECT_THAT(contracts("int g; int f(int a) { g = 1; assert(a); return a; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int f(int a) { int b = a++; assert(a); return b; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int f(int a) { int b = a; assert(b); return b; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int f(int a) { assert(a++ > 0); return a; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int h(int); int f(int a) { assert(h(a)); return a; }"), ElementsAre(""));
}

TEST(Contract, StandsBehindWhatHasNoEffect) {
  EXPECT_THAT(contracts("int f(int a) { int b = a; ; assert(a); return b; }"), ElementsAre("f"));
  EXPECT_THAT(
      contracts("int f(int a) { struct { int x, y; } b = {0, 1}; { do { assert(a); } while (0); } return b.x; }"),
      ElementsAre("f"));
  EXPECT_THAT(contracts("int f(int *p, int a) { if (!p) return *p; assert(a); return a; }"), ElementsAre("f"));
  EXPECT_THAT(contracts("int f(int *p, int a) { if (!p) a = 3; assert(a); return a; }"), ElementsAre(""));
}

TEST(Contract, IsAboutParameters) {
  EXPECT_THAT(contracts("int g; int f(void) { assert(g == 0); return 0; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int main(int argc, char **argv) { assert(argc < 3); return argv == 0; }"), ElementsAre(""));
}

TEST(Contract, IsAssumedWhereTheFunctionStarts) {
  cfa::Cfa cfa = cfa_of("#include <assert.h>\nint f(int a) { assert(a > 0); return a; }");
  EXPECT_THAT(operations_of(cfa, "<start of f>"),
              ElementsAre("<a> := input a", "[(<a> > 0)]", "[!(<a> > 0)]", "call f(a := <a>)", "return ", "[0]"));
}

TEST(UnconstrainedPointers, AreNullOrOthersOrArrays) {
  cfa::Cfa cfa = cfa_of("int f(int *p, int *q) { return p == q; }");
  std::size_t allocations = 0;
  std::size_t aliases = 0;
  for (const std::string& operation : operations_of(cfa, "<start of f>")) {
    allocations += operation.find(":= allocate") != std::string::npos ? 1 : 0;
    aliases += operation == "<q> := <p>" ? 1 : 0;
  }
  EXPECT_EQ(allocations, 2U);
  EXPECT_EQ(aliases, 1U);
}

TEST(UnconstrainedPointers, OfOtherKindsMayBeAnyAddress) {
  cfa::Cfa cfa = cfa_of("struct unknown; int f(void *p, struct unknown *q, int (*r)(void)) { return !p; }");
  EXPECT_THAT(operations_of(cfa, "<start of f>"), ElementsAre("<p> := input p", "<q> := input q", "<r> := input r",
                                                              "call f(p := <p>, q := <q>, r := <r>)", "return "));
}

} // namespace
} // namespace vouch::frontend

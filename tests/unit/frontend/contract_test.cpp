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

TEST(Contract, IsWhatIsRequiredAndNotWhatIsEnsured) {
  EXPECT_THAT(contracts("#include <vouch.h>\nint f(int a) { VOUCH_REQUIRES(a > 0); VOUCH_ENSURES(a > 0); return a; }"),
              ElementsAre("f", ""));
  EXPECT_THAT(contracts("#include \"vouch.h\"\nint f(int a) { VOUCH_ASSUME(a); VOUCH_REQUIRES(a > 0); return a; }"),
              ElementsAre(""));
}

TEST(Contract, MayAskAboutMemory) {
  EXPECT_THAT(
      contracts("#include <vouch.h>\nint f(int *a) { VOUCH_REQUIRES(a && VOUCH_READABLE(a, 2)); return a[1]; }"),
      ElementsAre("f"));
  EXPECT_THAT(
      contracts("_Bool __CPROVER_r_ok(const void *, long); int f(int *a) { assert(__CPROVER_r_ok(a, 4)); return *a; }"),
      ElementsAre("f"));
  EXPECT_THAT(contracts("int __CPROVER_r_ok(int *p, int n) { *p = n; return 1; }"
                        "int f(int *a) { assert(__CPROVER_r_ok(a, 4)); return *a; }"),
              ElementsAre(""));
}

TEST(Contract, IsAboutParameters) {
  EXPECT_THAT(contracts("int g; int f(void) { assert(g == 0); return 0; }"), ElementsAre(""));
  EXPECT_THAT(contracts("int main(int argc, char **argv) { assert(argc < 3); return argv == 0; }"), ElementsAre(""));
}

TEST(Contract, IsAssumedWhereTheFunctionStarts) {
  cfa::Cfa cfa = cfa_of("#include <assert.h>\nint f(int a) { assert(a > 0); return a; }");
  EXPECT_THAT(operations_of(cfa, "<start of f>"),
              ElementsAre("call <variables of f>()", "return ", "<a> := input a", "call <set-up of f>()", "return ",
                          "[(<a> > 0)]", "[!(<a> > 0)]", "call f(a := <a>)", "return ", "[0]"));
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

/// What is done before `f` is called, with one line for each `operation` that begins so.
std::vector<std::string> before_f(const std::string& code, const std::string& operation) {
  std::vector<std::string> result;
  for (const std::string& text : operations_of(cfa_of("#include <vouch.h>\n" + code), "<start of f>")) {
    if (text.starts_with(operation)) {
      result.push_back(text);
    }
  }
  return result;
}

TEST(UnconstrainedPointers, HaveAsManyElementsAsTheContractSays) {
  const auto elements = [](const std::string& contract) {
    return before_f("int f(short *p, int n) { VOUCH_REQUIRES(" + contract + "); return 0; }", "<elements of p> :=");
  };
  const std::vector<std::string> any = elements("VOUCH_READABLE(p + 1, n)");
  EXPECT_THAT(any, ElementsAre("<elements of p> := input p"));
  EXPECT_THAT(elements("VOUCH_READABLE(p, n)"), testing::Not(any));
  EXPECT_THAT(elements("n && VOUCH_READABLE(p, 2 * n)"), testing::Not(any));
  EXPECT_THAT(elements("VOUCH_READABLE(p, n) && VOUCH_READABLE(p, 3)"), any) << "either may be more";
  EXPECT_THAT(elements("!n || VOUCH_READABLE(p, n)"), any) << "other calls may pass less";
  EXPECT_THAT(elements("VOUCH_READABLE(p, n / 2)"), any);
}

TEST(UnconstrainedPointers, OfOtherKindsMayBeAnyAddress) {
  cfa::Cfa cfa = cfa_of("struct unknown; int f(void *p, struct unknown *q, int (*r)(void)) { return !p; }");
  EXPECT_THAT(operations_of(cfa, "<start of f>"),
              ElementsAre("call <variables of f>()", "return ", "<p> := input p", "<q> := input q", "<r> := input r",
                          "call <set-up of f>()", "return ", "call f(p := <p>, q := <q>, r := <r>)", "return "));
}

} // namespace
} // namespace vouch::frontend

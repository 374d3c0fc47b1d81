#include "analysis/suggestions.hpp"
#include "analysis/verifier.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch {
namespace {

SourceInput input_of(const std::string& code) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = code;
  return input;
}

/// Checks `expression` at the loop that begins where `|` stands.
CheckedAssertion checked(std::string code, const std::string& expression) {
  const std::size_t mark = code.find('|');
  code.erase(mark, 1);
  Place loop;
  loop.line =
      1 + static_cast<unsigned>(std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(mark), '\n'));
  loop.column = static_cast<unsigned>(mark - (code.rfind('\n', mark) + 1)) + 1;
  VerificationContext context;
  return check_invariant(input_of(code), {}, loop, expression, context);
}

const std::string assert_declared = "extern void assert(int); extern unsigned __VERIFIER_nondet_uint(void);\n";
const std::string count_up = assert_declared + "int main(void) {\n  unsigned n = __VERIFIER_nondet_uint(), i = 0;\n"
                                               "  |while (i < n) {\n    i++;\n  }\n  return 0;\n}\n";

TEST(CheckInvariant, ProvesWhatHolds) {
  const CheckedAssertion result = checked(count_up, "i <= n");
  EXPECT_EQ(result.verdict, Verdict::Safe) << result.reason;
  ASSERT_EQ(result.insertions.size(), 1U);
  EXPECT_EQ(result.insertions[0].line, 4U);
  EXPECT_EQ(result.insertions[0].text, "\n    assert(i <= n);");
}

TEST(CheckInvariant, RefutesWhatDoesNotHold) { EXPECT_EQ(checked(count_up, "i <= 3").verdict, Verdict::Violated); }

TEST(CheckInvariant, RefusesWhatDoesNotCompile) {
  const CheckedAssertion result = checked(count_up, "i <= nonsense");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_TRUE(result.insertions.empty());
}

TEST(CheckInvariant, PutsBracketsAroundASingleStatement) {
  std::string code = assert_declared + "int main(void) { unsigned n = 9, i = 0; |while (i < n) i++; return 0; }\n";
  const CheckedAssertion result = checked(code, "i <= n");
  EXPECT_EQ(result.verdict, Verdict::Safe);
  code.erase(code.find('|'), 1);
  EXPECT_EQ(with_insertions(code, result.insertions),
            assert_declared +
                "int main(void) { unsigned n = 9, i = 0; while (i < n) { assert(i <= n); i++; } return 0; }\n");
}

TEST(CheckInvariant, IncludesWhatItNeeds) {
  const CheckedAssertion result =
      checked("int main(void) { int i = 0; |do { i++; } while (i < 9); return 0; }", "i < 9");
  EXPECT_EQ(result.verdict, Verdict::Safe) << result.reason;
  ASSERT_EQ(result.insertions.size(), 2U);
  EXPECT_EQ(result.insertions[0].text, "#include <assert.h>\n");
}

TEST(CheckInvariant, FindsNoPlaceWhereAssertionsAreOff) {
  EXPECT_EQ(checked("#define NDEBUG\n" + count_up, "i <= n").verdict, Verdict::Unknown);
}

std::optional<Precondition> precondition_for(const std::string& code, Options options = {}) {
  VerificationContext context;
  const FileReport report = verify(input_of(code), options, context);
  const std::vector<Violation>& found = report.violations.empty() ? report.hints : report.violations;
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? std::nullopt : find_precondition(input_of(code), options, found.front(), context);
}

TEST(FindPrecondition, TakesTheAssertionItself) {
  const auto found = precondition_for(assert_declared + "int g;\nvoid f(int a, int b) { g = a; assert(a < b); }");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->function, "f");
  EXPECT_EQ(found->expression, "a < b");
  EXPECT_EQ(found->insertions.front().text, " assert(a < b);");
}

TEST(FindPrecondition, KeepsPointersFromBeingNull) {
  Options options;
  options.properties = {Property::Null};
  const auto found = precondition_for(assert_declared + "int f(int n, int *p) { return n + *p; }", options);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->expression, "p != 0");
}

TEST(FindPrecondition, KeepsDivisorsFromBeingZero) {
  Options options;
  options.properties = {Property::DivisionByZero};
  const auto found = precondition_for(assert_declared + "int f(int a, int b) { return a / b; }", options);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->expression, "b != 0");
}

TEST(FindPrecondition, OffersNothingThatNobodyCanKeepTo) {
  EXPECT_FALSE(precondition_for(assert_declared + "void f(int a) { int b = a; assert(b != b); }"));
}

TEST(FindPrecondition, OffersNothingForPrograms) {
  EXPECT_FALSE(
      precondition_for(assert_declared + "int main(void) { assert(__VERIFIER_nondet_uint() > 3); return 0; }"));
}

const std::string ring = assert_declared + "struct ring { unsigned head; unsigned count; int items[8]; };\n";

TEST(FindPrecondition, SpeaksOfWhatPointersLeadTo) {
  Options options;
  options.properties = {Property::Assert, Property::Bounds};
  const auto found = precondition_for(
      ring + "int pop(struct ring *r) { int x = r->items[r->head]; r->head = (r->head + 1) % 8; return x; }", options);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->expression, "r != 0 && (r->head < 8)");
}

TEST(FindPrecondition, TakesAnAssertionAboutAMember) {
  const auto found = precondition_for(ring + "int g;\nvoid pop(struct ring *r) { g = 1; assert(r->count > 0); }");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->expression, "r != 0 && (r->count > 0)");
}

TEST(CheckInvariant, IsNotOneIfItCannotBeEvaluated) {
  Options options;
  options.properties = {Property::Assert, Property::Null};
  std::string code = ring + "int f(struct ring *r) {\n  int n = 0;\n  while (n < 3) {\n    n++;\n  }\n  return n;\n}\n";
  Place loop;
  loop.line = static_cast<unsigned>(
                  std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(code.find("while")), '\n')) +
              1;
  loop.column = 3;
  VerificationContext context;
  EXPECT_NE(check_invariant(input_of(code), options, loop, "r->count == r->count", context).verdict, Verdict::Safe);
}

} // namespace
} // namespace vouch

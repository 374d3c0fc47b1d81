#include "analysis/facts/functions_of_numbers.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace vouch::facts {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

Options everything_checked() {
  Options options;
  options.properties = {checked_by_default.begin(), checked_by_default.end()};
  return options;
}

std::set<std::string> of_numbers(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of(code, everything_checked());
  const std::vector<bool> found = functions_of_numbers(cfa);
  std::set<std::string> names;
  for (std::size_t index = 0; index < found.size(); ++index) {
    const cfa::Function& function = cfa.function(cfa::FunctionId(index));
    if (found[index] && !function.is_synthetic) {
      names.insert(function.name);
    }
  }
  return names;
}

/// The functions whose entry points give all arguments.
std::set<std::string> with_all_arguments(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of(code, everything_checked());
  std::set<std::string> names;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    if (gives_all_arguments(cfa, entry)) {
      names.insert(cfa.function(entry.function).name);
    }
  }
  return names;
}

TEST(FunctionsOfNumbers, ComputeWithTheirArguments) {
  EXPECT_THAT(of_numbers("static int half(int n) { return n / 2; } double f(int n) { return half(n) + 1.5; }"
                         "_Bool g(unsigned n) { int i = 0; while (i < n) i++; return i > 3; }"),
              UnorderedElementsAre("half", "f", "g"));
}

TEST(FunctionsOfNumbers, MayReceiveNumbersFromOutside) {
  EXPECT_THAT(of_numbers("int read(void); int f(void) { return read() > 0 ? 1 / read() : 0; }"), Contains("f"));
}

TEST(FunctionsOfNumbers, HaveNoVariablesThatOutliveTheirCalls) {
  EXPECT_THAT(of_numbers("int count; int next(void) { return count++; } int f(void) { return next(); }"
                         "void sets(int n) { count = n; } int g(void) { static int calls; return ++calls; }"),
              IsEmpty());
}

TEST(FunctionsOfNumbers, HaveNoMemoryAndNoPointers) {
  EXPECT_THAT(of_numbers("int f(int *p) { return *p; } int g(int n) { int a[2] = {n, n}; return a[n & 1]; }"
                         "int *h(void) { return 0; } int k(char *p) { return 3; }"
                         "int called(void); int m(int (*f)(void)) { return f(); } int n(void) { return m(called); }"),
              IsEmpty());
}

TEST(FunctionsOfNumbers, ItMattersNotWhereTheirResultsGo) {
  EXPECT_THAT(of_numbers("int last; int half(int n) { return n / 2; } void f(int n) { last = half(n); }"
                         "void g(int *p) { *p = half(*p); }"),
              UnorderedElementsAre("half"));
}

TEST(FunctionsOfNumbers, MayCallThemselves) {
  EXPECT_THAT(of_numbers("int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
                         "int odd(int n) { return n == 0 ? 0 : even(n - 1); }"),
              UnorderedElementsAre("even", "odd"));
  EXPECT_THAT(of_numbers("int c; int odd(int); int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
                         "int odd(int n) { return n == 0 ? c : even(n - 1); }"),
              IsEmpty());
}

TEST(FunctionsOfNumbers, ThatStateWhatTheyExpectAreNotGivenAllArguments) {
  EXPECT_THAT(with_all_arguments("#include <assert.h>\nint f(int n) { assert(n > 0); return 8 / n; }"
                                 "int g(int n) { return 8 / (n | 1); }"),
              UnorderedElementsAre("g"));
}

TEST(FunctionsOfNumbers, OfNamedValuesAreNotGivenAllArguments) {
  EXPECT_THAT(with_all_arguments("enum colour { red, green }; int f(enum colour c) { return c == red; }"
                                 "int g(int c) { return c; }"),
              Not(Contains("f")));
}

} // namespace
} // namespace vouch::facts

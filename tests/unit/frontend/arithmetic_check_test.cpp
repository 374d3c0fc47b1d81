#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Options checking(std::vector<Property> properties) {
  Options options;
  options.entry = "f";
  options.properties = std::move(properties);
  return options;
}

/// The conditions under which `f` fails, `[...]` for those that have to hold and `[!...]` for the others.
std::vector<std::string> failures_of_f(const std::string& code,
                                       std::vector<Property> properties = {Property::Overflow}) {
  cfa::Cfa cfa = cfa_of(code, checking(std::move(properties)));
  std::vector<std::string> result;
  for (cfa::EdgeId id : edges_of(cfa, "f")) {
    if (cfa.location(cfa.edge(id).target).target) {
      result.push_back(to_string(cfa.edge(id).operation, cfa.names()));
    }
  }
  return result;
}

std::vector<std::string> messages_of_f(const std::string& code, std::vector<Property> properties) {
  cfa::Cfa cfa = cfa_of(code, checking(std::move(properties)));
  std::vector<std::string> result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (const auto& target = cfa.location(cfa::LocationId(index)).target) {
      result.push_back(target->message + " [" + std::string(cfa::code_of(target->property)) + "]");
    }
  }
  return result;
}

TEST(ArithmeticChecks, AreMadeForChosenPropertiesOnly) {
  EXPECT_THAT(failures_of_f("int f(int a, int b) { return a / b + a * b - (a << b); }", {Property::Assert}), IsEmpty());
  EXPECT_THAT(failures_of_f("int f(int a, int b) { return a / b; }", {Property::DivisionByZero}),
              ElementsAre("[(b == 0)]"));
}

TEST(ArithmeticChecks, ConstantsGiveBoundsForTheOtherOperand) {
  EXPECT_THAT(failures_of_f("int f(int a) { return a + 1; }"), ElementsAre("[(a > 2147483646)]"));
  EXPECT_THAT(failures_of_f("int f(int a) { return a - 3; }"), ElementsAre("[(a < -2147483645)]"));
  EXPECT_THAT(failures_of_f("int f(int a) { return -2 - a; }"), ElementsAre("[(a > 2147483646)]"));
  EXPECT_THAT(failures_of_f("int f(int a) { return a * -2; }"),
              ElementsAre("[((a < -1073741823) || (a > 1073741824))]"));
  EXPECT_THAT(failures_of_f("int f(int a) { return -a; }"), ElementsAre("[(a < -2147483647)]"));
  EXPECT_THAT(failures_of_f("long f(long a) { a++; return a; }"), ElementsAre("[(a > 9223372036854775806)]"));
}

TEST(ArithmeticChecks, NarrowOperandsAreComputedExactly) {
  EXPECT_THAT(failures_of_f("int f(int a, int b) { return a + b; }"),
              ElementsAre("[((((i64)a + (i64)b) < -2147483648) || (((i64)a + (i64)b) > 2147483647))]"));
}

TEST(ArithmeticChecks, WhatCannotHappenIsNotChecked) {
  EXPECT_THAT(failures_of_f("int f(short a, unsigned char b) { a++; return a * b + (a << 3) - (a >> 2); }"), IsEmpty());
  EXPECT_THAT(failures_of_f("unsigned f(unsigned a, unsigned b) { return -(a * b + (a << 3)); }"), IsEmpty());
  EXPECT_THAT(failures_of_f("double f(double a, double b) { return -(a * b) / b; }",
                            {Property::Overflow, Property::DivisionByZero}),
              IsEmpty());
  EXPECT_THAT(failures_of_f("int f(int a) { return a / 2 % 7; }", {Property::Overflow, Property::DivisionByZero}),
              IsEmpty());
}

TEST(ArithmeticChecks, TheMinimumDividedByMinusOneOverflows) {
  EXPECT_THAT(failures_of_f("int f(int a, int b) { return a / b; }"),
              ElementsAre("[((a == -2147483648) && (b == -1))]"));
  EXPECT_THAT(failures_of_f("int f(int a) { return a % -1; }"), ElementsAre("[(a == -2147483648)]"));
}

TEST(ArithmeticChecks, ShiftsHaveTwoThingsToCheck) {
  EXPECT_THAT(failures_of_f("int f(int a, int b) { return a << b; }"),
              ElementsAre("[((b < 0) || (b > 31))]", "[(a > (2147483647 >> b))]", "[(a < (-2147483648 >> b))]"));
  EXPECT_THAT(failures_of_f("unsigned long f(unsigned long a, unsigned b) { return a >> b; }"),
              ElementsAre("[(b > 63)]"));
}

TEST(ArithmeticChecks, ConstantsThatFailAlwaysFail) {
  EXPECT_THAT(failures_of_f("int f(void) { return 2147483647 + 1; }"), ElementsAre("skip"));
  EXPECT_THAT(failures_of_f("int f(int a) { return a / 0; }", {Property::DivisionByZero}), ElementsAre("skip"));
}

TEST(ArithmeticChecks, ConditionalOperandsAreCheckedWhereTheyAreEvaluated) {
  EXPECT_THAT(
      operations_of_f("int f(int a, int b) { return b != 0 && a / b > 1; }", checking({Property::DivisionByZero})),
      ElementsAre("[(b != 0)]", "[!(b != 0)]", "[(b == 0)]", "[!(b == 0)]", "<result of f> := ((a / b) > 1)",
                  "<result of f> := 0"));
}

TEST(ArithmeticChecks, ValuesThatNobodyUsesAreCheckedToo) {
  EXPECT_THAT(failures_of_f("void f(int a, int b) { a + 1; (void)(1, -b); }"),
              ElementsAre("[(a > 2147483646)]", "[(b < -2147483647)]"));
}

TEST(ArithmeticChecks, MessagesQuoteTheExpression) {
  EXPECT_THAT(messages_of_f("int f(int a, int b) { a += b * 2; return a % b; }",
                            {Property::Overflow, Property::DivisionByZero}),
              testing::UnorderedElementsAre(
                  "\"b * 2\" can overflow [signed-overflow]", "\"a += b * 2\" can overflow [signed-overflow]",
                  "\"a % b\" can divide by zero [division-by-zero]", "\"a % b\" can overflow [signed-overflow]"));
}

} // namespace
} // namespace vouch::frontend

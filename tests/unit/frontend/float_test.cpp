#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Floats, ArithmeticIsInTheTypeThatCSays) {
  EXPECT_THAT(operations_of_f("float f(float x, int i) { x += 0.1; x *= 2.0f; return x - i; }"),
              ElementsAre("x := (f32)((f64)x + 0.1)", "x := (x * 2.0)", "<result of f> := (x - (f32)i)"));
}

TEST(Floats, ConstantsAreRoundedToTheirType) {
  EXPECT_THAT(operations_of_f("double f(void) { return 0.1f; }"), ElementsAre("<result of f> := 0.10000000149011612"));
  EXPECT_THAT(operations_of_f("float f(void) { return 16777217; }"), ElementsAre("<result of f> := 16777216.0"));
  EXPECT_THAT(operations_of_f("int f(void) { return (int)-2.9; }"), ElementsAre("<result of f> := -2"));
}

TEST(Floats, ZerosOfBothSignsAreDifferentConstants) {
  EXPECT_THAT(operations_of_f("double f(int c) { return c ? -0.0 : 0.0; }"),
              ElementsAre("<result of f> := ((c != 0) ? -0.0 : 0.0)"));
}

TEST(Floats, NanIsTrueAndEveryComparisonCanFail) {
  EXPECT_THAT(operations_of_f("_Bool f(double x) { return x; }"), ElementsAre("<result of f> := (u8)(x != 0.0)"));
  EXPECT_THAT(operations_of_f("int f(double x) { return !(x < 1); }"), ElementsAre("<result of f> := !(x < 1.0)"));
}

TEST(Floats, ConversionToAnIntegerIsOnlyEvaluatedWhereCDoes) {
  EXPECT_THAT(
      operations_of_f("int f(double x) { return x < 5 ? (int)x : 0; }"),
      testing::UnorderedElementsAre("[(x < 5.0)]", "[!(x < 5.0)]", "<result of f> := (i32)x", "<result of f> := 0"));
}

TEST(FloatFunctions, ExactOnesAreOperators) {
  EXPECT_THAT(operations_of_f("#include <math.h>\ndouble f(double x) { return fabs(floor(x)) + fmod(x, 2); }"),
              ElementsAre("<result of f> := (fabs floor x + (x % 2.0))"));
  EXPECT_THAT(operations_of_f("#include <math.h>\nint f(float x) { return isnan(x); }"),
              ElementsAre("<result of f> := (x != x)"));
  EXPECT_THAT(operations_of_f("#include <math.h>\nint f(double x, double y) { return isless(x, y) + isfinite(x); }"),
              ElementsAre("<result of f> := ((x < y) + (fabs x < inf))"));
}

TEST(FloatFunctions, ConstantsAreFolded) {
  EXPECT_THAT(operations_of_f("#include <math.h>\ndouble f(void) { return -INFINITY; }"),
              ElementsAre("<result of f> := -inf"));
  EXPECT_THAT(operations_of_f("#include <math.h>\nfloat f(void) { return NAN; }"), ElementsAre("<result of f> := nan"));
}

TEST(FloatFunctions, TheSignBitIsOnlyKnownToBeNonzero) {
  auto value = operations_of_f("#include <math.h>\nint f(double x) { return signbit(x); }");
  EXPECT_THAT(value, Contains("[(<sign bit> != 0)]"));
  auto condition = operations_of_f("#include <math.h>\nint f(double x) { if (signbit(x)) return 1; return 2; }");
  EXPECT_THAT(condition, Contains("[(signbit x != 0)]"));
  EXPECT_THAT(condition, Not(Contains(StartsWith("<sign bit>"))));
}

TEST(FloatFunctions, OthersAreOverapproximated) {
  EXPECT_THAT(operations_of_f("#include <math.h>\ndouble f(double x) { return sin(x); }"),
              ElementsAre("<result of f> := input sin"));
}

TEST(FloatFunctions, ADefinitionInTheProgramCounts) {
  EXPECT_THAT(operations_of_f("static double fabs(double x) { return 1; } double f(double x) { return fabs(x); }"),
              Contains(StartsWith("call fabs")));
}

TEST(FloatFunctions, OtherRoundingModesAreNotSupported) {
  EXPECT_THAT(operations_of_f("int fesetround(int); int f(void) { return fesetround(0); }"),
              Contains("unsupported fesetround"));
}

} // namespace
} // namespace vouch::frontend

#include "analysis/run_recording.hpp"
#include "analysis/verifier.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <sstream>

namespace vouch {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// What both gcc and the recorded run have in scope.
constexpr const char* declarations = R"(
struct inner { short s; unsigned bits : 3; signed more : 5; };
struct outer { char tag; struct inner in; long values[3]; union { int i; unsigned char bytes[4]; }; };
enum level { LOW = -2, HIGH = 40 };
enum unsigned_level { FIRST, SECOND };
typedef unsigned short u16;
#define SUM (3 + 4)
  char c = -5; signed char sc = -128; unsigned char uc = 200; short s = -300; u16 us = 65535;
  int i = -7, zero = 0, one = 1; unsigned u = 4000000000u; long l = -5000000000L; unsigned long ul = 18446744073709551615UL;
  long long ll = 1LL << 40; _Bool yes = 1; float f = 0.1f; double d = -2.5; long double ld = 1.25L;
  enum level level = HIGH; enum unsigned_level second = SECOND;
  struct outer o = {'x', {-3, 5, -9}, {10, 20, 30}, {.i = -2}}; struct outer *po = &o;
  int a[4] = {1, -2, 3, -4}; int *p = a + 1; int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}; char text[6] = "hello";
  const char *string = text;
)";

/// GCC 12 makes -0 of `0 - x` where x is an integer converted to a float: zeros are compared without their signs.
constexpr const char* positive_zero = "0.0 + ";

class Expressions : public testing::Test {
protected:
  static void SetUpTestSuite() {
    folder_.emplace();
    std::ofstream(folder_->path() / "recorded.c")
        << "#include <assert.h>\nint main(void) {" << declarations
        << "  int sum = (int)(c + sc + uc + s + us + zero + one + (int)u + (int)l + (int)ul + (int)ll + yes + (int)f + "
           "(int)d + (int)ld);\n"
           "  sum += (int)level + (int)second + po->tag + *p + grid[1][1] + string[0];\n"
           "  assert(sum == i);\n  return 0;\n}\n";
    SourceInput input{folder_->path() / "recorded.c", {}, {}, {}};
    VerificationContext context;
    const FileReport report = verify(input, {}, context);
    ASSERT_EQ(report.violations.size(), 1) << report.reason;
    auto recording = record_run(input, {}, report.violations.front(), context);
    ASSERT_TRUE(recording) << recording.error().message;
    recording_ = std::move(recording).value();
  }
  static void TearDownTestSuite() {
    recording_.reset();
    folder_.reset();
  }

  static std::string value(const std::string& expression) {
    const auto result = recording_->evaluate(recording_->last_step(), 0, expression);
    return result ? result->text : "error: " + result.error().message;
  }

  /// What gcc's program prints for each expression.
  static std::vector<std::string> compiled(const std::vector<std::string>& expressions) {
    std::ofstream file(folder_->path() / "compiled.c");
    file << "#include <stdio.h>\nint main(void) {" << declarations;
    for (const std::string& expression : expressions) {
      file << "printf(\"%lld %lu %.17g\\n\", (long long)(" << expression << "), (unsigned long)sizeof(" << expression
           << "), " << positive_zero << "(double)(" << expression << "));\n";
    }
    file << "return 0;\n}\n";
    file.close();
    const auto built = testkit::run_process(
        {"/usr/bin/gcc", "-w", "-O0", "-o", folder_->path() / "compiled", folder_->path() / "compiled.c"});
    EXPECT_EQ(built.status, 0) << built.err;
    std::istringstream output(testkit::run_process({folder_->path() / "compiled"}).out);
    std::vector<std::string> lines;
    for (std::string line; std::getline(output, line);) {
      lines.push_back(line);
    }
    return lines;
  }

  /// The same three values as an expression of the debugger has.
  static std::string evaluated(const std::string& expression) {
    const std::string number = value("(double)(" + expression + ")");
    char text[64];
    std::snprintf(text, sizeof text, "%.17g", 0.0 + std::strtod(number.c_str(), nullptr));
    return value("(long long)(" + expression + ")") + " " + value("sizeof(" + expression + ")") + " " + text;
  }

  static inline std::optional<test::TemporaryFolder> folder_;
  static inline std::unique_ptr<RunRecording> recording_;
};

TEST_F(Expressions, HaveTheValuesThatGccComputes) {
  const std::vector<std::string> expressions = {
      "c",
      "sc",
      "uc + us",
      "us * 3 > 0u",
      "s / 7",
      "s % 7",
      "-s",
      "~uc",
      "!i",
      "i < u",
      "l < ul",
      "i + u",
      "l + u",
      "ll + ul",
      "u << 3",
      "i >> 1",
      "-1 >> 1",
      "1 << 30",
      "u >> 31",
      "ul >> 63",
      "f",
      "f + d",
      "f * 3",
      "d / 2",
      "ld + f",
      "1 / 3.0f",
      "(float)0.1 == f",
      "0.1 == f",
      "(int)d",
      "(unsigned char)i",
      "(signed char)uc",
      "(_Bool)d",
      "(_Bool)0.2",
      "yes + yes",
      "level",
      "level + FIRST",
      "second - 2",
      "LOW < second",
      "SUM * 2",
      "'a'",
      "'\\n'",
      "'\\xff'",
      "'\\101'",
      "0x7fffffff",
      "0xffffffff",
      "2147483648",
      "017",
      "0b101",
      "10u - 11",
      "10ul",
      "1e3",
      "0x1p4",
      "1.5f",
      "o.tag",
      "o.in.s",
      "+o.in.bits",
      "+o.in.more",
      "o.in.bits - 6",
      "o.values[2]",
      "po->values[1] + po->in.s",
      "(*po).bytes[0]",
      "po->i",
      "a[1]",
      "1[a]",
      "*(a + 3)",
      "p[1]",
      "*p",
      "p - a",
      "&a[3] - p",
      "p == &a[1]",
      "p != 0",
      "a == &a[0]",
      "grid[1][2]",
      "*grid[1]",
      "(&grid[1])[0][1]",
      "sizeof grid / sizeof *grid",
      "sizeof(struct outer)",
      "sizeof(int *)",
      "sizeof(u16[3])",
      "text[1]",
      "*string",
      "string[4]",
      "\"abc\"[1]",
      "sizeof \"abc\"",
      "zero ? 1 : 2.5",
      "one ? c : u",
      "zero && 1 / zero",
      "one || 1 / zero",
      "(zero, one)",
      "*(char *)&o",
      "((struct outer *)po)->tag",
      "((unsigned char *)&a[1])[0]",
      "i & 0xf | 16 ^ 3",
      "i == -7 == 1",
      "a < p",
      "1.0 < ld",
      "-u",
      "+c",
      "(long)p - (long)a",
      "sizeof i++ * 0 + 4" /* not evaluated by gcc, and refused here */,
  };
  std::vector<std::string> accepted = expressions;
  accepted.pop_back();
  const auto expected = compiled(accepted);
  ASSERT_EQ(expected.size(), accepted.size());
  for (std::size_t n = 0; n < accepted.size(); ++n) {
    EXPECT_EQ(evaluated(accepted[n]), expected[n]) << accepted[n];
  }
  EXPECT_THAT(value(expressions.back()), HasSubstr("side effects"));
}

class RandomExpressions : public Expressions {
protected:
  std::string expression(int depth) {
    if (depth == 0 || number() % 6 == 0) {
      return one_of(leaves);
    }
    const std::string first = operand(depth - 1);
    switch (number() % 8) {
    case 0:
      return "(" + one_of(casts) + ")" + first;
    case 1:
      return std::string(number() % 2 == 0 ? "-" : "!") + first;
    case 2: {
      const std::string second = operand(depth - 1);
      return "(" + first + " ? " + second + " : " + operand(depth - 1) + ")";
    }
    default: {
      const std::string op = one_of(operators);
      return "(" + first + " " + op + " " + operand(depth - 1) + ")";
    }
    }
  }

private:
  /// One that has a type, even if nobody evaluates it: gcc insists.
  std::string operand(int depth) {
    std::string result;
    do {
      result = "(" + expression(depth) + ")";
    } while (value(result).find("not defined") != std::string::npos);
    return result;
  }

  std::mt19937::result_type number() { return random_(); }

  template <typename List>
  std::string one_of(const List& list) {
    return list[number() % std::size(list)];
  }

  static constexpr const char* leaves[] = {
      "c",  "sc",   "uc", "s",   "us",     "i",      "one",        "u",          "l",    "ul",
      "ll", "yes",  "f",  "d",   "level",  "second", "+o.in.bits", "+o.in.more", "a[2]", "po->values[1]",
      "3",  "200u", "7L", "0.5", "text[0]"};
  static constexpr const char* operators[] = {"+",  "-",  "*",  "/", "%", "<<", ">>", "<",
                                              "<=", "==", "!=", "&", "|", "^",  "&&", "||"};
  static constexpr const char* casts[] = {"char",  "unsigned char", "short", "unsigned", "long",
                                          "float", "double",        "u16",   "_Bool"};
  std::mt19937 random_{7};
};

TEST_F(RandomExpressions, AgreeWithGccWhereTheyAreDefined) {
  std::vector<std::string> defined;
  while (defined.size() < 400) {
    const std::string drawn = expression(3);
    const std::string whole = "(double)(" + drawn + ")";
    if (!value(whole).starts_with("error") && !value("(long long)(" + drawn + ")").starts_with("error")) {
      defined.push_back(drawn);
    }
  }
  const auto expected = compiled(defined);
  ASSERT_EQ(expected.size(), defined.size());
  for (std::size_t n = 0; n < defined.size(); ++n) {
    EXPECT_EQ(evaluated(defined[n]), expected[n]) << defined[n];
  }
}

TEST_F(Expressions, WithoutAValueSayWhy) {
  for (const auto& [expression, why] : std::vector<std::pair<const char*, const char*>>{
           {"i / zero", "division by zero"},
           {"i % zero", "division by zero"},
           {"(-2147483647 - 1) / -one", "does not fit"},
           {"-(-2147483647 - one)", "does not fit"},
           {"2147483647 + one", "does not fit"},
           {"one << 32", "shift"},
           {"i << 1", "negative"},
           {"(unsigned char)1e10", "does not fit"},
           {"a[4]", "outside"},
           {"*(a + 4)", "outside"},
           {"*(int *)0", "null"},
           {"((struct outer *)0)->tag", "null"},
           {"*(int *)12345678", "no object"},
           {"&o.in.bits", "bit-field"},
           {"&one", "never takes it"},
           {"p * 2", "not defined"},
           {"d % 2", "not defined"},
           {"~f", "not defined"},
           {"o + 1", "no number"},
           {"o.nothing", "no field"},
           {"i.x", "no field"},
           {"*i", "needs a pointer"},
           {"missing", "missing"},
           {"main()", "not called"},
           {"i = 1", "side effects"},
           {"--i", "side effects"},
           {"a[i++]", "side effects"},
           {"o.in.s += 1", "side effects"},
           {"(i", "expected"},
           {"i i", "unexpected"},
           {"'ab'", "character"},
           {"\"abc", "missing"},
           {"3x", "no number"},
           {"(struct nothing *)p", "no type"},
           {"", "no expression"},
           {"@", "unexpected"},
       }) {
    EXPECT_THAT(value(expression), testing::AllOf(testing::StartsWith("error: "), HasSubstr(why))) << expression;
  }
  EXPECT_THAT(value(std::string(100'000, '(')), HasSubstr("too long"));
  EXPECT_THAT(value(std::string(3'000, '~') + "i"), HasSubstr("too deeply"));
}

TEST_F(Expressions, ShowStructsArraysAndPointers) {
  EXPECT_EQ(value("o.in"), "{s = -3, bits = 5, more = -9}");
  EXPECT_EQ(value("grid"), "{{1, 2, 3}, {4, 5, 6}}");
  EXPECT_EQ(value("text"), "\"hello\"");
  EXPECT_THAT(value("string"), HasSubstr("\"hello\""));
  EXPECT_EQ(value("level"), "HIGH");
  EXPECT_EQ(value("yes"), "true");
  EXPECT_EQ(value("c"), "-5");
  EXPECT_EQ(value("p"), "&a[1]");
}

} // namespace
} // namespace vouch

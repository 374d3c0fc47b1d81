#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// Programs of several files, seen through `vouch check`.
namespace vouch::testkit {
namespace {

using testing::HasSubstr;
using testing::Not;

class LinkedFiles : public testing::Test {
protected:
  /// A file of the project.
  void file(const std::string& name, const std::string& text, const std::string& flags = "") {
    folder_.write(name, text);
    for (const nlohmann::json& command : commands_) {
      if (command["file"] == name) {
        return;
      }
    }
    commands_.push_back(
        {{"directory", folder_.path().string()}, {"file", name}, {"command", "cc " + flags + " -c " + name}});
    folder_.write("compile_commands.json", commands_.dump());
  }

  /// The report on one file of the project.
  nlohmann::json check(const std::string& name, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {VOUCH_BINARY, "check", "--format", "json", path(name)};
    words.insert(words.end(), more.begin(), more.end());
    const ProcessResult result = run_process(about_assertions(words));
    errors_ = result.err;
    return nlohmann::json::parse(result.out)["files"][0];
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path() / name; }

  static nlohmann::json function(const nlohmann::json& report, const std::string& name) {
    for (const nlohmann::json& function : report["functions"]) {
      if (function["name"] == name) {
        return function;
      }
    }
    return {};
  }

  test::TemporaryFolder folder_;
  nlohmann::json commands_ = nlohmann::json::array();
  std::string errors_;
};

constexpr const char* calls_limit = "#include <assert.h>\n"
                                    "int limit(int x);\n"
                                    "extern int __VERIFIER_nondet_int(void);\n"
                                    "int main(void) {\n"
                                    "  int x = limit(__VERIFIER_nondet_int());\n"
                                    "  assert(x <= 10);\n"
                                    "}\n";

TEST_F(LinkedFiles, BodiesOfOtherFilesAreSeen) {
  file("main.c", calls_limit);
  file("limit.c", "int limit(int x) { return x > 10 ? 10 : x; }\n");
  const nlohmann::json report = check("main.c");
  EXPECT_EQ(report["verdict"], "safe");
  EXPECT_EQ(report["linkedFiles"], nlohmann::json::array({path("limit.c")}));
  EXPECT_EQ(report["functions"].size(), 1U) << "those of the file alone";
  EXPECT_EQ(check("main.c", {"--link", "none"})["verdict"], "violated") << "any value may come back";
}

TEST_F(LinkedFiles, ViolationsNameTheirFiles) {
  file("main.c",
       "int half(int x);\nstatic int check(int x) { return half(x); }\nint main(void) { return check(3); }\n");
  file("half.c", "#include <assert.h>\n"
                 "static void check(int x) {\n"
                 "  int rest = x % 2;\n"
                 "  assert(rest == 0);\n"
                 "}\n"
                 "int half(int x) { check(x); return x / 2; }\n");
  const nlohmann::json report = check("main.c");
  ASSERT_EQ(report["violations"].size(), 1U);
  const nlohmann::json& violation = report["violations"][0];
  EXPECT_EQ(violation["file"], path("half.c"));
  EXPECT_EQ(violation["line"], 4);
  EXPECT_TRUE(violation["confirmed"]);
  EXPECT_EQ(violation["trace"].back()["file"], path("half.c"));
  EXPECT_NE(function(report, "check")["verdict"], "violated") << "it is the other one's";
}

constexpr const char* peeks = "#include <assert.h>\n"
                              "struct pool { int value; };\n"
                              "int peek(void);\n"
                              "void change(struct pool *given) {\n"
                              "  if (given) {\n"
                              "    given->value = 5;\n"
                              "    int before = peek();\n"
                              "    given->value = 6;\n"
                              "    assert(peek() == before);\n"
                              "  }\n"
                              "}\n";

TEST_F(LinkedFiles, CallersPassWhatOtherFunctionsOfALinkedFileHandOut) {
  file("main.c", peeks);
  const std::string static_pool = "struct pool { int value; };\n"
                                  "static struct pool pool;\n"
                                  "int peek(void) { return pool.value; }\n";
  file("pool.c", static_pool);
  EXPECT_EQ(check("main.c")["verdict"], "safe") << "nobody has its address";
  file("pool.c", static_pool + "struct pool *get(void) { return &pool; }\n");
  const nlohmann::json report = check("main.c");
  EXPECT_EQ(report["verdict"], "violated");
  EXPECT_EQ(report["violations"][0]["line"], 9);
}

TEST_F(LinkedFiles, CallersPassVariablesOfLinkedFilesThatTheyCanName) {
  file("main.c", peeks);
  file("pool.c", "struct pool { int value; };\nstruct pool pool;\nint peek(void) { return pool.value; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "violated");
}

/// A loop that counts up to its bound, and then calls another function three times.
std::string counting_up(const std::string& name, const std::string& callee) {
  return "#include <assert.h>\nint " + callee + "(int n);\nint " + name +
         "(int n) {\n"
         "  int i = 0, s = 0;\n"
         "  if (n < 0 || n > 1000)\n"
         "    return 0;\n"
         "  while (i < n) {\n"
         "    i++;\n"
         "    s += 1;\n"
         "  }\n"
         "  assert(s == n);\n"
         "  s += " +
         callee + "(n) > 0;\n  s += " + callee + "(s) > 0;\n  s += " + callee + "(s) > 0;\n  return s;\n}\n";
}

TEST_F(LinkedFiles, WhatHoldsInEveryCallOfALinkedFunctionIsProvedOnce) {
  file("lowest.c", "int lowest(int n) { return n; }\n");
  std::string callee = "lowest";
  for (const std::string name : {"a", "b", "c", "d", "e"}) { // 363 loops, each with an assertion behind it
    file(name + ".c", counting_up(name, callee));
    callee = name;
  }
  const nlohmann::json report = check("e.c", {"--timeout", "10"});
  EXPECT_EQ(report["verdict"], "safe");
  EXPECT_EQ(report["functions"].size(), 1U) << "those of the file alone";
}

TEST_F(LinkedFiles, LinkedFunctionsThatNothingDecidesTakeAsLongAsFourFunctionsOfTheFile) {
  std::string hard = "#include <assert.h>\n";
  std::string calls;
  std::string declarations;
  for (int number = 0; number < 20; ++number) {
    const std::string name = "hard" + std::to_string(number);
    hard += "int " + name + "(unsigned a, unsigned b) {\n  unsigned long s = 0;\n" +
            "  for (unsigned i = 0; i < b; i++)\n    s += (unsigned long)a * i % " + std::to_string(number + 7) +
            ";\n  assert(s != 1234567ul);\n  return (int)s;\n}\n";
    declarations += "int " + name + "(unsigned a, unsigned b);\n";
    calls += "  r ^= " + name + "(a, a);\n";
  }
  file("hard.c", hard);
  file("main.c", declarations + "int all(unsigned a) {\n  int r = 0;\n" + calls + "  return r;\n}\n");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(check("main.c", {"--function-timeout", "1", "--jobs", "1"})["verdict"], "unknown");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(14)) << "twenty seconds if each has its own";
}

TEST_F(LinkedFiles, WhatDoesNotHoldInEveryCallIsCheckedWhereItIsCalled) {
  file("sum.c", "int half(int x);\n"
                "int sum(int x) { return x > 2 && x < 6 ? half(x) + half(2 * x) : 0; }\n"
                "int none(int x) { return x > 2 && x < 4 ? half(2 * x) : 0; }\n");
  file("half.c", "#include <assert.h>\n"
                 "int half(int x) {\n"
                 "  int rest = x - x / 2 * 2;\n"
                 "  assert(rest == 0);\n"
                 "  return x / 2;\n"
                 "}\n");
  const nlohmann::json report = check("sum.c");
  ASSERT_EQ(report["violations"].size(), 1U) << "of what its callers pass, not of what nobody here does";
  EXPECT_EQ(report["violations"][0]["line"], 4);
  EXPECT_EQ(function(report, "sum")["verdict"], "unknown") << "the violation is in another function";
  EXPECT_EQ(function(report, "none")["verdict"], "safe");
}

TEST_F(LinkedFiles, EachFileOfADatabaseSeesTheOthers) {
  file("main.c", calls_limit);
  file("limit.c", "int ten(void); int limit(int x) { return x > ten() ? ten() : x; }\n");
  file("ten.c", "int ten(void) { return 10; }\n");
  const ProcessResult result =
      run_process({VOUCH_BINARY, "check", "-p", folder_.path().string(), "--jobs", "2", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, Not(HasSubstr("has no definition")));
}

TEST_F(LinkedFiles, AmbiguousDefinitionsAreTold) {
  file("main.c", calls_limit);
  file("limit.c", "int limit(int x) { return x > 10 ? 10 : x; }\n");
  file("other.c", "int limit(int x) { return x; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "violated");
  EXPECT_THAT(errors_, HasSubstr("\"limit\" has definitions in " + path("limit.c") + " and " + path("other.c")));
}

TEST_F(LinkedFiles, AnEditOfTheOtherFileInvalidatesTheVerdict) {
  const std::vector<std::string> cached = {"--cache", folder_.path() / "cache"};
  file("main.c", calls_limit);
  file("limit.c", "int limit(int x) { return x > 10 ? 10 : x; }\n");
  EXPECT_EQ(check("main.c", cached)["verdict"], "safe");
  EXPECT_TRUE(function(check("main.c", cached), "main")["fromCache"]);
  file("limit.c", "/* moved */\nint limit(int value) { return value > 10 ? 10 : value; }\n");
  EXPECT_TRUE(function(check("main.c", cached), "main")["fromCache"]);
  file("limit.c", "int limit(int x) { return x > 11 ? 11 : x; }\n");
  const nlohmann::json edited = check("main.c", cached);
  EXPECT_EQ(edited["verdict"], "violated");
  EXPECT_FALSE(function(edited, "main")["fromCache"]);
  file("limit.c", "int limit(int x) { return x > 10 ? 10 : y; }\n");
  EXPECT_NE(check("main.c", cached)["verdict"], "safe");
  EXPECT_THAT(errors_, HasSubstr("does not compile"));
  file("limit.c", "static int top = 10; int limit(int x) { return x > top ? top : x; }\n");
  EXPECT_EQ(check("main.c", cached)["verdict"], "safe");
  file("limit.c", "static int top = 11; int limit(int x) { return x > top ? top : x; }\n");
  EXPECT_EQ(check("main.c", cached)["verdict"], "violated") << "initialisers count";
}

TEST_F(LinkedFiles, StateIsSharedByNameAndLinkage) {
  file("main.c", "#include <assert.h>\n"
                 "extern int shared; static int own = 1; int own_of_other(void); void step(void);\n"
                 "int main(void) {\n"
                 "  assert(shared == 5);\n"
                 "  step();\n"
                 "  assert(shared == 6 && own == 1 && own_of_other() == 3);\n"
                 "}\n");
  file("other.c", "int shared = 5; static int own = 2; void step(void) { shared++; own++; }\n"
                  "int own_of_other(void) { return own; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "safe") << errors_;
}

TEST_F(LinkedFiles, RecursionGoesThroughFiles) {
  file("main.c", "#include <assert.h>\n"
                 "int even(unsigned n);\n"
                 "int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }\n"
                 "int main(void) { assert(even(6) == 1); assert(odd(4) == 1); }\n");
  file("even.c", "int odd(unsigned n);\nint even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }\n");
  const nlohmann::json report = check("main.c");
  ASSERT_EQ(report["violations"].size(), 1U);
  EXPECT_EQ(report["violations"][0]["message"], "assertion \"odd(4) == 1\" can fail");
}

TEST_F(LinkedFiles, CallsThroughPointersReachFunctionsOfOtherFiles) {
  file("main.c", "#include <assert.h>\n"
                 "struct operations { int (*get)(void); void (*set)(int); };\n"
                 "extern const struct operations operations;\n"
                 "int main(void) { operations.set(3); assert(operations.get() == 4); }\n");
  file("operations.c", "struct operations { int (*get)(void); void (*set)(int); };\n"
                       "static int value;\n"
                       "static int get(void) { return value; }\n"
                       "static void set(int x) { value = x + 1; }\n"
                       "const struct operations operations = {get, set};\n");
  EXPECT_EQ(check("main.c")["verdict"], "safe") << errors_;
}

TEST_F(LinkedFiles, ContractsAreCheckedAtCallsFromOtherFiles) {
  file("main.c", "int half(int x);\nint main(void) {\n  return half(3);\n}\n");
  file("half.c", "#include <assert.h>\nint half(int x) { assert(x % 2 == 0); return x / 2; }\n");
  const nlohmann::json report = check("main.c");
  ASSERT_EQ(report["violations"].size(), 1U);
  EXPECT_EQ(report["violations"][0]["line"], 3);
  EXPECT_THAT(report["violations"][0]["message"].get<std::string>(), HasSubstr("contract of \"half\""));
  EXPECT_EQ(check("half.c")["verdict"], "safe");
}

TEST_F(LinkedFiles, ConstructorsAndDestructorsRun) {
  const char* other = "#include <assert.h>\n"
                      "int state;\n"
                      "__attribute__((constructor)) static void second(void) { assert(state == 1); state = 2; }\n"
                      "__attribute__((constructor(200))) static void first(void) { state = 1; }\n"
                      "__attribute__((destructor)) static void last(void) { assert(state == 3); }\n"
                      "int get(void) { return state; }\n";
  file("other.c", other);
  file("main.c", "#include <assert.h>\nextern int state; int get(void);\n"
                 "int main(void) { assert(get() == 2); state = 3; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "safe") << errors_;
  file("main.c", "#include <stdlib.h>\nint get(void);\nint main(void) { if (get() == 2) exit(0); }\n");
  const nlohmann::json report = check("main.c");
  ASSERT_EQ(report["violations"].size(), 1U) << errors_;
  EXPECT_EQ(report["violations"][0]["line"], 5);
}

TEST_F(LinkedFiles, TheOrderOfConstructorsOfSeveralFilesIsNotKnown) {
  file("main.c", "#include <assert.h>\nextern int state; void touch(void);\n"
                 "__attribute__((constructor)) static void set(void) { state = 1; }\n"
                 "int main(void) { touch(); assert(state == 2); }\n");
  file("other.c",
       "int state; void touch(void) {}\n__attribute__((constructor)) static void set(void) { state = 2; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "unknown") << errors_;
}

TEST_F(LinkedFiles, WeakDefinitionsGiveWay) {
  file("main.c", "#include <assert.h>\n__attribute__((weak)) int limit(void) { return 1; }\n"
                 "__attribute__((weak)) int most = 1;\nint main(void) {\n"
                 "  assert(limit() == 1);\n  assert(most == 2);\n}\n");
  EXPECT_EQ(check("main.c")["violations"][0]["line"], 6);
  file("limit.c", "int most = 2;\nint limit(void) { return most; }\n");
  const nlohmann::json report = check("main.c");
  ASSERT_EQ(report["violations"].size(), 1U) << errors_;
  EXPECT_EQ(report["violations"][0]["line"], 5);
}

TEST_F(LinkedFiles, AnAllocatorOfTheProjectIsNoModel) {
  file("main.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n"
                 "  char *a = malloc(8), *b = malloc(8);\n  assert(a != b);\n}\n");
  EXPECT_EQ(check("main.c")["verdict"], "safe") << errors_;
  file("malloc.c", "#include <stddef.h>\nstatic char pool[8];\nvoid *malloc(size_t size) { return pool; }\n");
  EXPECT_EQ(check("main.c")["verdict"], "violated") << errors_;
}

TEST_F(LinkedFiles, TheCompilerIsOneOfToday) {
  const char* code = "#define _GNU_SOURCE\n#include <assert.h>\n#include <math.h>\n#include <stdlib.h>\n"
                     "#include <string.h>\n#include <stdio.h>\n"
                     "int main(void) { assert(__GNUC__ >= 12); }\n";
  file("main.c", code);
  EXPECT_EQ(check("main.c")["verdict"], "safe") << errors_;
  file("fortified.c", code, "-O2 -D_FORTIFY_SOURCE=2");
  EXPECT_EQ(check("fortified.c")["verdict"], "safe") << errors_;
}

TEST_F(LinkedFiles, CodeThatClangCompilesOnlyAsItselfIsToldOf) {
  file("main.c", "#include <assert.h>\n#if __GNUC__ >= 5\nint only_gcc = __builtin_no_such_thing(1);\n#endif\n"
                 "int main(void) { assert(__GNUC__ == 4); }\n");
  const nlohmann::json report = check("main.c");
  EXPECT_EQ(report["verdict"], "safe") << errors_;
  EXPECT_THAT(report["assumptions"].dump(), HasSubstr("as another one Clang does not compile it"));
}

TEST_F(LinkedFiles, TheLastRuleOfOverflowCounts) {
  const char* code = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n"
                     "  int x = __VERIFIER_nondet_int(), y = x + 1;\n  assert(y > x);\n}\n";
  file("wraps.c", code, "-ftrapv -fwrapv");
  file("traps.c", code, "-fwrapv -ftrapv");
  EXPECT_EQ(check("wraps.c")["verdict"], "violated") << errors_;
  EXPECT_EQ(check("traps.c")["verdict"], "safe") << errors_;
}

} // namespace
} // namespace vouch::testkit

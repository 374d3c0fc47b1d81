#include "analysis/facts/call_graph.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

namespace fs = std::filesystem;

Translation translate_file(const SourceInput& input, const Options& options = {}) {
  RunContext context;
  return translate(input, options, context);
}

TEST(Translation, SyntaxErrorsAreClangsWithTheirPlace) {
  Translation translation = translate_snippet("int main(void) {\n  return x;\n}\n");
  EXPECT_FALSE(translation.compiles);
  EXPECT_FALSE(translation.cfa);
  ASSERT_EQ(translation.messages.size(), 1U);
  const Message& message = translation.messages[0];
  EXPECT_EQ(message.severity, MessageSeverity::Error);
  EXPECT_EQ(message.text, "use of undeclared identifier 'x'");
  EXPECT_EQ(message.place.file, "/snippet/main.c");
  EXPECT_EQ(message.place.line, 2U);
  EXPECT_EQ(message.place.column, 10U);
  EXPECT_EQ(message.place.end_column, 11U);
}

/// Clang 19 crashes where a name that resembles a known one is the argument of such a builtin.
TEST(Translation, NamesThatResembleOthersAreErrors) {
  Translation translation =
      translate_snippet("int main(void) {\n  float x = 0;\n  return (!__builtin_signbit( sizeofx) == !!x);\n}\n");
  EXPECT_FALSE(translation.compiles);
  ASSERT_EQ(translation.messages.size(), 1U);
  EXPECT_EQ(translation.messages[0].text, "use of undeclared identifier 'sizeofx'");
}

TEST(Translation, MissingHeadersAreErrors) {
  Translation translation = translate_snippet("#include \"nowhere.h\"\nint main(void) { return 0; }\n");
  EXPECT_FALSE(translation.compiles);
  ASSERT_FALSE(translation.messages.empty());
  EXPECT_THAT(translation.messages[0].text, HasSubstr("'nowhere.h' file not found"));
}

TEST(Translation, MissingFilesAreErrors) {
  SourceInput input;
  input.path = "/no/such/file.c";
  Translation translation = translate_file(input);
  EXPECT_FALSE(translation.compiles);
  ASSERT_FALSE(translation.messages.empty());
  EXPECT_EQ(translation.messages[0].severity, MessageSeverity::Error);
}

TEST(Translation, OldCIsAccepted) {
  Translation translation = translate_snippet("f(a, b) int *b; { return g(a) + b; }\nmain() { return f(1, 2); }\n");
  EXPECT_TRUE(translation.compiles);
  EXPECT_TRUE(translation.cfa);
}

std::vector<std::string> information(const std::string& code) {
  std::vector<std::string> texts;
  for (const Message& message : translate_snippet(code).messages) {
    if (message.severity == MessageSeverity::Information) {
      texts.push_back(message.text);
    }
  }
  return texts;
}

TEST(Translation, AnnotationsOfOtherToolsAreNamed) {
  const std::string after = "\nint f(int x) { return x; }\n";
  for (const auto& [annotation, claim] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/*@ requires x > 0; */", "requires x > 0;"},
           {"//@ ensures \\result == x;", "ensures \\result == x;"},
           {"/*@ loop invariant\n  @ 0 <= i; */", "loop invariant"},
           {"/*@notnull@*/", "notnull"},
           {"#define _(...)\n_(requires x > 0)", "requires"},
           {"__attribute__((assert(1 > 2))) int g;", "assert"},
           {"int h(int x) { [[gnu::assume(x > 0)]]; return x; }", "assume"}}) {
    EXPECT_EQ(information(annotation + after),
              std::vector<std::string>{"annotations are not understood: \"" + std::string(claim) +
                                       "\" is neither checked nor assumed"})
        << annotation;
  }
  for (const char* other : {"/* assert x > 0; */", "// requires x > 0", "//@{", "/**@}*/", "/*@{*/", "//@todo check",
                            "const char *s = \"/*@ assert 0; */\";", "int _(int requires);", "/*@ author */",
                            "__attribute__((unused)) int assert;", "// vouch: accept(assert): because"}) {
    EXPECT_TRUE(information(other + after).empty()) << other;
  }
}

std::vector<std::string> warnings(const std::string& code) {
  std::vector<std::string> texts;
  for (const Message& message : translate_snippet(code).messages) {
    if (message.severity == MessageSeverity::Warning) {
      texts.push_back(message.text);
    }
  }
  return texts;
}

std::vector<std::string> annotated_targets(const std::string& code) {
  std::vector<std::string> texts;
  const Translation translation = translate_snippet(code);
  for (std::size_t index = 0; translation.cfa && index < translation.cfa->location_count(); ++index) {
    const auto& target = translation.cfa->location(cfa::LocationId(index)).target;
    if (target && target->property == cfa::PropertyKind::Annotation) {
      texts.push_back(target->message);
    }
  }
  return texts;
}

TEST(Translation, AssertionsInCommentsAreStatements) {
  EXPECT_EQ(annotated_targets("int f(int x) {\n  //@ assert 0 <= x < 5;\n  return x; }"),
            std::vector<std::string>{"annotation \"0 <= x < 5\" can fail"});
  EXPECT_EQ(
      annotated_targets("#define MOST 5\nint f(int x) { if (x) { x = 1; /*@ check name: x <= MOST;\n  @ assert x > "
                        "0; @*/ } return x; }"),
      (std::vector<std::string>{"annotation \"x <= MOST\" can fail", "annotation \"x > 0\" can fail"}));
  EXPECT_EQ(
      annotated_targets("int a[5]; int f(int x) { switch (x) { case 1: //@ assert \\forall integer k; 0 <= k < 5 ==> "
                        "a[k] == 0;\n default: return x; } }"),
      std::vector<std::string>{"annotation \"a[k] == 0\" can fail"});
}

TEST(Translation, AnnotationsThatAreNoStatementsAreLeftOutAndSaid) {
  for (const auto& [code, reason] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/*@ assert \\false; */ int f(int x) { return x; }", "no statement can begin there"},
           {"int f(int x) { if (x) //@ assert x > 0;\n return 1; return x; }", "no statement can begin there"},
           {"int f(int x) { if (x) x = 1; /*@ assert x > 0; */ else x = 2; return x; }", "no statement can end there"},
           {"int f(int x) { for (x = 0; /*@ assert x > 0; */ x < 1; x++) ; return x; }",
            "no statement can begin there"},
           {"struct s { int a; /*@ assert a > 0; */ int b; }; int f(struct s x) { return x.a; }",
            "type name requires a specifier or qualifier"},
           {"int f(int x) { do { x--; } /*@ assert x > 0; */ while (x > 0); return x; }",
            "expected 'while' in do/while loop"},
           {"int f(int x) { //@ assert y > 0;\n return x; }", "use of undeclared identifier 'y'"},
           {"int f(int x) { //@ assert f(x) > 0;\n return x; }", "it calls a function"},
           {"int f(int x) { //@ assert (x = 1) > 0;\n return x; }", "it changes something"},
           {"int f(int x) { //@ assert \\forall integer k; 0 <= k < f(x) ==> x > k;\n return x; }",
            "it calls a function"},
           {"int f(double x) { //@ assert x + 1 > x;\n return 0; }",
            "it computes with floating-point numbers, which are real ones there"},
           {"int f(unsigned x) { //@ assert -x <= 0;\n return 0; }", "it may wrap around, as integers do not there"},
           {"int f(int x) { //@ assert \\exists integer k; k == x;\n return 0; }", "\"\\exists\" is not understood"}}) {
    EXPECT_TRUE(annotated_targets(code).empty()) << code;
    const std::vector<std::string> said = warnings(code);
    ASSERT_EQ(said.size(), 1U) << code;
    EXPECT_TRUE(said.front().ends_with("is not checked: " + std::string(reason))) << said.front();
    EXPECT_TRUE(translate_snippet(code).compiles) << code;
    EXPECT_TRUE(information(code).empty()) << code;
  }
}

TEST(Translation, OneAnnotationThatIsLeftOutSparesTheOthers) {
  const std::string code = "int f(int x) { //@ assert x > 1;\n //@ assert y > 2;\n //@ assert f(3) > 3;\n"
                           "//@ assert x > 4;\n return x; }";
  EXPECT_EQ(annotated_targets(code),
            (std::vector<std::string>{"annotation \"x > 1\" can fail", "annotation \"x > 4\" can fail"}));
  EXPECT_EQ(warnings(code).size(), 2U);
}

TEST(Translation, TheByteOrderOfStructsIsNotChangedUnnoticed) {
  for (const char* way : {"#pragma scalar_storage_order big-endian\n",
                          "struct [[gnu::scalar_storage_order(\"big-endian\")]] s { int i; };\n"}) {
    const Translation translation = translate_snippet(way + std::string("int main(void) { return 0; }\n"));
    EXPECT_FALSE(translation.compiles) << way;
    ASSERT_FALSE(translation.messages.empty()) << way;
    EXPECT_EQ(translation.messages.front().text, "the byte order of structs cannot be changed in this way");
  }
}

TEST(Translation, UnknownEntryIsReported) {
  Options options;
  options.entry = "nobody";
  Translation translation = translate_snippet("int main(void) { return 0; }", options);
  EXPECT_TRUE(translation.compiles);
  EXPECT_FALSE(translation.entry_exists);
  EXPECT_FALSE(translation.cfa);
  ASSERT_EQ(translation.messages.size(), 1U);
  EXPECT_EQ(translation.messages[0].severity, MessageSeverity::Error);
}

/// What sets up static objects for an entry: the operations of its set-up and of all that this calls.
std::vector<std::string> operations_before(const cfa::Cfa& cfa, const std::string& entry) {
  std::vector<std::string> result;
  const facts::CallGraph calls(cfa);
  for (const std::string step : {"<variables of ", "<set-up of "}) {
    for (cfa::FunctionId id : calls.reachable_from(function_named(cfa, step + entry + ">"))) {
      for (std::string& operation : operations_of(cfa, cfa.function(id).name)) {
        if (operation != "return " && operation != "skip" && !operation.starts_with("call ")) {
          result.push_back(std::move(operation));
        }
      }
    }
  }
  return result;
}

TEST(Translation, WithoutMainEveryVisibleFunctionIsAnEntry) {
  cfa::Cfa cfa =
      cfa_of("int g = 1; const int c = 2; static int s(int x) { return x; } int a(int x) { return s(x) + g + c; }"
             " void b(void) {}");
  std::vector<std::string> names;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    names.push_back(cfa.function(entry.function).name);
  }
  EXPECT_THAT(names, ElementsAre("a", "b"));
  EXPECT_THAT(operations_before(cfa, "a"), testing::IsSupersetOf({"g := input g", "c := 2"}));
  EXPECT_THAT(operations_of(cfa, "<start of a>"),
              ElementsAre("call <variables of a>()", "return ", "<x> := input x", "call <set-up of a>()", "return ",
                          "call a(x := <x>)", "return "));
}

TEST(Translation, EntriesSetUpOnlyWhatMattersToThem) {
  cfa::Cfa cfa = cfa_of("int n; const int five = 5; int *const where = &n; int shared;"
                        "static int helper(void) { return shared; }"
                        "int a(void) { return helper() + five; } int b(void) { return *where + helper(); }"
                        "void c(void) {} const char *d(void) { return \"x\"; }");
  EXPECT_THAT(operations_before(cfa, "a"), UnorderedElementsAre("five := 5", "shared := input shared"));
  EXPECT_THAT(operations_before(cfa, "b"),
              UnorderedElementsAre("declare n", "where := &n", "havoc &n", "shared := input shared"));
  EXPECT_THAT(operations_before(cfa, "c"), IsEmpty());
  EXPECT_THAT(operations_before(cfa, "d"), SizeIs(3)); // the literal: declared, two characters
}

TEST(Translation, ConstructorsRunBeforeMainByTheirPriority) {
  std::string code = "int g; __attribute__((constructor)) void last(void) { g = 3; }"
                     "__attribute__((constructor(200))) static void second(void) { g = 2; }"
                     "__attribute__((constructor(101))) void first(void) { g = 1; } int main(void) { return g; }";
  EXPECT_THAT(operations_of(cfa_of(code), "<start of main>"),
              ElementsAre("g := 0", "call first()", "return ", "call second()", "return ", "call last()", "return ",
                          "call main()", "return "));
  EXPECT_THAT(operations_of(cfa_of("__attribute__((destructor)) void end(void) {} int main(void) { return 0; }"),
                            "<start of main>"),
              ElementsAre("call main()", "return ", "call end()", "return "));
}

TEST(Translation, AliasesAreNotSupported) {
  EXPECT_THAT(
      operations_of(cfa_of("int a; extern int b __attribute__((alias(\"a\"))); int main(void) { return b; }"), "main"),
      ElementsAre("unsupported alias of a variable"));
  EXPECT_THAT(operations_of(cfa_of("int f(void) { return 1; } int h(void) __attribute__((alias(\"f\")));"
                                   "int main(void) { return h(); }"),
                            "main"),
              ElementsAre("unsupported alias of a function"));
}

TEST(Translation, FunctionsThatAreNotReachedAreListedWithoutEdges) {
  cfa::Cfa cfa = cfa_of("static int unused(int x) { return x; }\nint main(void) { return 0; }\n");
  const cfa::Function& function = cfa.function(function_named(cfa, "unused"));
  EXPECT_EQ(function.name_range.begin, (SourcePosition{1, 12}));
  EXPECT_TRUE(function.range.is_valid());
  EXPECT_FALSE(function.is_externally_visible);
  EXPECT_TRUE(edges_of(cfa, "unused").empty());
}

TEST(Translation, OpenBuffersTakeThePlaceOfHeaders) {
  const test::TemporaryFolder folder;
  folder.write("value.h", "#define VALUE 1\n");
  folder.write("main.c", "#include \"value.h\"\nint main(void) { return VALUE; }\n");
  SourceInput input;
  input.path = (folder.path() / "main.c").string();
  Translation saved = translate_file(input);
  input.unsaved[(folder.path() / "value.h").string()] = "#define VALUE 2\n";
  Translation unsaved = translate_file(input);
  ASSERT_TRUE(saved.cfa && unsaved.cfa);
  EXPECT_THAT(operations_of(*saved.cfa, "main"), ElementsAre("<result of main> := 1"));
  EXPECT_THAT(operations_of(*unsaved.cfa, "main"), ElementsAre("<result of main> := 2"));
}

TEST(Translation, CompilationDatabaseIsFoundUpwards) {
  const test::TemporaryFolder folder;
  folder.write("source/main.c", "#include \"value.h\"\nint main(void) { return VALUE + EXTRA; }\n");
  folder.write("include/value.h", "#define VALUE 1\n");
  folder.write(
      "compile_commands.json",
      R"([{"directory": ")" + folder.path().string() +
          R"(", "file": "source/main.c", "command": "gcc -Iinclude -DEXTRA=40 -fconserve-stack -Werror -o x.o -c source/main.c"}])");
  fs::path before = fs::current_path();
  SourceInput input;
  input.path = (folder.path() / "source" / "main.c").string();
  Translation translation = translate_file(input);
  EXPECT_TRUE(translation.compiles);
  ASSERT_TRUE(translation.cfa);
  EXPECT_THAT(operations_of(*translation.cfa, "main"), ElementsAre("<result of main> := 41"));
  EXPECT_EQ(fs::current_path(), before);
}

// A C file somewhere in the tree of a C++ project.
TEST(Translation, CommandsOfAnotherLanguageAreNoModel) {
  const test::TemporaryFolder folder;
  folder.write("engine.cpp", "int main() { return 0; }\n");
  folder.write("vendored/parser.c", "#include <stdlib.h>\nint *f(void) { return malloc(sizeof(int)); }\n");
  folder.write("compile_commands.json", R"([{"directory": ")" + folder.path().string() +
                                            R"(", "file": "engine.cpp", "command": "g++ -std=c++20 -c engine.cpp"}])");
  SourceInput input;
  input.path = (folder.path() / "vendored" / "parser.c").string();
  const Translation translation = translate_file(input);
  EXPECT_TRUE(translation.compiles) << (translation.messages.empty() ? "" : translation.messages.front().text);
}

TEST(Translation, NamedBuildDirectoryMustHaveADatabase) {
  const test::TemporaryFolder folder;
  folder.write("main.c", "int main(void) { return 0; }\n");
  SourceInput input;
  input.path = (folder.path() / "main.c").string();
  input.build_directory = folder.path().string();
  Translation translation = translate_file(input);
  EXPECT_FALSE(translation.compiles);
  ASSERT_EQ(translation.messages.size(), 1U);
  EXPECT_THAT(translation.messages[0].text, HasSubstr("no compilation database"));
}

TEST(Translation, HeadersOfTheCompilerAndTheSystemAreFound) {
  const char* code = "#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n#include <stdlib.h>\n"
                     "#include <stdio.h>\n#include <string.h>\n"
                     "int main(void) { return sizeof(void *) + sizeof(long) + sizeof(size_t); }\n";
  EXPECT_THAT(operations_of(cfa_of(code), "main"), ElementsAre("<result of main> := 24"));
  Options options;
  options.data_model = DataModelName::Ilp32;
  cfa::Cfa cfa = cfa_of(code, options);
  EXPECT_EQ(cfa.data_model().pointer_width, 32U);
  EXPECT_THAT(operations_of(cfa, "main"), ElementsAre("<result of main> := 12"));
}

TEST(Translation, CancelledRunsThrow) {
  SourceInput input;
  input.path = "/snippet/main.c";
  input.unsaved[input.path] = "int main(void) { return 0; }";
  std::stop_source source;
  source.request_stop();
  RunContext context;
  context.stop = source.get_token();
  EXPECT_THROW(translate(input, Options(), context), Interrupted);
}

} // namespace
} // namespace vouch::frontend

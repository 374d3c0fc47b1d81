#include "analysis/frontend/modelled_functions.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

namespace vouch::frontend {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// What stands between backticks in the first column of the first table.
std::vector<std::string> documented_functions() {
  std::ifstream file(VOUCH_DOCUMENTS "/library-models.md");
  std::vector<std::string> result;
  std::string line;
  while (std::getline(file, line) && !line.starts_with("## Functions with a model")) {
  }
  while (std::getline(file, line) && !line.starts_with("## ")) {
    if (!line.starts_with("| `")) {
      continue;
    }
    std::string column = line.substr(0, line.find('|', 1));
    static const std::regex name("`([^`]+)`");
    for (auto match = std::sregex_iterator(column.begin(), column.end(), name); match != std::sregex_iterator();
         ++match) {
      result.push_back((*match)[1]);
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

TEST(LibraryModels, AreTheOnesInTheDocument) {
  EXPECT_FALSE(modelled_functions().empty());
  EXPECT_EQ(modelled_functions(), documented_functions());
}

Options ilp32() {
  Options options;
  options.data_model = DataModelName::Ilp32;
  return options;
}

TEST(LibraryModels, CompileForBothDataModels) {
  std::string code = "unsigned long strlen(const char *); int main(void) { return strlen((char *)1); }";
  EXPECT_NO_THROW(function_named(cfa_of(code), "strlen"));
  std::string narrow = "unsigned strlen(const char *); int main(void) { return strlen((char *)1); }";
  EXPECT_NO_THROW(function_named(cfa_of(narrow, ilp32()), "strlen"));
}

TEST(LibraryModels, LeaveDefinitionsOfTheProgramAlone) {
  cfa::Cfa cfa =
      cfa_of("int strcmp(const char *a, const char *b) { return 7; } int main(void) { return strcmp(0, 0); }");
  EXPECT_THAT(operations_of(cfa, "strcmp"), Contains("<result of strcmp> := 7"));
}

TEST(LibraryModels, AreNotTakenForFunctionsThatOnlyShareTheirName) {
  cfa::Cfa cfa = cfa_of("struct list; int remove(struct list *l, int k); int main(void) { return remove(0, 1); }");
  EXPECT_THROW(function_named(cfa, "remove"), std::runtime_error);
  cfa::Cfa lists = cfa_of("struct list; void remove(struct list *l); int main(void) { remove(0); return 0; }");
  EXPECT_THROW(function_named(lists, "remove"), std::runtime_error);
  cfa::Cfa files = cfa_of("struct file; int close(struct file *); int main(void) { return close(0); }");
  EXPECT_THROW(function_named(files, "close"), std::runtime_error);
  Translation floats = translate_snippet("double strlen(float x); int main(void) { return strlen(1); }");
  EXPECT_THROW(function_named(*floats.cfa, "strlen"), std::runtime_error);
}

TEST(LibraryModels, DoNotSeeMacrosAndFlagsOfTheProgram) {
  std::string code = "#define size_t char\n#define while if\n#define NULL 7\n"
                     "char *strtok(char *, const char *); int main(void) { return strtok(0, \"x\") != 0; }";
  cfa::Cfa cfa = cfa_of(code);
  EXPECT_NO_THROW(function_named(cfa, "strtok"));
}

TEST(LibraryModels, TakeOldDeclarations) {
  EXPECT_NO_THROW(function_named(cfa_of("int strlen(); int main() { return strlen(\"a\" + 1); }"), "strlen"));
  EXPECT_NO_THROW(function_named(cfa_of("main() { int c = 5; return isdigit(c); }"), "isdigit"));
}

TEST(LibraryModels, AreSyntheticAndOutOfTheTrace) {
  cfa::Cfa cfa = cfa_of("int abs(int); int main(int c, char **v) { return abs(c); }");
  EXPECT_TRUE(cfa.function(function_named(cfa, "abs")).is_synthetic);
  for (cfa::EdgeId edge : edges_of(cfa, "abs")) {
    EXPECT_EQ(cfa.edge(edge).text, "");
  }
}

TEST(LibraryModels, HappenAtTheirCall) {
  cfa::Cfa cfa =
      cfa_of("unsigned long strlen(const char *);\n\nint main(int c, char **v) {\n  return strlen(v[0]);\n}");
  for (cfa::EdgeId edge : edges_of(cfa, "strlen")) {
    const SourceRange& range = cfa.edge(edge).range;
    EXPECT_EQ(cfa.edge(edge).text, "");
    EXPECT_TRUE(!range.is_valid() || (range.path() == "/snippet/main.c" && range.begin.line == 4)) << to_string(range);
  }
}

TEST(LibraryModels, HaveACopyForEachCall) {
  cfa::Cfa cfa = cfa_of("unsigned long strlen(const char *); int rand(void);\n"
                        "int main(int c, char **v) { return strlen(v[0]) + strlen(v[1]) + rand() + rand(); }");
  int lengths = 0;
  int numbers = 0;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    lengths += cfa.function(cfa::FunctionId(index)).name == "strlen" ? 1 : 0;
    numbers += cfa.function(cfa::FunctionId(index)).name == "rand" ? 1 : 0;
  }
  EXPECT_EQ(lengths, 2);
  EXPECT_EQ(numbers, 1);
}

TEST(LibraryModels, BuildInConstantArguments) {
  cfa::Cfa cfa = cfa_of("void *memchr(const void *, int, unsigned long);\n"
                        "int main(int c, char **v) { return memchr(v[0], 'x', 3) != 0; }");
  EXPECT_THAT(operations_of(cfa, "memchr"), Contains("[(i < 3)]"));
}

TEST(LibraryModels, ServeCallsThroughPointers) {
  cfa::Cfa cfa = cfa_of("void free(void *); void f(void (*r)(void *), void *p) { r(p); }\n"
                        "int main(int c, char **v) { f(free, v); return 0; }");
  bool calls_model = false;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* call = std::get_if<cfa::Call>(&cfa.edge(cfa::EdgeId(index)).operation);
    calls_model = calls_model || (call != nullptr && cfa.function(call->callee).name == "free");
  }
  EXPECT_TRUE(calls_model);
}

TEST(LibraryModels, CharacterMacrosReadNoTable) {
  std::string code = "const unsigned short **__ctype_b_loc(void);\n"
                     "int f(int c) { return (*__ctype_b_loc())[(int)(c)] & (unsigned short)2048; }";
  EXPECT_THAT(operations_of_f(code), Contains(HasSubstr("call __vouch_ctype_bits(")));
}

TEST(Scanning, StoresWhatTheFormatNames) {
  std::vector<std::string> operations = operations_of_f(
      "int scanf(const char *, ...); int f(void) { int a[2]; double d; return scanf(\"%d,%lf %*s%%\", &a[1], &d); }");
  EXPECT_THAT(operations, Contains(AllOf(HasSubstr("&a +p 4"), HasSubstr(":= <call scanf>"))));
  EXPECT_THAT(operations, Contains(AllOf(HasSubstr("&d"), HasSubstr(":= <call scanf>"))));
  EXPECT_THAT(operations, Not(Contains(HasSubstr("havoc"))));
}

TEST(Scanning, OfStringsIsAnOverapproximation) {
  EXPECT_THAT(operations_of_f("int scanf(const char *, ...); int f(void) { char s[9]; return scanf(\"%8s\", s); }"),
              Contains(HasSubstr("havoc")));
}

TEST(Printing, ThatStoresIsUnsupported) {
  std::string declaration = "int printf(const char *, ...); int f(void) { int n = 0; ";
  EXPECT_THAT(operations_of_f(declaration + "printf(\"%5.1d%-3n\", 1, &n); return n; }"),
              Contains("unsupported %n in a format"));
  EXPECT_THAT(operations_of_f(declaration + "printf(\"%%n %dn\", 1); return n; }"),
              Not(Contains(HasSubstr("unsupported"))));
}

TEST(UndefinedFunctions, EvaluateTheirArgumentsOnce) {
  std::vector<std::string> operations =
      operations_of_f("void put(char *); int f(char *p) { put(p++); return p != 0; }");
  EXPECT_EQ(std::count(operations.begin(), operations.end(), "p := (p +p 1)"), 1);
}

TEST(UndefinedFunctions, AreAssumptionsOfTheReport) {
  Translation translation = translate_snippet("int mystery(int); int main(void) { return mystery(1) + mystery(2); }");
  ASSERT_EQ(translation.assumptions.size(), 1U);
  EXPECT_THAT(translation.assumptions.front().sentence, HasSubstr("\"mystery\" has no definition"));
}

} // namespace
} // namespace vouch::frontend

#include "tests/support/temporary_folder.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// What a file uses of the other files of its compilation database.
namespace vouch::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Linking : public testing::Test {
protected:
  /// A file of the project; compiled with `flags`.
  void file(const std::string& name, const std::string& code, const std::string& flags = "") {
    folder_.write(name, code);
    commands_ += std::string(commands_.empty() ? "[" : ",") + R"({"directory": ")" + path("") + R"(", "file": ")" +
                 name + R"(", "command": "cc )" + flags + " -c " + name + R"("})";
    folder_.write("compile_commands.json", commands_ + "]");
  }
  void header(const std::string& name, const std::string& code) { folder_.write(name, code); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  [[nodiscard]] Translation translate_main(const Options& options = {}) const {
    SourceInput input;
    input.path = path("main.c");
    input.unsaved = unsaved_;
    RunContext context;
    return translate(input, options, context);
  }
  [[nodiscard]] cfa::Cfa cfa_of_main(const Options& options = {}) const {
    Translation translation = translate_main(options);
    if (!translation.cfa) {
      throw std::runtime_error("no automaton");
    }
    return *std::move(translation.cfa);
  }
  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> result;
    for (const Message& message : translate_main().messages) {
      result.push_back(message.text);
    }
    return result;
  }

  test::TemporaryFolder folder_;
  std::string commands_;
  std::map<std::string, std::string> unsaved_;
};

bool is_defined(const cfa::Cfa& cfa, const std::string& function) {
  const cfa::Function& found = cfa.function(function_named(cfa, function));
  return !found.is_synthetic && !cfa.outgoing(found.entry).empty();
}

bool has_function(const cfa::Cfa& cfa, const std::string& name) {
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    if (cfa.function(cfa::FunctionId(index)).name == name) {
      return true;
    }
  }
  return false;
}

TEST_F(Linking, TakesFunctionsFromWhereTheyAreDefined) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 1; }");
  const Translation translation = translate_main();
  EXPECT_THAT(translation.linked_files, ElementsAre(path("f.c")));
  EXPECT_THAT(translation.messages, IsEmpty());
  EXPECT_THAT(operations_of(*translation.cfa, "f"), ElementsAre("<result of f> := (x + 1)"));
  const cfa::Function& f = translation.cfa->function(function_named(*translation.cfa, "f"));
  EXPECT_TRUE(f.is_linked);
  EXPECT_EQ(f.range.path(), path("f.c"));
  EXPECT_FALSE(translation.cfa->function(function_named(*translation.cfa, "main")).is_linked);
  EXPECT_THAT(sentences_of(translation), Contains(HasSubstr(path("f.c"))));
}

TEST_F(Linking, OthersOfAFileHandOutWhatItsStaticsHold) {
  file("main.c", "void keep(int *p); void other(void *p);\n"
                 "int f(void *p) { int own = 1; keep(&own); other(p); return own; }");
  file("keep.c", "static int *kept; void keep(int *p) { kept = p; } int *get(void) { return kept; }");
  const cfa::Cfa cfa = cfa_of_main();
  EXPECT_TRUE(is_defined(cfa, "keep"));
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    EXPECT_EQ(cfa.variable(cfa::VariableId(index)).sharing, cfa::Sharing::Shared)
        << cfa.variable(cfa::VariableId(index)).name;
  }
}

TEST_F(Linking, GoesOnFromLinkedFunctions) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int g(int x); int f(int x) { return g(x); }");
  file("g.c", "int f(int x); int own(int x); int g(int x) { return x > 0 ? f(x - 1) : own(x); }");
  file("own.c", "int own(int x) { return x; }");
  file("unused.c", "int unused(void) { return 1; }");
  const Translation translation = translate_main();
  EXPECT_THAT(translation.linked_files, ElementsAre(path("f.c"), path("g.c"), path("own.c")));
  EXPECT_TRUE(is_defined(*translation.cfa, "own"));
}

TEST_F(Linking, CanBeSwitchedOff) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 1; }");
  Options options;
  options.linking = vouch::Linking::None;
  const Translation translation = translate_main(options);
  EXPECT_THAT(translation.linked_files, IsEmpty());
  EXPECT_FALSE(has_function(*translation.cfa, "f"));
}

TEST_F(Linking, FilesOutsideOfTheDatabaseStandAlone) {
  header("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 1; }");
  EXPECT_THAT(translate_main().linked_files, IsEmpty());
}

TEST_F(Linking, CallsBackIntoTheFile) {
  file("main.c", "int even(int n); int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
                 "int main(void) { return odd(3); }");
  file("even.c", "int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); }");
  const cfa::Cfa cfa = cfa_of_main();
  EXPECT_FALSE(cfa.function(function_named(cfa, "odd")).is_linked);
  EXPECT_TRUE(is_defined(cfa, "even"));
  std::size_t functions = 0;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    functions += cfa.function(cfa::FunctionId(index)).name == "odd" ? 1 : 0;
  }
  EXPECT_EQ(functions, 1U);
}

TEST_F(Linking, InternalTwinsStayApart) {
  file("main.c", "static int state = 1; static int twin(void) { return state; } int f(void);\n"
                 "int main(void) { return twin() + f(); }");
  file("f.c",
       "static int state = 2; static int twin(void) { state++; return 7; } int f(void) { return twin() + state; }");
  const cfa::Cfa cfa = cfa_of_main();
  std::vector<cfa::VariableId> states;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (cfa.variable(cfa::VariableId(index)).name == "state") {
      states.emplace_back(index);
    }
  }
  EXPECT_EQ(states.size(), 2U);
  std::vector<std::size_t> linked_twins;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    if (cfa.function(cfa::FunctionId(index)).name == "twin") {
      linked_twins.push_back(cfa.function(cfa::FunctionId(index)).is_linked ? 1 : 0);
    }
  }
  EXPECT_THAT(linked_twins, testing::UnorderedElementsAre(0U, 1U));
}

TEST_F(Linking, InternalFunctionsDoNotStandInForExternalOnes) {
  file("main.c", "static int twin(void) { return 1; } int f(void); int main(void) { return twin() + f(); }");
  file("f.c", "int twin(void); int f(void) { return twin(); }");
  file("twin.c", "int twin(void) { return 2; }");
  const Translation translation = translate_main();
  EXPECT_THAT(translation.linked_files, ElementsAre(path("f.c"), path("twin.c")));
  std::vector<std::string> paths;
  for (std::size_t index = 0; index < translation.cfa->function_count(); ++index) {
    const cfa::Function& function = translation.cfa->function(cfa::FunctionId(index));
    if (function.name == "twin") {
      paths.push_back(function.range.path());
    }
  }
  EXPECT_THAT(paths, testing::UnorderedElementsAre(path("main.c"), path("twin.c")));
}

TEST_F(Linking, ExternalVariablesAreOneObjectWithItsInitialiser) {
  file("main.c",
       "extern int shared; extern int zero; extern int nowhere; int main(void) { return shared + zero + nowhere; }");
  file("shared.c", "int shared = 42; int zero;");
  const auto start = operations_of(cfa_of_main(), "<start of main>");
  EXPECT_THAT(start, Contains("shared := 42"));
  EXPECT_THAT(start, Contains("zero := 0"));
  EXPECT_THAT(start, Not(Contains("nowhere := 0")));
}

TEST_F(Linking, ArraysAreCompleteWhereverTheyAreDeclared) {
  file("main.c", "extern int table[]; int first(void); int main(void) { return table[1] + first(); }");
  file("table.c", "int table[3] = {4, 5, 6};");
  file("first.c", "extern int table[]; int first(void) { return table[0]; }");
  const cfa::Cfa cfa = cfa_of_main();
  std::vector<std::string> types;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    if (cfa.variable(cfa::VariableId(index)).name == "table") {
      types.push_back(to_string(cfa.variable(cfa::VariableId(index)).type));
    }
  }
  EXPECT_THAT(types, ElementsAre("bytes[12]"));
}

TEST_F(Linking, PointersInInitialisersLeadToFunctionsOfTheirFile) {
  file("main.c", "extern int (*hook)(int); int main(void) { return hook(1); }");
  file("hook.c", "static int twice(int x) { return 2 * x; } int (*hook)(int) = twice;");
  EXPECT_TRUE(is_defined(cfa_of_main(), "twice"));
}

TEST_F(Linking, DeclarationsInsideOfFunctionsAreNotUsed) {
  file("main.c", "int main(void) { extern int f(int); return f(1); }");
  file("f.c", "int f(int x) { return x; }");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: the declaration is inside of a function")));
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, DeclarationsInsideOfLinkedFunctionsAreNotMixedUp) {
  file("main.c", "int shared = 1; int f(int x); int main(void) { return f(shared); }");
  file("f.c", "int f(int x) { extern int shared; return x + shared; }");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it declares \"shared\" in another way")));
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, ImplicitDeclarationsAreNotUsed) {
  file("main.c", "int f(); int main(void) { return f(1) + g(2); }", "-std=gnu89");
  file("f.c", "int f(int x) { return x; }");
  file("g.c", "int g(y) int y; { return y; }");
  EXPECT_TRUE(is_defined(cfa_of_main(), "f"));
  EXPECT_THAT(notes(), Contains(HasSubstr("g.c, which is not used: the declaration is inside of a function")));
}

TEST_F(Linking, TwoDefinitionsAreNone) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("one.c", "int f(int x) { return x + 1; }");
  file("two.c", "int f(int x) { return x + 2; }");
  EXPECT_THAT(notes(), Contains(HasSubstr("\"f\" has definitions in " + path("one.c") + " and " + path("two.c"))));
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, AFileThatIsLinkedDecidesWhoseDefinitionsCount) {
  file("main.c", "int f(int x); int only(void); int main(void) { return f(1) + only(); }");
  file("one.c", "int f(int x) { return x + 1; } int only(void) { return 1; }");
  file("two.c", "int f(int x) { return x + 2; }");
  EXPECT_THAT(operations_of(cfa_of_main(), "f"), ElementsAre("<result of f> := (x + 1)"));
}

TEST_F(Linking, FilesOfOtherProgramsAreNotUsed) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("other.c", "int f(int x) { return x; } int main(void) { return f(2); }");
  EXPECT_THAT(notes(), Contains(HasSubstr("it defines \"main\", which the program has from elsewhere")));
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, FunctionsWithAnotherTypeAreNotUsed) {
  file("main.c", "int f(long x); int g(void); int main(void) { return f(1) + g(); }");
  file("f.c", "int f(int x) { return x; }");
  file("g.c", "int g(void) { return 5; }");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it declares \"f\" in another way")));
  const cfa::Cfa cfa = cfa_of_main();
  EXPECT_FALSE(has_function(cfa, "f"));
  EXPECT_TRUE(is_defined(cfa, "g"));
}

TEST_F(Linking, VariablesWithAnotherTypeAreNotUsed) {
  file("main.c", "extern int shared; int f(void); int main(void) { return f() + shared; }");
  file("f.c", "extern long shared; int f(void) { return (int)shared; }");
  file("shared.c", "int shared = 1;");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it declares \"shared\" in another way")));
  EXPECT_THAT(operations_of(cfa_of_main(), "<start of main>"), Contains("shared := 1"));
}

TEST_F(Linking, PrivateTypesMayHaveTheSameName) {
  file("main.c", "struct node { int x; }; int f(int x); int main(void) { struct node n = {1}; return f(n.x); }");
  file("f.c", "struct node { char *p; long y; }; int f(int x) { struct node n = {0, 2}; return x + (int)n.y; }");
  EXPECT_TRUE(is_defined(cfa_of_main(), "f"));
}

TEST_F(Linking, TypesWithAnotherLayoutAreNotUsed) {
  file("main.c",
       "struct s { char c; int x; }; int f(struct s *s); int main(void) { struct s s = {1, 2}; return f(&s); }");
  file("f.c", "struct __attribute__((packed)) s { char c; int x; }; int f(struct s *s) { return s->x; }");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it has another struct s")));
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, OtherMachinesAreNotUsed) {
  file("main.c", "int f(char c); int main(void) { return f(1); }");
  file("f.c", "int f(char c) { return c; }", "-funsigned-char");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it is compiled for another machine")));
}

TEST_F(Linking, FilesThatDoNotCompileAreNotUsed) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return y; }");
  const Translation translation = translate_main();
  EXPECT_TRUE(translation.compiles);
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it does not compile")));
}

TEST_F(Linking, FilesThatAreCompiledInTwoWaysAreNotUsed) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + N; }", "-DN=1");
  file("f.c", "int f(int x) { return x + N; }", "-DN=2");
  EXPECT_THAT(notes(), Contains(HasSubstr("f.c, which is not used: it is compiled in several ways")));
}

TEST_F(Linking, ConstructorsOfFilesOfOtherKindsOfProgramsDoNotRun) {
  file("main.c", "int f(int x); int part(void) { return f(1); }");
  file("f.c",
       "static int n; __attribute__((constructor)) static void set(void) { n = 1; } int f(int x) { return x + n; }");
  EXPECT_THAT(notes(), IsEmpty());
  EXPECT_FALSE(has_function(cfa_of_main(), "set")) << "the program has run before";
}

TEST_F(Linking, FilesWithOtherRulesOfArithmeticAreNotUsed) {
  file("main.c", "double f(double x); int main(void) { return f(1) > 0; }");
  file("f.c", "double f(double x) { return x; }", "-ffast-math");
  EXPECT_THAT(notes(), Contains(HasSubstr("it is compiled with other rules of arithmetic or of memory")));
}

TEST_F(Linking, WeakDefinitionsGiveWay) {
  file("main.c", "__attribute__((weak)) int f(int x) { return x + 1; } int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 2; }");
  const Translation translation = translate_main();
  EXPECT_THAT(operations_of(*translation.cfa, "f"), ElementsAre("<result of f> := (x + 2)"));
  EXPECT_THAT(sentences_of(translation), Not(Contains(HasSubstr("takes the place"))));
}

TEST_F(Linking, WeakDefinitionsThatNothingReplacesAreNamed) {
  file("main.c", "__attribute__((weak)) int f(int x) { return x + 1; } int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 2; } int main(void) { return f(2); }");
  const Translation translation = translate_main();
  EXPECT_THAT(operations_of(*translation.cfa, "f"), ElementsAre("<result of f> := (x + 1)"));
  EXPECT_THAT(sentences_of(translation),
              Contains("no other definition takes the place of that of \"f\", which is weak"));
}

TEST_F(Linking, TheFilesOwnDefinitionTakesThePlaceOfAWeakOne) {
  file("main.c", "int f(int x) { return x + 1; } int g(void); int main(void) { return g(); }");
  file("g.c", "__attribute__((weak)) int f(int x) { return x + 2; } int g(void) { return f(1); }");
  const Translation translation = translate_main();
  EXPECT_THAT(translation.linked_files, ElementsAre(path("g.c")));
  EXPECT_THAT(operations_of(*translation.cfa, "f"), ElementsAre("<result of f> := (x + 1)"));
}

TEST_F(Linking, WeakDefinitionsOfOtherFilesGiveWayToThoseOfThirdOnes) {
  file("main.c", "int g(void); int main(void) { return g(); }");
  file("g.c", "__attribute__((weak)) int f(int x) { return x + 2; } int g(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 3; }");
  EXPECT_THAT(operations_of(cfa_of_main(), "f"), ElementsAre("<result of f> := (x + 3)"));
}

TEST_F(Linking, AWeakDefinitionIsTakenIfItIsTheOnlyOne) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "__attribute__((weak)) int f(int x) { return x + 2; }");
  const Translation translation = translate_main();
  EXPECT_TRUE(is_defined(*translation.cfa, "f"));
  EXPECT_THAT(sentences_of(translation), Contains(HasSubstr("takes the place of that of \"f\"")));
}

TEST_F(Linking, CommonDefinitionsGiveWayToValues) {
  file("main.c", "int shared; int main(void) { return shared; }", "-fcommon");
  file("shared.c", "int shared = 7;", "-fcommon");
  EXPECT_THAT(operations_of(cfa_of_main(), "<start of main>"), Contains("shared := 7"));
}

TEST_F(Linking, DefinitionsWithoutAValueAreDefinitionsWhereNothingIsCommon) {
  file("main.c", "int shared; int main(void) { return shared; }");
  file("shared.c", "int shared = 7;");
  EXPECT_THAT(operations_of(cfa_of_main(), "<start of main>"), Contains("shared := 0"));
}

TEST_F(Linking, CommonDefinitionsThatNothingReplacesAreZeroAndNamed) {
  file("main.c", "int shared; int main(void) { return shared; }", "-fcommon");
  const Translation translation = translate_main();
  EXPECT_THAT(operations_of(*translation.cfa, "<start of main>"), Contains("shared := 0"));
  EXPECT_THAT(sentences_of(translation), Contains(HasSubstr("\"shared\", which is common")));
}

TEST_F(Linking, InlineDefinitionsInHeadersAreNoDefinitions) {
  header("h.h", "static inline int own(int x) { return x; } inline int shared(int x) { return own(x); }");
  file("main.c", "#include \"h.h\"\nint f(int x); int main(void) { return f(1) + shared(2); }");
  file("f.c", "#include \"h.h\"\nint f(int x) { return shared(x); }");
  file("h.c", "#include \"h.h\"\nextern inline int shared(int x);");
  EXPECT_THAT(notes(), IsEmpty());
  EXPECT_TRUE(is_defined(cfa_of_main(), "f"));
}

TEST_F(Linking, OpenBuffersTakeThePlaceOfOtherFiles) {
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "int f(int x) { return x + 1; }");
  unsaved_[path("f.c")] = "int f(int x) { return x + 2; }";
  EXPECT_THAT(operations_of(cfa_of_main(), "f"), ElementsAre("<result of f> := (x + 2)"));
  unsaved_[path("f.c")] = "";
  EXPECT_FALSE(has_function(cfa_of_main(), "f"));
}

TEST_F(Linking, HeadersAreFoundWhereTheOtherFileFindsThem) {
  header("include/h.h", "#define N 1\n");
  header("sub/include/h.h", "#define N 2\n");
  header("sub/f.c", "#include <h.h>\nint f(int x) { return x + N; }");
  header("main.c", "#include <h.h>\nint f(int x); int main(void) { return f(N); }");
  header("compile_commands.json", R"([{"directory": ")" + path("") +
                                      R"(", "file": "main.c", "command": "cc -Iinclude -c main.c"},
    {"directory": ")" + path("sub") + R"(", "file": "f.c", "command": "cc -Iinclude -c f.c"}])");
  EXPECT_THAT(operations_of(cfa_of_main(), "f"), ElementsAre("<result of f> := (x + 2)"));
}

TEST_F(Linking, FilesThatIncludeTheDefinitionCount) {
  header("f.inc", "int f(int x) { return x + 1; }");
  file("main.c", "int f(int x); int main(void) { return f(1); }");
  file("f.c", "#include \"f.inc\"\n");
  const cfa::Cfa cfa = cfa_of_main();
  EXPECT_EQ(cfa.function(function_named(cfa, "f")).range.path(), path("f.inc"));
}

TEST_F(Linking, ThePlatformsFunctionsAreThePlatformsWhereNoFileWritesThemOut) {
  file("main.c", "#include <string.h>\nint main(void) { return (int)strlen(\"\"); }");
  file("broken.c", "#include <string.h>\nint f(const char *s) { return if (strlen(s) == 1) }");
  EXPECT_THAT(notes(), IsEmpty());
}

TEST_F(Linking, ThePlatformsFunctionsAreTheProjectsWhereAFileWritesThemOut) {
  file("main.c", "#include <stdlib.h>\nint main(void) { return malloc(4) != 0 && rand(); }");
  file("malloc.c", "#include <stdlib.h>\nvoid *malloc(size_t n) { return 0; }\nint\n(rand)(void)\n{ return 4; }");
  const cfa::Cfa cfa = cfa_of_main();
  EXPECT_TRUE(is_defined(cfa, "malloc"));
  EXPECT_THAT(operations_of(cfa, "rand"), ElementsAre("<result of rand> := 4"));
}

TEST_F(Linking, FunctionsOfTheProjectMayHaveNamesOfTheLibrary) {
  file("main.c", "int puts(const char *); int random(void); int main(void) { return random(); }");
  file("random.c", "int random(void) { return 4; }");
  EXPECT_THAT(operations_of(cfa_of_main(), "random"), ElementsAre("<result of random> := 4"));
}

TEST_F(Linking, PartsOfProgramsAreLinkedToo) {
  file("main.c", "int f(int x); int entry(int x) { return f(x); }");
  file("f.c", "static int calls = 1; int f(int x) { return x + calls++; }");
  const Translation translation = translate_main();
  ASSERT_EQ(translation.cfa->entry_points().size(), 1U);
  EXPECT_EQ(translation.cfa->function(translation.cfa->entry_points()[0].function).name, "entry");
  EXPECT_TRUE(is_defined(*translation.cfa, "f"));
}

} // namespace
} // namespace vouch::frontend

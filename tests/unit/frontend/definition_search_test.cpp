#include "analysis/frontend/definition_search.hpp"

#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

TEST(DefinitionSearch, FindsDefinitions) {
  for (const char* text : {
           "int f(int x) { return x; }",
           "static int a; int f(void)\n{\n}",
           "int f(a) int a; { return a; }",
           "int (f)(int x) { return x; }",
           "__attribute__((noinline)) int f(void) __attribute__((pure)) { return 1; }",
           "int f = 3;",
           "int f;",
           "int a, f;",
           "int a[] = {1, 2}, f;",
           "struct s { int f; } f;",
           "extern int f = 1;",
           "extern int a, f = 1;",
           "int (*f)(void);",
           "int g(void) { return f(); } int f(void) { return 2; }",
           "DEFINE(f)",
           "DEFINE(f) { return 1; }",
           "#define ALL int f(void) { return 1; }\nALL",
           "extern \"C\" {\nint f(void) { return 1; }\n}",
           "#ifdef A\nint g(int x) {\n#else\nint g(void) {\n#endif\n}\nint f(void) { return 1; }",
           "int g(void) { if (1) { }\nint f(void) { return 1; }",
           "char c = '\"'; int f; char d = '\"';",
           "// a comment \\\n that goes on { \nint f;",
       }) {
    EXPECT_TRUE(may_define(text, "f")) << text;
  }
}

TEST(DefinitionSearch, LeavesOutWhatOnlyMentionsTheName) {
  for (const char* text : {
           "int f(int x);",
           "extern int f(void), g(void);",
           "int f(void) __attribute__((pure));",
           "int g(void) { return f(1); }",
           "int g(void) { int f = 1; return f; }",
           "extern int f;",
           "extern int f, g;",
           "struct f { int x; };",
           "struct f g(void) { struct f x; return x; }",
           "struct s { int f; };",
           "enum { F = 1 }; int g = F;",
           "/* int f(void) { */ int g;",
           "// int f;\nint g;",
           "const char *g = \"int f;\";",
           "int (*g[])(void) = { f };",
           "int ff(void) { return 1; } int f_(void) { return 2; }",
           "#ifdef f\n#endif\nint g;",
           "#if A\nint g(int x) {\n#else\nint g(void) {\n#endif\nreturn f(); }",
           "",
       }) {
    EXPECT_FALSE(may_define(text, "f")) << text;
  }
}

} // namespace
} // namespace vouch::frontend

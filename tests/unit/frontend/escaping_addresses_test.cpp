#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// Which functions of a file without `main` are verified on their own, and which variables code elsewhere can change.
namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::vector<std::string> entries_of(const std::string& code) {
  const cfa::Cfa cfa = cfa_of("void visible(void) {} typedef int (*op)(int); static int f(int x) { return x; }\n"
                              "static int g(int x) { return -x; } struct ops { op f; const char *name; };\n" +
                              code);
  std::vector<std::string> result;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    const std::string& name = cfa.function(entry.function).name;
    if (name != "visible") {
      result.push_back(name);
    }
  }
  return result;
}

TEST(EscapingFunctions, VisibleVariablesHandOutWhatTheyHold) {
  EXPECT_THAT(entries_of("struct ops ops = {f};"), ElementsAre("f"));
  EXPECT_THAT(entries_of("static struct ops ops = {f}; struct ops *tables[] = {&ops};"), ElementsAre("f"));
  EXPECT_THAT(entries_of("static struct ops ops = {f};"), IsEmpty());
  EXPECT_THAT(entries_of("static struct ops ops[2] = {{f}, {g}}; struct ops *get(int i) { return &ops[i]; }"),
              UnorderedElementsAre("f", "g", "get"));
}

TEST(EscapingFunctions, FunctionsElsewhereKeepWhatTheyArePassed) {
  EXPECT_THAT(entries_of("void add(op); void start(void) { add(f); }"), ElementsAre("f", "start"));
  EXPECT_THAT(entries_of("void add(struct ops *); void start(void) { struct ops ops = {f}; add(&ops); }"),
              ElementsAre("f", "start"));
  EXPECT_THAT(entries_of("void add(struct ops *); static struct ops ops; void start(void) { ops.f = f; }\n"
                         "void go_on(void) { add(&ops); }"),
              ElementsAre("f", "start", "go_on"));
  EXPECT_THAT(entries_of("void add(int, ...); void start(void) { add(1, f); }"), ElementsAre("f", "start"));
}

TEST(EscapingFunctions, CallersGetResultsAndWhatTheirPointersLeadTo) {
  EXPECT_THAT(entries_of("op get(int i) { return i ? f : 0; }"), ElementsAre("f", "get"));
  EXPECT_THAT(entries_of("static op inner(void) { return f; } op get(void) { op p = inner(); return p; }"),
              ElementsAre("f", "get"));
  EXPECT_THAT(entries_of("void set(struct ops *ops) { ops->f = f; }"), ElementsAre("f", "set"));
  EXPECT_THAT(entries_of("void set(struct ops *ops) { struct ops own = {.f = f}; *ops = own; }"),
              ElementsAre("f", "set"));
  EXPECT_THAT(entries_of("void *get(void) { return (void *)f; }"), ElementsAre("f", "get"));
  EXPECT_THAT(entries_of("unsigned long get(void) { unsigned long u = (unsigned long)f; return u; }"),
              ElementsAre("f", "get"));
}

TEST(EscapingFunctions, CopiesHoldWhatOriginalsDo) {
  EXPECT_THAT(entries_of("void *memcpy(void *, const void *, unsigned long); struct ops ops;\n"
                         "void start(void) { static const struct ops own = {f}; memcpy(&ops, &own, sizeof own); }"),
              ElementsAre("f", "start"));
  EXPECT_THAT(entries_of("void add(struct ops *); void *malloc(unsigned long);\n"
                         "void start(void) { struct ops *o = malloc(sizeof *o); o->f = f; add(o); }"),
              ElementsAre("f", "start"));
}

TEST(EscapingFunctions, WhatIsCalledInsideOnlyIsNoEntry) {
  EXPECT_THAT(entries_of("static int call(op p) { return p(1); } int start(void) { return call(f); }"),
              ElementsAre("start"));
  EXPECT_THAT(entries_of("int call(op p) { return p(1); } int start(void) { return call(f); }"),
              ElementsAre("call", "start"));
  EXPECT_THAT(entries_of("static const struct ops ops = {f, \"f\"}; void tell(const char *);\n"
                         "int start(void) { tell(ops.name); return ops.f(1); }"),
              ElementsAre("start"));
  EXPECT_THAT(entries_of("int start(op p) { return p == f; }"), ElementsAre("start"));
}

TEST(EscapingFunctions, OthersThanCodeFindFunctions) {
  EXPECT_THAT(entries_of("__attribute__((constructor)) static void start(void) {}"), ElementsAre("start"));
  EXPECT_THAT(entries_of("static op const call __attribute__((used, section(\"calls\"))) = f;"), ElementsAre("f"));
  EXPECT_THAT(entries_of("int init(int) __attribute__((alias(\"f\")));"), ElementsAre("f"));
}

TEST(EscapingFunctions, WhatEscapesGetsAndGivesAnything) {
  EXPECT_THAT(entries_of("static void set(struct ops *ops) { ops->f = f; } void (*hook)(struct ops *) = set;"),
              UnorderedElementsAre("f", "set"));
  EXPECT_THAT(entries_of("static op get(void) { return g; } op (*hook)(void) = get;"),
              UnorderedElementsAre("g", "get"));
}

/// How `code` lets the address of its variable `own` get outside.
std::optional<cfa::Sharing> sharing_of_own(const std::string& code) {
  const cfa::Cfa cfa = cfa_of("struct box { int *at; long number; }; extern void use(void *); extern int *place;\n"
                              "typedef unsigned long size_t; void *memcpy(void *, const void *, size_t);\n"
                              "void *memset(void *, int, size_t); size_t strlen(const char *);\n" +
                              code);
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    if (variable.name == "own" && variable.storage == cfa::Storage::Memory) {
      return variable.sharing;
    }
  }
  ADD_FAILURE() << "there is no such variable in memory";
  return std::nullopt;
}

bool shares_own(const std::string& code) { return sharing_of_own(code) != cfa::Sharing::Unshared; }

TEST(UnsharedVariables, CodeAtHandKeepsAddressesInside) {
  EXPECT_FALSE(shares_own("static void set(int *p) { *p = 1; } void f(void) { int own; set(&own); }"));
  EXPECT_FALSE(shares_own("void f(void) { int own[2]; struct box b = {own, 2}; b.at[1] = 3; use((void *)b.number); }"));
  EXPECT_FALSE(shares_own("void f(void) { int own[2]; int *end = own + 2; for (int *p = own; p != end; ++p) *p = 0;\n"
                          "  use((void *)(end - own)); }"));
  EXPECT_FALSE(shares_own("void f(int i) { char own[8]; memset(own, 0, sizeof own); own[i] = 1;\n"
                          "  use((void *)strlen(own)); }"));
}

TEST(UnsharedVariables, AddressesGetOut) {
  EXPECT_TRUE(shares_own("void f(void) { int own; use(&own); }")) << "as an argument";
  EXPECT_TRUE(shares_own("void f(void) { int own; place = &own; }")) << "in a variable that others can name";
  EXPECT_TRUE(shares_own("void f(struct box *b) { int own; b->at = &own; }")) << "in an object of the caller";
  EXPECT_TRUE(shares_own("static struct box b; void f(void) { int own; b.at = &own; } void g(void) { use(&b); }"))
      << "in a static";
  EXPECT_TRUE(shares_own("static void keep(int *p) { use(p); } void f(void) { int own; keep(&own); }"))
      << "through a function that is at hand";
  EXPECT_TRUE(shares_own("static void keep(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n);\n"
                         "  use(__builtin_va_arg(a, int *)); } void f(void) { int own; keep(1, &own); }"))
      << "as a variable argument";
  EXPECT_TRUE(shares_own("void f(void (*call)(int *)) { int own; call(&own); }")) << "through a pointer of callers";
  EXPECT_TRUE(shares_own("void f(void) { int own; int *p = memset(&own, 0, 4); use(p); }")) << "as a result";
}

TEST(ShownVariables, CodeElsewhereReadsWhatItGetsAsConst) {
  EXPECT_EQ(sharing_of_own("void print(const int *); void f(void) { int own = 1; print(&own); }"), cfa::Sharing::Shown);
  EXPECT_EQ(
      sharing_of_own("void f(void *c, void (*print)(void *, const char *)) { char own[3] = {0}; print(c, own); }"),
      cfa::Sharing::Shown);
  EXPECT_EQ(
      sharing_of_own("void print(const struct box *); void f(void) { struct box own = {0}; print(&own); use(0); }"),
      cfa::Sharing::Shown);
  EXPECT_EQ(sharing_of_own("void print(const int *); static void show(const int *p) { print(p); }\n"
                           "void f(void) { int own = 1; show(&own); }"),
            cfa::Sharing::Shown)
      << "through a function that is at hand";
}

TEST(ShownVariables, OtherPointersToThemMaySpoilThat) {
  constexpr cfa::Sharing shared = cfa::Sharing::Shared;
  EXPECT_EQ(sharing_of_own("void print(const int *); void f(void) { int own = 1; print(&own); use(&own); }"), shared);
  EXPECT_EQ(
      sharing_of_own("void print(const struct box *); void f(void) { int own; struct box b = {&own}; print(&b); }"),
      shared)
      << "found in what is read";
  EXPECT_EQ(sharing_of_own("char *find(const char *); void f(void) { char own[4] = {0}; use(find(own)); }"), shared)
      << "returned";
  EXPECT_EQ(sharing_of_own("long read(const char *, char **); void f(void) {\n"
                           "  char own[4] = {0}; char *end; read(own, &end); use(end); }"),
            shared)
      << "left where another argument points to";
  EXPECT_EQ(sharing_of_own("void print(int, ...); void f(void) { int own = 1; print(1, &own); }"), shared);
  EXPECT_EQ(sharing_of_own("static const int *kept; void f(void) { int own = 1; kept = &own; use((void *)kept); }"),
            shared)
      << "const in between is nothing";
}

TEST(UnsharedVariables, AddressesAreMadeIntoNumbersAndBytes) {
  EXPECT_TRUE(shares_own("void f(struct box *b) { int own; b->number = (long)&own; }")) << "by a cast";
  EXPECT_TRUE(shares_own("union both { int *at; long number; };\n"
                         "void f(void) { int own; union both b = {&own}; use((void *)b.number); }"))
      << "by a union";
  EXPECT_TRUE(shares_own("void f(void) { int own; int *p = &own; long n = *(long *)&p; use((void *)n); }"))
      << "by a cast of the pointer's address";
  EXPECT_TRUE(shares_own("void f(void) { int own; int *p = &own; struct box b; memcpy(&b.number, &p, 8);\n"
                         "  use((void *)b.number); }"))
      << "by a copy";
  EXPECT_TRUE(shares_own("static struct box b; static void save(int *p) { b.number = (long)p; }\n"
                         "void f(void) { int own; save(&own); int *p = (int *)b.number; use(p); }"))
      << "and back";
  EXPECT_TRUE(shares_own("void f(char *to) { int own; int *p = &own; for (int i = 0; i < 8; ++i)\n"
                         "  to[i] = ((char *)&p)[i]; }"))
      << "byte for byte";
  EXPECT_TRUE(shares_own("union both { int *at; char bytes[8]; };\n"
                         "void f(char *to) { int own; union both b = {&own}; to[0] = b.bytes[0]; }"))
      << "by a union of bytes";
  EXPECT_TRUE(shares_own("static void copy(void *to, void *from) { for (int i = 0; i < 8; ++i)\n"
                         "  ((char *)to)[i] = ((char *)from)[i]; }\n"
                         "void f(int ***out) { int own; int **place; copy(&place, out); *place = &own; }"))
      << "by way of a pointer that was copied so";
}

TEST(UnsharedVariables, OthersThanAssignmentsPassAddressesOn) {
  EXPECT_TRUE(shares_own("void f(void) { int own; int *p = &own; __atomic_store(&place, &p, 0); }"));
  EXPECT_TRUE(shares_own("static void end(int *p) { *p = 0; }\n"
                         "void f(void) { __attribute__((cleanup(end))) int own = 1; use(0); own = 2; }"));
  EXPECT_TRUE(shares_own("void f(void) { int own; int *p = &own; __asm__ volatile(\"\" : : \"r\"(p)); }"));
  EXPECT_TRUE(shares_own("void f(void) { volatile int own = 1; volatile int *p = &own; *p = 2; }"));
}

} // namespace
} // namespace vouch::frontend

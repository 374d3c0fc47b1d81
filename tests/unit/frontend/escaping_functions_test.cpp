#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// Which functions of a file without `main` are verified on their own.
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

} // namespace
} // namespace vouch::frontend

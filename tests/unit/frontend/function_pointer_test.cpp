#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::frontend {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

/// The functions that `main` calls, in the order of the edges.
std::vector<std::string> callees_of_main(const std::string& code) {
  const cfa::Cfa cfa = cfa_of("extern int nondet(void); typedef int (*op)(int);"
                              "static int f(int x) { return x; } static int g(int x) { return -x; }" +
                              code);
  std::vector<std::string> result;
  for (cfa::EdgeId id : edges_of(cfa, "main")) {
    if (const auto* call = std::get_if<cfa::Call>(&cfa.edge(id).operation)) {
      result.push_back(cfa.function(call->callee).name);
      EXPECT_EQ(std::get<cfa::Return>(cfa.edge(cfa.return_of(id)).operation).call, id);
    }
  }
  return result;
}

TEST(FunctionPointers, TablesOfOneTypeAreKeptApart) {
  EXPECT_THAT(callees_of_main("static op first[2] = {f, f}; static op second[1] = {g};"
                              "int main(void) { op unused = second[0]; return first[nondet() & 1](1); }"),
              ElementsAre("f"));
}

TEST(FunctionPointers, FieldsAreKeptApart) {
  EXPECT_THAT(callees_of_main("struct handlers { op open; op close; }; static struct handlers h[2] = {{f, g}, {f, g}};"
                              "int main(void) { return h[nondet() & 1].close(1); }"),
              ElementsAre("g"));
}

TEST(FunctionPointers, WhatFlowsThroughParametersCopiesAndChoicesIsFollowed) {
  EXPECT_THAT(callees_of_main("struct box { op run; int pad[3]; };"
                              "static op id(op x) { return x; }"
                              "int main(void) { struct box a, b; a.run = id(nondet() ? f : g); b = a;"
                              " return b.run(1); }"),
              UnorderedElementsAre("id", "f", "g"));
}

TEST(FunctionPointers, WhatWasAnIntegerMayBeAnyFunction) {
  EXPECT_THAT(callees_of_main("int main(void) { op other = g; unsigned long bits = (unsigned long)f;"
                              " op again = (op)bits; return again(1); }"),
              UnorderedElementsAre("f", "g"));
}

TEST(FunctionPointers, WhatBytesMayHaveBeenPutTogetherMayBeAnyFunction) {
  EXPECT_THAT(callees_of_main("int main(void) { op other = g, from = f, to; unsigned char *a = (unsigned char *)&from;"
                              " unsigned char *b = (unsigned char *)&to;"
                              " for (unsigned i = 0; i < sizeof to; i++) b[i] = a[i]; return to(1); }"),
              UnorderedElementsAre("f", "g"));
}

TEST(FunctionPointers, WhatComesFromOutsideMayBeAnyFunction) {
  EXPECT_THAT(callees_of_main("extern op choose(void);"
                              "int main(void) { op kept = f, other = g; return choose()(1); }"),
              UnorderedElementsAre("f", "g"));
  EXPECT_THAT(callees_of_main("extern void fill(op *);"
                              "int main(void) { op other = g, filled = f; fill(&filled); return filled(1); }"),
              UnorderedElementsAre("f", "g"));
}

} // namespace
} // namespace vouch::frontend

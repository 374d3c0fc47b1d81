#include "analysis/reuse/portable_terms.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>

namespace vouch::reuse {
namespace {

/// A program, with everything that formulas about it need.
struct Version {
  explicit Version(const std::string& code, Options options = {})
      : cfa(frontend::cfa_of(code, std::move(options))), regions(cfa), stable(cfa), names(cfa, stable),
        encoder(terms, cfa, regions, smt::Theory::Integers), portable(cfa, names, regions, encoder) {}

  smt::Term variable(const std::string& name) { return encoder.symbol(encoder.symbol_of(*names.variable(name))); }

  smt::TermManager terms;
  cfa::Cfa cfa;
  facts::MemoryRegions regions;
  StableNames stable;
  PortableNames names;
  smt::Encoder encoder;
  PortableTerms portable;
};

const std::string counts = "int limit; int main(void) { int i = 0; while (i < limit) i++; return i; }";

TEST(PortableTermsTest, MeansTheSameInAnotherVersion) {
  Version before(counts);
  Version after(
      "int other; int limit; int main(void) { int j = 3; int i = j; while (i < limit) { i += 1; } return i; }");
  const smt::Term formula = before.terms.less_equal(before.variable("main::i"), before.variable("main.c:limit"));
  const std::vector<std::string> texts = {before.portable.to_text(formula).value()};
  const smt::Term read = after.portable.formulas_of(texts).at(0);
  EXPECT_EQ(read, after.terms.less_equal(after.variable("main::i"), after.variable("main.c:limit")));
}

TEST(PortableTermsTest, WhatIsGoneMakesTheFormulaUnreadableAndNoOther) {
  Version before(counts);
  Version after("int limit; int main(void) { int k = 0; while (k < limit) k++; return k; }");
  const smt::Term limit = before.variable("main.c:limit");
  const std::vector<std::string> texts = {
      before.portable.to_text(before.terms.less_equal(before.variable("main::i"), limit)).value(),
      before.portable.to_text(before.terms.less_equal(limit, before.terms.integer(7))).value()};
  const std::vector<smt::Term> read = after.portable.formulas_of(texts);
  EXPECT_TRUE(read.at(0).is_null());
  EXPECT_EQ(read.at(1), after.terms.less_equal(after.variable("main.c:limit"), after.terms.integer(7)));
}

TEST(PortableTermsTest, AVariableThatMovedToMemoryIsNotFoundInARegister) {
  Version before(counts);
  Version after("extern void f(int *); int limit;"
                "int main(void) { int i = 0; f(&i); while (i < limit) i++; return i; }");
  const smt::Term formula = before.terms.equal(before.variable("main::i"), before.terms.integer(0));
  const std::vector<std::string> texts = {before.portable.to_text(formula).value()};
  EXPECT_TRUE(after.portable.formulas_of(texts).at(0).is_null());
}

TEST(PortableTermsTest, ValuesAtTheEntryHaveNames) {
  Version version(counts);
  const smt::SymbolId limit = version.encoder.symbol_of(*version.names.variable("main.c:limit"));
  const smt::Term entry = version.encoder.symbol(version.encoder.entry_value_of(limit));
  const smt::Term formula = version.terms.less(version.encoder.symbol(limit), entry);
  const std::vector<std::string> texts = {version.portable.to_text(formula).value()};
  EXPECT_EQ(version.portable.formulas_of(texts).at(0), formula);
}

/// Nearly all of a proof that accesses are right is about these.
TEST(PortableTermsTest, WhatIsKnownOfObjectsHasNames) {
  Options options;
  options.properties = {Property::UseAfterFree};
  Version version("void *malloc(unsigned long); void free(void *);"
                  "int main(void) { char *p = malloc(3); if (p) { *p = 1; free(p); } return 0; }",
                  options);
  ASSERT_TRUE(version.encoder.object_states());
  const smt::Term pointer = version.variable("main::p");
  const smt::Term states = version.encoder.symbol(*version.encoder.object_states());
  const smt::Term sizes = version.encoder.symbol(*version.encoder.object_sizes());
  const smt::Term state = version.terms.select(states, pointer);
  const std::vector<std::string> texts = {
      version.portable.to_text(version.terms.equal(state, version.terms.integer(1))).value(),
      version.portable.to_text(version.terms.less(pointer, version.terms.select(sizes, pointer))).value()};
  EXPECT_EQ(version.portable.formulas_of(texts).at(0), version.terms.equal(state, version.terms.integer(1)));
  EXPECT_FALSE(version.portable.formulas_of(texts).at(1).is_null());
  Version without_checks("int main(void) { return 0; }");
  EXPECT_TRUE(without_checks.portable.formulas_of(texts).at(0).is_null());
}

TEST(PortableTermsTest, TextsFromElsewhereAreNotRead) {
  Version version(counts);
  const std::vector<std::string> texts = {"(<= |variable main::i|", "", "(assert false)", "|variable main::i|"};
  for (const smt::Term& read : version.portable.formulas_of(texts)) {
    EXPECT_TRUE(read.is_null());
  }
}

TEST(PortableNamesTest, LoopsAndCallsAreNumberedWithinTheirFunctions) {
  Version version("void g(void) { } void f(int n) { while (n > 0) { n--; g(); } g(); while (n < 0) n++; }"
                  "int main(void) { f(3); while (1) { g(); } }");
  for (const char* name : {"loop 1 of f", "loop 2 of f", "loop 1 of main", "entry of g", "exit of f"}) {
    const std::optional<cfa::LocationId> location = version.names.location(name);
    ASSERT_TRUE(location) << name;
    EXPECT_EQ(version.names.of(*location), name);
  }
  EXPECT_FALSE(version.names.location("loop 1 of g"));
  EXPECT_TRUE(version.names.call("call 2 of g in f"));
  EXPECT_TRUE(version.names.call("call 1 of g in main"));
  EXPECT_FALSE(version.names.call("call 2 of g in main"));
}

} // namespace
} // namespace vouch::reuse

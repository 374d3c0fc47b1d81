#include "analysis/facts/confined_pointers.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace vouch::facts {
namespace {

using testing::Contains;
using testing::IsSupersetOf;
using testing::Not;

/// The parameters that are confined and the variables that are private, each as `function.variable`.
std::set<std::string> kept_to_themselves(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of("struct s { int n[2]; struct s *next; };\n" + code);
  const ConfinedPointers confined(cfa);
  std::set<std::string> names;
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::VariableId id(index);
    const cfa::Variable& variable = cfa.variable(id);
    if (confined.is_confined(id) || confined.is_private(id)) {
      names.insert((variable.function.is_valid() ? cfa.function(variable.function).name + "." : "") + variable.name);
    }
  }
  return names;
}

TEST(ConfinedPointers, AreUsedAndPassedOn) {
  EXPECT_THAT(kept_to_themselves("static void set(struct s *p) { p->n[1] = 1; }\n"
                                 "static void twice(struct s *q) { if (q) { set(q); set(q); } }\n"
                                 "int f(void) { struct s a = {{0, 0}, 0}; twice(&a); return a.n[1]; }"),
              IsSupersetOf({"set.p", "twice.q", "f.a"}));
}

TEST(ConfinedPointers, AreNotKeptAnywhere) {
  const std::string use = "int f(void) { struct s a = {{0, 0}, 0}, b = a; take(&a); return a.n[1] + b.n[0]; }";
  for (const std::string taking :
       {"struct s *kept; static void take(struct s *p) { kept = p; }", "static void take(struct s *p) { p->next = p; }",
        "static void take(struct s *p) { struct s *copy = p; copy->n[0] = 1; }",
        "unsigned long kept; static void take(struct s *p) { kept = (unsigned long)p; }",
        "void elsewhere(struct s *); static void take(struct s *p) { elsewhere(p); }",
        "static struct s *same(struct s *q) { return q; } static void take(struct s *p) { same(p)->n[0] = 1; }",
        "struct s *kept; static void last(struct s *r) { kept = r; } static void take(struct s *p) { last(p); }"}) {
    const std::set<std::string> found = kept_to_themselves(taking + "\n" + use);
    EXPECT_THAT(found, Not(Contains("take.p"))) << taking;
    EXPECT_THAT(found, Not(Contains("f.a"))) << taking;
    EXPECT_THAT(found, Contains("f.b")) << taking;
  }
}

TEST(ConfinedPointers, AreTheOnesThatWerePassed) {
  EXPECT_THAT(kept_to_themselves("static void last(struct s *p) { while (p->next) p = p->next; p->n[0] = 1; }\n"
                                 "void f(void) { struct s a = {{0, 0}, 0}; last(&a); }"),
              Not(Contains("last.p")));
}

TEST(ConfinedPointers, MayBePassedOnByRecursion) {
  const std::string start = "void f(void) { struct s a = {{0, 0}, 0}; down(&a, 3); }";
  EXPECT_THAT(kept_to_themselves(
                  "static void down(struct s *p, int n) { if (n > 0) down(p, n - 1); else p->n[0] = 1; }\n" + start),
              IsSupersetOf({"down.p", "f.a"}));
  EXPECT_THAT(
      kept_to_themselves("struct s *kept;\n"
                         "static void down(struct s *p, int n) { if (n > 0) down(p, n - 1); else kept = p; }\n" +
                         start),
      Not(Contains("f.a")));
}

TEST(ConfinedPointers, AreNotInPointersThatAreReadFromMemory) {
  EXPECT_THAT(kept_to_themselves("struct s *f(struct s *p) { return p->next; }\n"
                                 "int g(void) { struct s a = {{0, 0}, 0}; struct s *p = &a; return f(p)->n[0]; }"),
              Not(Contains("g.a")));
}

} // namespace
} // namespace vouch::facts

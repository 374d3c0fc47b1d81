#include "analysis/facts/repeated_edges.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace vouch::facts {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The names of variables in memory that a run may make more than once.
std::set<std::string> made_again(const std::string& code) {
  const cfa::Cfa cfa = frontend::cfa_of("void keep(void *); int any(void);" + code);
  const RepeatedEdges repeated(cfa);
  std::set<std::string> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    const auto* declare = std::get_if<cfa::Declare>(&cfa.edge(edge).operation);
    if (declare != nullptr && repeated.may_be_repeated(edge)) {
      result.insert(cfa.variable(declare->variable).name);
    }
  }
  return result;
}

TEST(RepeatedEdges, AreNotWhereEverythingIsCalledOnce) {
  EXPECT_THAT(made_again("static void f(void) { int a; keep(&a); } int main(void) { int b; keep(&b); f(); }"),
              IsEmpty());
}

TEST(RepeatedEdges, AreInLoops) {
  EXPECT_THAT(made_again("int main(void) { int a; keep(&a); while (any()) { int b; keep(&b); } int c; keep(&c); }"),
              ElementsAre("b"));
}

TEST(RepeatedEdges, AreInWhatIsCalledInALoop) {
  EXPECT_THAT(made_again("static void g(void) { int b; keep(&b); } static void f(void) { int a; keep(&a); g(); }"
                         "int main(void) { int c; keep(&c); while (any()) f(); }"),
              ElementsAre("a", "b"));
}

TEST(RepeatedEdges, AreInWhatIsCalledInTwoPlaces) {
  EXPECT_THAT(made_again("static void g(void) { int b; keep(&b); } static void f(void) { int a; keep(&a); g(); }"
                         "int main(void) { f(); f(); }"),
              ElementsAre("a", "b"));
}

/// Local variables of such functions are allocated.
TEST(RepeatedEdges, AreInWhatCallsItself) {
  const cfa::Cfa cfa = frontend::cfa_of("void g(int); void f(int n) { if (n) g(n); } void g(int n) { f(n - 1); }"
                                        "int main(void) { f(3); }");
  const RepeatedEdges repeated(cfa);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId edge(index);
    const std::string& function = cfa.function(cfa.location(cfa.edge(edge).source).function).name;
    EXPECT_EQ(repeated.may_be_repeated(edge), function == "f" || function == "g") << function;
  }
}

} // namespace
} // namespace vouch::facts

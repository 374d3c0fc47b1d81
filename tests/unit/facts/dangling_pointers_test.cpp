#include "analysis/facts/dangling_pointers.hpp"
#include "tests/support/program.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

namespace vouch::facts {
namespace {

using namespace vouch::test;
using testing::AllOf;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;

bool dangles(Program& p, cfa::VariableId variable) {
  cfa::Cfa cfa = p.build();
  return DanglingPointers(cfa, PointsTo(cfa)).variables().contains(variable);
}

TEST(DanglingPointers, ARegisterOfTheFunctionEndsWithIt) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4);
  cfa::VariableId pointer = p.register_variable("p", pointer_type);
  p.then(cfa::Declare{x});
  p.then(cfa::Assign{pointer, p.address_of(x)});
  EXPECT_FALSE(dangles(p, x));
}

TEST(DanglingPointers, MemoryMayKeepAnAddress) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4);
  cfa::VariableId cell = p.memory_variable("cell", cfa::AggregateType{8}, 8);
  p.then(cfa::Declare{x});
  p.then(cfa::Store{p.address_of(cell), p.address_of(x)});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, AStaticRegisterMayKeepAnAddress) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4);
  cfa::VariableId kept = p.register_variable("kept", pointer_type, cfa::VariableKind::Global);
  p.then(cfa::Declare{x});
  p.then(cfa::Assign{kept, p.address_of(x)});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, StaticVariablesNeverEnd) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4, cfa::VariableKind::Global);
  cfa::VariableId kept = p.register_variable("kept", pointer_type, cfa::VariableKind::Global);
  p.then(cfa::Assign{kept, p.address_of(x)});
  EXPECT_FALSE(dangles(p, x));
}

TEST(DanglingPointers, ADeclarationInALoopStartsAnotherLife) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4);
  cfa::VariableId pointer = p.register_variable("p", pointer_type);
  cfa::VariableId last = p.register_variable("last", pointer_type);
  cfa::CfaBuilder& b = p.builder();
  cfa::LocationId head = b.add_location(p.main(), {});
  cfa::LocationId inside = b.add_location(p.main(), {});
  cfa::LocationId behind = b.add_location(p.main(), {});
  b.add_edge(b.function(p.main()).entry, head, cfa::Skip{}, {});
  b.add_edge(head, inside, cfa::Declare{x}, {});
  b.add_edge(inside, behind, cfa::Assign{last, b.expressions().read(pointer, pointer_type)}, {});
  b.add_edge(behind, head, cfa::Assign{pointer, p.address_of(x)}, {});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, APointerThatIsSetAnewInEachRoundLeadsToThePresentLife) {
  Program p;
  cfa::VariableId x = p.memory_variable("x", i32, 4);
  cfa::VariableId pointer = p.register_variable("p", pointer_type);
  cfa::CfaBuilder& b = p.builder();
  cfa::LocationId head = b.add_location(p.main(), {});
  cfa::LocationId inside = b.add_location(p.main(), {});
  b.add_edge(b.function(p.main()).entry, head, cfa::Skip{}, {});
  b.add_edge(head, inside, cfa::Declare{x}, {});
  b.add_edge(inside, head, cfa::Assign{pointer, p.address_of(x)}, {});
  EXPECT_FALSE(dangles(p, x));
}

/// Of the last function of `code`: the lines where a life of `c` may have ended, whose address is kept elsewhere.
std::set<unsigned> lines_behind_an_end(const std::string& code) {
  Options options;
  options.properties = {Property::UseAfterFree};
  options.callers = Callers::Any; // then code elsewhere keeps whatever it is passed
  const cfa::Cfa cfa = frontend::cfa_of("void keep(char *); int work(int); int n;\n" + code, options);
  const DanglingPointers dangling(cfa, PointsTo(cfa));
  const cfa::FunctionId last = cfa.entry_points().back().function;
  std::set<unsigned> result;
  for (cfa::VariableId variable : dangling.variables()) {
    EXPECT_EQ(cfa.variable(variable).name, "c");
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
      if (cfa.location(edge.source).function == last && edge.range.is_valid() &&
          dangling.may_have_ended(variable, edge.source)) {
        result.insert(edge.range.begin.line);
      }
    }
    EXPECT_TRUE(dangling.may_have_ended(variable, {}));
  }
  return result;
}

TEST(DanglingPointers, WhileItsFunctionRunsAVariableLives) {
  EXPECT_THAT(lines_behind_an_end("int f(void) {\n  char c;\n  keep(&c);\n  return work(1); }\n"), IsEmpty());
  EXPECT_THAT(lines_behind_an_end("static void g(void) { char c; keep(&c); }\n"
                                  "int f(void) {\n  n = work(1);\n  g();\n  n = work(2);\n  return 1; }\n"),
              AllOf(Contains(6U), Not(Contains(4U))));
}

TEST(DanglingPointers, EachRoundEndsALifeOfWhatItDeclares) {
  EXPECT_THAT(lines_behind_an_end("int f(void) {\n  n = work(0);\n  while (n) {\n    char c;\n    n = work(1);\n"
                                  "    keep(&c);\n    n = work(2); }\n  return 1; }\n"),
              AllOf(Contains(6U), Contains(8U), Not(Contains(3U))));
}

TEST(DanglingPointers, ARecursiveFunctionHasSeveralLivesOfAVariable) {
  EXPECT_THAT(lines_behind_an_end("int f(int i) {\n  char c;\n  keep(&c);\n  return i ? f(i - 1) : work(1); }\n"),
              Contains(4U));
}

} // namespace
} // namespace vouch::facts

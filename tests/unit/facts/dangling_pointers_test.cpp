#include "analysis/facts/dangling_pointers.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace vouch::facts {
namespace {

using namespace vouch::test;

bool dangles(Program& p, cfa::VariableId variable) {
  cfa::Cfa cfa = p.build();
  return dangling_variables(cfa, PointsTo(cfa)).contains(variable);
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

} // namespace
} // namespace vouch::facts

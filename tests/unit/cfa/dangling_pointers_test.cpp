#include "analysis/cfa/dangling_pointers.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

namespace vouch::cfa {
namespace {

using namespace vouch::test;

bool dangles(Program& p, VariableId variable) {
  Cfa cfa = p.build();
  return dangling_variables(cfa, PointsTo(cfa)).contains(variable);
}

TEST(DanglingPointers, ARegisterOfTheFunctionEndsWithIt) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4);
  VariableId pointer = p.register_variable("p", pointer_type);
  p.then(Declare{x});
  p.then(Assign{pointer, p.address_of(x)});
  EXPECT_FALSE(dangles(p, x));
}

TEST(DanglingPointers, MemoryMayKeepAnAddress) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4);
  VariableId cell = p.memory_variable("cell", AggregateType{8}, 8);
  p.then(Declare{x});
  p.then(Store{p.address_of(cell), p.address_of(x)});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, AStaticRegisterMayKeepAnAddress) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4);
  VariableId kept = p.register_variable("kept", pointer_type, VariableKind::Global);
  p.then(Declare{x});
  p.then(Assign{kept, p.address_of(x)});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, StaticVariablesNeverEnd) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4, VariableKind::Global);
  VariableId kept = p.register_variable("kept", pointer_type, VariableKind::Global);
  p.then(Assign{kept, p.address_of(x)});
  EXPECT_FALSE(dangles(p, x));
}

TEST(DanglingPointers, ADeclarationInALoopStartsAnotherLife) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4);
  VariableId pointer = p.register_variable("p", pointer_type);
  VariableId last = p.register_variable("last", pointer_type);
  CfaBuilder& b = p.builder();
  LocationId head = b.add_location(p.main(), {});
  LocationId inside = b.add_location(p.main(), {});
  LocationId behind = b.add_location(p.main(), {});
  b.add_edge(b.function(p.main()).entry, head, Skip{}, {});
  b.add_edge(head, inside, Declare{x}, {});
  b.add_edge(inside, behind, Assign{last, b.expressions().read(pointer, pointer_type)}, {});
  b.add_edge(behind, head, Assign{pointer, p.address_of(x)}, {});
  EXPECT_TRUE(dangles(p, x));
}

TEST(DanglingPointers, APointerThatIsSetAnewInEachRoundLeadsToThePresentLife) {
  Program p;
  VariableId x = p.memory_variable("x", i32, 4);
  VariableId pointer = p.register_variable("p", pointer_type);
  CfaBuilder& b = p.builder();
  LocationId head = b.add_location(p.main(), {});
  LocationId inside = b.add_location(p.main(), {});
  b.add_edge(b.function(p.main()).entry, head, Skip{}, {});
  b.add_edge(head, inside, Declare{x}, {});
  b.add_edge(inside, head, Assign{pointer, p.address_of(x)}, {});
  EXPECT_FALSE(dangles(p, x));
}

} // namespace
} // namespace vouch::cfa

#include "analysis/transformation/activation_objects.hpp"
#include "tests/support/program_sketch.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::transformation {
namespace {

using frontend::cfa_of;
using frontend::operations_of;
using test::ProgramSketch;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* recursive = "void set(int *p) { *p = 1; }"
                                  "int f(int n) { int x; set(&x); return n > 0 ? f(n - 1) + x : 0; }"
                                  "int main(void) { int y; set(&y); return f(3) + y; }";

TEST(ActivationObjects, VariablesOfRecursiveFunctionsAreAllocatedWhereTheyWereDeclared) {
  const std::vector<std::string> operations = operations_of(cfa_of(recursive), "f");
  EXPECT_THAT(operations.front(), StartsWith("<&x> := allocate 4"));
  EXPECT_THAT(operations, Contains("call set(p := <&x>)"));
  EXPECT_THAT(operations, Contains(HasSubstr("*(i32)<&x>")));
  EXPECT_THAT(operations, Not(Contains(HasSubstr("declare"))));
}

TEST(ActivationObjects, OtherFunctionsKeepTheirVariables) {
  EXPECT_THAT(operations_of(cfa_of(recursive), "main"), Contains("declare y"));
}

TEST(ActivationObjects, TheAllocationNamesItsVariable) {
  const cfa::Cfa cfa = cfa_of(recursive);
  for (cfa::EdgeId id : frontend::edges_of(cfa, "f")) {
    if (const auto* allocation = std::get_if<cfa::Allocate>(&cfa.edge(id).operation)) {
      EXPECT_EQ(allocation->kind, cfa::AllocationKind::Automatic);
      EXPECT_EQ(cfa.variable(allocation->variable).name, "x");
      EXPECT_EQ(cfa.variable(allocation->target).storage, cfa::Storage::Register);
      return;
    }
  }
  ADD_FAILURE() << "no allocation";
}

TEST(ActivationObjects, ParametersWhoseAddressIsTaken) {
  const std::vector<std::string> operations =
      operations_of(cfa_of("void set(int *p) { *p = 1; } int f(int n) { set(&n); return n > 0 ? f(n - 1) : 0; }"
                           "int main(void) { return f(3); }"),
                    "f");
  EXPECT_THAT(operations[0], StartsWith("<&n> := allocate 4"));
  EXPECT_EQ(operations[1], "*(i32)<&n> := <argument n>");
}

TEST(ActivationObjects, WhatCanBeUsedUndeclaredIsMadeAtTheEntryToo) {
  ProgramSketch sketch;
  cfa::Variable variable;
  variable.name = "x";
  variable.type = ProgramSketch::integer;
  variable.storage = cfa::Storage::Memory;
  variable.function = sketch.main();
  const cfa::VariableId x = sketch.builder().add_variable(variable);
  const cfa::LocationId behind = sketch.location();
  const cfa::LocationId end = sketch.location();
  sketch.edge(sketch.entry(), behind, cfa::Declare{x});
  sketch.skip(sketch.entry(), behind);
  sketch.edge(
      behind, end,
      cfa::Store{sketch.builder().expressions().make(cfa::AddressOf{x}, cfa::PointerType{64}), sketch.constant(1)});
  sketch.call(end, sketch.exit(), sketch.main());
  allocate_objects_of_recursive_functions(sketch.builder());
  const cfa::Cfa cfa = sketch.build();
  ASSERT_EQ(cfa.outgoing(cfa.function(cfa::FunctionId(0)).entry).size(), 1U);
  EXPECT_THAT(operations_of(cfa, "main"), ElementsAre("<&x> := allocate 4", "skip", "*(i32)<&x> := 1", "call main()",
                                                      "return ", "<&x> := allocate 4"));
}

} // namespace
} // namespace vouch::transformation

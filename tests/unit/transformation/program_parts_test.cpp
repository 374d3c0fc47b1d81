#include "analysis/cfa/control_flow.hpp"
#include "analysis/transformation/program_parts.hpp"
#include "tests/support/program_sketch.hpp"
#include "tests/unit/transformation/part_of.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::transformation {
namespace {

using test::ProgramSketch;

/// void f() { x = 1; }  void g() { x = 2; f(); }  int main() { f(); assert(x != 1); g(); }
TEST(ProgramPart, LeavesOutWhatNoRunEnters) {
  ProgramSketch sketch;
  cfa::CfaBuilder& builder = sketch.builder();
  const cfa::VariableId x = sketch.variable("x");
  const auto function_that_sets = [&](const char* name, cfa::Integer value) {
    const cfa::FunctionId function = builder.add_function(name, {});
    const cfa::LocationId behind = builder.add_location(function, {});
    builder.add_edge(builder.function(function).entry, behind, cfa::Assign{x, sketch.constant(value)}, {}, "x = value");
    return std::pair(function, behind);
  };
  const auto [f, end_of_f] = function_that_sets("f", 1);
  builder.add_edge(end_of_f, builder.function(f).exit, cfa::Skip{}, {});
  const auto [g, end_of_g] = function_that_sets("g", 2);
  builder.add_call(end_of_g, builder.function(g).exit, cfa::Call{f, {}}, {}, {});
  const cfa::LocationId behind_f = sketch.location();
  const cfa::LocationId behind_assertion = sketch.location();
  builder.add_call(sketch.entry(), behind_f, cfa::Call{f, {}}, {}, {});
  sketch.branch(behind_f, sketch.equals(x, 1), sketch.target("x is 1"), behind_assertion);
  builder.add_call(behind_assertion, sketch.exit(), cfa::Call{g, {}}, {}, {});
  const cfa::LocationId start = sketch.entry();
  builder.add_entry_point({sketch.main(), start});
  const cfa::Cfa whole = sketch.build();

  const ProgramPart part = ProgramParts(whole).entered_from(start, {}, [](cfa::LocationId) { return false; });
  const cfa::Cfa& program = part.cfa();
  EXPECT_LT(program.edge_count(), whole.edge_count());
  for (std::size_t index = 0; index < program.edge_count(); ++index) {
    const cfa::Edge& edge = program.edge(cfa::EdgeId(index));
    const cfa::EdgeId of_whole = part.in_whole(cfa::EdgeId(index));
    EXPECT_NE(cfa::function_of(program, edge), g); // behind the last target
    EXPECT_EQ(part.in_part(of_whole), cfa::EdgeId(index));
    EXPECT_EQ(to_string(edge.operation, program.names()), to_string(whole.edge(of_whole).operation, whole.names()));
    EXPECT_EQ(part.in_whole(edge.source), whole.edge(of_whole).source);
    EXPECT_EQ(part.in_whole(edge.target), whole.edge(of_whole).target);
  }
  EXPECT_FALSE(part.in_part(end_of_g).is_valid());
  EXPECT_EQ(program.function(g).name, "g");
  EXPECT_EQ(program.entry_points().front().start, part.in_part(start));
}

/// What is behind a `void *` is known of what callers pass: so it is known of what code elsewhere leaves.
TEST(ProgramPart, HasOneDescriptionOfAType) {
  ProgramSketch sketch;
  cfa::CfaBuilder& builder = sketch.builder();
  const cfa::GivenTypeId state = builder.add_given_type({"struct state", 8, 8});
  const cfa::GivenTypeId vague = builder.add_given_type({"struct stream", 16, 8, {{8, "state", {}}}});
  const cfa::GivenTypeId known = builder.add_given_type({"struct stream", 16, 8, {{8, "state", state}}});
  const cfa::GivenTypeId holder = builder.add_given_type({"struct holder", 8, 8, {{0, "stream", vague}}});
  const cfa::VariableId x = sketch.variable("x");
  builder.variable(x).contents = vague;
  const cfa::LocationId between = builder.add_location(sketch.main(), {});
  const cfa::EdgeId passes =
      builder.add_edge(sketch.entry(), between, cfa::Input{x, cfa::InputKind::Parameter, "s", {}, {}, known}, {});
  cfa::Input returned{x, cfa::InputKind::External, "next", {}, {}, vague};
  returned.argument_types = {vague, holder};
  returned.result_type = vague;
  const cfa::LocationId behind = builder.add_location(sketch.main(), {});
  const cfa::EdgeId returns = builder.add_edge(between, behind, returned, {});
  const cfa::EdgeId earlier = builder.add_edge(behind, sketch.exit(),
                                               cfa::HavocMemory{builder.expressions().read(x, builder.variable(x).type),
                                                                "earlier calls", cfa::InputKind::Parameter, vague},
                                               {});
  const cfa::LocationId start = sketch.entry();
  builder.add_entry_point({sketch.main(), start});
  const cfa::Cfa program = part_entered_from(sketch.build(), start);

  EXPECT_EQ(std::get<cfa::Input>(program.edge(passes).operation).given, known);
  EXPECT_EQ(std::get<cfa::Input>(program.edge(returns).operation).given, known);
  EXPECT_THAT(std::get<cfa::Input>(program.edge(returns).operation).argument_types,
              testing::ElementsAre(known, holder));
  EXPECT_EQ(std::get<cfa::Input>(program.edge(returns).operation).result_type, known);
  EXPECT_EQ(std::get<cfa::HavocMemory>(program.edge(earlier).operation).contents, known);
  EXPECT_EQ(program.variable(x).contents, known);
  EXPECT_EQ(program.given_type(holder).pointers.front().leads_to, known);
}

} // namespace
} // namespace vouch::transformation

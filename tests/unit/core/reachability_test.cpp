#include "analysis/core/composite.hpp"
#include "analysis/core/reachability.hpp"
#include "tests/support/constant_propagation.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using testkit::ConstantMerge;
using testkit::ConstantPrecision;
using testkit::ConstantPropagation;
using testkit::ConstantState;
using testkit::Place;
using testkit::PlaceState;
using testkit::ProgramSketch;

Analysis constants(const cfa::Cfa& cfa, ConstantMerge merge, std::set<cfa::VariableId> tracked) {
  return compose({erase(Place(cfa)), erase(ConstantPropagation(merge, {std::move(tracked)}))});
}

std::vector<ArgNodeId> nodes_at(const ReachedSet& reached, cfa::LocationId location) {
  std::vector<ArgNodeId> result = reached.arg().ids();
  std::erase_if(result,
                [&](ArgNodeId id) { return component<PlaceState>(reached.node(id).state).location != location; });
  return result;
}

ConstantState constants_at(const ReachedSet& reached, ArgNodeId id) {
  return component<ConstantState>(reached.node(id).state);
}

/// Two branches that give x different or equal values and meet.
struct Diamond {
  explicit Diamond(cfa::Integer left_value, cfa::Integer right_value) {
    x = sketch.variable("x");
    left = sketch.location();
    right = sketch.location();
    join = sketch.location();
    sketch.skip(sketch.entry(), left);
    sketch.skip(sketch.entry(), right);
    sketch.assign(left, join, x, left_value);
    sketch.assign(right, join, x, right_value);
    sketch.skip(join, sketch.exit());
    entry = sketch.entry();
    exit = sketch.exit();
    cfa = sketch.build();
  }

  ProgramSketch sketch;
  cfa::VariableId x;
  cfa::LocationId entry, left, right, join, exit;
  cfa::Cfa cfa;
};

TEST(Reachability, MergingGivesAJoinPointTwoParentsBeforeItIsExpanded) {
  Diamond program(1, 2);
  ReachedSet reached(constants(program.cfa, ConstantMerge::Join, {program.x}), program.cfa, program.entry,
                     TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(std::holds_alternative<Exhausted>(explore(reached, context)));

  std::vector<ArgNodeId> joins = nodes_at(reached, program.join);
  ASSERT_THAT(joins, SizeIs(1));
  EXPECT_THAT(reached.node(joins[0]).parents, SizeIs(2));
  EXPECT_TRUE(constants_at(reached, joins[0]).known.empty());
  std::vector<ArgNodeId> exits = nodes_at(reached, program.exit);
  ASSERT_THAT(exits, SizeIs(1));
  EXPECT_TRUE(constants_at(reached, exits[0]).known.empty());
  EXPECT_EQ(context.statistics.abstract_states, 5U); // the join point was expanded once
}

} // namespace
} // namespace vouch::core

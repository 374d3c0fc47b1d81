#include "analysis/core/reachability.hpp"
#include "tests/support/bounded_constants.hpp"
#include "tests/support/exploration.hpp"
#include "tests/support/program_sketch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using namespace vouch::test;

/// Two branches that give x a value each and meet.
struct Diamond {
  Diamond(cfa::Integer left_value, cfa::Integer right_value) {
    x = sketch.variable("x");
    entry = sketch.entry();
    exit = sketch.exit();
    left = sketch.location();
    right = sketch.location();
    join = sketch.location();
    sketch.skip(entry, left);
    sketch.skip(entry, right);
    sketch.set(left, join, x, left_value);
    sketch.set(right, join, x, right_value);
    sketch.skip(join, exit);
    cfa = sketch.build();
  }

  ReachedSet start(ConstantMerge merge, TraversalOrder order) const {
    return {constants(cfa, merge, {x}), cfa, entry, order};
  }

  ProgramSketch sketch;
  cfa::VariableId x;
  cfa::LocationId entry, exit, left, right, join;
  cfa::Cfa cfa;
};

TEST(Reachability, MergingGivesAJoinPointTwoParentsBeforeItIsExpanded) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Join, TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));

  std::vector<ArgNodeId> joins = nodes_at(reached, program.join);
  ASSERT_THAT(joins, SizeIs(1));
  EXPECT_THAT(reached.node(joins[0]).parents, SizeIs(2));
  EXPECT_THAT(known_at(reached, joins[0]), IsEmpty());
  ASSERT_THAT(nodes_at(reached, program.exit), SizeIs(1));
  EXPECT_EQ(context.statistics.abstract_states, 5U); // the join point was expanded once
}

TEST(Reachability, DepthFirstExpandsAJoinPointAgainWhenMergingWeakensIt) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Join, TraversalOrder::DepthFirst);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));

  std::vector<ArgNodeId> exits = nodes_at(reached, program.exit);
  ASSERT_THAT(exits, SizeIs(1));
  EXPECT_THAT(known_at(reached, exits[0]), IsEmpty());
  EXPECT_EQ(context.statistics.abstract_states, 6U);
  EXPECT_THAT(structural_defects(reached), IsEmpty());
}

TEST(Reachability, GoesOnAfterAsManyNodesAsWereAskedFor) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Separate, TraversalOrder::ReversePostOrder);
  RunContext context;
  std::size_t parts = 0;
  ExplorationResult result = explore(reached, context, {}, 2);
  while (const auto* unfinished = std::get_if<Unfinished>(&result)) {
    ++parts;
    EXPECT_TRUE(reached.arg().contains(unfinished->last));
    EXPECT_FALSE(is_covered(reached.node(unfinished->last)));
    result = explore(reached, context, {}, 2);
  }
  EXPECT_TRUE(is_exhausted(result));
  EXPECT_EQ(parts, 3U); // of seven nodes
  EXPECT_EQ(reached.arg().size(), 7U);
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Reachability, StatesThatDoNotMergeStayApart) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Separate, TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(nodes_at(reached, program.join), SizeIs(2));
  EXPECT_THAT(nodes_at(reached, program.exit), SizeIs(2));
}

TEST(Reachability, AnEqualStateIsKeptAsACoveredNode) {
  Diamond program(1, 1);
  ReachedSet reached = program.start(ConstantMerge::Separate, TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));

  std::vector<ArgNodeId> joins = nodes_at(reached, program.join);
  ASSERT_THAT(joins, SizeIs(2));
  EXPECT_THAT(reached.node(joins[1]).covered_by, ElementsAre(joins[0]));
  EXPECT_THAT(reached.node(joins[0]).covers, ElementsAre(joins[1]));
  EXPECT_THAT(nodes_at(reached, program.exit), SizeIs(1));
}

/// x := 0; while (input) x := 1 - x, written as a switch; the loop head merges with its own successors.
TEST(Reachability, MergingAroundALoopMakesTheGraphCyclicAndEnds) {
  ProgramSketch sketch;
  cfa::VariableId x = sketch.variable("x");
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId head = sketch.location();
  cfa::LocationId body = sketch.location();
  sketch.set(entry, head, x, 0);
  sketch.skip(head, body);
  sketch.set(body, head, x, 1);
  sketch.skip(head, sketch.exit());
  cfa::LocationId exit = sketch.exit();
  cfa::Cfa cfa = sketch.build();
  ReachedSet reached(constants(cfa, ConstantMerge::Join, {x}), cfa, entry, TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));

  std::vector<ArgNodeId> heads = nodes_at(reached, head);
  ASSERT_THAT(heads, SizeIs(1));
  EXPECT_THAT(reached.node(heads[0]).parents, SizeIs(2));
  EXPECT_THAT(known_at(reached, heads[0]), IsEmpty());
  for (ArgNodeId id : nodes_at(reached, exit)) {
    EXPECT_THAT(reached.arg().path_to(id).nodes, SizeIs(3)); // and not around the loop for ever
  }
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Reachability, AMergedNodeTracksWhatEitherSideTracked) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Join, TraversalOrder::ReversePostOrder);
  const ArgNodeId root = reached.arg().root();
  auto tracking = [&](std::set<cfa::VariableId> variables) {
    return reached.analysis().join_precision(reached.node(root).precision,
                                             Precision::of(ConstantPrecision{std::move(variables)}));
  };
  const cfa::VariableId other(7);
  const AbstractState state = reached.analysis().initial_state(program.join);
  ArgNodeId node = reached.add({root, cfa::EdgeId(0)}, state, tracking({}));
  reached.merge_into(node, {root, cfa::EdgeId(1)}, state, state, MergeBound::Both, tracking({other}));
  EXPECT_THAT(tracked_at(reached, node), ElementsAre(program.x, other));
}

/// The paths that lead here, as texts: merging makes their list longer, whatever it contains already, and no state
/// covers another. Path formulas behave like this.
struct Paths {
  std::vector<std::string> alternatives;
  friend bool operator==(const Paths&, const Paths&) = default;
  friend std::size_t hash_value(const Paths& paths) { return paths.alternatives.size(); }
};

class PathCollection {
public:
  using State = Paths;
  using Precision = NoPrecision;

  State initial_state(cfa::LocationId) const { return {{""}}; }
  Precision initial_precision() const { return {}; }
  std::vector<State> post(const State& state, const Precision&, const EdgeContext& edge) const {
    State next = state;
    for (std::string& path : next.alternatives) {
      path += std::to_string(edge.id.index());
    }
    return {next};
  }
  State merge(const State& added, const State& reached, const Precision&) const {
    State merged = reached;
    merged.alternatives.insert(merged.alternatives.end(), added.alternatives.begin(), added.alternatives.end());
    return merged;
  }
  bool stop(const State&, std::span<const State* const>, const Precision&) const { return false; }
  Adjustment<State, Precision> adjust(const State& state, const Precision&, const ReachedView<State>&) const {
    return Continue<State, Precision>{state};
  }
};

TEST(Reachability, ExpandingParentsAgainDoesNotMergeTheSameSuccessorTwice) {
  Diamond program(1, 2);
  ReachedSet reached(compose({erase(Place(program.cfa)), erase(PathCollection())}), program.cfa, program.entry,
                     TraversalOrder::ReversePostOrder);
  RunContext context;
  explore(reached, context);
  const ArgNodeId join = nodes_at(reached, program.join).front();
  EXPECT_THAT(component<Paths>(reached.node(join).state).alternatives, UnorderedElementsAre("02", "13"));
  for (cfa::LocationId location : {program.entry, program.left, program.right, program.join}) {
    reached.requeue(nodes_at(reached, location).front());
  }
  explore(reached, context);
  EXPECT_THAT(component<Paths>(reached.node(join).state).alternatives, UnorderedElementsAre("02", "13"));
  EXPECT_EQ(reached.arg().size(), 5U);
}

TEST(Reachability, AnEqualStateIsCoveredWithoutAskingTheDomain) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  sketch.skip(entry, entry);
  cfa::Cfa cfa = sketch.build();
  class Secretive : public Place {
  public:
    using Place::Place;
    bool stop(const State&, std::span<const State* const>, const Precision&) const { return false; }
  };
  ReachedSet reached(erase(Secretive(cfa)), cfa, entry, TraversalOrder::DepthFirst);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_EQ(reached.arg().size(), 2U);
}

TEST(Reachability, AMergeThatBoundsTheReachedStateOnlyLeavesTheNewOneBesideIt) {
  Diamond program(1, 2);
  const std::set<cfa::VariableId> x = {program.x};
  // Constants are joined, bounded ones are not, and keep the states apart.
  Analysis analysis = compose({erase(Place(program.cfa)), erase(ConstantPropagation(ConstantMerge::Separate, {x})),
                               erase(BoundedConstants(x, 9, BoundedConstants::AtLimit::GiveUp))},
                              {.merge = MergeOperator::PerLocation});
  ReachedSet reached(analysis, program.cfa, program.entry, TraversalOrder::ReversePostOrder);
  RunContext context;
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  const std::vector<ArgNodeId> joins = nodes_at(reached, program.join);
  ASSERT_THAT(joins, SizeIs(2));
  EXPECT_THAT(known_at(reached, joins[0]), IsEmpty());
  EXPECT_THAT(known_at(reached, joins[1]), SizeIs(1));
  EXPECT_THAT(reached.node(joins[0]).absorbed, ElementsAre(reached.node(joins[1]).state));
  EXPECT_THAT(reached.node(joins[0]).parents, SizeIs(2)); // what the second one brought goes with it
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());

  const std::size_t size = reached.arg().size();
  reached.requeue(nodes_at(reached, program.right).front());
  explore(reached, context);
  EXPECT_EQ(reached.arg().size(), size); // what was taken in once is not merged again
}

/// x is 0, 2 or 1 at one location, in this order; states with numbers on both sides cover what is between.
TEST(Reachability, WhatSeveralCoverKnowsAllThatAreNeeded) {
  class Betweenness : public ConstantPropagation {
  public:
    using ConstantPropagation::ConstantPropagation;
    bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const {
      const auto has_value = [&](auto related) {
        return std::any_of(reached.begin(), reached.end(), [&](const State* candidate) {
          return !state.known.empty() && !candidate->known.empty() &&
                 related(candidate->known.begin()->second, state.known.begin()->second);
        });
      };
      return ConstantPropagation::stop(state, reached, precision) ||
             (has_value(std::less<>()) && has_value(std::greater<>()));
    }
  };
  ProgramSketch sketch;
  const cfa::VariableId x = sketch.variable("x");
  const cfa::LocationId entry = sketch.entry();
  const cfa::LocationId meeting = sketch.location();
  for (cfa::Integer value : {0, 5, 9, 3}) {
    const cfa::LocationId way = sketch.location();
    sketch.skip(entry, way);
    sketch.set(way, meeting, x, value);
  }
  const cfa::Cfa cfa = sketch.build();
  auto coverers_of_last = [&](StopOperator stop) {
    Analysis analysis =
        compose({erase(Place(cfa)), erase(Betweenness(ConstantMerge::Separate, {{x}}))}, {.stop = stop});
    ReachedSet reached(analysis, cfa, entry, TraversalOrder::BreadthFirst);
    RunContext context;
    explore(reached, context);
    const std::vector<ArgNodeId> nodes = nodes_at(reached, meeting);
    EXPECT_THAT(nodes, SizeIs(4));
    EXPECT_THAT(structural_defects(reached), IsEmpty());
    std::vector<cfa::Integer> values;
    for (ArgNodeId id : reached.node(nodes.back()).covered_by) {
      values.push_back(known_at(reached, id).begin()->second);
    }
    return values;
  };
  EXPECT_THAT(coverers_of_last(StopOperator::One), IsEmpty());
  EXPECT_THAT(coverers_of_last(StopOperator::Union), ElementsAre(0, 9)); // the first one that is not needed is 5
}

/// A diamond with two values, of which one is enough.
struct PausedDiamond {
  Diamond program{1, 2};
  ReachedSet reached{
      compose({erase(Place(program.cfa)), erase(BoundedConstants({program.x}, 1, BoundedConstants::AtLimit::Pause))}),
      program.cfa, program.entry, TraversalOrder::BreadthFirst};
  RunContext context;

  Precision without_x() const { return Precision::of(BoundedConstants::Precision().without(program.x)); }
};

TEST(Reachability, APausedNodeWaitsUntilItsPrecisionHasChanged) {
  PausedDiamond test;
  ExplorationResult result = explore(test.reached, test.context);
  ASSERT_TRUE(std::holds_alternative<PausedAt>(result));
  const ArgNodeId node = std::get<PausedAt>(result).node;
  EXPECT_EQ(place_of(test.reached, node), test.program.join);
  EXPECT_TRUE(test.reached.waitlist().contains(node));
  EXPECT_EQ(test.reached.paused().at(node), "a variable has too many values");

  result = explore(test.reached, test.context); // nobody has done anything about it
  EXPECT_EQ(std::get<PausedAt>(result).node, node);
  EXPECT_THAT(test.reached.node(node).children, IsEmpty());

  // Somebody prunes elsewhere: what waits tracks less from now on.
  test.reached.prune(nodes_at(test.reached, test.program.left).front(), test.without_x());
  EXPECT_THAT(test.reached.paused(), IsEmpty());
  EXPECT_TRUE(is_exhausted(explore(test.reached, test.context)));
  EXPECT_THAT(structural_defects(test.reached), IsEmpty());
}

TEST(Reachability, WhereAPausedNodeIsPrunedItComesBackUnderTheNewPrecision) {
  PausedDiamond test;
  const ArgNodeId node = std::get<PausedAt>(explore(test.reached, test.context)).node;
  test.reached.prune(node, test.without_x());
  EXPECT_FALSE(test.reached.arg().contains(node));
  EXPECT_TRUE(is_exhausted(explore(test.reached, test.context)));
  EXPECT_THAT(incomplete_nodes(test.reached), IsEmpty());
}

/// Two targets behind one location, and a third one behind the second.
struct Targets {
  Targets() {
    entry = sketch.entry();
    first = sketch.target("first");
    second = sketch.target("second");
    third = sketch.target("third");
    sketch.skip(entry, first);
    sketch.skip(entry, second);
    sketch.skip(second, third);
    cfa = sketch.build();
  }

  ProgramSketch sketch;
  cfa::LocationId entry, first, second, third;
  cfa::Cfa cfa;
};

TEST(Reachability, ReportsEveryTargetThatIsNotIgnoredOneAfterTheOther) {
  Targets program;
  ReachedSet reached(constants(program.cfa, ConstantMerge::Separate, {}), program.cfa, program.entry,
                     TraversalOrder::BreadthFirst);
  RunContext context;
  TargetKeys ignored;
  std::vector<std::string> found;
  while (true) {
    ExplorationResult result = explore(reached, context, ignored);
    auto* target = std::get_if<TargetFound>(&result);
    if (target == nullptr) {
      break;
    }
    std::optional<TargetReason> reason = open_target(reached, target->node, ignored);
    ASSERT_TRUE(reason);
    found.push_back(reason->text);
    ignored.insert(key_of(*reason));
  }
  EXPECT_THAT(found, ElementsAre("first", "second", "third"));
}

TEST(Reachability, ATargetIsFoundAgainAsLongAsItIsNotIgnored) {
  Targets program;
  ReachedSet reached(constants(program.cfa, ConstantMerge::Separate, {}), program.cfa, program.entry,
                     TraversalOrder::BreadthFirst);
  RunContext context;
  ExplorationResult first = explore(reached, context);
  ExplorationResult again = explore(reached, context);
  EXPECT_EQ(std::get<TargetFound>(first).node, std::get<TargetFound>(again).node);
}

/// Throws in the middle of an expansion, once.
class Interrupting : public ConstantPropagation {
public:
  Interrupting(cfa::EdgeId where, bool* armed)
      : ConstantPropagation(ConstantMerge::Separate, {}), where_(where), armed_(armed) {}

  std::vector<State> post(const State& state, const Precision& precision, const EdgeContext& edge) const {
    if (*armed_ && edge.id == where_) {
      *armed_ = false;
      throw Interrupted{Interruption::Cancelled};
    }
    return ConstantPropagation::post(state, precision, edge);
  }

private:
  cfa::EdgeId where_;
  bool* armed_;
};

TEST(Reachability, AnInterruptedExpansionIsRepeated) {
  ProgramSketch sketch;
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId left = sketch.location();
  cfa::LocationId right = sketch.location();
  sketch.skip(entry, left);
  cfa::EdgeId second = sketch.skip(entry, right);
  cfa::Cfa cfa = sketch.build();
  bool armed = true;
  Analysis analysis = compose({erase(Place(cfa)), erase(Interrupting(second, &armed))});
  ReachedSet reached(analysis, cfa, entry, TraversalOrder::BreadthFirst);
  RunContext context;
  EXPECT_THROW(explore(reached, context), Interrupted);
  EXPECT_TRUE(reached.waitlist().contains(reached.arg().root()));
  EXPECT_TRUE(is_exhausted(explore(reached, context)));
  EXPECT_THAT(nodes_at(reached, left), SizeIs(1));
  EXPECT_THAT(nodes_at(reached, right), SizeIs(1));
}

TEST(Reachability, StopsWhenItIsCancelled) {
  Diamond program(1, 2);
  ReachedSet reached = program.start(ConstantMerge::Join, TraversalOrder::DepthFirst);
  std::stop_source source;
  RunContext context;
  context.stop = source.get_token();
  source.request_stop();
  EXPECT_THROW(explore(reached, context), Interrupted);
  EXPECT_EQ(reached.arg().size(), 1U);
}

} // namespace
} // namespace vouch::core

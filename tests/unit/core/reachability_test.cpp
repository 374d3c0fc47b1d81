#include "analysis/core/reachability.hpp"
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
  EXPECT_EQ(reached.node(joins[1]).covered_by, joins[0]);
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
    return reached.analysis().join(reached.node(root).precision,
                                   Precision::of(ConstantPrecision{std::move(variables)}));
  };
  const cfa::VariableId other(7);
  const AbstractState state = reached.analysis().initial_state(program.join);
  ArgNodeId node = reached.add({root, cfa::EdgeId(0)}, state, tracking({}));
  reached.merge_into(node, {root, cfa::EdgeId(1)}, state, state, tracking({other}));
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

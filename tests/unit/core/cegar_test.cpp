#include "analysis/core/cegar.hpp"
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
using namespace vouch::test;

Spurious cut_at(ArgNodeId pivot, ConstantPrecision increment) {
  return {{{program_set, {pivot}, {}}}, Precision::of(std::move(increment))};
}

/// Decides the path along first parents by propagating all constants. Where the path is spurious, the increment is what
/// the failing condition reads, with everything that flows into it; the pivot is the first node behind an assignment
/// of that.
class ConstantRefiner : public Refiner {
public:
  Refinement refine(const Exploration& exploration, ExploredNode node, RunContext&) override {
    const ReachedSet& reached = exploration.reached(node.set);
    const ArgNodeId target = node.node;
    const ArgPath path = reached.arg().path_to(target);
    ConstantPropagation exact(ConstantMerge::Separate, {});
    ConstantState state;
    for (std::size_t i = 0; i < path.edges.size(); ++i) {
      const cfa::Edge& edge = reached.cfa().edge(path.edges[i]);
      std::vector<ConstantState> next = exact.post(state, {}, {path.edges[i], edge});
      if (next.empty()) {
        return spurious(reached, path, i);
      }
      const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
      if (assume != nullptr && !evaluate(assume->condition, state)) {
        return Inconclusive{"the condition depends on an input"};
      }
      state = next.front();
    }
    return Feasible{{path.edges, {}, place_of(reached, target)}};
  }

private:
  static void add_reads(std::set<cfa::VariableId>& variables, cfa::ExpressionRef expression) {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
        variables.insert(read->variable);
      }
    });
  }

  static Refinement spurious(const ReachedSet& reached, const ArgPath& path, std::size_t failing) {
    ConstantPrecision increment;
    add_reads(increment.tracked, std::get<cfa::Assume>(reached.cfa().edge(path.edges[failing]).operation).condition);
    std::size_t pivot = failing;
    for (std::size_t i = failing; i-- > 0;) {
      const auto* assign = std::get_if<cfa::Assign>(&reached.cfa().edge(path.edges[i]).operation);
      if (assign != nullptr && increment.tracked.contains(assign->target)) {
        add_reads(increment.tracked, assign->value);
        pivot = i;
      }
    }
    return cut_at(path.nodes[pivot + 1], std::move(increment));
  }
};

/// x := 1; y := x; z := 5; then a branch over whether y is not 1, whose one side is a target.
struct Program {
  explicit Program(cfa::Integer compared_with) {
    x = sketch.variable("x");
    y = sketch.variable("y");
    z = sketch.variable("z");
    entry = sketch.entry();
    cfa::LocationId a = sketch.location();
    cfa::LocationId b = sketch.location();
    check = sketch.location();
    target = sketch.target("y differs");
    sketch.set(entry, a, x, 1);
    sketch.assign(a, b, y, sketch.read(x));
    sketch.set(b, check, z, 5);
    sketch.branch(check, sketch.equals(y, compared_with), sketch.exit(), target);
    cfa = sketch.build();
  }

  ReachedSet start() const {
    return {constants(cfa, ConstantMerge::Separate, {}), cfa, entry, TraversalOrder::DepthFirst};
  }

  ProgramSketch sketch;
  cfa::VariableId x, y, z;
  cfa::LocationId entry, check, target;
  cfa::Cfa cfa;
};

TEST(Cegar, ProvesByTrackingWhatTheSpuriousPathNeeds) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  ConstantRefiner refiner;
  RunContext context;
  EXPECT_TRUE(std::holds_alternative<Proved>(run_cegar(exploration, refiner, context)));
  EXPECT_EQ(context.statistics.refinements, 1U);
  const ReachedSet& reached = exploration.reached(program_set);
  std::vector<ArgNodeId> checks = nodes_at(reached, program.check);
  ASSERT_THAT(checks, SizeIs(1));
  EXPECT_THAT(tracked_at(reached, checks[0]), ElementsAre(program.x, program.y)); // not z
  EXPECT_THAT(nodes_at(reached, program.target), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

TEST(Cegar, ReportsAFeasibleTargetWithItsPath) {
  Program program(2);
  WholeProgramExploration exploration(program.start());
  ConstantRefiner refiner;
  RunContext context;
  CegarResult result = run_cegar(exploration, refiner, context);
  auto* violated = std::get_if<Violated>(&result);
  ASSERT_NE(violated, nullptr);
  EXPECT_EQ(violated->target.text, "y differs");
  EXPECT_EQ(violated->path.target, program.target);
  EXPECT_THAT(violated->path.edges, SizeIs(4));
  EXPECT_TRUE(exploration.reached(program_set).arg().contains(violated->node.node));
}

/// Wants to be shown where exploring is, and has something to say the first time.
class ImpatientRefiner : public ConstantRefiner {
public:
  explicit ImpatientRefiner(ConstantPrecision more) : more_(std::move(more)) {}
  [[nodiscard]] std::optional<std::size_t> patience() const override { return 1; }
  std::optional<Spurious> look_at(const Exploration& exploration, ExploredNode node, RunContext&) override {
    EXPECT_TRUE(exploration.reached(node.set).arg().contains(node.node));
    return ++looks == 1 ? std::optional(cut_at(exploration.reached(node.set).arg().root(), more_)) : std::nullopt;
  }
  std::size_t looks = 0;

private:
  ConstantPrecision more_;
};

/// What is found out on the way counts as a refinement. Where nothing is found, it looks less and less often.
TEST(Cegar, ShowsARefinerWhereExploringIs) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  ImpatientRefiner refiner({{program.x, program.y}});
  RunContext context;
  EXPECT_TRUE(std::holds_alternative<Proved>(run_cegar(exploration, refiner, context)));
  EXPECT_EQ(context.statistics.refinements, 1U); // with it, no target was ever reached
  EXPECT_EQ(refiner.looks, 3U);                  // behind nodes 1, then 1 and 2 more; there are 5
  EXPECT_THAT(incomplete_nodes(exploration.reached(program_set)), IsEmpty());
}

/// Five targets one after another: feasible, spurious, undecided, spurious, feasible.
TEST(Cegar, GoesOnBehindDecidedTargetsUntilAllAreKnown) {
  ProgramSketch sketch;
  cfa::VariableId x = sketch.variable("x");
  cfa::VariableId y = sketch.variable("y");
  cfa::VariableId in = sketch.variable("in");
  cfa::LocationId entry = sketch.entry();
  cfa::LocationId now = sketch.location();
  cfa::LocationId next = sketch.location();
  sketch.set(entry, now, x, 1);
  sketch.set(now, next, y, 2);
  now = next;
  const std::vector<std::pair<std::string, cfa::ExpressionRef>> checks = {
      {"x=7", sketch.equals(x, 7)}, {"x=1", sketch.equals(x, 1)}, {"in", sketch.equals(in, 3)},
      {"y=2", sketch.equals(y, 2)}, {"y=7", sketch.equals(y, 7)},
  };
  for (const auto& [name, condition] : checks) {
    cfa::LocationId target = sketch.target(name);
    next = sketch.location();
    sketch.edge(now, target, cfa::Assume{condition, cfa::Polarity::Fails});
    sketch.skip(now, next);
    now = next;
  }
  cfa::Cfa cfa = sketch.build();
  WholeProgramExploration exploration(
      ReachedSet(constants(cfa, ConstantMerge::Separate, {}), cfa, entry, TraversalOrder::BreadthFirst));
  ConstantRefiner refiner;
  RunContext context;
  TargetKeys decided;
  std::vector<std::string> log;
  while (true) {
    CegarResult result = run_cegar(exploration, refiner, context, decided);
    if (auto* violated = std::get_if<Violated>(&result)) {
      log.push_back("violated " + violated->target.text);
      decided.insert(key_of(violated->target));
    } else if (auto* undecided = std::get_if<Undecided>(&result)) {
      log.push_back("undecided " + undecided->target.text);
      decided.insert(key_of(undecided->target));
    } else {
      break;
    }
  }
  EXPECT_THAT(log, ElementsAre("violated x=7", "undecided in", "violated y=7"));
  EXPECT_EQ(context.statistics.refinements, 2U);
  const ReachedSet& reached = exploration.reached(program_set);
  EXPECT_THAT(structural_defects(reached), IsEmpty());
  EXPECT_THAT(incomplete_nodes(reached), IsEmpty());
}

/// Answers with a function.
class ScriptedRefiner : public Refiner {
public:
  explicit ScriptedRefiner(std::function<Refinement(const ReachedSet&, ArgNodeId)> script)
      : script_(std::move(script)) {}
  Refinement refine(const Exploration& exploration, ExploredNode target, RunContext&) override {
    return script_(exploration.reached(target.set), target.node);
  }

private:
  std::function<Refinement(const ReachedSet&, ArgNodeId)> script_;
};

std::string reason_of(const CegarResult& result) {
  const auto* undecided = std::get_if<Undecided>(&result);
  return undecided == nullptr ? "decided" : undecided->reason;
}

TEST(Cegar, AnIncrementThatIsTrackedAlreadyIsStuck) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  ScriptedRefiner refiner([&](const ReachedSet& now, ArgNodeId target) {
    return cut_at(now.arg().path_to(target).nodes[1], ConstantPrecision{});
  });
  RunContext context;
  EXPECT_EQ(reason_of(run_cegar(exploration, refiner, context)), "refinement stuck");
  EXPECT_EQ(context.statistics.refinements, 0U);
}

TEST(Cegar, AnIncrementThatDoesNotHelpIsStuckAfterItWasTried) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  ScriptedRefiner refiner([&](const ReachedSet& now, ArgNodeId target) {
    return cut_at(now.arg().path_to(target).nodes[1], ConstantPrecision{{program.z}});
  });
  RunContext context;
  EXPECT_EQ(reason_of(run_cegar(exploration, refiner, context)), "refinement stuck");
  EXPECT_EQ(context.statistics.refinements, 1U);
}

TEST(Cegar, APivotThatIsNotAboveTheTargetIsStuck) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  ArgNodeId elsewhere;
  ScriptedRefiner refiner([&](const ReachedSet& now, ArgNodeId target) {
    for (ArgNodeId id : now.arg().ids()) {
      if (id != target && now.node(id).children.empty()) {
        elsewhere = id;
      }
    }
    return cut_at(elsewhere, ConstantPrecision{{program.x}});
  });
  RunContext context;
  EXPECT_EQ(reason_of(run_cegar(exploration, refiner, context)), "refinement stuck");
  EXPECT_TRUE(elsewhere.is_valid());
}

/// Forgets at every step what it should track: without a memory of what was tried, this would go on for ever.
class Forgetful : public ConstantPropagation {
public:
  explicit Forgetful() : ConstantPropagation(ConstantMerge::Separate, {}) {}
  Adjustment<State, Precision> adjust(const State&, const Precision&, const ReachedView<State>&) const {
    return Continue<State, Precision>{State{}, Precision{}};
  }
};

TEST(Cegar, ADomainThatDropsItsPrecisionIsStuck) {
  Program program(1);
  WholeProgramExploration exploration(ReachedSet(compose({erase(Place(program.cfa)), erase(Forgetful())}), program.cfa,
                                                 program.entry, TraversalOrder::DepthFirst));
  ConstantRefiner refiner;
  RunContext context;
  EXPECT_EQ(reason_of(run_cegar(exploration, refiner, context)), "refinement stuck");
}

/// x is 1 or 2 where the program goes on; one value is allowed. The target is unreachable.
struct TwoValues {
  TwoValues() {
    x = sketch.variable("x");
    const cfa::LocationId entry = sketch.entry();
    const cfa::LocationId meeting = sketch.location();
    for (cfa::Integer value : {1, 2}) {
      const cfa::LocationId way = sketch.location();
      sketch.skip(entry, way);
      sketch.set(way, meeting, x, value);
    }
    const cfa::LocationId five = sketch.location();
    sketch.set(meeting, five, x, 5);
    sketch.branch(five, sketch.equals(x, 5), sketch.exit(), sketch.target("x is five"));
    cfa = sketch.build();
    start = entry;
  }

  ReachedSet explored_from_start() const {
    return {compose({erase(Place(cfa)), erase(BoundedConstants({x}, 1, BoundedConstants::AtLimit::Pause))}), cfa, start,
            TraversalOrder::BreadthFirst};
  }

  ProgramSketch sketch;
  cfa::VariableId x;
  cfa::LocationId start;
  cfa::Cfa cfa;
};

/// Goes on with another precision, which may be the same as before.
class Resuming : public Refiner {
public:
  explicit Resuming(BoundedConstants::Precision increment) : increment_(std::move(increment)) {}

  Refinement refine(const Exploration& /*exploration*/, ExploredNode /*target*/, RunContext& /*context*/) override {
    return Inconclusive{"not asked for"};
  }
  std::optional<Spurious> resume(const Exploration& /*exploration*/, const Paused& paused,
                                 RunContext& /*context*/) override {
    return Spurious{{{paused.node.set, {paused.node.node}, {}}}, Precision::of(increment_)};
  }

private:
  BoundedConstants::Precision increment_;
};

TEST(Cegar, APausedExplorationGoesOnWithWhatTheRefinerChanges) {
  TwoValues program;
  WholeProgramExploration exploration(program.explored_from_start());
  Resuming refiner(BoundedConstants::Precision().without(program.x));
  RunContext context;
  // x is not followed any more, where it is paused and below; the target comes into reach.
  EXPECT_EQ(reason_of(run_cegar(exploration, refiner, context)), "not asked for");
  EXPECT_EQ(context.statistics.refinements, 1U);
}

TEST(Cegar, APausedExplorationStaysSoIfNobodyChangesAnything) {
  TwoValues program;
  RunContext context;
  auto result_of = [&](Refiner& refiner) {
    WholeProgramExploration exploration(program.explored_from_start());
    return run_cegar(exploration, refiner, context);
  };
  ScriptedRefiner without_resume([](const ReachedSet&, ArgNodeId) { return Inconclusive{"not asked for"}; });
  const CegarResult as_it_is = result_of(without_resume);
  ASSERT_TRUE(std::holds_alternative<Paused>(as_it_is));
  EXPECT_EQ(std::get<Paused>(as_it_is).reason, "a variable has too many values");
  Resuming without_change{BoundedConstants::Precision()};
  EXPECT_TRUE(std::holds_alternative<Paused>(result_of(without_change)));
}

/// Whoever limits an analysis tries it again with more time where time was all that was missing.
TEST(Cegar, ATargetIsNotGivenUpBecauseTimeIsOver) {
  Program program(1);
  WholeProgramExploration exploration(program.start());
  RunContext context;
  ScriptedRefiner slow([&](const ReachedSet&, ArgNodeId) {
    context.deadline = std::chrono::steady_clock::now();
    return Inconclusive{"no interpolants"};
  });
  EXPECT_THROW(run_cegar(exploration, slow, context), Interrupted);
}

/// A state that was computed before its parent learnt to track more is stale: pruning it helps, although its parent
/// tracks the increment already.
TEST(Cegar, AStaleStateIsProgressEvenIfItsParentTracksTheIncrement) {
  Program program(1);
  ReachedSet reached = program.start();
  RunContext context;
  ExplorationResult found = explore(reached, context);
  const ArgNodeId target = std::get<TargetFound>(found).node;
  const ArgNodeId first = reached.arg().path_to(target).nodes[1];
  const Precision increment = Precision::of(ConstantPrecision{{program.x, program.y}});
  // Give the increment to every node but the ones on the path, by making the root wait and pruning next to it.
  ArgNodeId root = reached.arg().root();
  ArgNodeId bystander = reached.add({root, cfa::EdgeId(0)}, reached.analysis().initial_state(program.check),
                                    reached.node(root).precision);
  reached.prune(bystander, increment);
  ASSERT_THAT(tracked_at(reached, root), SizeIs(2));
  ASSERT_THAT(tracked_at(reached, first), IsEmpty());

  WholeProgramExploration exploration(std::move(reached));
  ConstantRefiner refiner;
  EXPECT_TRUE(std::holds_alternative<Proved>(run_cegar(exploration, refiner, context)));
}

} // namespace
} // namespace vouch::core

#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/numbers/interval_analysis.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/facts/weak_topological_order.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/bounded_constants.hpp"
#include "tests/support/concrete_run.hpp"
#include "tests/support/exploration.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <set>

/// Soundness of the whole exploration, on random programs: whatever order it takes, whichever operators the product has,
/// whatever merges, pauses and is pruned on the way, in the end every concrete run stays within the reached states.
namespace vouch::test {
namespace {

/// What the value analysis needs to know of a program.
struct Facts {
  explicit Facts(const cfa::Cfa& cfa) : regions(cfa), live(cfa) {}

  facts::MemoryRegions regions;
  facts::LiveVariables live;
};

struct Setting {
  ConstantMerge merge = ConstantMerge::Separate;
  core::TraversalOrder order = core::TraversalOrder::DepthFirst;
  std::set<cfa::VariableId> tracked;
  core::ProductOperators operators = {};
  enum class Further { None, Values, JoinedValues, FewValues, Intervals, Bounded, Pausing } further = Further::None;
  std::uint64_t seed = 0;
  ValueCounting counting = ValueCounting::Location;
};

Setting random_setting(const RandomProgram& program, Choices& choices) {
  Setting setting;
  setting.merge = choices.below(2) == 0 ? ConstantMerge::Separate : ConstantMerge::Join;
  setting.order = std::vector{core::TraversalOrder::DepthFirst, core::TraversalOrder::BreadthFirst,
                              core::TraversalOrder::ReversePostOrder, core::TraversalOrder::WeakTopological,
                              core::TraversalOrder::Random}[choices.below(5)];
  setting.seed = choices.below(9);
  setting.counting = std::vector{ValueCounting::Location, ValueCounting::Path, ValueCounting::Run}[choices.below(3)];
  for (cfa::VariableId variable : program.variables) {
    if (choices.below(2) == 1) {
      setting.tracked.insert(variable);
    }
  }
  setting.operators = {std::vector{core::MergeOperator::Agree, core::MergeOperator::PerLocation,
                                   core::MergeOperator::All}[choices.below(3)],
                       std::vector{core::StopOperator::One, core::StopOperator::Union}[choices.below(2)],
                       std::vector{core::AdjustOperator::EachAlone, core::AdjustOperator::Together}[choices.below(2)]};
  using enum Setting::Further;
  setting.further = std::vector{None, Values, JoinedValues, FewValues, Intervals, Bounded, Pausing}[choices.below(7)];
  return setting;
}

core::ReachedSet start(const RandomProgram& program, const Facts& facts, const Setting& setting) {
  std::vector<core::Analysis> components = {core::erase(domains::LocationAnalysis(program.cfa)),
                                            core::erase(domains::CallStackAnalysis(program.cfa)),
                                            core::erase(ConstantPropagation(setting.merge, {setting.tracked}))};
  const std::set<cfa::VariableId> all(program.variables.begin(), program.variables.end());
  switch (setting.further) {
  case Setting::Further::None:
    break;
  case Setting::Further::Values:
    components.push_back(core::erase(domains::ValueAnalysis(program.cfa, facts.regions, facts.live)));
    break;
  case Setting::Further::JoinedValues:
    components.push_back(core::erase(domains::ValueAnalysis(program.cfa, facts.regions, facts.live).merging()));
    break;
  case Setting::Further::FewValues:
    components.push_back(
        core::erase(domains::ValueAnalysis(program.cfa, facts.regions, facts.live).up_to({1, setting.counting})));
    break;
  case Setting::Further::Intervals:
    components.push_back(core::erase(domains::IntervalAnalysis(program.cfa)));
    break;
  case Setting::Further::Bounded:
    components.push_back(core::erase(BoundedConstants(all, 1, BoundedConstants::AtLimit::GiveUp)));
    components.push_back(core::erase(Comparisons()));
    break;
  case Setting::Further::Pausing:
    components.push_back(core::erase(BoundedConstants(all, 1, BoundedConstants::AtLimit::Pause)));
    break;
  }
  core::Traversal traversal = setting.order;
  traversal.seed = setting.seed;
  if (setting.order == core::TraversalOrder::WeakTopological) {
    traversal.positions =
        std::make_shared<const std::vector<std::size_t>>(facts::weak_topological_positions(program.cfa));
  }
  return {core::compose(std::move(components), setting.operators), program.cfa, program.start, traversal};
}

core::ArgNodeId random_node(const core::ReachedSet& reached, Choices& choices) {
  const std::vector<core::ArgNodeId> ids = reached.arg().ids();
  return ids[choices.below(ids.size())];
}

core::Precision random_increment(const RandomProgram& program, Choices& choices) {
  return core::Precision::of(ConstantPrecision{{program.variables[choices.below(program.variables.size())]}});
}

/// What ends all pauses: nothing is followed that could have too many values.
core::Precision without_bounded_values(const RandomProgram& program) {
  BoundedConstants::Precision precision;
  for (cfa::VariableId variable : program.variables) {
    precision = precision.without(variable);
  }
  return core::Precision::of(std::move(precision));
}

/// Explores to the end. At each target, and as long as there are choices also at the end, prunes somewhere or goes on.
void explore_with_detours(core::ReachedSet& reached, const RandomProgram& program, Choices& choices) {
  RunContext context;
  core::TargetKeys ignored;
  while (true) {
    core::ExplorationResult result = core::explore(reached, context, ignored);
    const auto* found = std::get_if<core::TargetFound>(&result);
    if (!choices.exhausted() && choices.below(4) != 0) {
      reached.prune(random_node(reached, choices), random_increment(program, choices));
    } else if (const auto* paused = std::get_if<core::PausedAt>(&result)) {
      reached.prune(paused->node, without_bounded_values(program));
    } else if (found != nullptr) {
      ignored.insert(core::key_of(*core::open_target(reached, found->node, ignored)));
    } else if (choices.exhausted()) {
      return;
    }
    RC_ASSERT(structural_defects(reached) == std::vector<std::string>());
  }
}

bool is_reached(const core::ReachedSet& reached, const ConcreteState& state) {
  const std::vector<core::ArgNodeId> ids = reached.arg().ids();
  return std::any_of(ids.begin(), ids.end(), [&](core::ArgNodeId id) {
    return !core::is_covered(reached.node(id)) && contains(reached.cfa(), reached.node(id).state, state);
  });
}

/// Runs the program from random values, by random choices among the edges that can be taken.
void check_random_run(const core::ReachedSet& reached, const RandomProgram& program, Choices& choices) {
  ConcreteState state = concrete_start(program.cfa, program.start, random_values(program, choices));
  for (int steps = 0; steps < 50; ++steps) {
    RC_ASSERT(is_reached(reached, state));
    std::vector<ConcreteState> successors;
    for (cfa::EdgeId edge : program.cfa.outgoing(state.location)) {
      const auto input = static_cast<cfa::Integer>(choices.below(RandomProgram::value_count));
      if (std::optional<ConcreteState> next = step(program.cfa, state, edge, input)) {
        successors.push_back(std::move(*next));
      }
    }
    if (successors.empty()) {
      return;
    }
    state = successors[choices.below(successors.size())];
  }
}

RC_GTEST_PROP(ExplorationLaws, ConcreteRunsStayWithinTheReachedStates,
              (const std::vector<EdgeGene>& genes, const std::vector<unsigned>& explorer,
               const std::vector<std::vector<unsigned>>& runs)) {
  RandomProgram program(genes);
  Choices choices(explorer);
  Facts facts(program.cfa);
  const Setting setting = random_setting(program, choices);
  core::ReachedSet reached = start(program, facts, setting);
  explore_with_detours(reached, program, choices);
  const std::vector<core::ArgNodeId> ids = reached.arg().ids();
  auto any_node = [&](auto condition) {
    return std::any_of(ids.begin(), ids.end(), [&](core::ArgNodeId id) { return condition(reached.node(id)); });
  };
  RC_CLASSIFY(ids.size() > 8, "more than 8 nodes");
  RC_CLASSIFY(any_node([](const core::ArgNode& node) { return node.covered_by.size() > 1; }), "several coverers");
  RC_CLASSIFY(any_node([](const core::ArgNode& node) { return !node.absorbed.empty(); }), "merged in part");
  RC_CLASSIFY(reached.paused().empty() && setting.further == Setting::Further::Pausing, "resumed");
  // What one component hands over to another, and what is counted among all states, depends on what was reached then, and cannot
  // be computed a second time.
  const bool hands_over =
      setting.further == Setting::Further::Bounded && setting.operators.adjust == core::AdjustOperator::Together;
  const bool counts_all = setting.further == Setting::Further::FewValues && setting.counting == ValueCounting::Run;
  RC_ASSERT(hands_over || counts_all || incomplete_nodes(reached) == std::vector<core::ArgNodeId>());
  for (const std::vector<unsigned>& run : runs) {
    Choices steps(run);
    check_random_run(reached, program, steps);
  }
}

/// Beyer, Henzinger, Theoduloz: CAV 2007, theorem 2: with joins at each location this is data-flow analysis.
RC_GTEST_PROP(ExplorationLaws, JoiningAllLeavesOneStateForEachPlace,
              (const std::vector<EdgeGene>& genes, const std::vector<unsigned>& explorer)) {
  RandomProgram program(genes);
  Choices choices(explorer);
  Facts facts(program.cfa);
  Setting setting = random_setting(program, choices);
  setting.operators.merge = core::MergeOperator::All;
  setting.further = choices.below(2) == 0 ? Setting::Further::Values : Setting::Further::Intervals;
  core::ReachedSet reached = start(program, facts, setting);
  Choices straight_on({}); // what was covered is not merged when pruning uncovers it
  explore_with_detours(reached, program, straight_on);
  for (core::ArgNodeId id : reached.arg().ids()) {
    RC_ASSERT(reached.partition(reached.analysis().partition(reached.node(id).state)).size() == 1);
  }
}

/// A product of products is the product of all that is in them.
RC_GTEST_PROP(ExplorationLaws, NestedProductsReachWhatOneProductReaches, (const std::vector<EdgeGene>& genes)) {
  const RandomProgram program(genes);
  const Facts facts(program.cfa);
  const std::vector<core::Analysis> control = {core::erase(domains::LocationAnalysis(program.cfa)),
                                               core::erase(domains::CallStackAnalysis(program.cfa))};
  const std::vector<core::Analysis> data = {core::erase(domains::ValueAnalysis(program.cfa, facts.regions, facts.live)),
                                            core::erase(domains::IntervalAnalysis(program.cfa))};
  std::vector<core::Analysis> all = control;
  all.insert(all.end(), data.begin(), data.end());
  const auto reached_locations = [&](core::Analysis analysis) {
    core::ReachedSet reached(std::move(analysis), program.cfa, program.start, core::TraversalOrder::BreadthFirst);
    explore_behind_targets(reached);
    std::multiset<cfa::LocationId> locations;
    for (core::ArgNodeId id : reached.arg().ids()) {
      locations.insert(reached.analysis().location(reached.node(id).state));
    }
    return locations;
  };
  RC_ASSERT(reached_locations(core::compose({core::compose(control), core::compose(data)})) ==
            reached_locations(core::compose(all)));
}

/// Of a program where something is likely to happen.
std::vector<EdgeGene> some_edges(std::size_t count) {
  return *rc::gen::container<std::vector<EdgeGene>>(count, rc::gen::arbitrary<EdgeGene>());
}

using StateByPlace = std::map<std::size_t, core::AbstractState>; ///< by partition

/// G. A. Kildall: "A unified approach to global program optimization", POPL 1973: one state for each place, joined until nothing is
/// new.
StateByPlace data_flow_fixpoint(const core::Analysis& analysis, const RandomProgram& program) {
  const core::Precision precision = analysis.initial_precision();
  const core::AbstractState start = analysis.initial_state(program.start);
  StateByPlace result = {{analysis.partition(start), start}};
  std::vector<std::size_t> work = {analysis.partition(start)};
  while (!work.empty()) {
    const core::AbstractState state = result.at(work.back());
    work.pop_back();
    for (cfa::EdgeId edge : program.cfa.outgoing(analysis.location(state))) {
      for (const core::AbstractState& next : analysis.post(state, precision, {edge, program.cfa.edge(edge)})) {
        using Adjusted = core::Continue<core::AbstractState, core::Precision>;
        const core::AbstractState successor = std::get<Adjusted>(analysis.adjust(next, precision, {})).state;
        const std::size_t place = analysis.partition(successor);
        const auto known = result.find(place);
        const core::AbstractState joined =
            known == result.end() ? successor : analysis.merge(successor, known->second, precision);
        if (known == result.end() || !(joined == known->second)) {
          result.insert_or_assign(place, joined);
          work.push_back(place);
        }
      }
    }
  }
  return result;
}

/// Theorem 2 again: whatever order states are explored in, the fixpoint is that of a work list.
RC_GTEST_PROP(ExplorationLaws, JoiningAllIsDataFlowAnalysis, (const std::vector<unsigned>& explorer)) {
  const RandomProgram program(some_edges(25));
  Choices choices(explorer);
  const Facts facts(program.cfa);
  Setting setting = random_setting(program, choices);
  setting.merge = ConstantMerge::Join;
  setting.operators = {.merge = core::MergeOperator::All};
  setting.further = Setting::Further::JoinedValues;
  core::ReachedSet reached = start(program, facts, setting);
  Choices straight_on({});
  explore_with_detours(reached, program, straight_on);
  const StateByPlace expected = data_flow_fixpoint(reached.analysis(), program);
  StateByPlace found;
  for (core::ArgNodeId id : reached.arg().ids()) {
    if (!core::is_covered(reached.node(id))) {
      found.insert_or_assign(reached.analysis().partition(reached.node(id).state), reached.node(id).state);
    }
  }
  RC_CLASSIFY(found.size() > 6, "more than 6 places");
  RC_ASSERT(found == expected);
}

/// Without merging and without coverage by coarser states, finer precisions cannot reach more.
RC_GTEST_PROP(ExplorationLaws, TrackingEverythingReachesNoMoreLocationsThanTrackingNothing,
              (const std::vector<EdgeGene>& genes)) {
  RandomProgram program(genes);
  Facts facts(program.cfa);
  auto reached_locations = [&](std::set<cfa::VariableId> tracked) {
    core::ReachedSet reached =
        start(program, facts, {ConstantMerge::Separate, core::TraversalOrder::BreadthFirst, tracked});
    Choices none({});
    explore_with_detours(reached, program, none);
    std::set<cfa::LocationId> locations;
    for (core::ArgNodeId id : reached.arg().ids()) {
      locations.insert(reached.analysis().location(reached.node(id).state));
    }
    return locations;
  };
  const std::set<cfa::LocationId> coarse = reached_locations({});
  const std::set<cfa::LocationId> fine = reached_locations({program.variables.begin(), program.variables.end()});
  RC_ASSERT(std::includes(coarse.begin(), coarse.end(), fine.begin(), fine.end()));
}

/// One way through values that are set, copied, read and compared, of which each comparison may be the end.
struct RandomChain {
  explicit RandomChain(Choices& choices) {
    ProgramSketch sketch;
    for (const char* name : {"x", "y", "z"}) {
      variables.push_back(sketch.global(name));
    }
    locations.push_back(sketch.entry());
    const cfa::LocationId end = sketch.location(sketch.main());
    while (locations.size() < 15) {
      const cfa::LocationId from = locations.back();
      const cfa::LocationId to = sketch.location(sketch.main());
      const cfa::VariableId variable = variables[choices.below(3)];
      const auto value = static_cast<cfa::Integer>(choices.below(2));
      switch (choices.below(4)) {
      case 0:
        sketch.set(from, to, variable, value);
        break;
      case 1:
        sketch.assign(from, to, variable, sketch.read(variables[choices.below(3)]));
        break;
      default:
        sketch.branch(from, sketch.equals(variable, value), to, end);
      }
      locations.push_back(to);
    }
    cfa = sketch.build();
  }

  std::vector<cfa::VariableId> variables;
  std::vector<cfa::LocationId> locations;
  cfa::Cfa cfa;
};

/// What is proved with some of the values is proved with more of them.
RC_GTEST_PROP(ExplorationLaws, WithMoreValuesNoMoreLocationsAreReached, ()) {
  Choices choices(*rc::gen::container<std::vector<unsigned>>(100, rc::gen::inRange(0U, 1000U)));
  const RandomChain program(choices);
  const Facts facts(program.cfa);
  const auto random_tracked = [&] {
    domains::ValuePrecision result;
    for (cfa::VariableId variable : program.variables) {
      const cfa::LocationId location = program.locations[choices.below(program.locations.size())];
      const std::size_t where = choices.below(4);
      result = where == 0   ? result.with_global({variable})
               : where == 1 ? result.with_local(location, {variable})
                            : result;
    }
    return result;
  };
  const domains::ValuePrecision some = random_tracked();
  const domains::ValuePrecision more = some.joined(random_tracked());
  const auto reached_locations = [&](const domains::ValuePrecision& tracked) {
    const auto values = domains::ValueAnalysis(program.cfa, facts.regions, facts.live).starting_with(tracked);
    core::ReachedSet reached(core::compose({core::erase(domains::LocationAnalysis(program.cfa)),
                                            core::erase(domains::CallStackAnalysis(program.cfa)), core::erase(values)}),
                             program.cfa, program.locations.front(), core::TraversalOrder::BreadthFirst);
    explore_behind_targets(reached);
    std::set<cfa::LocationId> locations;
    for (core::ArgNodeId id : reached.arg().ids()) {
      locations.insert(reached.analysis().location(reached.node(id).state));
    }
    return locations;
  };
  const std::set<cfa::LocationId> with_some = reached_locations(some);
  const std::set<cfa::LocationId> with_more = reached_locations(more);
  RC_CLASSIFY(with_more.size() < with_some.size(), "more is proved");
  RC_ASSERT(std::includes(with_some.begin(), with_some.end(), with_more.begin(), with_more.end()));
}

} // namespace
} // namespace vouch::test

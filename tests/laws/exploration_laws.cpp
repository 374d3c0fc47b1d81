#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/concrete_run.hpp"
#include "tests/support/exploration.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// Soundness of the whole exploration, on random programs: whatever order it takes, whatever merges, whatever is pruned
/// on the way, in the end every concrete run stays within the reached states.
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
  const Facts* followed = nullptr; ///< set: explicit values are followed, too
};

Setting random_setting(const RandomProgram& program, Choices& choices) {
  Setting setting;
  setting.merge = choices.below(2) == 0 ? ConstantMerge::Separate : ConstantMerge::Join;
  setting.order = std::vector{core::TraversalOrder::DepthFirst, core::TraversalOrder::BreadthFirst,
                              core::TraversalOrder::ReversePostOrder}[choices.below(3)];
  for (cfa::VariableId variable : program.variables) {
    if (choices.below(2) == 1) {
      setting.tracked.insert(variable);
    }
  }
  return setting;
}

core::ReachedSet start(const RandomProgram& program, const Setting& setting) {
  std::vector<core::Analysis> components = {core::erase(domains::LocationAnalysis(program.cfa)),
                                            core::erase(domains::CallStackAnalysis(program.cfa)),
                                            core::erase(ConstantPropagation(setting.merge, {setting.tracked}))};
  if (setting.followed != nullptr) {
    components.push_back(
        core::erase(domains::ValueAnalysis(program.cfa, setting.followed->regions, setting.followed->live)));
  }
  return {core::compose(std::move(components)), program.cfa, program.start, setting.order};
}

core::ArgNodeId random_node(const core::ReachedSet& reached, Choices& choices) {
  const std::vector<core::ArgNodeId> ids = reached.arg().ids();
  return ids[choices.below(ids.size())];
}

core::Precision random_increment(const RandomProgram& program, Choices& choices) {
  return core::Precision::of(ConstantPrecision{{program.variables[choices.below(program.variables.size())]}});
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
    return !reached.node(id).covered_by && contains(reached.cfa(), reached.node(id).state, state);
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
  Setting setting = random_setting(program, choices);
  setting.followed = choices.below(2) == 0 ? nullptr : &facts;
  core::ReachedSet reached = start(program, setting);
  explore_with_detours(reached, program, choices);
  RC_CLASSIFY(reached.arg().size() > 8, "more than 8 nodes");
  RC_ASSERT(incomplete_nodes(reached) == std::vector<core::ArgNodeId>());
  for (const std::vector<unsigned>& run : runs) {
    Choices steps(run);
    check_random_run(reached, program, steps);
  }
}

/// Without merging and without coverage by coarser states, finer precisions cannot reach more.
RC_GTEST_PROP(ExplorationLaws, TrackingEverythingReachesNoMoreLocationsThanTrackingNothing,
              (const std::vector<EdgeGene>& genes)) {
  RandomProgram program(genes);
  auto reached_locations = [&](std::set<cfa::VariableId> tracked) {
    core::ReachedSet reached = start(program, {ConstantMerge::Separate, core::TraversalOrder::BreadthFirst, tracked});
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

} // namespace
} // namespace vouch::test

#include "analysis/bam/block_memoization.hpp"
#include "analysis/core/composite.hpp"
#include "analysis/domains/control/call_stack.hpp"
#include "analysis/domains/control/location.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "tests/laws/random_program.hpp"
#include "tests/support/concrete_run.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

/// What block-abstraction memoization rests on, and what it gives, on random programs that may be recursive: with
/// explicit values, in blocks of every kind.
namespace vouch::test {
namespace {

using bam::BlockMemoization;
using core::AbstractState;
using core::ReachedSetId;

/// Nothing leads out of the end of a function but returns.
std::vector<EdgeGene> without_edges_at_the_end(std::vector<EdgeGene> genes) {
  std::erase_if(genes, [](const EdgeGene& gene) {
    return gene.from % RandomProgram::locations_per_function + 1 == RandomProgram::locations_per_function;
  });
  return genes;
}

/// A random program whose blocks are analysed with explicit values.
class Blocks {
public:
  Blocks(const std::vector<EdgeGene>& genes, BlockHeuristic heuristic)
      : program_(without_edges_at_the_end(genes)), targets_(program_.cfa), regions_(program_.cfa), live_(program_.cfa),
        partition_(program_.cfa, heuristic), effects_(program_.cfa, regions_, partition_),
        parts_({core::erase(domains::LocationAnalysis(program_.cfa)),
                core::erase(domains::CallStackAnalysis(program_.cfa, targets_, partition_)),
                core::erase(domains::ValueAnalysis(program_.cfa, regions_, live_, partition_))}),
        product_(core::compose(parts_)),
        memoization_(product_, {program_.cfa, partition_, effects_}, {program_.start, product_.initial_precision()}) {}

  [[nodiscard]] const RandomProgram& program() const { return program_; }
  /// Where no target is ahead any more, nobody follows a run.
  [[nodiscard]] bool is_followed(const ConcreteState& state) const {
    return targets_.is_target_ahead(state.location) ||
           std::any_of(state.calls.begin(), state.calls.end(),
                       [this](cfa::EdgeId call) { return targets_.is_target_behind(call); });
  }
  [[nodiscard]] const std::vector<core::Analysis>& parts() const { return parts_; }
  [[nodiscard]] const core::Analysis& product() const { return product_; }
  BlockMemoization& memoization() { return memoization_; }

  /// Explores to the end. Targets are ignored once they were found; as long as there are choices, something is taken
  /// back now and then.
  void explore_with_detours(Choices& choices) {
    RunContext context;
    core::TargetKeys ignored;
    while (true) {
      const auto result = memoization_.explore(context, ignored);
      const auto* target = std::get_if<core::ExploredNode>(&result);
      if (!choices.exhausted() && choices.below(3) != 0) {
        prune_somewhere(choices);
      } else if (target != nullptr) {
        const core::ReachedSet& reached = memoization_.reached(target->set);
        ignored.insert(core::key_of(*core::open_target(reached, target->node, ignored)));
      } else if (choices.exhausted()) {
        return;
      }
    }
  }

  /// Whether one of the analyses in use has reached a state that agrees with this one on what it knows.
  [[nodiscard]] bool is_reached(const ConcreteState& state) const {
    const std::vector<ReachedSetId> used = memoization_.used_by_program();
    return std::any_of(used.begin(), used.end(), [&](ReachedSetId id) {
      const core::ReachedSet& reached = memoization_[id].reached;
      const std::vector<core::ArgNodeId> nodes = reached.arg().ids();
      return std::any_of(nodes.begin(), nodes.end(), [&](core::ArgNodeId node) {
        const AbstractState& abstract = reached.node(node).state;
        return product_.location(abstract) == state.location &&
               contains(program_.cfa, abstract.as<core::CompositeState>().components[2], state);
      });
    });
  }

private:
  void prune_somewhere(Choices& choices) {
    const ReachedSetId id(choices.below(memoization_.size()));
    const std::vector<core::ArgNodeId> nodes = memoization_[id].reached.arg().ids();
    memoization_.take_back({{{id, {nodes[choices.below(nodes.size())]}, {}}}, product_.initial_precision()});
  }

  RandomProgram program_;
  facts::TargetReachability targets_;
  facts::MemoryRegions regions_;
  facts::LiveVariables live_;
  facts::BlockPartition partition_;
  facts::SideEffectTable effects_;
  std::vector<core::Analysis> parts_;
  core::Analysis product_;
  BlockMemoization memoization_;
};

BlockHeuristic random_heuristic(Choices& choices) {
  return std::vector{BlockHeuristic::RecursiveFunctions, BlockHeuristic::Functions,
                     BlockHeuristic::FunctionsAndLoops}[choices.below(3)];
}

/// As `step`, and recursive calls go on.
std::optional<ConcreteState> step_with_recursion(const cfa::Cfa& cfa, const ConcreteState& state, cfa::EdgeId id,
                                                 cfa::Integer input) {
  const cfa::Edge& edge = cfa.edge(id);
  if (!std::holds_alternative<cfa::Call>(edge.operation)) {
    return step(cfa, state, id, input);
  }
  ConcreteState next = state;
  next.location = edge.target;
  next.calls.push_back(id);
  return next;
}

/// Runs the program from random values, by random choices among the edges that can be taken.
void check_random_run(const Blocks& blocks, Choices& choices) {
  const RandomProgram& program = blocks.program();
  ConcreteState state = concrete_start(program.cfa, program.start, random_values(program, choices));
  for (int steps = 0; steps < 60 && !state.ended_at; ++steps) {
    RC_ASSERT(blocks.is_reached(state) || !blocks.is_followed(state));
    std::vector<ConcreteState> successors;
    for (cfa::EdgeId edge : program.cfa.outgoing(state.location)) {
      const auto input = static_cast<cfa::Integer>(choices.below(RandomProgram::value_count));
      if (std::optional<ConcreteState> next = step_with_recursion(program.cfa, state, edge, input)) {
        successors.push_back(std::move(*next));
      }
    }
    if (successors.empty()) {
      return;
    }
    state = successors[choices.below(successors.size())];
  }
}

RC_GTEST_PROP(BlockLaws, ConcreteRunsStayWithinWhatBlocksHaveReached,
              (const std::vector<EdgeGene>& genes, const std::vector<unsigned>& explorer,
               const std::vector<std::vector<unsigned>>& runs)) {
  Choices choices(explorer);
  Blocks blocks(genes, random_heuristic(choices));
  blocks.explore_with_detours(choices);
  RC_CLASSIFY(blocks.memoization().statistics().cuts > 0, "recursive");
  RC_CLASSIFY(blocks.memoization().statistics().readded > 0, "in several rounds");
  for (const std::vector<unsigned>& run : runs) {
    Choices steps(run);
    check_random_run(blocks, steps);
  }
}

/// What `reduce` takes from a state, `expand` gives back: e <= expand(reduce(e)).
RC_GTEST_PROP(BlockLaws, ExpandingAReducedStateLosesNothing,
              (const std::vector<EdgeGene>& genes, const std::vector<unsigned>& numbers)) {
  Choices choices(numbers);
  Blocks blocks(genes, random_heuristic(choices));
  Choices none({});
  blocks.explore_with_detours(none);
  BlockMemoization& memoization = blocks.memoization();
  bool has_entry = false;
  for (ReachedSetId id : memoization.used_by_program()) {
    for (const auto& [node, use] : memoization[id].uses) {
      has_entry = true;
      const core::BlockContext context = memoization.context_of(use.block);
      auto check = [&](const core::Analysis& analysis, const AbstractState& state) {
        const core::Precision precision = analysis.initial_precision();
        const std::optional<AbstractState> reduced = analysis.reduce(state, precision, context);
        RC_ASSERT(reduced.has_value());
        const AbstractState expanded = analysis.expand(state, context, *reduced);
        const AbstractState* reached = &expanded;
        RC_ASSERT(analysis.stop(state, {&reached, 1}, precision));
        // What is left has nothing in it that could tell two callers apart.
        RC_ASSERT(analysis.reduce(expanded, precision, context) == reduced);
      };
      check(blocks.product(), use.entry);
      for (std::size_t part = 0; part < blocks.parts().size(); ++part) {
        check(blocks.parts()[part], use.entry.as<core::CompositeState>().components[part]);
      }
    }
  }
  RC_CLASSIFY(has_entry, "enters a block");
}

/// The same for members: whatever the state at the entry stands for, the expanded one does too.
RC_GTEST_PROP(BlockLaws, AnExpandedReducedStateHasTheMembersOfTheState,
              (const std::vector<EdgeGene>& genes, const std::vector<unsigned>& numbers)) {
  Choices choices(numbers);
  Blocks blocks(genes, random_heuristic(choices));
  Choices none({});
  blocks.explore_with_detours(none);
  for (ReachedSetId id : blocks.memoization().used_by_program()) {
    for (const auto& [node, use] : blocks.memoization()[id].uses) {
      const core::BlockContext context = blocks.memoization().context_of(use.block);
      const core::Analysis& values = blocks.parts()[2];
      const AbstractState& state = use.entry.as<core::CompositeState>().components[2];
      std::map<cfa::VariableId, cfa::Integer> member = random_values(blocks.program(), choices);
      state.as<domains::ValueState>().registers.for_each(
          [&](std::uint64_t variable, const domains::ExplicitValue& value) {
            member[cfa::VariableId(variable)] = std::get<cfa::Integer>(value);
          });
      const ConcreteState concrete = concrete_start(blocks.program().cfa, blocks.program().start, member);
      RC_ASSERT(contains(blocks.program().cfa, state, concrete));
      const std::optional<AbstractState> reduced = values.reduce(state, values.initial_precision(), context);
      RC_ASSERT(reduced.has_value());
      RC_ASSERT(contains(blocks.program().cfa, *reduced, concrete)); // the block sees no run less
      RC_ASSERT(contains(blocks.program().cfa, values.expand(state, context, *reduced), concrete));
    }
  }
}

} // namespace
} // namespace vouch::test

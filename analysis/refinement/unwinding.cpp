#include "analysis/refinement/unwinding.hpp"

#include "analysis/domains/control/unwound_loops.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/refinement/feasibility.hpp"
#include "analysis/refinement/loop_free_runs.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>
#include <ranges>

namespace vouch::refinement {
namespace {

using core::ArgNodeId;

/// A loop that goes round more often goes round too often for a formula: one that inputs can end, and one that counts to
/// a constant, where each round is a number.
constexpr std::size_t most_rounds_by_inputs = 64;
constexpr std::size_t most_rounds = 1024;

/// Most loops end before. Sooner only if it could be that they go round in circles.
constexpr std::size_t first_round_to_ask_for = 8;

/// Of the time that is left, for the question whether a round can come.
constexpr int part_for_rounds = 4;

/// Whether the loop that `head` is the head of may have been left in its last round: then it is not for constants alone
/// how often it goes round.
bool can_be_left(const core::ReachedSet& reached, ArgNodeId head) {
  const domains::UnwoundFrame loop = *domains::innermost_loop(reached.node(head).state);
  const auto is_inside = [&](const core::AbstractState& state) {
    for (const domains::UnwoundFrame* frame = domains::unwound_state(state).top.get(); frame != nullptr;
         frame = frame->below.get()) {
      if (frame->place == loop.place && frame->below == loop.below) {
        return true;
      }
    }
    return false;
  };
  const auto is_way_out = [&](ArgNodeId child) {
    const core::AbstractState& state = reached.node(child).state;
    return !is_inside(state) && !reached.cfa().location(reached.analysis().location(state)).target;
  };
  ArgNodeId id = head;
  do {
    id = reached.node(id).parents.front().node;
    if (std::ranges::any_of(reached.node(id).children, is_way_out)) {
      return true;
    }
  } while (reached.analysis().location(reached.node(id).state) != loop.place);
  return false;
}

class Unwinding {
public:
  Unwinding(core::WholeProgramExploration& exploration, const UnwindingServices& services, RunContext& context,
            const core::TargetKeys& ignored)
      : exploration_(exploration), services_(services), context_(context), ignored_(ignored),
        loop_free_runs_(exploration.reached(core::program_set), services.live, services.formulas, services.simulation,
                        services.bits) {}

  core::CegarResult run() {
    context_.report("unwinding");
    core::TargetKeys passed = ignored_; // targets are asked for at the end, all at once
    while (true) {
      const core::Explored explored = exploration_.explore(context_, passed);
      if (const auto* target = std::get_if<core::ExploredNode>(&explored)) {
        passed.insert(core::key_of(*core::open_target(reached(), target->node, passed)));
      } else if (const auto* paused = std::get_if<core::Paused>(&explored)) {
        if (!goes_on(*paused)) {
          return decide_targets(*paused);
        }
      } else {
        return decide_targets(core::Proved{});
      }
    }
  }

private:
  [[nodiscard]] const core::ReachedSet& reached() const { return exploration_.reached(core::program_set); }

  bool goes_on(const core::Paused& paused) {
    const core::AbstractState& state = reached().node(paused.node.node).state;
    const bool is_by_inputs = can_be_left(reached(), paused.node.node);
    const std::size_t round = domains::innermost_loop(state)->round;
    const smt::Term goes_in_no_circle = loop_free_runs_.condition_at(paused.node.node, context_);
    if (goes_in_no_circle.is_false()) {
      exploration_.dismiss(paused.node);
      return true;
    }
    if (is_by_inputs && (round >= first_round_to_ask_for || !goes_in_no_circle.is_true())) {
      const Feasibility may_come = ask_soon(domains::path_since_abstraction(state), goes_in_no_circle);
      if (std::holds_alternative<InfeasiblePath>(may_come)) {
        exploration_.dismiss(paused.node);
        return true;
      }
      if (std::holds_alternative<UndecidedPath>(may_come)) {
        return false; // no other question will be easier
      }
    }
    if (round >= (is_by_inputs ? most_rounds_by_inputs : most_rounds)) {
      return false;
    }
    exploration_.resume(paused.node);
    return true;
  }

  Feasibility ask(domains::PathFormulaId path) {
    return decide(services_.simulation, path, services_.terms, services_.bits, services_.cfa, context_);
  }

  /// In a part of the time: where this takes longer, too little is left for what comes behind it.
  Feasibility ask_soon(domains::PathFormulaId path, const smt::Term& besides) {
    RunContext limited = context_;
    limited.deadline = std::chrono::steady_clock::now() + context_.remaining(std::chrono::hours(1)) / part_for_rounds;
    Feasibility answer =
        decide(services_.simulation, path, besides, services_.terms, services_.bits, services_.cfa, limited);
    context_.statistics = limited.statistics;
    if (std::holds_alternative<UndecidedPath>(answer)) {
      limited.check();
    }
    return answer;
  }

  void add(std::optional<domains::PathFormulaId>& all, ArgNodeId target) {
    const domains::PathFormulaId path = domains::path_since_abstraction(reached().node(target).state);
    all = all ? services_.formulas.merge(path, *all) : path;
  }

  /// Whether a target is violated that was reached; if none is, `otherwise`, or that there may be a run into what nobody can go
  /// on from.
  core::CegarResult decide_targets(core::CegarResult otherwise) {
    std::map<cfa::LocationId, std::pair<ArgNodeId, core::TargetReason>> properties;
    std::optional<domains::PathFormulaId> into_properties;
    std::optional<core::Undecided> open;
    std::optional<domains::PathFormulaId> into_open;
    // The last one first: what it has in common with those before it comes last in its formula.
    for (ArgNodeId id : reached().targets() | std::views::reverse) {
      const std::optional<core::TargetReason> reason = core::open_target(reached(), id, ignored_);
      if (!reason) {
        continue;
      }
      if (reason->kind != core::TargetKind::Property) {
        open = core::Undecided{{core::program_set, id}, *reason, "not unwound"};
        add(into_open, id);
        continue;
      }
      properties.try_emplace(reason->location, id, *reason);
      add(into_properties, id);
    }
    const auto when_none_is_violated = [&] {
      return !open || std::holds_alternative<InfeasiblePath>(ask(*into_open)) ? otherwise : core::CegarResult(*open);
    };
    if (!into_properties) {
      return when_none_is_violated();
    }
    context_.report("refining", properties.begin()->second.second.text);
    const auto& [some_node, some_reason] = properties.begin()->second;
    return std::visit(Overloaded{[&](FeasiblePath feasible) -> core::CegarResult {
                                   const auto& [node, reason] = properties.at(feasible.path.target);
                                   return core::Violated{{core::program_set, node}, reason, std::move(feasible.path)};
                                 },
                                 [&](const InfeasiblePath&) { return when_none_is_violated(); },
                                 [&](const UndecidedPath& undecided) -> core::CegarResult {
                                   return core::Undecided{
                                       {core::program_set, some_node}, some_reason, undecided.reason};
                                 }},
                      ask(*into_properties));
  }

  core::WholeProgramExploration& exploration_;
  const UnwindingServices& services_;
  RunContext& context_;
  const core::TargetKeys& ignored_;
  LoopFreeRuns loop_free_runs_;
};

} // namespace

core::CegarResult run_unwinding(core::WholeProgramExploration& exploration, const UnwindingServices& services,
                                RunContext& context, const core::TargetKeys& ignored) {
  return Unwinding(exploration, services, context, ignored).run();
}

} // namespace vouch::refinement

#include "analysis/proofs/program_walk.hpp"

#include <algorithm>

namespace vouch::proofs {

ProgramWalk::ProgramWalk(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Proof& proof,
                         const BlockContracts& contracts, const BlockClaim* own)
    : cfa_(cfa), targets_(targets), proof_(proof), contracts_(contracts), own_(own) {}

bool ProgramWalk::is_cut(const ProgramPoint& point) const {
  const cfa::Location& location = cfa_.location(point.location);
  return location.is_loop_head || location.target || proof_.contains(point) || is_own_exit(point);
}

bool ProgramWalk::is_own_exit(const ProgramPoint& point) const {
  if (own_ == nullptr || !point.calls.empty()) {
    return false;
  }
  const std::vector<cfa::LocationId> exits = exits_of(own_->block.block, cfa_);
  return std::find(exits.begin(), exits.end(), point.location) != exits.end();
}

const BlockContract::Terms* ProgramWalk::loop_entered_at(const ProgramPoint& point) const {
  auto found = contracts_.find(point.location);
  const bool is_function_entry = cfa_.function(cfa_.location(point.location).function).entry == point.location;
  const bool is_inside = own_ != nullptr && own_->block.block.entry == point.location && point.calls.empty();
  if (found == contracts_.end() || is_function_entry || is_inside) {
    return nullptr;
  }
  return is_target_behind(point.calls) ? &found->second.if_followed : &found->second.otherwise;
}

std::vector<ProgramStep> ProgramWalk::steps_from(const ProgramPoint& point) const {
  if (const BlockContract::Terms* loop = loop_entered_at(point)) {
    return steps_across(*loop, point);
  }
  std::vector<ProgramStep> result;
  for (cfa::EdgeId id : cfa_.outgoing(point.location)) {
    if (auto step = step_along(id, point)) {
      result.push_back(std::move(*step));
    }
  }
  return result;
}

std::vector<ProgramStep> ProgramWalk::steps_across(const BlockContract::Terms& loop, const ProgramPoint& point) const {
  const std::unordered_set<cfa::FunctionId>& called = contracts_.at(point.location).called;
  const bool runs_twice = std::any_of(point.calls.begin(), point.calls.end(), [&](cfa::EdgeId call) {
    const cfa::FunctionId function = cfa_.location(cfa_.edge(call).source).function;
    return called.contains(function) && contract_of(function) == nullptr;
  });
  if (runs_twice) {
    return {{{}, point, core::TargetKey{core::TargetKind::Recursion, point.location}}};
  }
  std::vector<ProgramStep> result;
  for (const auto& [exit, summary] : loop.exits) {
    ProgramStep step{{}, {exit, point.calls}, std::nullopt, &loop, exit};
    // That a target is not reached is part of the loop's own claim.
    if (!cfa_.location(exit).target && is_target_ahead(step.target)) {
      result.push_back(std::move(step));
    }
  }
  return result;
}

std::optional<ProgramStep> ProgramWalk::step_along(cfa::EdgeId id, const ProgramPoint& point) const {
  const cfa::Edge& edge = cfa_.edge(id);
  const auto* call = std::get_if<cfa::Call>(&edge.operation);
  if (const BlockContract* contract = call != nullptr ? contract_of(call->callee) : nullptr) {
    return step_across_call(id, *contract, point);
  }
  ProgramStep step{id, {edge.target, point.calls}};
  if (call != nullptr) {
    if (is_recursive(point, edge)) {
      step.forbidden = core::TargetKey{core::TargetKind::Recursion, edge.source};
    }
    step.target.calls.push_back(id);
  } else if (const auto* back = std::get_if<cfa::Return>(&edge.operation)) {
    if (point.calls.empty() || point.calls.back() != back->call) {
      return std::nullopt;
    }
    step.target.calls.pop_back();
  } else if (std::holds_alternative<cfa::Unsupported>(edge.operation)) {
    step.forbidden = core::TargetKey{core::TargetKind::Unsupported, edge.source};
  }
  if (cfa_.location(edge.target).target) {
    step.forbidden = core::TargetKey{core::TargetKind::Property, edge.target};
  }
  if (!step.forbidden && !is_target_ahead(step.target)) {
    return std::nullopt;
  }
  return step;
}

ProgramStep ProgramWalk::step_across_call(cfa::EdgeId call, const BlockContract& contract,
                                          const ProgramPoint& point) const {
  const cfa::Edge& back = cfa_.edge(cfa_.return_of(call));
  ProgramStep step{call, {back.target, point.calls}};
  if (cfa_.location(back.target).target) {
    step.forbidden = core::TargetKey{core::TargetKind::Property, back.target};
  }
  step.is_followed = step.forbidden || is_target_ahead(step.target);
  step.crossed = step.is_followed ? &contract.if_followed : &contract.otherwise;
  step.exit = back.source;
  return step;
}

const BlockContract* ProgramWalk::contract_of(cfa::FunctionId function) const {
  auto found = contracts_.find(cfa_.function(function).entry);
  return found != contracts_.end() ? &found->second : nullptr;
}

bool ProgramWalk::is_target_behind(const std::vector<cfa::EdgeId>& calls) const {
  return (own_ != nullptr && own_->is_followed) ||
         std::any_of(calls.begin(), calls.end(), [this](cfa::EdgeId call) { return targets_.is_target_behind(call); });
}

bool ProgramWalk::is_target_ahead(const ProgramPoint& point) const {
  return targets_.is_target_ahead(point.location) || is_target_behind(point.calls);
}

bool ProgramWalk::is_recursive(const ProgramPoint& point, const cfa::Edge& call) const {
  const cfa::FunctionId callee = cfa_.location(call.target).function;
  return cfa_.location(call.source).function == callee ||
         std::any_of(point.calls.begin(), point.calls.end(),
                     [&](cfa::EdgeId open) { return cfa_.location(cfa_.edge(open).source).function == callee; });
}

std::optional<std::vector<ProgramPoint>> points_behind(const ProgramPoint& start, const ProgramWalk& walk) {
  struct Visit {
    ProgramPoint point;
    std::vector<ProgramStep> steps;
    std::size_t next = 0;
  };
  std::map<ProgramPoint, bool> is_open = {{start, true}};
  std::vector<ProgramPoint> finished;
  std::vector<Visit> open = {{start, walk.steps_from(start)}};
  while (!open.empty()) {
    Visit& visit = open.back();
    if (visit.next == visit.steps.size()) {
      is_open[visit.point] = false;
      finished.push_back(visit.point);
      open.pop_back();
      continue;
    }
    const ProgramStep& step = visit.steps[visit.next++];
    if (!step.is_followed || step.forbidden || walk.is_cut(step.target)) {
      continue;
    }
    auto [known, is_new] = is_open.try_emplace(step.target, true);
    if (is_new) {
      open.push_back({step.target, walk.steps_from(step.target)});
    } else if (known->second) {
      return std::nullopt;
    }
  }
  std::reverse(finished.begin(), finished.end());
  return finished;
}

} // namespace vouch::proofs

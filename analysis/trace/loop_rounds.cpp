#include "analysis/trace/loop_rounds.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <algorithm>

namespace vouch::trace {
namespace {

/// Of a run with more steps, nothing is noted: it would take too much memory.
constexpr std::size_t most_steps = 4'000'000;
/// Between the first and the last round of a loop: those that stay because they take other steps.
constexpr std::size_t most_rounds_between = 3;
/// To be folded; one line for one step would be no gain.
constexpr std::size_t fewest_steps = 2;

} // namespace

std::string to_string(const FoldedRounds& rounds, const cfa::Cfa& cfa) {
  const cfa::Location& head = cfa.location(rounds.head);
  std::string text = "... " + std::to_string(rounds.rounds) + " more ";
  text += rounds.likeness == FoldedRounds::Likeness::Same ? "such " : "";
  text += rounds.rounds == 1 ? "round " : "rounds ";
  const cfa::Function& function = cfa.function(head.function);
  return text + (function.is_synthetic ? "in \"" + function.name + "\""
                                       : "of the loop at line " + std::to_string(head.range.begin.line));
}

void LoopRounds::note(cfa::EdgeId id, StepFinder::Role role) {
  if (role == StepFinder::Role::BeginsStep && step_count_++ < most_steps) {
    steps_.push_back(id);
  }
  if (step_count_ > most_steps) {
    return;
  }
  const cfa::Edge& edge = cfa_.edge(id);
  if (std::holds_alternative<cfa::Call>(edge.operation)) {
    open_.emplace_back();
  } else if (std::holds_alternative<cfa::Return>(edge.operation) && open_.size() > 1) {
    while (!open_.back().empty()) {
      close_innermost();
    }
    open_.pop_back();
  }
  arrive(edge.target);
}

void LoopRounds::arrive(cfa::LocationId location) {
  if (cfa_.location(location).target) {
    return; // the run ends within its loops
  }
  leave_loops_without(location);
  if (!cfa_.location(location).is_loop_head) {
    return;
  }
  std::vector<std::size_t>& open = open_.back();
  if (open.empty() || passages_[open.back()].head != location) {
    open.push_back(passages_.size());
    passages_.push_back({location, {}});
  }
  std::vector<std::size_t>& arrivals = passages_[open.back()].arrivals;
  if (arrivals.empty() || arrivals.back() != step_count_) { // users see nothing of other rounds
    arrivals.push_back(step_count_);
  }
}

void LoopRounds::leave_loops_without(cfa::LocationId location) {
  while (!open_.back().empty() && !is_in_loop(passages_[open_.back().back()].head, location)) {
    close_innermost();
  }
}

void LoopRounds::close_innermost() {
  passages_[open_.back().back()].end = step_count_;
  open_.back().pop_back();
}

bool LoopRounds::is_in_loop(cfa::LocationId head, cfa::LocationId location) {
  auto known = loops_.find(head);
  if (known == loops_.end()) {
    known = loops_.emplace(head, cfa::locations_of_loop(cfa_, head)).first;
  }
  return known->second.contains(location);
}

/// Each of them once.
LoopRounds::Steps LoopRounds::steps_of_round(const Passage& passage, std::size_t round) const {
  Steps steps(steps_.begin() + static_cast<std::ptrdiff_t>(passage.arrivals[round]),
              steps_.begin() + static_cast<std::ptrdiff_t>(passage.arrivals[round + 1]));
  std::ranges::sort(steps);
  const auto repeated = std::ranges::unique(steps);
  steps.erase(repeated.begin(), repeated.end());
  return steps;
}

/// Behind the last arrival: the loop is left, or what fails is a condition.
bool LoopRounds::ends_with_conditions_only(const Passage& passage) const {
  const auto begin = steps_.begin() + static_cast<std::ptrdiff_t>(passage.arrivals.back());
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(passage.end != 0 ? passage.end : steps_.size());
  return std::all_of(begin, end,
                     [&](cfa::EdgeId id) { return std::holds_alternative<cfa::Assume>(cfa_.edge(id).operation); });
}

void LoopRounds::fold(const Passage& passage, std::vector<FoldedRounds>& folded) const {
  const std::size_t rounds = passage.arrivals.size() - 1; // that went back to the head
  const std::size_t end = ends_with_conditions_only(passage) ? rounds - std::min<std::size_t>(rounds, 1) : rounds;
  if (end < 2) {
    return;
  }
  std::vector<Steps> told = {steps_of_round(passage, 0)};
  const FoldedRounds nothing{0, 0, 0, FoldedRounds::Likeness::Same, passage.head};
  FoldedRounds group = nothing;
  const auto close_group_before = [&](std::size_t round) {
    group.steps = passage.arrivals[round] - group.first_step;
    if (group.rounds > 0 && group.steps >= fewest_steps) {
      folded.push_back(group);
    }
    group = nothing;
  };
  for (std::size_t round = 1; round < end; ++round) {
    Steps steps = steps_of_round(passage, round);
    const bool is_new = std::ranges::find(told, steps) == told.end();
    if (is_new && told.size() <= most_rounds_between) {
      close_group_before(round);
      told.push_back(std::move(steps));
      continue;
    }
    group.first_step = group.rounds == 0 ? passage.arrivals[round] : group.first_step;
    group.likeness = is_new ? FoldedRounds::Likeness::Any : group.likeness;
    ++group.rounds;
  }
  close_group_before(end);
}

std::vector<FoldedRounds> LoopRounds::folded() const {
  std::vector<FoldedRounds> found;
  if (step_count_ > most_steps) {
    return found;
  }
  for (const Passage& passage : passages_) {
    fold(passage, found);
  }
  std::ranges::sort(found, [](const FoldedRounds& left, const FoldedRounds& right) {
    return std::pair(left.first_step, right.steps) < std::pair(right.first_step, left.steps);
  });
  std::vector<FoldedRounds> outermost;
  for (const FoldedRounds& rounds : found) {
    if (outermost.empty() || rounds.first_step >= outermost.back().first_step + outermost.back().steps) {
      outermost.push_back(rounds);
    }
  }
  return outermost;
}

} // namespace vouch::trace

#include "analysis/configurations/portfolio.hpp"
#include "analysis/facts/outside_values.hpp"
#include "analysis/trace/minimised_inputs.hpp"
#include "analysis/trace/path_inputs.hpp"

#include <utility>

/// What becomes of a target that a portfolio has come to: it is a violation if a run confirms it.
namespace vouch::configurations {

bool Portfolio::try_inputs(const findings::RunInputs& values, const std::optional<findings::CallerAnswers>& known) {
  trace::ListedInputs first(values);
  const trace::RunResult run = program_.interpreter().run(entry_.start, first, {.context = &context_});
  const auto* reached = std::get_if<trace::ReachedTarget>(&run.outcome);
  if (reached == nullptr) {
    return false;
  }
  const core::TargetKey key{core::TargetKind::Property, reached->location};
  trace::ListedInputs inputs(values);
  if (decided_.contains(key) || !replay(reached->location, inputs).confirmed) {
    return false;
  }
  if (!report_violation(reached->location, values, known ? findings::CallerQuestions{.known = known} : questions())) {
    return false;
  }
  decided_.insert(key);
  return true;
}

/// A target that the engine has reached is decided: violated, or not decidable by anyone.
void Portfolio::decide(const core::Violated& violated, Unconfirmed unconfirmed) {
  if (wanted_ == Wanted::Proofs) {
    undecided_.push_back(open_question(violated.target, cfa_, "is reached in the changed program"));
    return;
  }
  if (violated.target.kind != core::TargetKind::Property) {
    decided_.insert(core::key_of(violated.target));
    open_.push_back(open_question(violated.target, cfa_, {}));
    return;
  }
  trace::PathInputs path_inputs(cfa_, violated.path);
  trace::RecordedInputs inputs(path_inputs);
  const trace::Replay replayed = replay(violated.path.target, inputs);
  if (replayed.confirmed && report_readable_violation(violated.path.target, inputs.values())) {
    decided_.insert(core::key_of(violated.target));
    return;
  }
  OpenQuestion question =
      open_question(violated.target, cfa_,
                    replayed.confirmed ? "depends on where a pointer leads that comes from outside"
                                       : "a possible violation was not confirmed: " + replayed.reason);
  if (unconfirmed == Unconfirmed::MayBeDecidedOtherwise) {
    undecided_.push_back(std::move(question));
  } else {
    decided_.insert(core::key_of(violated.target));
    open_.push_back(std::move(question));
  }
}

trace::Replay Portfolio::replay(cfa::LocationId target, trace::InputSource& inputs) {
  return trace::replay(program_.interpreter(), entry_.start, target, inputs, {.context = &context_});
}

findings::CallerQuestions Portfolio::questions() const {
  findings::CallerQuestions result;
  if (preconditions_ == Preconditions::AreAssumed) {
    result.is_about_outside = [this](cfa::LocationId target) {
      return facts::OutsideValues(cfa_, facts().regions, entry_.start).is_about_outside(target);
    };
  }
  return result;
}

std::optional<findings::ConfirmedViolation> Portfolio::violation_of(cfa::LocationId target,
                                                                    const findings::RunInputs& inputs,
                                                                    const findings::CallerQuestions& questions) const {
  return findings::confirmed_violation(cfa_, program_.interpreter(), entry_, target, inputs, options_.callers,
                                       questions);
}

void Portfolio::take(findings::ConfirmedViolation confirmed, cfa::LocationId target,
                     const findings::RunInputs& inputs) {
  if (confirmed.assumption && preconditions_ == Preconditions::AreAssumed) {
    outcome_.assumptions.push_back(*confirmed.assumption);
  }
  outcome_.violations.push_back(std::move(confirmed.violation));
  outcome_.violating_runs.push_back({inputs, std::move(confirmed.answers)});
  outcome_.violated_targets.push_back(target);
}

bool Portfolio::report_violation(cfa::LocationId target, const findings::RunInputs& inputs,
                                 const findings::CallerQuestions& questions) {
  std::optional<findings::ConfirmedViolation> confirmed = violation_of(target, inputs, questions);
  if (confirmed) {
    take(*std::move(confirmed), target, inputs);
  }
  return confirmed.has_value();
}

bool Portfolio::report_readable_violation(cfa::LocationId target, const findings::RunInputs& inputs) {
  const findings::RunInputs shorter = trace::minimised_inputs(program_.interpreter(), entry_.start, target, inputs);
  trace::ListedInputs listed(shorter);
  if (shorter != inputs && replay(target, listed).confirmed) {
    const std::optional<findings::ConfirmedViolation> first = violation_of(target, inputs, questions());
    std::optional<findings::ConfirmedViolation> readable = violation_of(target, shorter, questions());
    const bool tells_no_less = readable && (!first || readable->violation.kind <= first->violation.kind);
    if (tells_no_less) {
      take(*std::move(readable), target, shorter);
      return true;
    }
  }
  return report_violation(target, inputs, questions());
}

} // namespace vouch::configurations

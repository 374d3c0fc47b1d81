#include "analysis/smt/interpolation/craig_interpolant.hpp"

#include "analysis/smt/interpolation/farkas_interpolator.hpp"
#include "analysis/smt/interpolation/horn_interpolators.hpp"
#include "analysis/smt/interpolation/validating_interpolator.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>

namespace vouch::smt {

namespace {

using std::chrono::milliseconds;

/// A path of two steps; the state between them is the constants that both have.
InterpolationProblem two_steps(TermManager& terms, const CraigProblem& problem) {
  const std::vector<Term>& first = terms.constants(problem.first);
  Substitution shared;
  for (const Term& constant : terms.constants(problem.second)) {
    if (std::find(first.begin(), first.end(), constant) != first.end() &&
        std::find(problem.rigid.begin(), problem.rigid.end(), constant) == problem.rigid.end()) {
      shared.emplace_back(constant, constant);
    }
  }
  InterpolationProblem path;
  path.steps.push_back({problem.first, {}, shared, 0});
  path.steps.push_back({problem.second, shared, {}, 1});
  path.rigid = problem.rigid;
  path.background = problem.background;
  return path;
}

} // namespace

CraigResult craig_interpolant(TermManager& terms, RunContext& context, const CraigProblem& problem,
                              milliseconds limit) {
  const auto end = ProcessorClock::now() + limit;
  const InterpolationProblem path = two_steps(terms, problem);
  std::vector<std::unique_ptr<Interpolator>> engines;
  engines.push_back(std::make_unique<ChainInterpolator>(terms, context, SpacerLemmas::WithoutEqualityPropagation));
  engines.push_back(std::make_unique<FarkasInterpolator>(terms, context));
  engines.push_back(std::make_unique<ChainInterpolator>(terms, context, SpacerLemmas::Default));
  std::optional<Undecided> undecided;
  std::string reason = "no time";
  for (std::unique_ptr<Interpolator>& engine : engines) {
    const auto left = time_until(end);
    if (left.count() == 0) {
      return Undecided{reason};
    }
    InterpolationResult result = ValidatingInterpolator(terms, context, std::move(engine)).interpolate(path, left / 2);
    if (auto* interpolants = std::get_if<Interpolants>(&result)) {
      return CraigInterpolant{std::move(interpolants->cuts.front())};
    }
    if (std::holds_alternative<Feasible>(result)) {
      return Feasible{};
    }
    if (auto* declined = std::get_if<Declined>(&result)) {
      reason = declined->reason;
    } else if (auto* open = std::get_if<Undecided>(&result)) {
      undecided = *open;
    }
  }
  if (undecided) {
    return *undecided;
  }
  return Declined{reason};
}

} // namespace vouch::smt

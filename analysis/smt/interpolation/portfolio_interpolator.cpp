#include "analysis/smt/interpolation/portfolio_interpolator.hpp"

#include "analysis/smt/interpolation/core_predicates.hpp"
#include "analysis/smt/interpolation/farkas_interpolator.hpp"
#include "analysis/smt/interpolation/horn_interpolators.hpp"
#include "analysis/smt/interpolation/validating_interpolator.hpp"
#include "analysis/support/processor_clock.hpp"

#include <algorithm>

namespace vouch::smt {

using std::chrono::milliseconds;

InterpolationResult PortfolioInterpolator::interpolate(const InterpolationProblem& problem, milliseconds limit) {
  const auto end = ProcessorClock::now() + limit;
  std::vector<Engine*> running;
  for (Engine& engine : engines_) {
    running.push_back(&engine);
  }
  constexpr int growth = 4;
  for (int factor = 1; !running.empty(); factor *= growth) {
    std::vector<Engine*> undecided;
    for (Engine* engine : running) {
      const auto left = time_until(end);
      if (left.count() == 0) {
        return last_resort_->interpolate(problem, limit / 2);
      }
      InterpolationResult result =
          engine->interpolator->interpolate(problem, std::min(left, engine->first_limit * factor));
      if (std::holds_alternative<Interpolants>(result) || std::holds_alternative<Feasible>(result)) {
        return result;
      }
      if (std::holds_alternative<Undecided>(result)) {
        undecided.push_back(engine);
      }
    }
    running = std::move(undecided);
  }
  return last_resort_->interpolate(problem, limit / 2);
}

std::unique_ptr<Interpolator> make_path_program_interpolator(TermManager& terms, RunContext& context) {
  return std::make_unique<ValidatingInterpolator>(
      terms, context,
      std::make_unique<PathProgramInterpolator>(terms, context, SpacerLemmas::WithoutEqualityPropagation,
                                                PathProgramInterpolator::Hints::Found));
}

std::unique_ptr<Interpolator> make_interpolator(TermManager& terms, RunContext& context) {
  using Hints = PathProgramInterpolator::Hints;
  std::vector<PortfolioInterpolator::Engine> engines;
  auto add = [&](std::unique_ptr<Interpolator> engine, int first_limit) {
    auto validated = std::make_unique<ValidatingInterpolator>(terms, context, std::move(engine));
    engines.push_back({std::move(validated), milliseconds(first_limit)});
  };
  add(std::make_unique<PathProgramInterpolator>(terms, context, SpacerLemmas::WithoutEqualityPropagation, Hints::Found),
      500);
  add(std::make_unique<PathProgramInterpolator>(terms, context, SpacerLemmas::EqualityGraph, Hints::None), 400);
  add(std::make_unique<FarkasInterpolator>(terms, context), 500);
  add(std::make_unique<ChainInterpolator>(terms, context, SpacerLemmas::WithoutEqualityPropagation), 1000);
  add(std::make_unique<ChainInterpolator>(terms, context, SpacerLemmas::Default), 500);
  return std::make_unique<PortfolioInterpolator>(std::move(engines), std::make_unique<CorePredicates>(terms, context));
}

} // namespace vouch::smt

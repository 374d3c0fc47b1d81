#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

namespace vouch::smt {

/// Engines in order of preference, taken round robin with limits that grow from round to round: an engine that solves
/// a path at all mostly does so at once. The first interpolants win.
class PortfolioInterpolator : public Interpolator {
public:
  struct Engine {
    std::unique_ptr<Interpolator> interpolator;
    std::chrono::milliseconds first_limit;
  };

  /// `last_resort` is asked when no engine has interpolants in time. Its answer is the portfolio's.
  PortfolioInterpolator(std::vector<Engine> engines, std::unique_ptr<Interpolator> last_resort)
      : engines_(std::move(engines)), last_resort_(std::move(last_resort)) {}

  /// Takes up to half as long again as `limit` for the last resort.
  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  std::vector<Engine> engines_;
  std::unique_ptr<Interpolator> last_resort_;
};

} // namespace vouch::smt

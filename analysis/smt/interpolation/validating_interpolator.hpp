#pragma once

#include "analysis/smt/interpolation/interpolation.hpp"

#include <optional>

namespace vouch::smt {

/// Why `cuts` are not sequence interpolants of `problem`; nothing if they are.
std::optional<std::string> contract_violation(TermManager& terms, RunContext& context,
                                              const InterpolationProblem& problem, const std::vector<Term>& cuts);

/// Passes on interpolants only if they keep the contract, which small queries decide. Used in production: Spacer has
/// answered wrongly, and a wrong interpolant costs the progress of refinement.
class ValidatingInterpolator : public Interpolator {
public:
  ValidatingInterpolator(TermManager& terms, RunContext& context, std::unique_ptr<Interpolator> engine)
      : terms_(terms), context_(context), engine_(std::move(engine)) {}

  InterpolationResult interpolate(const InterpolationProblem& problem, std::chrono::milliseconds limit) override;

private:
  TermManager& terms_;
  RunContext& context_;
  std::unique_ptr<Interpolator> engine_;
};

} // namespace vouch::smt

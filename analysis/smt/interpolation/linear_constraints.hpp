#pragma once

#include "analysis/smt/terms/linear.hpp"

#include <vector>

namespace vouch::smt {

enum class LinearRelation { AtMostZero, EqualToZero };

struct LinearConstraint {
  Linear linear;
  LinearRelation relation = LinearRelation::AtMostZero;
};

/// What a formula says in linear constraints: all of `constraints`, and every expression of `nonzero` is not 0. The
/// rest of the formula is left out.
struct LinearPart {
  std::vector<LinearConstraint> constraints;
  std::vector<Linear> nonzero;
};
LinearPart linear_part(TermManager& terms, const Term& formula, OpaqueTerms opaque = OpaqueTerms::Refused);

} // namespace vouch::smt

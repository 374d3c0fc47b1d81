#include "analysis/smt/interpolation/linear_constraints.hpp"

#include "analysis/smt/terms/z3_access.hpp"

namespace vouch::smt {

namespace {

enum class Polarity { Positive, Negative };

Polarity opposite(Polarity polarity) {
  return polarity == Polarity::Positive ? Polarity::Negative : Polarity::Positive;
}

class Collector {
public:
  Collector(TermManager& terms, OpaqueTerms opaque, LinearPart& part) : terms_(terms), opaque_(opaque), part_(part) {}

  void visit(const z3::expr& formula, Polarity polarity) {
    const bool positive = polarity == Polarity::Positive;
    switch (kind_of(formula)) {
    case Z3_OP_NOT:
      return visit(formula.arg(0), opposite(polarity));
    case Z3_OP_AND:
    case Z3_OP_OR:
      if (positive == (kind_of(formula) == Z3_OP_AND) || formula.num_args() == 1) {
        for (unsigned i = 0; i < formula.num_args(); ++i) {
          visit(formula.arg(i), polarity);
        }
      }
      return;
    case Z3_OP_EQ:
    case Z3_OP_DISTINCT:
      if (formula.num_args() == 2 && formula.arg(0).is_int()) {
        equation(formula, (kind_of(formula) == Z3_OP_EQ) == positive);
      }
      return;
    case Z3_OP_LE:
    case Z3_OP_GT:
      return inequality(formula.arg(0), formula.arg(1), (kind_of(formula) == Z3_OP_LE) == positive);
    case Z3_OP_GE:
    case Z3_OP_LT:
      return inequality(formula.arg(1), formula.arg(0), (kind_of(formula) == Z3_OP_GE) == positive);
    default:
      return;
    }
  }

private:
  std::optional<Linear> difference(const z3::expr& left, const z3::expr& right) {
    auto first = to_linear(terms_, Z3Access::term(terms_, left), opaque_);
    auto second = to_linear(terms_, Z3Access::term(terms_, right), opaque_);
    if (first && second) {
      first->add(*second, -1);
    }
    return second ? first : std::nullopt;
  }

  void equation(const z3::expr& formula, bool holds) {
    if (auto linear = difference(formula.arg(0), formula.arg(1))) {
      if (holds) {
        part_.constraints.push_back({std::move(*linear), LinearRelation::EqualToZero});
      } else {
        part_.nonzero.push_back(std::move(*linear));
      }
    }
  }

  /// left <= right, or else left > right, that is right + 1 <= left.
  void inequality(const z3::expr& left, const z3::expr& right, bool at_most) {
    auto linear = at_most ? difference(left, right) : difference(right, left);
    if (linear) {
      linear->offset += at_most ? 0 : 1;
      part_.constraints.push_back({std::move(*linear), LinearRelation::AtMostZero});
    }
  }

  TermManager& terms_;
  OpaqueTerms opaque_;
  LinearPart& part_;
};

} // namespace

LinearPart linear_part(TermManager& terms, const Term& formula, OpaqueTerms opaque) {
  LinearPart part;
  Collector(terms, opaque, part).visit(Z3Access::expression(formula), Polarity::Positive);
  return part;
}

} // namespace vouch::smt

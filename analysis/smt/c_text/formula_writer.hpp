#pragma once

#include "analysis/smt/c_text/c_arithmetic.hpp"
#include "analysis/smt/c_text/c_bits.hpp"
#include "analysis/smt/terms/linear.hpp"

#include <z3++.h>

#include <optional>
#include <utility>
#include <vector>

/// Only for the files of this folder: it shows Z3.
namespace vouch::smt {

inline cfa::Polarity opposite(cfa::Polarity polarity) {
  return polarity == cfa::Polarity::Holds ? cfa::Polarity::Fails : cfa::Polarity::Holds;
}

/// Whether elements of arrays at computed indices may be named: where nobody evaluates them.
enum class Elements { AtConstants, Anywhere };

/// Writes formulas over unindexed symbols as C expressions.
class FormulaWriter {
public:
  FormulaWriter(const CPlaces& places, Elements elements) : places_(places), bits_(places), elements_(elements) {}

  /// Of a formula, as something that is known, or of which it is asked.
  std::optional<CText> whole(const z3::expr& term, Truth truth);
  /// That it holds, or fails.
  std::optional<CText> formula(const z3::expr& term, cfa::Polarity polarity);

  /// `bound`, the register, compared with something: the least value that it may have, or the first that is too large.
  struct Bound {
    enum class Which { First, Behind } which = Which::First;
    CNumber value;
  };
  /// What holds, or fails, as a bound of `variable`; nothing if it is none.
  std::optional<Bound> bound_of(const z3::expr& term, cfa::Polarity polarity, cfa::VariableId variable);
  /// Whether a comparison with a constant has the same answer for all values of the type; nothing: it has not.
  std::optional<bool> answer_by_type(const z3::expr& term, cfa::Polarity polarity);

private:
  std::optional<CText> junction(const z3::expr& term, cfa::Polarity polarity, CText (*join)(const std::vector<CText>&));
  std::optional<CText> atom(const z3::expr& term, cfa::Polarity polarity);
  std::optional<CText> pointer_equality(const z3::expr& term, cfa::Polarity polarity);
  /// `term`: a comparison of integers.
  std::optional<CText> linear_atom(const z3::expr& term, cfa::Polarity polarity);
  /// The sum that is compared with 0: equal, not equal, or less or equal.
  std::optional<std::pair<cfa::BinaryOperator, Linear>> comparison_of(const z3::expr& term, cfa::Polarity polarity);
  std::optional<CText> linear(cfa::BinaryOperator op, Linear sum);
  std::optional<std::vector<CSummand>> summands_of(const Linear& sum);
  /// An integer term.
  std::optional<CNumber> number(const z3::expr& term);
  std::optional<CNumber> element(const z3::expr& select);
  static std::optional<CNumber> cell(const CCell& cell);
  std::optional<CNumber> division(const z3::expr& term);

  const CPlaces& places_;
  CBits bits_;
  Truth truth_ = Truth::Open; ///< of the next linear atom
  Elements elements_;
};

} // namespace vouch::smt

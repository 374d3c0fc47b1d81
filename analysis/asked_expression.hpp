#pragma once

#include "analysis/edited_source.hpp"
#include "analysis/support/source_range.hpp"

#include <optional>
#include <string>
#include <vector>

/// Any condition at any place, asked by a user: always true there, false in some run, or not decided.
namespace vouch {

struct AskedExpression {
  SourcePosition place;   ///< the statement in which or before which it is to hold
  std::string expression; ///< in C, without effects
};

struct ExpressionAnswer {
  Verdict verdict = Verdict::Unknown; ///< Safe: whenever a run comes to the place, the condition is true
  std::string reason;                 ///< for Unknown
  /// Where it was asked: the statement, or the end of the block, in front of which it stands.
  Place place = {};
  std::string function = {};
  bool is_reached = true; ///< false: Safe since no run comes there
  /// For Violated: the run, told in the places of the text without the question.
  std::optional<Violation> violation = {};
  std::vector<std::string> preconditions = {}; ///< what Safe assumes of callers that the code does not state
  std::vector<std::string> assumptions = {};   ///< what Safe rests on besides
};

/// Verifies a copy of the text where the question stands in front of the statement at its place, as a check of its own that
/// nobody takes for a promise of callers, with the properties of `options` and no cache. `context` limits the time.
ExpressionAnswer prove_expression(const SourceInput& input, const Options& options, const AskedExpression& asked,
                                  VerificationContext& context);

} // namespace vouch

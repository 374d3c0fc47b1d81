#pragma once

#include "analysis/findings/caller_dependence.hpp"
#include "analysis/report/report.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <functional>
#include <optional>
#include <string>

namespace vouch::findings {

/// A violation as users are told of it.
struct ConfirmedViolation {
  Violation violation;
  /// That callers do not cause it, as an assumption under which the function can be verified further.
  std::optional<transformation::Assumption> assumption;
  /// That the check passes, in words, if it is callers who decide that: `"s->data[s->at]" is never out of bounds in line 12`.
  std::string passing = {};
  CallerAnswers answers = {};
};

/// How to find out whose fault a violation is.
struct CallerQuestions {
  std::optional<CallerAnswers> known = std::nullopt; ///< nothing else has to be asked then
  std::function<bool(cfa::LocationId target)> is_about_outside =
      {}; ///< (facts/outside_values.hpp); empty: nobody knows
};

/// What users are told about a target that was reached: `inputs` lead the interpreter from `entry` to `target`. One
/// inside of a library model or in a broken contract is told of the call. Nothing: no sensible caller causes it.
std::optional<ConfirmedViolation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                                      const cfa::EntryPoint& entry, cfa::LocationId target,
                                                      const RunInputs& inputs, Callers callers,
                                                      const CallerQuestions& questions = {});

} // namespace vouch::findings

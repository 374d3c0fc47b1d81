#pragma once

#include "analysis/report/report.hpp"
#include "analysis/trace/concrete_interpreter.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <optional>

namespace vouch::findings {

/// A violation as users are told of it.
struct ConfirmedViolation {
  Violation violation;
  /// That callers do not cause it, as an assumption under which the function can be verified further.
  std::optional<transformation::ExcludedInput> excluded;
};

/// What users are told about a target that was reached: `inputs` lead the interpreter from `entry` to `target`. One
/// inside of a library model or in a broken contract is told of the call. Nothing: no sensible caller causes it.
std::optional<ConfirmedViolation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                                      const cfa::EntryPoint& entry, cfa::LocationId target,
                                                      const std::vector<cfa::Integer>& inputs, Callers callers);

} // namespace vouch::findings

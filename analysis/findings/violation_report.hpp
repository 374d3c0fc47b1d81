#pragma once

#include "analysis/report/report.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <optional>

namespace vouch::findings {

/// What users are told about a target that was reached: `inputs` lead the interpreter from `entry` to `target`. One
/// inside of a library model or in a broken contract is told of the call. Nothing: no sensible caller causes it.
std::optional<Violation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                             const cfa::EntryPoint& entry, cfa::LocationId target,
                                             const std::vector<cfa::Integer>& inputs, Callers callers);

} // namespace vouch::findings

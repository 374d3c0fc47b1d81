#pragma once

#include "analysis/facts/memory_regions.hpp"
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
};

/// What users are told about a target that was reached: `inputs` lead the interpreter from `entry` to `target`. One
/// inside of a library model or in a broken contract is told of the call. Nothing: no sensible caller causes it.
std::optional<ConfirmedViolation> confirmed_violation(const cfa::Cfa& cfa, const trace::Interpreter& interpreter,
                                                      const cfa::EntryPoint& entry, cfa::LocationId target,
                                                      const std::vector<cfa::Integer>& inputs, Callers callers);

/// Where the check is about nothing but what callers chose, that it passes is what they have to keep to, if that is not
/// said better already. Asks for the regions of `cfa` only if it matters.
void assume_what_callers_decide(ConfirmedViolation& confirmed, const cfa::Cfa& cfa, const cfa::EntryPoint& entry,
                                cfa::LocationId target, const std::function<const facts::MemoryRegions&()>& regions);

} // namespace vouch::findings

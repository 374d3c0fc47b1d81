#pragma once

#include "analysis/findings/entry_outcome.hpp"
#include "analysis/trace/concrete_interpreter.hpp"

#include <map>
#include <string>

/// What violated entry points do not say: every other target is proved, but only as far as runs come that violate
/// nothing.
namespace vouch::findings {

/// The functions that the runs of `entry` may enter and that are not proved because of the violations in `outcome`,
/// although nothing is violated in them, each with the reason:
///
///  - functions that call one with a violated target: whether it is violated by their calls was not looked at,
///  - functions that runs would come to only if they went on behind a violation.
std::map<cfa::FunctionId, std::string> not_proved_for_violations(const cfa::Cfa& cfa,
                                                                 const trace::Interpreter& interpreter,
                                                                 const cfa::EntryPoint& entry,
                                                                 const EntryOutcome& outcome);

} // namespace vouch::findings

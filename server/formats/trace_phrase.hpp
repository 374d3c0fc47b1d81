#pragma once

#include "analysis/report/report.hpp"

#include <string>

namespace vouch::server {

/// What happens in a step of a run, as one phrase without the values: `x > 2 is true`.
std::string phrase_of(const TraceStep& step);

/// The same for a step of the violation's run; at the one that fails it says so, if the run was confirmed.
std::string phrase_of_step(const Violation& violation, std::size_t step);

/// What the violation's message says, at the place and time where it happens in a confirmed run: `assertion "x" fails here`
/// for `assertion "x" can fail`.
std::string message_at_failure(const Violation& violation);

} // namespace vouch::server

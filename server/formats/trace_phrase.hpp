#pragma once

#include "analysis/report/report.hpp"

#include <string>

namespace vouch::server {

/// What happens in a step of a run, as one phrase without the values: `x > 2 is true`.
std::string phrase_of(const TraceStep& step);

} // namespace vouch::server

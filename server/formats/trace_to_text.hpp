#pragma once

#include "analysis/report/report.hpp"
#include "server/formats/painter.hpp"

#include <string>

namespace vouch::server {

/// Appends the run that leads to the violation, one step a line, in columns. Folded steps share a line. Steps in the file
/// `path` are named by line and column, others with their file. A branch shows what it reads unless that was shown before
/// in its function and is the same.
void append_trace(std::string& out, const Violation& violation, const std::string& path, const Painter& paint);

} // namespace vouch::server

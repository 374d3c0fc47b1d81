#pragma once

#include "analysis/report/report.hpp"

#include <string>

/// What is said about a verification that could not come to its end.
namespace vouch::server {

/// Nothing is known about the file, for `reason`.
FileReport unknown_report(const SourceInput& input, std::string reason);

/// What is said about a file that was interrupted, or not even begun.
FileReport interrupted_report(const SourceInput& input, Interruption cause);

/// The partial report `report`, where what was still open is unknown for `reason`.
FileReport cut_short(FileReport report, const std::string& reason);

} // namespace vouch::server

#pragma once

#include "analysis/report/tracked_precision.hpp"
#include "analysis/support/result.hpp"

#include <string>

/// What `vouch check --precision-out FILE` writes and `--precision FILE` reads: JSON, which the user guide describes.
namespace vouch::server {

std::string precision_as_json(const TrackedPrecision& precision);

/// Fails with a sentence for the user if the text is something else.
Result<TrackedPrecision> precision_of_json(const std::string& text);

/// The same of a file, which has to be readable.
Result<TrackedPrecision> read_precision(const std::string& path);

} // namespace vouch::server

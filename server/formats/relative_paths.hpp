#pragma once

#include "analysis/report/report.hpp"

#include <string>

namespace vouch::server {

/// The report with files below `folder`, an absolute path, named relative to it, as compilers name them. The file itself
/// keeps the name that the user gave it.
FileReport with_relative_paths(FileReport report, const std::string& folder);

} // namespace vouch::server

#pragma once

#include "server/formats/check_report.hpp"

#include <string>

namespace vouch::server {

/// Which checks are proved, as a tracefile of lcov, which genhtml, editors and forges show: a function is hit if it is
/// proved, a line if all its checks are, perhaps on conditions that callers keep to; each check is a branch, taken if it
/// is proved. What no run was asked about is not hit. Lines without checks are left out. Paths are absolute, those of
/// the report below `working_directory`.
std::string to_lcov(const CheckReport& report, const std::string& working_directory);

} // namespace vouch::server

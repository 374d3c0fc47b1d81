#pragma once

#include "server/formats/check_report.hpp"

#include <nlohmann/json.hpp>
#include <string>

/// The report as SARIF 2.1.0 (Static Analysis Results Interchange Format, OASIS). Each violation is a result whose code
/// flow is the failing run, with the values of each step as its `state`.
namespace vouch::server {

struct SarifInvocation {
  std::string working_directory; ///< absolute; files below it are named relative to it
  int exit_status = 0;
};

/// Reads the source files, to count columns in UTF-16 code units.
nlohmann::ordered_json to_sarif(const CheckReport& report, const SarifInvocation& invocation);

} // namespace vouch::server

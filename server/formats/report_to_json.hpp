#pragma once

#include "server/formats/check_report.hpp"

#include <nlohmann/json.hpp>

/// The report in the JSON of the command-line contract (docs/user-guide.md). An unknown file has its `reason`, and a
/// file whose verdict rests on assumptions lists them.
namespace vouch::server {

nlohmann::ordered_json to_json(const TraceStep& step);
nlohmann::ordered_json to_json(const Violation& violation);
nlohmann::ordered_json to_json(const RefutedViolation& refuted);
nlohmann::ordered_json to_json(const FunctionReport& function);
nlohmann::ordered_json to_json(const Invariant& invariant);
nlohmann::ordered_json to_json(const FileReport& file);
nlohmann::ordered_json to_json(const TriedTest& test);
nlohmann::ordered_json to_json(const CheckReport& report);

} // namespace vouch::server

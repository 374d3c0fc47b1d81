#pragma once

#include "analysis/report/report.hpp"

#include <nlohmann/json.hpp>

namespace vouch::server {

/// The reverse of `to_json(const Violation&)`, for files that others may have edited. Ends of ranges are not in the
/// JSON. Throws `protocol::InvalidParams` and the JSON library's exceptions if it is no violation.
Violation violation_from_json(const nlohmann::json& json);

} // namespace vouch::server

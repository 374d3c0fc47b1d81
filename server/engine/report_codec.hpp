#pragma once

#include "analysis/report/report.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace vouch::server {

/// A report as text and back, with all its fields, for another process of the same binary. Not for users: what they
/// get is `report_to_json.hpp`.
std::string encode_report(const FileReport& report);

/// Nothing if `text` is not the whole of what `encode_report` gave.
std::optional<FileReport> decode_report(std::string_view text);

} // namespace vouch::server

#pragma once

#include "analysis/report/report.hpp"
#include "server/support/source_scan.hpp"

#include <optional>
#include <string_view>

namespace vouch::server {

using TextPlace = LineColumn;

/// Where the block ends in which a variable is declared at `declaration` of the C file `text`: behind a `}`, or behind the
/// statement of the `for` that declares it. Nothing if that is not found.
std::optional<TextPlace> end_of_block(std::string_view text, const Place& declaration);

} // namespace vouch::server

#pragma once

#include "analysis/report/report.hpp"

#include <optional>
#include <string_view>

namespace vouch::server {

/// A place in a text, both from 1; columns in bytes.
struct TextPlace {
  unsigned line = 0;
  unsigned column = 0;
  friend auto operator<=>(const TextPlace&, const TextPlace&) = default;
};

/// Where the block ends in which a variable is declared at `declaration` of the C file `text`: behind a `}`, or behind the
/// statement of the `for` that declares it. Nothing if that is not found.
std::optional<TextPlace> end_of_block(std::string_view text, const Place& declaration);

} // namespace vouch::server

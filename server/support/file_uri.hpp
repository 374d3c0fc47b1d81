#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vouch::server {

/// The absolute path that a `file:` URI names (RFC 8089); nothing for other schemes and for other hosts' files.
std::optional<std::string> path_of(std::string_view uri);

/// The `file:` URI of an absolute path.
std::string uri_of(std::string_view path);

} // namespace vouch::server

#pragma once

#include <string>

namespace vouch::server {

/// $XDG_CACHE_HOME/vouch, or ~/.cache/vouch; empty if the environment says neither.
std::string default_cache_folder();

} // namespace vouch::server

#include "server/support/cache_folder.hpp"

#include <cstdlib>

namespace vouch::server {

std::string default_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') { // relative paths are to be ignored
    return std::string(cache) + "/vouch";
  }
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? std::string(home) + "/.cache/vouch" : std::string();
}

} // namespace vouch::server

#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// What can be done with a block cache from outside of a verification. Plain data, as in verifier.hpp.
namespace vouch {

/// What a maintenance of the cache found. `messages` are for the user: what was wrong with the file.
struct CacheReport {
  std::string file;
  bool exists = false; ///< false: there is no cache in that folder, and nothing was done
  std::uint64_t entries = 0;
  std::uint64_t value_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t cost_milliseconds = 0; ///< what it took to find what is stored
  std::uint64_t damaged_entries = 0;   ///< of a check; they were removed
  std::vector<std::string> messages;
};

CacheReport cache_statistics(const std::string& folder);
/// Checks the file and every entry. A damaged file is set aside, damaged entries are removed.
CacheReport verify_cache(const std::string& folder);
/// Removes all entries; `entries` says how many there were.
CacheReport clear_cache(const std::string& folder);

} // namespace vouch

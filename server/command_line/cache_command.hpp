#pragma once

#include "analysis/cache_maintenance.hpp"

#include <functional>
#include <string>

/// `vouch cache`: what is in a block cache, whether it is sound, and its end.
namespace vouch::server {

enum class CacheAction { Statistics, Verify, Clear };

struct CacheOptions {
  CacheAction action = CacheAction::Statistics;
  std::string folder; ///< empty: `default_cache_folder`
};

/// The functions of analysis/cache_maintenance.hpp; the argument is the folder.
struct CacheMaintenance {
  std::function<CacheReport(const std::string&)> statistics;
  std::function<CacheReport(const std::string&)> verify;
  std::function<CacheReport(const std::string&)> clear;
};

/// Prints what was found. Exit status: 0, or 1 if something is wrong with the cache, or 2 if there is no folder to look
/// in.
int run_cache(const CacheOptions& options, const CacheMaintenance& maintenance);

} // namespace vouch::server

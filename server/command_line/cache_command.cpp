#include "server/command_line/cache_command.hpp"

#include "server/support/cache_folder.hpp"

#include <cstdio>
#include <fmt/format.h>

namespace vouch::server {
namespace {

std::string mebibytes(std::uint64_t bytes) { return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20)); }

std::string seconds(std::uint64_t milliseconds) {
  return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
}

std::string entries(std::uint64_t count) { return count == 1 ? "1 entry" : fmt::format("{} entries", count); }

CacheReport maintain(const CacheOptions& options, const std::string& folder, const CacheMaintenance& maintenance) {
  switch (options.action) {
  case CacheAction::Statistics:
    return maintenance.statistics(folder);
  case CacheAction::Verify:
    return maintenance.verify(folder);
  case CacheAction::Clear:
    break;
  }
  return maintenance.clear(folder);
}

std::string summary(CacheAction action, const CacheReport& report) {
  switch (action) {
  case CacheAction::Statistics:
    return fmt::format("{}: {}, {} of results in a file of {}, found in {}", report.file, entries(report.entries),
                       mebibytes(report.value_bytes), mebibytes(report.file_bytes), seconds(report.cost_milliseconds));
  case CacheAction::Verify:
    return report.damaged_entries == 0 ? fmt::format("{}: {} checked", report.file, entries(report.entries))
                                       : fmt::format("{}: {} checked, {} damaged and removed", report.file,
                                                     entries(report.entries), report.damaged_entries);
  case CacheAction::Clear:
    break;
  }
  return fmt::format("{}: {} removed", report.file, entries(report.entries));
}

} // namespace

int run_cache(const CacheOptions& options, const CacheMaintenance& maintenance) {
  const std::string folder = options.folder.empty() ? default_cache_folder() : options.folder;
  if (folder.empty()) {
    std::fputs("vouch: neither XDG_CACHE_HOME nor HOME is set; say where the cache is with --cache DIR\n", stderr);
    return 2;
  }
  const CacheReport report = maintain(options, folder, maintenance);
  for (const std::string& message : report.messages) {
    fmt::print(stderr, "vouch: {}\n", message);
  }
  fmt::print("{}\n", report.exists ? summary(options.action, report) : report.file + ": there is no cache");
  return report.messages.empty() && report.damaged_entries == 0 ? 0 : 1;
}

} // namespace vouch::server

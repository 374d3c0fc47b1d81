#include "analysis/cache_maintenance.hpp"

#include "analysis/reuse/store/block_store.hpp"

#include <filesystem>

namespace vouch {
namespace {

/// The report on what `work` does with the store, if there is one.
template <class Work>
CacheReport maintained(const std::string& folder, Work work) {
  CacheReport report;
  report.file = reuse::block_store_file(folder);
  std::error_code unreadable; // then it is not there for us
  report.exists = std::filesystem::exists(report.file, unreadable);
  if (report.exists) {
    reuse::StoreSettings settings;
    settings.on_message = [&](const std::string& message) { report.messages.push_back(message); };
    work(*reuse::open_block_store(folder, settings), report);
  }
  return report;
}

void add_statistics(reuse::BlockStore& store, CacheReport& report) {
  const reuse::StoreStatistics statistics = store.statistics();
  report.entries = statistics.entries;
  report.value_bytes = statistics.value_bytes;
  report.file_bytes = statistics.file_bytes;
  report.cost_milliseconds = statistics.cost_milliseconds;
}

} // namespace

CacheReport cache_statistics(const std::string& folder) { return maintained(folder, add_statistics); }

CacheReport verify_cache(const std::string& folder) {
  return maintained(folder, [](reuse::BlockStore& store, CacheReport& report) {
    const reuse::StoreCheck check = store.verify();
    add_statistics(store, report);
    report.entries = check.entries;
    report.damaged_entries = check.damaged_entries;
    report.messages.insert(report.messages.end(), check.problems.begin(), check.problems.end());
  });
}

CacheReport clear_cache(const std::string& folder) {
  return maintained(folder, [](reuse::BlockStore& store, CacheReport& report) {
    add_statistics(store, report);
    store.clear();
  });
}

} // namespace vouch

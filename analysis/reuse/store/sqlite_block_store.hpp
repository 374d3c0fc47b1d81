#pragma once

#include "analysis/reuse/store/block_store.hpp"
#include "analysis/reuse/store/sqlite_database.hpp"

#include <map>
#include <mutex>

namespace vouch::reuse {

/// A store in one SQLite file, in WAL mode, so that readers and a writer of several processes do not wait for each
/// other, and a process that is killed leaves whole transactions behind (docs/decisions/0096).
///
/// Nothing that the file says is believed without its checksum. A file that is damaged, that another program made or
/// that has another version's schema is renamed to `blocks.sqlite.aside-N` and a new one begun. If the file cannot be
/// written (a full disk, a folder without permission) the store goes on without writing, or without a file.
///
/// When keys and values together reach the limit, those entries go whose last use was the longest ago, where each
/// second that an entry cost counts as a day of use, until a fifth of the limit is free.
class SqliteBlockStore : public BlockStore {
public:
  SqliteBlockStore(std::string folder, StoreSettings settings);
  ~SqliteBlockStore() override;

  std::optional<std::string> find(const StoreKey& key) override;
  void put(std::span<const StoreEntry> entries) override;
  StoreStatistics statistics() override;
  StoreCheck verify() override;
  void clear() override;

private:
  struct Connection;

  /// Runs `work`; if the file turns out to be damaged sets it aside and begins a new one. If it cannot be written goes
  /// on without writing, if it cannot be read without the file: the next attempt could take as long as this one. Then
  /// gives the reason.
  enum class Access { Reading, Writing };
  std::optional<std::string> guarded(Access access, const std::function<void(Connection&)>& work);
  void give_up(Access access, const std::string& why);
  void open();
  std::unique_ptr<Connection> connect();
  void set_aside(const std::string& why);
  void store(Connection& connection, std::span<const StoreEntry> entries);
  void note_uses(Connection& connection);
  void evict(Connection& connection) const;

  std::string folder_;
  StoreSettings settings_;
  std::mutex mutex_;
  std::unique_ptr<Connection> connection_; ///< none: the store is empty and stays so
  enum class Writing { Works, Failed } writing_ = Writing::Works;
  std::map<std::int64_t, std::int64_t> uses_; ///< by row: when it was used, in seconds; not written yet
};

} // namespace vouch::reuse

#include "analysis/reuse/store/sqlite_block_store.hpp"

#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace vouch::reuse {
namespace {

constexpr std::int64_t application_id = 0x766f7563; // "vouc"
constexpr std::int64_t schema_version = 1;
constexpr int busy_milliseconds = 5000;
constexpr std::int64_t seconds_per_hour = 3600;
/// `total` is the sum of all `size`: counting pages instead would count those as full that evictions have left half
/// empty.
constexpr const char* entry_schema =
    "CREATE TABLE entry (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, cost INTEGER NOT NULL, used INTEGER NOT "
    "NULL,"
    " size INTEGER NOT NULL, checksum BLOB NOT NULL, text BLOB NOT NULL, value BLOB NOT NULL)";
constexpr const char* total_schema =
    "CREATE TABLE total (bytes INTEGER NOT NULL);"
    "INSERT INTO total VALUES (0);"
    "CREATE TRIGGER entry_added AFTER INSERT ON entry BEGIN UPDATE total SET bytes = bytes + new.size; END;"
    "CREATE TRIGGER entry_removed AFTER DELETE ON entry BEGIN UPDATE total SET bytes = bytes - old.size; END;"
    "CREATE TRIGGER entry_changed AFTER UPDATE OF size ON entry BEGIN"
    " UPDATE total SET bytes = bytes + new.size - old.size; END";

/// What an entry takes beside its text and value.
constexpr std::uint64_t bytes_per_entry = 100;

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string bytes_of(const Fingerprint& fingerprint) {
  std::string bytes(sizeof fingerprint.high + sizeof fingerprint.low, '\0');
  std::memcpy(bytes.data(), &fingerprint.high, sizeof fingerprint.high);
  std::memcpy(bytes.data() + sizeof fingerprint.high, &fingerprint.low, sizeof fingerprint.low);
  return bytes;
}

/// Of everything that must be right about an entry.
std::string checksum_of(std::string_view key, std::string_view text, std::string_view value, std::int64_t cost) {
  std::string all;
  all.reserve(key.size() + text.size() + value.size() + 64);
  for (std::string_view part : {key, text, value}) {
    all += std::to_string(part.size()) + ":";
    all += part;
  }
  return bytes_of(fingerprint_of(all + std::to_string(cost)));
}

/// Held while the file is opened, begun or renamed, so that processes do these one after the other.
class FolderLock {
public:
  explicit FolderLock(const std::string& folder)
      : file_(::open((folder + "/blocks.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    constexpr std::chrono::milliseconds pause(20);
    int tries = busy_milliseconds / static_cast<int>(pause.count());
    while (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK || --tries == 0) {
        ::close(std::exchange(file_, -1));
      } else {
        std::this_thread::sleep_for(pause);
      }
    }
    if (file_ < 0) {
      throw DatabaseError(DatabaseFault::Unusable, "cannot lock the folder: " + std::generic_category().message(errno));
    }
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() { ::close(file_); }

private:
  int file_;
};

/// Which file a path leads to; two are the same file if they are equal.
struct FileIdentity {
  dev_t device = 0;
  ino_t number = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

FileIdentity identity_of(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 ? FileIdentity{status.st_dev, status.st_ino} : FileIdentity();
}

} // namespace

struct SqliteBlockStore::Connection {
  explicit Connection(const std::string& path)
      : database(path, busy_milliseconds), identity(identity_of(path)), find(prepared()),
        insert(database.prepare(
            "INSERT INTO entry (key, cost, used, checksum, text, value, size) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
            " ON CONFLICT (key) DO UPDATE SET cost = ?2, used = ?3, checksum = ?4, text = ?5, value = ?6, size = ?7")),
        remove(database.prepare("DELETE FROM entry WHERE id = ?1")),
        touch(database.prepare("UPDATE entry SET used = max(used, ?2) WHERE id = ?1")) {}

  Database database;
  FileIdentity identity;
  Statement find;
  Statement insert;
  Statement remove;
  Statement touch;

private:
  /// The first statement needs the schema.
  Statement prepared() {
    database.keep_log_files();
    begin_or_recognise();
    database.execute("PRAGMA synchronous = NORMAL");
    database.execute("PRAGMA cell_size_check = ON");
    database.execute("PRAGMA trusted_schema = OFF");
    database.execute("PRAGMA journal_size_limit = 4194304");
    return database.prepare("SELECT id, cost, used, checksum, text, value FROM entry WHERE key = ?1");
  }

  void begin_or_recognise() {
    const std::int64_t id = database.integer("PRAGMA application_id");
    const std::int64_t version = database.integer("PRAGMA user_version");
    const std::int64_t tables = database.integer("SELECT count(*) FROM sqlite_master");
    if (id == 0 && version == 0 && tables == 0) {
      database.execute("PRAGMA page_size = 8192");
      database.execute("PRAGMA journal_mode = WAL");
      Transaction transaction(database);
      database.execute(entry_schema);
      database.execute(total_schema);
      database.execute("PRAGMA application_id = " + std::to_string(application_id));
      database.execute("PRAGMA user_version = " + std::to_string(schema_version));
      transaction.commit();
    } else if (id != application_id) {
      throw DatabaseError(DatabaseFault::Damaged, "it is another program's");
    } else if (version != schema_version) {
      throw DatabaseError(DatabaseFault::Damaged, "it is of another version of vouch");
    } else if (database.text("SELECT sql FROM sqlite_master WHERE name = 'entry'") != entry_schema) {
      throw DatabaseError(DatabaseFault::Damaged, "its tables are not those of a cache");
    }
  }
};

SqliteBlockStore::SqliteBlockStore(std::string folder, StoreSettings settings)
    : folder_(std::move(folder)), settings_(std::move(settings)) {
  open();
}

SqliteBlockStore::~SqliteBlockStore() {
  const std::scoped_lock lock(mutex_);
  if (!uses_.empty()) {
    guarded(Access::Writing, [this](Connection& connection) {
      Transaction transaction(connection.database); // one for all
      note_uses(connection);
      transaction.commit();
    });
  }
}

void SqliteBlockStore::open() {
  try {
    std::filesystem::create_directories(folder_);
    const FolderLock lock(folder_);
    try {
      connection_ = connect();
    } catch (const DatabaseError& error) {
      if (error.fault() != DatabaseFault::Damaged) {
        throw;
      }
      set_aside(error.what());
      connection_ = connect();
    }
  } catch (const std::exception& error) { // of SQLite or of the file system
    connection_.reset();
    settings_.on_message("no block cache: " + block_store_file(folder_) + ": " + error.what());
  }
}

std::unique_ptr<SqliteBlockStore::Connection> SqliteBlockStore::connect() {
  return std::make_unique<Connection>(block_store_file(folder_));
}

/// Requires the lock of the folder.
void SqliteBlockStore::set_aside(const std::string& why) {
  const std::string path = block_store_file(folder_);
  std::string target;
  for (int number = 1; target.empty() || std::filesystem::exists(target); ++number) {
    target = path + ".aside-" + std::to_string(number);
  }
  settings_.on_message("the block cache " + path + " is not used and was renamed to " + target + ": " + why);
  std::filesystem::rename(path, target);
  for (const char* suffix : {"-wal", "-shm"}) { // they would be taken for those of the new file
    std::error_code ignored;                    // it need not exist
    std::filesystem::rename(path + suffix, target + suffix, ignored);
  }
}

void SqliteBlockStore::give_up(Access access, const std::string& why) {
  const std::string name = "the block cache " + block_store_file(folder_);
  if (access == Access::Reading) {
    connection_.reset();
    settings_.on_message(name + " is not used any more: " + why);
  } else if (std::exchange(writing_, Writing::Failed) == Writing::Works) {
    settings_.on_message(name + " is not written any more: " + why);
  }
}

std::optional<std::string> SqliteBlockStore::guarded(Access access, const std::function<void(Connection&)>& work) {
  if (!connection_) {
    return "there is no file";
  }
  try {
    work(*connection_);
    return std::nullopt;
  } catch (const DatabaseError& error) {
    if (error.fault() == DatabaseFault::Unusable) {
      give_up(access, error.what());
      return error.what();
    }
    uses_.clear();
    const FileIdentity damaged = connection_->identity;
    connection_.reset();
    try {
      const FolderLock lock(folder_);
      if (identity_of(block_store_file(folder_)) == damaged) { // nobody else has done so
        set_aside(error.what());
      }
    } catch (const std::exception& failure) {
      settings_.on_message("no block cache: " + block_store_file(folder_) + ": " + failure.what());
      return error.what();
    }
    open();
    return error.what();
  }
}

std::optional<std::string> SqliteBlockStore::find(const StoreKey& key) {
  const std::scoped_lock lock(mutex_);
  std::optional<std::string> result;
  std::optional<std::int64_t> damaged;
  guarded(Access::Reading, [&](Connection& connection) {
    const std::string bytes = bytes_of(key.fingerprint);
    StatementUse use(connection.find);
    if (!use->bind(1, bytes).step()) {
      return;
    }
    const std::string_view text = use->bytes(4);
    const std::string_view value = use->bytes(5);
    if (use->bytes(3) != checksum_of(bytes, text, value, use->integer(1))) {
      damaged = use->integer(0);
    } else if (text == key.text) {
      result = std::string(value);
      if (use->integer(2) + seconds_per_hour < now()) { // otherwise it is not worth writing
        uses_[use->integer(0)] = now();
      }
    }
  });
  if (damaged) {
    settings_.on_message("an entry of the block cache " + block_store_file(folder_) + " is damaged and was removed");
    guarded(Access::Writing,
            [&](Connection& connection) { StatementUse(connection.remove)->bind(1, *damaged).step(); });
  }
  return result;
}

void SqliteBlockStore::put(std::span<const StoreEntry> entries) {
  const std::scoped_lock lock(mutex_);
  if (writing_ == Writing::Works) {
    guarded(Access::Writing, [&](Connection& connection) { store(connection, entries); });
  }
}

void SqliteBlockStore::store(Connection& connection, std::span<const StoreEntry> entries) {
  Transaction transaction(connection.database);
  for (const StoreEntry& entry : entries) {
    const std::uint64_t size = entry.value.size() + entry.key.text.size() + bytes_per_entry;
    if (size > settings_.limit_bytes / 8) {
      continue; // it would drive out too much else
    }
    const std::string key = bytes_of(entry.key.fingerprint);
    const auto cost = static_cast<std::int64_t>(entry.cost_milliseconds);
    const std::string checksum = checksum_of(key, entry.key.text, entry.value, cost);
    StatementUse use(connection.insert);
    use->bind(1, key).bind(2, cost).bind(3, now()).bind(4, checksum).bind(5, entry.key.text).bind(6, entry.value);
    use->bind(7, static_cast<std::int64_t>(size)).step();
  }
  note_uses(connection);
  evict(connection);
  transaction.commit();
}

void SqliteBlockStore::note_uses(Connection& connection) {
  if (writing_ == Writing::Works) {
    for (const auto& [row, time] : uses_) {
      StatementUse(connection.touch)->bind(1, row).bind(2, time).step();
    }
  }
  uses_.clear();
}

void SqliteBlockStore::evict(Connection& connection) const {
  const auto total = static_cast<std::uint64_t>(connection.database.integer("SELECT bytes FROM total"));
  if (total <= settings_.limit_bytes) {
    return;
  }
  std::uint64_t to_free = total - settings_.limit_bytes / 5 * 4;
  // A second of cost is worth a day of age: 86.4 seconds for each millisecond.
  Statement worst = connection.database.prepare("SELECT id, size FROM entry"
                                                " ORDER BY used + cost * 86.4 LIMIT 1000");
  while (to_free > 0) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> rows;
    while (worst.step()) {
      rows.emplace_back(worst.integer(0), static_cast<std::uint64_t>(worst.integer(1)));
    }
    worst.reset();
    if (rows.empty()) {
      return;
    }
    for (const auto& [row, size] : rows) {
      StatementUse(connection.remove)->bind(1, row).step();
      to_free -= std::min(to_free, size);
      if (to_free == 0) {
        return;
      }
    }
  }
}

StoreStatistics SqliteBlockStore::statistics() {
  const std::scoped_lock lock(mutex_);
  StoreStatistics result;
  result.limit_bytes = settings_.limit_bytes;
  guarded(Access::Reading, [&](Connection& connection) {
    Statement sums = connection.database.prepare(
        "SELECT count(*), coalesce(sum(length(value)), 0), coalesce(sum(cost), 0) FROM entry");
    sums.step();
    result.entries = static_cast<std::uint64_t>(sums.integer(0));
    result.value_bytes = static_cast<std::uint64_t>(sums.integer(1));
    result.cost_milliseconds = static_cast<std::uint64_t>(sums.integer(2));
    result.file_bytes = static_cast<std::uint64_t>(connection.database.integer("PRAGMA page_count") *
                                                   connection.database.integer("PRAGMA page_size"));
  });
  return result;
}

StoreCheck SqliteBlockStore::verify() {
  const std::scoped_lock lock(mutex_);
  StoreCheck result;
  const std::optional<std::string> failure = guarded(Access::Reading, [&](Connection& connection) {
    if (const std::string found = connection.database.text("PRAGMA integrity_check"); found != "ok") {
      throw DatabaseError(DatabaseFault::Damaged, found);
    }
    std::vector<std::int64_t> damaged;
    Statement all = connection.database.prepare("SELECT id, cost, key, checksum, text, value FROM entry");
    while (all.step()) {
      ++result.entries;
      if (all.bytes(3) != checksum_of(all.bytes(2), all.bytes(4), all.bytes(5), all.integer(1))) {
        damaged.push_back(all.integer(0));
      }
    }
    all.reset();
    result.damaged_entries = damaged.size();
    for (std::int64_t row : damaged) {
      StatementUse(connection.remove)->bind(1, row).step();
    }
  });
  if (failure) {
    result.problems.push_back(*failure);
  }
  return result;
}

void SqliteBlockStore::clear() {
  const std::scoped_lock lock(mutex_);
  uses_.clear();
  guarded(Access::Writing, [](Connection& connection) {
    connection.database.execute("DELETE FROM entry");
    connection.database.execute("VACUUM");
    connection.database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

std::unique_ptr<BlockStore> open_block_store(const std::string& folder, StoreSettings settings) {
  return std::make_unique<SqliteBlockStore>(folder, std::move(settings));
}

std::string block_store_file(const std::string& folder) { return folder + "/blocks.sqlite"; }

} // namespace vouch::reuse

#pragma once

#include "analysis/support/fingerprint.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// A store of results that outlives the process, and that a run never depends on: whatever goes wrong with it, a
/// look-up finds nothing and what was put is lost. Keys and values are bytes without a meaning here.
namespace vouch::reuse {

/// What was asked. Found is only what was put under the same text; the fingerprint is the way there.
struct StoreKey {
  Fingerprint fingerprint;
  std::string text;
  friend bool operator==(const StoreKey&, const StoreKey&) = default;
};

struct StoreEntry {
  StoreKey key;
  std::string value;
  std::uint64_t cost_milliseconds = 0; ///< what it took to find the value: what is lost with it
};

struct StoreStatistics {
  std::uint64_t entries = 0;
  std::uint64_t value_bytes = 0;
  std::uint64_t file_bytes = 0;
  std::uint64_t limit_bytes = 0;
  std::uint64_t cost_milliseconds = 0; ///< of all entries together
};

/// Whether what is stored is what was put.
struct StoreCheck {
  std::uint64_t entries = 0;
  std::uint64_t damaged_entries = 0; ///< their checksums are wrong; they are gone now
  std::vector<std::string> problems; ///< of the file, in words; empty: none
  [[nodiscard]] bool is_sound() const { return damaged_entries == 0 && problems.empty(); }
};

/// What is known of earlier questions.
class ResultStore {
public:
  ResultStore() = default;
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;
  virtual ~ResultStore() = default;

  virtual std::optional<std::string> find(const StoreKey& key) = 0;
  /// An entry replaces the one with its key.
  virtual void put(std::span<const StoreEntry> entries) = 0;
};

/// For one process; several processes may have one file open. The functions may be called from several threads. What is put
/// at once is there as a whole or not at all, in one transaction.
class BlockStore : public ResultStore {
public:
  virtual StoreStatistics statistics() = 0;
  virtual StoreCheck verify() = 0;
  virtual void clear() = 0;
};

/// Hears of what went wrong with a store, in words for the user.
using StoreMessages = std::function<void(const std::string&)>;

struct StoreSettings {
  std::uint64_t limit_bytes = std::uint64_t{512} << 20U; ///< of keys and values; the file may be up to twice as large
  StoreMessages on_message = [](const std::string&) {};
};

/// Opens the store in `folder`, which is made if it is not there. If that is not possible the store stays empty, and a
/// message says why. A process that forks opens its stores behind the fork.
std::unique_ptr<BlockStore> open_block_store(const std::string& folder, StoreSettings settings);

/// The file of the store in `folder`.
std::string block_store_file(const std::string& folder);

} // namespace vouch::reuse

#pragma once

#include "analysis/reuse/store/block_store.hpp"

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

/// What one run asks, and what it finds out: one store for all, opened when it is first needed.
///
/// It may live without a folder. Then it is gone with the run.
namespace vouch::reuse {

class RunStore final : public ResultStore {
public:
  /// Hears of everything that is put.
  using OnPut = std::function<void(std::span<const StoreEntry>)>;

  /// In `folder`, which need not exist; empty: nowhere.
  explicit RunStore(std::string folder, OnPut on_put = {}) : folder_(std::move(folder)), on_put_(std::move(on_put)) {}

  std::optional<std::string> find(const StoreKey& key) override;
  void put(std::span<const StoreEntry> entries) override;

  /// What others have found out for this run.
  void learn(std::vector<StoreEntry> entries);

  /// What went wrong with the folder since the last time, in words for the user.
  std::vector<std::string> take_complaints();

private:
  /// Requires a folder.
  BlockStore& opened();

  std::string folder_;
  OnPut on_put_;
  std::unordered_map<std::string, std::string> learnt_; ///< values by the texts of their keys
  std::vector<std::string> complaints_;
  std::unique_ptr<BlockStore> store_;
};

} // namespace vouch::reuse

#include "analysis/reuse/store/run_store.hpp"

#include <utility>

namespace vouch::reuse {

std::optional<std::string> RunStore::find(const StoreKey& key) {
  if (const auto known = learnt_.find(key.text); known != learnt_.end()) {
    return known->second;
  }
  return folder_.empty() ? std::nullopt : opened().find(key);
}

void RunStore::put(std::span<const StoreEntry> entries) {
  if (on_put_) {
    on_put_(entries);
  }
  if (folder_.empty()) {
    learn({entries.begin(), entries.end()});
    return;
  }
  opened().put(entries);
  for (const StoreEntry& entry : entries) {
    learnt_.erase(entry.key.text); // it is known better now
  }
}

void RunStore::learn(std::vector<StoreEntry> entries) {
  for (StoreEntry& entry : entries) {
    learnt_.insert_or_assign(std::move(entry.key.text), std::move(entry.value));
  }
}

std::vector<std::string> RunStore::take_complaints() { return std::exchange(complaints_, {}); }

BlockStore& RunStore::opened() {
  if (!store_) {
    StoreSettings settings;
    settings.on_message = [this](const std::string& message) { complaints_.push_back(message); };
    store_ = open_block_store(folder_, std::move(settings));
  }
  return *store_;
}

} // namespace vouch::reuse

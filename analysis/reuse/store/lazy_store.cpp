#include "analysis/reuse/store/lazy_store.hpp"

#include <utility>

namespace vouch::reuse {

BlockStore& LazyStore::opened() {
  if (!store_) {
    StoreSettings settings;
    settings.on_message = [this](const std::string& message) { complaints_.push_back(message); };
    store_ = open_block_store(folder_, std::move(settings));
  }
  return *store_;
}

std::vector<std::string> LazyStore::take_complaints() { return std::exchange(complaints_, {}); }

} // namespace vouch::reuse

#pragma once

#include "analysis/reuse/store/block_store.hpp"

#include <memory>
#include <string>
#include <vector>

/// One store for all that a run asks, opened when it is first needed.
namespace vouch::reuse {

class LazyStore {
public:
  /// In `folder`, which need not exist.
  explicit LazyStore(std::string folder) : folder_(std::move(folder)) {}

  BlockStore& opened();
  /// What went wrong with it since the last time, in words for the user.
  std::vector<std::string> take_complaints();

private:
  std::string folder_;
  std::vector<std::string> complaints_;
  std::unique_ptr<BlockStore> store_;
};

} // namespace vouch::reuse

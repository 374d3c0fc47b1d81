#pragma once

#include "analysis/report/report.hpp"
#include "analysis/reuse/store/block_store.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Attempts that another process has made at an entry point: what it has put into its store, and what of each attempt is
/// not there.
namespace vouch::reuse {

struct MadeAttempt {
  bool is_from_cache = false;
  bool has_analysed = false; ///< something that was not known before
  bool is_out_of_memory = false;
  std::vector<Message> messages = {};
  Statistics statistics = {};
  std::uint64_t milliseconds = 0;
};

struct MadeAttempts {
  std::vector<MadeAttempt> attempts = {};
  std::vector<StoreEntry> found = {};
};

/// Texts in it may have any bytes. For another process of the same binary.
std::string to_bytes(const MadeAttempts& made);
/// Throws what is derived from `std::exception` if `bytes` were not made by `to_bytes`.
MadeAttempts made_attempts_of(const std::string& bytes);

} // namespace vouch::reuse

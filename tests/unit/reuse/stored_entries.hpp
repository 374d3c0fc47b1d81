#pragma once

#include "analysis/reuse/store/block_store.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

/// Entries whose values follow from their keys, so that everybody can tell whether what was found is right.
namespace vouch::reuse {

inline StoreKey numbered_key(std::size_t number) {
  const std::string text = "key " + std::to_string(number);
  return {fingerprint_of(text), text};
}

/// A few hundred bytes up to some kilobytes.
inline std::string numbered_value(std::size_t number) {
  std::string value;
  while (value.size() < 300 + number % 7 * 900) {
    value += "value of " + std::to_string(number) + ";";
  }
  return value;
}

inline StoreEntry numbered_entry(std::size_t number) {
  return {numbered_key(number), numbered_value(number), number % 1000};
}

inline std::vector<StoreEntry> numbered_entries(std::size_t first, std::size_t count) {
  std::vector<StoreEntry> entries;
  for (std::size_t number = first; number < first + count; ++number) {
    entries.push_back(numbered_entry(number));
  }
  return entries;
}

/// How many of the entries are found. Everything that is found must be right.
inline std::size_t count_found(BlockStore& store, std::size_t first, std::size_t count) {
  std::size_t found = 0;
  for (std::size_t number = first; number < first + count; ++number) {
    if (const std::optional<std::string> value = store.find(numbered_key(number))) {
      ++found;
      EXPECT_EQ(*value, numbered_value(number));
    }
  }
  return found;
}

/// What a store said.
struct Messages {
  std::vector<std::string> texts;
  StoreSettings settings() {
    StoreSettings result;
    result.on_message = [this](const std::string& text) { texts.push_back(text); };
    return result;
  }
};

inline std::size_t files_set_aside(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    const bool is_log = name.ends_with("-wal") || name.ends_with("-shm");
    count += name.find(".aside-") != std::string::npos && !is_log ? 1 : 0;
  }
  return count;
}

} // namespace vouch::reuse

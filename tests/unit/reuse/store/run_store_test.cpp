#include "analysis/reuse/store/run_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace vouch::reuse {
namespace {

StoreEntry entry(const std::string& question, const std::string& answer) {
  return {{fingerprint_of(question), question}, answer, 1};
}

void put(RunStore& store, const StoreEntry& entry) { store.put({&entry, 1}); }

std::optional<std::string> answer(RunStore& store, const std::string& question) {
  return store.find({fingerprint_of(question), question});
}

TEST(RunStore, WithoutAFolderKnowsWhatWasPut) {
  RunStore store("");
  EXPECT_EQ(answer(store, "a"), std::nullopt);
  put(store, entry("a", "1"));
  put(store, entry("a", "2"));
  EXPECT_EQ(answer(store, "a"), "2");
  EXPECT_TRUE(store.take_complaints().empty());
}

TEST(RunStore, KnowsWhatOthersHaveFound) {
  RunStore store("");
  store.learn({entry("a", "1"), entry("b", "2")});
  EXPECT_EQ(answer(store, "a"), "1");
  EXPECT_EQ(answer(store, "b"), "2");
}

TEST(RunStore, WhatIsPutIsThereForTheNextRunAndWhatIsLearntIsNot) {
  const test::TemporaryFolder folder;
  RunStore store(folder.path());
  put(store, entry("a", "1"));
  store.learn({entry("b", "2")});
  EXPECT_EQ(answer(store, "b"), "2");
  RunStore next(folder.path());
  EXPECT_EQ(answer(next, "a"), "1");
  EXPECT_EQ(answer(next, "b"), std::nullopt);
}

TEST(RunStore, WhatIsPutLaterCounts) {
  const test::TemporaryFolder folder;
  RunStore store(folder.path());
  store.learn({entry("a", "1")});
  put(store, entry("a", "2"));
  EXPECT_EQ(answer(store, "a"), "2");
}

TEST(RunStore, TellsWhatIsPut) {
  std::vector<std::string> told;
  RunStore store("", [&](std::span<const StoreEntry> entries) {
    for (const StoreEntry& entry : entries) {
      told.push_back(entry.key.text + entry.value);
    }
  });
  put(store, entry("a", "1"));
  store.learn({entry("b", "2")});
  EXPECT_EQ(told, std::vector<std::string>{"a1"});
}

TEST(RunStore, OpensNoFolderThatNobodyNeeds) {
  const test::TemporaryFolder folder;
  const std::string below = (folder.path() / "cache").string();
  RunStore store(below);
  EXPECT_FALSE(std::filesystem::exists(below));
  answer(store, "a");
  EXPECT_TRUE(std::filesystem::exists(below));
}

} // namespace
} // namespace vouch::reuse

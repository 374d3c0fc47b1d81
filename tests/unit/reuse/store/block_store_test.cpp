#include "analysis/reuse/store/block_store.hpp"
#include "analysis/reuse/store/sqlite_database.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/unit/reuse/stored_entries.hpp"

#include <fstream>
#include <gmock/gmock.h>

namespace vouch::reuse {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class BlockStoreTest : public testing::Test {
protected:
  std::unique_ptr<BlockStore> open() { return open_block_store(folder.path(), messages.settings()); }
  std::string file() const { return block_store_file(folder.path()); }

  test::TemporaryFolder folder;
  Messages messages;
};

TEST_F(BlockStoreTest, GivesBackWhatWasPut) {
  const auto store = open();
  store->put(numbered_entries(0, 10));
  EXPECT_EQ(count_found(*store, 0, 20), 10U);
  EXPECT_THAT(messages.texts, IsEmpty());
}

TEST_F(BlockStoreTest, OutlivesTheProcess) {
  open()->put(numbered_entries(0, 10));
  EXPECT_EQ(count_found(*open(), 0, 10), 10U);
}

TEST_F(BlockStoreTest, BytesOfAllKindsAreKept) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) {
    bytes += static_cast<char>(i % 256);
  }
  const auto store = open();
  store->put(std::vector<StoreEntry>{{{fingerprint_of(bytes), bytes}, bytes, 1}, {{fingerprint_of("x"), ""}, "", 0}});
  EXPECT_EQ(store->find({fingerprint_of(bytes), bytes}), bytes);
  EXPECT_EQ(store->find({fingerprint_of("x"), ""}), "");
}

TEST_F(BlockStoreTest, AnEqualFingerprintOfAnotherTextIsAMiss) {
  const auto store = open();
  store->put(numbered_entries(1, 1));
  EXPECT_EQ(store->find({numbered_key(1).fingerprint, "another text"}), std::nullopt);
  store->put(std::vector<StoreEntry>{{{numbered_key(1).fingerprint, "another text"}, "new", 1}});
  EXPECT_EQ(store->find({numbered_key(1).fingerprint, "another text"}), "new");
  EXPECT_EQ(store->find(numbered_key(1)), std::nullopt);
}

TEST_F(BlockStoreTest, AnEntryReplacesTheOneWithItsKey) {
  const auto store = open();
  store->put(std::vector<StoreEntry>{{numbered_key(1), "first", 5}, {numbered_key(1), "second", 7}});
  EXPECT_EQ(store->find(numbered_key(1)), "second");
  EXPECT_EQ(store->statistics().entries, 1U);
  EXPECT_EQ(store->statistics().cost_milliseconds, 7U);
}

TEST_F(BlockStoreTest, ClearRemovesEverything) {
  const auto store = open();
  store->put(numbered_entries(0, 100));
  const std::uint64_t full = store->statistics().file_bytes;
  store->clear();
  EXPECT_EQ(store->statistics().entries, 0U);
  EXPECT_LT(store->statistics().file_bytes, full);
  EXPECT_EQ(count_found(*store, 0, 100), 0U);
  store->put(numbered_entries(0, 3));
  EXPECT_EQ(count_found(*store, 0, 100), 3U);
}

TEST_F(BlockStoreTest, WhatCostLittleGoesFirst) {
  StoreSettings settings = messages.settings();
  settings.limit_bytes = 1 << 20U;
  const auto store = open_block_store(folder.path(), settings);
  const std::string value(3000, 'v');
  auto entry = [&](std::size_t number, std::uint64_t cost) { return StoreEntry{numbered_key(number), value, cost}; };
  for (std::size_t number = 0; number < 100; ++number) {
    store->put(std::vector<StoreEntry>{entry(number, 60'000), entry(1000 + number, 1)});
  }
  for (std::size_t number = 2000; number < 2300; ++number) {
    store->put(std::vector<StoreEntry>{entry(number, 1000)});
  }
  EXPECT_LE(store->statistics().value_bytes, settings.limit_bytes);
  EXPECT_LE(store->statistics().file_bytes, 2 * settings.limit_bytes);
  std::size_t costly = 0;
  std::size_t cheap = 0;
  for (std::size_t number = 0; number < 100; ++number) {
    costly += store->find(numbered_key(number)) ? 1 : 0;
    cheap += store->find(numbered_key(1000 + number)) ? 1 : 0;
  }
  EXPECT_EQ(costly, 100U);
  EXPECT_EQ(cheap, 0U);
  EXPECT_TRUE(store->find(numbered_key(2299)));
}

TEST_F(BlockStoreTest, WhatIsTooLargeIsNotKept) {
  StoreSettings settings = messages.settings();
  settings.limit_bytes = 1 << 20U;
  const auto store = open_block_store(folder.path(), settings);
  store->put(std::vector<StoreEntry>{{numbered_key(1), std::string(1 << 19U, 'v'), 100}, numbered_entry(2)});
  EXPECT_EQ(store->find(numbered_key(1)), std::nullopt);
  EXPECT_TRUE(store->find(numbered_key(2)));
}

TEST_F(BlockStoreTest, AForeignFileIsSetAside) {
  std::ofstream(file()) << "This is not a database, but somebody's diary.";
  const auto store = open();
  EXPECT_THAT(messages.texts, ElementsAre(HasSubstr("renamed to " + file() + ".aside-1")));
  std::ifstream diary(file() + ".aside-1");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(diary), {}), "This is not a database, but somebody's diary.");
  store->put(numbered_entries(0, 3));
  EXPECT_EQ(count_found(*store, 0, 3), 3U);
}

TEST_F(BlockStoreTest, AnotherProgramsDatabaseIsSetAside) {
  {
    Database other(file(), 100);
    other.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, key, value)");
  }
  open();
  EXPECT_THAT(messages.texts, ElementsAre(HasSubstr("another program's")));
  Database other(file() + ".aside-1", 100);
  EXPECT_EQ(other.integer("SELECT count(*) FROM sqlite_master"), 1);
}

TEST_F(BlockStoreTest, ASchemaFromTheFutureIsSetAside) {
  open()->put(numbered_entries(0, 3));
  Database(file(), 100).execute("PRAGMA user_version = 99");
  const auto store = open();
  EXPECT_THAT(messages.texts, ElementsAre(HasSubstr("another version")));
  EXPECT_EQ(count_found(*store, 0, 3), 0U);
  EXPECT_EQ(files_set_aside(folder.path()), 1U);
}

TEST_F(BlockStoreTest, OurNumbersOnAnotherSchemaAreNotEnough) {
  open()->put(numbered_entries(0, 3));
  Database(file(), 100).execute("ALTER TABLE entry ADD COLUMN more");
  EXPECT_EQ(count_found(*open(), 0, 3), 0U);
  EXPECT_THAT(messages.texts, SizeIs(1));
}

TEST_F(BlockStoreTest, AChangedValueIsNeverGivenOut) {
  open()->put(numbered_entries(0, 3));
  Database(file(), 100).execute("UPDATE entry SET value = x'00' WHERE id = 2");
  const auto store = open();
  EXPECT_EQ(count_found(*store, 0, 3), 2U);
  EXPECT_THAT(messages.texts, ElementsAre(HasSubstr("damaged and was removed")));
  EXPECT_EQ(store->statistics().entries, 2U);
}

TEST_F(BlockStoreTest, VerifyRemovesWhatIsDamaged) {
  const auto store = open();
  store->put(numbered_entries(0, 10));
  EXPECT_TRUE(store->verify().is_sound());
  Database(file(), 100).execute("UPDATE entry SET cost = cost + 1 WHERE id IN (3, 5)");
  const StoreCheck check = store->verify();
  EXPECT_EQ(check.entries, 10U);
  EXPECT_EQ(check.damaged_entries, 2U);
  EXPECT_TRUE(store->verify().is_sound());
  EXPECT_EQ(count_found(*store, 0, 10), 8U);
}

TEST_F(BlockStoreTest, WithoutAFolderItStaysEmpty) {
  const std::filesystem::path in_the_way = folder.path() / "letter";
  std::ofstream(in_the_way) << "Dear reader";
  const auto store = open_block_store((in_the_way / "below").string(), messages.settings());
  EXPECT_THAT(messages.texts, ElementsAre(HasSubstr("no block cache")));
  store->put(numbered_entries(0, 3));
  EXPECT_EQ(count_found(*store, 0, 3), 0U);
  EXPECT_EQ(store->statistics().entries, 0U);
  EXPECT_FALSE(store->verify().is_sound());
  store->clear();
}

} // namespace
} // namespace vouch::reuse

#include "tests/support/temporary_folder.hpp"
#include "tests/unit/reuse/stored_entries.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <random>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

/// What real processes and damaged files do to a store: it may lose entries, but nothing that is found is wrong.
namespace vouch::reuse {
namespace {

constexpr std::size_t batch = 5;

/// A process of its own that runs `work` and ends.
class Child {
public:
  explicit Child(const std::function<void()>& work) : id_(::fork()) {
    if (id_ == 0) {
      work();
      ::_exit(testing::Test::HasFailure() ? 1 : 0);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { wait(); }

  void kill() const { ::kill(id_, SIGKILL); }
  /// Its wait status.
  int wait() {
    if (id_ > 0) {
      ::waitpid(std::exchange(id_, 0), &status_, 0);
    }
    return status_;
  }

private:
  pid_t id_;
  int status_ = 0;
};

/// Numbers that processes say to each other.
class Pipe {
public:
  Pipe() {
    if (::pipe(ends_) != 0) {
      throw std::runtime_error("no pipe");
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_writing();
    ::close(ends_[0]);
  }
  void say(std::size_t number) const { ASSERT_EQ(::write(ends_[1], &number, sizeof number), ssize_t{sizeof number}); }
  void close_writing() {
    if (ends_[1] >= 0) {
      ::close(std::exchange(ends_[1], -1));
    }
  }
  /// The largest number that was said, once nobody can say more.
  [[nodiscard]] std::size_t last() const {
    std::size_t result = 0;
    for (std::size_t number = 0; ::read(ends_[0], &number, sizeof number) == ssize_t{sizeof number};) {
      result = std::max(result, number);
    }
    return result;
  }

private:
  int ends_[2] = {-1, -1};
};

std::size_t file_size(const std::string& path) { return static_cast<std::size_t>(std::filesystem::file_size(path)); }

void flip_bit(const std::string& path, std::size_t bit) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(static_cast<std::streamoff>(bit / 8));
  const int byte = file.get();
  file.seekp(static_cast<std::streamoff>(bit / 8));
  file.put(static_cast<char>(byte ^ (1 << (bit % 8))));
}

TEST(BlockStoreFaults, WhatWasPutSurvivesAKill) {
  const test::TemporaryFolder folder;
  std::mt19937 random(1);
  std::size_t first = 0;
  std::size_t killed_at_work = 0;
  for (int round = 0; round < 40; ++round) {
    Pipe pipe;
    Child child([&] {
      const auto store = open_block_store(folder.path(), {});
      for (std::size_t next = first; next < first + 10'000; next += batch) {
        store->put(numbered_entries(next, batch));
        pipe.say(next + batch);
      }
    });
    pipe.close_writing();
    std::this_thread::sleep_for(std::chrono::milliseconds(1 + random() % 60));
    child.kill();
    killed_at_work += WIFSIGNALED(child.wait()) ? 1 : 0;
    const std::size_t said = std::max(first, pipe.last());
    Messages messages;
    const auto store = open_block_store(folder.path(), messages.settings());
    ASSERT_EQ(count_found(*store, first, said - first), said - first);
    EXPECT_EQ(count_found(*store, said, 2 * batch) % batch, 0U) << "a part of a batch";
    ASSERT_TRUE(messages.texts.empty()) << messages.texts.front();
    first = said + 2 * batch;
  }
  Messages messages;
  EXPECT_TRUE(open_block_store(folder.path(), messages.settings())->verify().is_sound());
  EXPECT_EQ(files_set_aside(folder.path()), 0U);
  EXPECT_EQ(killed_at_work, 40U);
}

TEST(BlockStoreFaults, AKillWhileTheFileIsBegunDoesNoHarm) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    const test::TemporaryFolder folder;
    Child child([&] { open_block_store(folder.path(), {})->put(numbered_entries(0, batch)); });
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20'000));
    child.kill();
    child.wait();
    const auto store = open_block_store(folder.path(), {});
    count_found(*store, 0, batch);
    store->put(numbered_entries(0, batch));
    EXPECT_EQ(count_found(*store, 0, batch), batch);
    EXPECT_TRUE(store->verify().is_sound());
  }
}

TEST(BlockStoreFaults, SeveralProcessesWriteAndRead) {
  const test::TemporaryFolder folder;
  {
    std::vector<std::unique_ptr<Child>> children;
    for (std::size_t writer = 0; writer < 3; ++writer) {
      children.push_back(std::make_unique<Child>([&folder, writer] {
        Messages messages;
        const auto store = open_block_store(folder.path(), messages.settings());
        for (std::size_t next = writer * 1000; next < writer * 1000 + 200; next += batch) {
          store->put(numbered_entries(next, batch));
          count_found(*store, 0, 20);
        }
        EXPECT_TRUE(messages.texts.empty());
      }));
    }
    for (const auto& child : children) {
      EXPECT_EQ(child->wait(), 0);
    }
  }
  const auto store = open_block_store(folder.path(), {});
  EXPECT_EQ(store->statistics().entries, 600U);
  EXPECT_EQ(count_found(*store, 0, 3000), 600U);
  EXPECT_TRUE(store->verify().is_sound());
}

/// A folder with some entries, to be copied and damaged.
class Damage : public testing::Test {
protected:
  static constexpr std::size_t entries = 60;
  Damage() { open_block_store(original.path(), {})->put(numbered_entries(0, entries)); }

  /// Uses the damaged store in every way, in a process of its own, and then once more.
  static void expect_usable(const std::string& folder) {
    for (int time = 0; time < 2; ++time) {
      Child child([&] {
        const auto store = open_block_store(folder, {});
        count_found(*store, 0, entries);
        store->put(numbered_entries(1000, 3));
        count_found(*store, 1000, 3);
        store->statistics();
        if (time == 1) {
          store->verify();
          store->put(numbered_entries(2000, 3));
          EXPECT_EQ(count_found(*store, 2000, 3), 3U);
          EXPECT_TRUE(store->verify().is_sound());
        }
      });
      ASSERT_EQ(child.wait(), 0);
    }
  }

  test::TemporaryFolder original;
};

TEST_F(Damage, ByFlippedBits) {
  std::mt19937 random(3);
  for (int round = 0; round < 80; ++round) {
    const test::TemporaryFolder copy;
    std::filesystem::copy(original.path(), copy.path());
    const std::string file = block_store_file(copy.path());
    for (int flips = 0; flips < 1 + round % 4; ++flips) {
      const bool in_header = round % 5 == 0;
      flip_bit(file, random() % (8 * (in_header ? 200 : file_size(file))));
    }
    expect_usable(copy.path());
    if (HasFatalFailure()) {
      FAIL() << "round " << round;
    }
  }
}

TEST_F(Damage, ByTruncation) {
  std::mt19937 random(4);
  for (int round = 0; round < 30; ++round) {
    const test::TemporaryFolder copy;
    std::filesystem::copy(original.path(), copy.path());
    const std::string file = block_store_file(copy.path());
    std::filesystem::resize_file(file, random() % file_size(file));
    expect_usable(copy.path());
  }
}

TEST_F(Damage, OfTheLogOfAKilledProcess) {
  std::mt19937 random(5);
  for (int round = 0; round < 15; ++round) {
    const test::TemporaryFolder copy;
    Pipe pipe;
    Child child([&] {
      const auto store = open_block_store(copy.path(), {});
      store->put(numbered_entries(0, entries));
      pipe.say(entries);
      ::pause();
    });
    pipe.close_writing();
    std::this_thread::sleep_for(std::chrono::milliseconds(40));
    child.kill();
    child.wait();
    const std::string log = block_store_file(copy.path()) + "-wal";
    if (std::filesystem::exists(log) && file_size(log) > 0) {
      round % 3 == 0 ? std::filesystem::resize_file(log, random() % file_size(log))
                     : flip_bit(log, random() % (8 * file_size(log)));
    }
    expect_usable(copy.path());
  }
}

TEST_F(Damage, WhileTheStoreIsOpen) {
  std::mt19937 random(6);
  for (int round = 0; round < 10; ++round) {
    const test::TemporaryFolder copy;
    std::filesystem::copy(original.path(), copy.path());
    const std::string file = block_store_file(copy.path());
    Child child([&] {
      const auto store = open_block_store(copy.path(), {});
      for (int flips = 0; flips < 200; ++flips) {
        flip_bit(file, random() % (8 * file_size(file)));
        count_found(*store, 0, entries);
        store->put(numbered_entries(100 + static_cast<std::size_t>(flips), 1));
      }
    });
    ASSERT_EQ(child.wait(), 0);
  }
}

TEST_F(Damage, WhileSeveralProcessesHaveTheStoreOpen) {
  const test::TemporaryFolder copy;
  std::filesystem::copy(original.path(), copy.path());
  const std::string file = block_store_file(copy.path());
  const std::string log = file + "-wal";
  std::mt19937 random(7);
  std::vector<std::unique_ptr<Child>> children;
  for (std::size_t number = 1; number <= 3; ++number) {
    children.push_back(std::make_unique<Child>([&copy, number] {
      for (int opening = 0; opening < 5; ++opening) {
        const auto store = open_block_store(copy.path(), {});
        for (std::size_t round = 0; round < 20; ++round) {
          count_found(*store, 0, entries);
          store->put(numbered_entries(1000 * number + batch * round, batch));
          count_found(*store, 1000 * number, batch * 20);
        }
      }
    }));
  }
  for (int flips = 0; flips < 300; ++flips) {
    const std::string& damaged = flips % 2 == 0 ? file : log;
    std::error_code renamed; // by one of them, perhaps right now
    const std::uintmax_t size = std::filesystem::file_size(damaged, renamed);
    if (!renamed && size > 0) {
      flip_bit(damaged, random() % (8 * size));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (const auto& child : children) {
    EXPECT_EQ(child->wait(), 0);
  }
  expect_usable(copy.path());
}

/// Puts until nothing fits any more, then looks at what is there.
void fill(const std::string& folder) {
  Messages messages;
  const auto store = open_block_store(folder, messages.settings());
  std::size_t next = 0;
  for (; next < 2000 && messages.texts.empty(); next += batch) {
    store->put(numbered_entries(next, batch));
  }
  ASSERT_FALSE(messages.texts.empty());
  EXPECT_NE(messages.texts.front().find("not written any more"), std::string::npos) << messages.texts.front();
  store->put(numbered_entries(next, batch));
  EXPECT_EQ(messages.texts.size(), 1U) << "said once";
  const std::size_t found = count_found(*store, 0, next + batch);
  EXPECT_GT(found, 0U);
  EXPECT_EQ(found % batch, 0U);
}

TEST(FullDisk, ALimitOfTheFileSizeCostsOnlyTheCache) {
  const test::TemporaryFolder folder;
  Child child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1 << 20U, 1 << 20U};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
    fill(folder.path());
  });
  EXPECT_EQ(child.wait(), 0);
  const auto store = open_block_store(folder.path(), {});
  EXPECT_TRUE(store->verify().is_sound());
  store->put(numbered_entries(10'000, batch));
  EXPECT_EQ(count_found(*store, 10'000, batch), batch);
}

TEST(FullDisk, ASmallFileSystemCostsOnlyTheCache) {
  const test::TemporaryFolder folder;
  if (::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    GTEST_SKIP() << "mounting is not allowed here";
  }
  Child child([&] { fill(folder.path()); });
  EXPECT_EQ(child.wait(), 0);
  {
    const auto store = open_block_store(folder.path(), {});
    EXPECT_GT(count_found(*store, 0, 2000), 0U);
    EXPECT_TRUE(store->verify().is_sound());
  }
  ::umount2(folder.path().c_str(), MNT_DETACH);
}

} // namespace
} // namespace vouch::reuse

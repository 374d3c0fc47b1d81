#include "analysis/trace/lazy_array.hpp"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace vouch::trace {
namespace {

std::vector<int> elements_of(const LazyArray<int>& array) {
  std::vector<int> result(array.size());
  array.read(0, result.data(), result.size());
  return result;
}

/// Whatever is done to it, it is what a vector is.
TEST(LazyArrayTest, IsAVector) {
  std::mt19937 random(1);
  auto below = [&](std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random); };
  for (const std::size_t size : {std::size_t{1}, std::size_t{100}, std::size_t{16384}, std::size_t{16385},
                                 std::size_t{32768}, std::size_t{100001}}) {
    LazyArray<int> array;
    array.assign(size, 7);
    std::vector<int> vector(size, 7);
    for (int round = 0; round < 60; ++round) {
      const std::size_t offset = below(size);
      const std::size_t count = below(size - offset + 1);
      const int value = static_cast<int>(below(1000));
      switch (below(4)) {
      case 0:
        array.set(offset, value);
        vector[offset] = value;
        break;
      case 1:
        array.fill(offset, count, value);
        std::fill_n(vector.begin() + static_cast<std::ptrdiff_t>(offset), count, value);
        break;
      case 2: {
        const std::vector<int> values(count, value + 1);
        array.write(offset, values.data(), count);
        std::copy(values.begin(), values.end(), vector.begin() + static_cast<std::ptrdiff_t>(offset));
        break;
      }
      default:
        array.assign(size, value);
        vector.assign(size, value);
      }
      ASSERT_EQ(array[offset], vector[offset]);
      ASSERT_EQ(elements_of(array), vector) << size;
      std::vector<int> part(count);
      array.read(offset, part.data(), count);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), vector.begin() + static_cast<std::ptrdiff_t>(offset)));
    }
  }
}

TEST(LazyArrayTest, NamesAllElementsThatWereWritten) {
  LazyArray<int> array;
  array.assign(1000000, 0);
  array.set(5, 1);
  array.fill(500000, 3, 2);
  std::map<std::size_t, int> found;
  array.for_each_written([&](std::size_t index, int value) {
    if (value != 0) {
      found[index] = value;
    }
  });
  EXPECT_EQ(found, (std::map<std::size_t, int>{{5, 1}, {500000, 2}, {500001, 2}, {500002, 2}}));
}

TEST(LazyArrayTest, IsEmptyAfterClear) {
  LazyArray<int> array;
  EXPECT_TRUE(array.empty());
  array.assign(100000, 1);
  EXPECT_FALSE(array.empty());
  array.clear();
  EXPECT_TRUE(array.empty());
}

} // namespace
} // namespace vouch::trace

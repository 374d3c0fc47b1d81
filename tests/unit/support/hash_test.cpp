#include "analysis/support/hash.hpp"

#include <gtest/gtest.h>
#include <unordered_set>

namespace vouch {
namespace {

TEST(Hash, SmallNumbersInEachOthersHashesStayApart) {
  std::unordered_set<std::size_t> hashes;
  for (std::size_t outer = 0; outer < 40; ++outer) {
    for (std::size_t middle = 0; middle < 40; ++middle) {
      for (std::size_t inner = 0; inner < 40; ++inner) {
        hashes.insert(hash_of(outer, hash_of(middle, inner)));
      }
    }
  }
  EXPECT_EQ(hashes.size(), 40U * 40U * 40U);
}

TEST(Hash, TheOrderMatters) { EXPECT_NE(hash_of(1, 2), hash_of(2, 1)); }

} // namespace
} // namespace vouch

#include "analysis/core/waitlist.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vouch::core {
namespace {

using testing::ElementsAre;

const ArgNodeId a(0), b(1), c(2), d(3);

TEST(Waitlist, DepthFirstTakesTheYoungest) {
  Waitlist waitlist(TraversalOrder::DepthFirst);
  waitlist.push(a, {0, 5});
  waitlist.push(b, {1, 1});
  waitlist.push(c, {0, 0});
  EXPECT_THAT(waitlist.ids(), ElementsAre(c, b, a));
}

TEST(Waitlist, BreadthFirstTakesTheOldest) {
  Waitlist waitlist(TraversalOrder::BreadthFirst);
  waitlist.push(a, {0, 5});
  waitlist.push(b, {1, 1});
  waitlist.push(c, {0, 0});
  EXPECT_THAT(waitlist.ids(), ElementsAre(a, b, c));
}

TEST(Waitlist, ReversePostOrderTakesDeeperCallsThenEarlierLocationsThenTheOldest) {
  Waitlist waitlist(TraversalOrder::ReversePostOrder);
  waitlist.push(a, {0, 5});
  waitlist.push(b, {1, 7});
  waitlist.push(c, {0, 2});
  waitlist.push(d, {0, 5});
  EXPECT_THAT(waitlist.ids(), ElementsAre(b, c, a, d));
}

TEST(Waitlist, ReversePostOrderTakesWhatTheAnalysisPutsFirst) {
  Waitlist waitlist(TraversalOrder::ReversePostOrder);
  waitlist.push(a, {0, 1, {2, 1}});
  waitlist.push(b, {0, 9, {1, 2, 7}});
  waitlist.push(c, {0, 5, {1, 2}});
  waitlist.push(d, {0, 2, {1, 2, 7}});
  EXPECT_THAT(waitlist.ids(), ElementsAre(c, d, b, a));
}

TEST(Waitlist, WeakTopologicalTakesWhatStandsFirstInThatOrder) {
  Waitlist waitlist(TraversalOrder::WeakTopological);
  waitlist.push(a, {0, 5});
  waitlist.push(b, {1, 7});
  waitlist.push(c, {0, 2});
  EXPECT_THAT(waitlist.ids(), ElementsAre(b, c, a));
}

TEST(Waitlist, RandomIsDecidedByTheSeed) {
  const auto order_with = [](std::uint64_t seed) {
    Traversal traversal = TraversalOrder::Random;
    traversal.seed = seed;
    Waitlist waitlist(traversal);
    for (std::size_t i = 0; i < 20; ++i) {
      waitlist.push(ArgNodeId(i), {0, i});
    }
    return waitlist.ids();
  };
  EXPECT_EQ(order_with(3), order_with(3));
  EXPECT_NE(order_with(3), order_with(4));
  EXPECT_FALSE(std::ranges::is_sorted(order_with(3)));
}

TEST(Waitlist, HoldsEachNodeOnceAndForgetsErasedOnes) {
  Waitlist waitlist(TraversalOrder::BreadthFirst);
  waitlist.push(a, {});
  waitlist.push(b, {});
  waitlist.push(a, {});
  EXPECT_EQ(waitlist.size(), 2U);
  waitlist.erase(a);
  waitlist.erase(c);
  EXPECT_FALSE(waitlist.contains(a));
  EXPECT_EQ(waitlist.pop(), b);
  EXPECT_TRUE(waitlist.empty());
}

} // namespace
} // namespace vouch::core

#include "analysis/support/patricia_map.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <ostream>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <vector>

/// `PatriciaMap` against `std::map`, for random sequences of changes.
namespace vouch::test {

struct Change {
  std::uint64_t key = 0;
  int value = 0; ///< 0: the key goes
};
inline std::ostream& operator<<(std::ostream& out, const Change& change) {
  return out << change.key << "->" << change.value;
}

} // namespace vouch::test

template <>
struct rc::Arbitrary<vouch::test::Change> {
  /// Few keys, so that they meet, close together and far apart.
  static Gen<vouch::test::Change> arbitrary() {
    using vouch::test::Change;
    return gen::build<Change>(
        gen::set(&Change::key, gen::elementOf(std::vector<std::uint64_t>{0, 1, 2, 3, 7, 8, 100, std::uint64_t{1} << 32U,
                                                                         std::uint64_t{1} << 63U, ~std::uint64_t{0}})),
        gen::set(&Change::value, gen::inRange(0, 4)));
  }
};

namespace vouch::test {
namespace {

using Changes = std::vector<Change>;
using Model = std::map<std::uint64_t, int>;

struct Pair {
  PatriciaMap<int> map;
  Model model;
};

Pair changed(Pair pair, const Changes& changes) {
  for (const Change& change : changes) {
    pair.map = change.value == 0 ? pair.map.without(change.key) : pair.map.with(change.key, change.value);
    if (change.value == 0) {
      pair.model.erase(change.key);
    } else {
      pair.model[change.key] = change.value;
    }
  }
  return pair;
}

Model entries(const PatriciaMap<int>& map) {
  Model result;
  std::vector<std::uint64_t> keys;
  map.for_each([&](std::uint64_t key, int value) {
    result[key] = value;
    keys.push_back(key);
  });
  RC_ASSERT(std::is_sorted(keys.begin(), keys.end()));
  return result;
}

bool is_within(const Model& part, const Model& whole) {
  return std::all_of(part.begin(), part.end(), [&](const auto& entry) {
    auto found = whole.find(entry.first);
    return found != whole.end() && found->second <= entry.second;
  });
}

RC_GTEST_PROP(PatriciaMapLaws, HoldsWhatWasEntered, (const Changes& changes)) {
  const Pair pair = changed({}, changes);
  RC_ASSERT(entries(pair.map) == pair.model);
  RC_ASSERT(pair.map.size() == pair.model.size());
  for (const Change& change : changes) {
    const int* found = pair.map.find(change.key);
    auto expected = pair.model.find(change.key);
    RC_ASSERT((found == nullptr) == (expected == pair.model.end()));
    RC_ASSERT((found == nullptr || *found == expected->second));
  }
}

RC_GTEST_PROP(PatriciaMapLaws, AnIntersectionCombinesWhatBothHave,
              (const Changes& common, const Changes& left, const Changes& right)) {
  const Pair start = changed({}, common);
  const Pair a = changed(start, left);
  const Pair b = changed(start, right);
  // Equal values stay, even sums too; others go.
  auto combine = [](std::uint64_t key, int own, int other) {
    const bool stays = own == other || (own + other + static_cast<int>(key % 2)) % 2 == 0;
    return stays ? std::optional(std::max(own, other)) : std::nullopt;
  };
  Model expected;
  for (const auto& [key, own] : a.model) {
    const auto other = b.model.find(key);
    const std::optional<int> value = other == b.model.end() ? std::nullopt : combine(key, own, other->second);
    if (value) {
      expected[key] = *value;
    }
  }
  const PatriciaMap<int> common_part = a.map.intersection(b.map, combine);
  RC_ASSERT(entries(common_part) == expected);
  PatriciaMap<int> rebuilt;
  for (const auto& [key, value] : expected) {
    rebuilt = rebuilt.with(key, value);
  }
  RC_ASSERT(common_part == rebuilt);
  RC_ASSERT(hash_value(common_part) == hash_value(rebuilt));
}

RC_GTEST_PROP(PatriciaMapLaws, ComparesByItsEntries,
              (const Changes& common, const Changes& left, const Changes& right)) {
  const Pair start = changed({}, common);
  const Pair a = changed(start, left);
  const Pair b = changed(start, right);
  RC_ASSERT((a.map == b.map) == (a.model == b.model));
  RC_ASSERT((!(a.map == b.map) || hash_value(a.map) == hash_value(b.map)));
  RC_ASSERT(a.map.is_within(b.map, [](int own, int other) { return other <= own; }) == is_within(a.model, b.model));
  RC_ASSERT(entries(start.map) == start.model); // nothing has changed it
}

RC_GTEST_PROP(PatriciaMapLaws, HashesWhatAnotherMapSpeaksOf,
              (const Changes& common, const Changes& left, const Changes& right)) {
  const Pair start = changed({}, common);
  const Pair a = changed(start, left);
  const Pair b = changed(start, right);
  const auto restricted = a.map.filtered([&](std::uint64_t key, int) { return b.map.find(key) != nullptr; });
  const std::optional<std::size_t> hash = a.map.hash_restricted_to(b.map);
  RC_ASSERT(hash.has_value() == (restricted.size() == b.map.size()));
  RC_ASSERT((!hash || *hash == hash_value(restricted)));
  RC_ASSERT((!hash || restricted.hash_of_keys() == b.map.hash_of_keys()));
}

RC_GTEST_PROP(PatriciaMapLaws, FiltersByKeyAndValue, (const Changes& changes)) {
  const Pair pair = changed({}, changes);
  Model expected = pair.model;
  auto keep = [](std::uint64_t key, int value) { return (key + static_cast<std::uint64_t>(value)) % 2 == 0; };
  std::erase_if(expected, [&](const auto& entry) { return !keep(entry.first, entry.second); });
  RC_ASSERT(entries(pair.map.filtered(keep)) == expected);
}

} // namespace
} // namespace vouch::test

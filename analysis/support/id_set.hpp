#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace vouch {

/// A set of strong ids as a sorted vector of words with 64 bits each, without the empty words: small for a few ids out
/// of a large table, and quick to unite where sets are large.
template <class Id>
class IdSet {
public:
  void insert(Id id) {
    const std::uint32_t block = block_of(id);
    auto position = words_.end();
    if (!words_.empty() && words_.back().block >= block) {
      position = std::lower_bound(words_.begin(), words_.end(), block,
                                  [](const Word& word, std::uint32_t value) { return word.block < value; });
    }
    if (position == words_.end() || position->block != block) {
      position = words_.insert(position, Word{block, 0});
    }
    position->bits |= bit_of(id);
  }

  void insert(const IdSet& other) {
    if (other.words_.empty()) {
      return;
    }
    std::vector<Word> united;
    united.reserve(words_.size() + other.words_.size());
    auto left = words_.begin();
    auto right = other.words_.begin();
    while (left != words_.end() && right != other.words_.end()) {
      if (left->block == right->block) {
        united.push_back({left->block, left->bits | right->bits});
        ++left;
        ++right;
      } else {
        united.push_back(left->block < right->block ? *left++ : *right++);
      }
    }
    united.insert(united.end(), left, words_.end());
    united.insert(united.end(), right, other.words_.end());
    words_ = std::move(united);
  }

  [[nodiscard]] bool contains(Id id) const {
    auto position = std::lower_bound(words_.begin(), words_.end(), block_of(id),
                                     [](const Word& word, std::uint32_t value) { return word.block < value; });
    return position != words_.end() && position->block == block_of(id) && (position->bits & bit_of(id)) != 0;
  }

  [[nodiscard]] bool empty() const { return words_.empty(); }

  [[nodiscard]] std::size_t size() const {
    std::size_t result = 0;
    for (const Word& word : words_) {
      result += static_cast<std::size_t>(std::popcount(word.bits));
    }
    return result;
  }

  /// Whether the two have an element in common.
  [[nodiscard]] bool intersects(const IdSet& other) const {
    auto right = other.words_.begin();
    for (const Word& word : words_) {
      while (right != other.words_.end() && right->block < word.block) {
        ++right;
      }
      if (right != other.words_.end() && right->block == word.block && (right->bits & word.bits) != 0) {
        return true;
      }
    }
    return false;
  }

  /// In ascending order.
  [[nodiscard]] std::vector<Id> elements() const {
    std::vector<Id> result;
    result.reserve(size());
    for (const Word& word : words_) {
      for (std::uint64_t rest = word.bits; rest != 0; rest &= rest - 1) {
        result.emplace_back(std::size_t{word.block} * word_size + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
    return result;
  }

  friend bool operator==(const IdSet&, const IdSet&) = default;

private:
  static constexpr std::size_t word_size = 64;
  struct Word {
    std::uint32_t block = 0; ///< the ids divided by 64
    std::uint64_t bits = 0;
    friend bool operator==(const Word&, const Word&) = default;
  };
  static std::uint32_t block_of(Id id) { return static_cast<std::uint32_t>(id.index() / word_size); }
  static std::uint64_t bit_of(Id id) { return std::uint64_t{1} << (id.index() % word_size); }

  std::vector<Word> words_;
};

} // namespace vouch

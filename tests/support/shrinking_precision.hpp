#pragma once

#include <set>
#include <utility>

/// A precision that may shrink: what is tracked, and what has been given up.
///
/// Invariant: what was given up once never comes back, however precisions are joined. Pruning joins the precisions of
/// the removed nodes into those of their parents; were giving up the same as not tracking, an older and larger
/// precision would bring back what is too expensive.
///
/// Example: {x, y} without x, joined with {x, z}, has y and z.
namespace vouch::test {

template <class Item>
class ShrinkingPrecision {
public:
  ShrinkingPrecision() = default;
  explicit ShrinkingPrecision(std::set<Item> tracked) : tracked_(std::move(tracked)) {}

  [[nodiscard]] bool has(const Item& item) const { return tracked_.contains(item) && !given_up_.contains(item); }
  [[nodiscard]] const std::set<Item>& given_up() const { return given_up_; }

  [[nodiscard]] ShrinkingPrecision without(const Item& item) const {
    ShrinkingPrecision result = *this;
    result.given_up_.insert(item);
    return result;
  }

  [[nodiscard]] ShrinkingPrecision joined_with(const ShrinkingPrecision& other) const {
    ShrinkingPrecision result = *this;
    result.tracked_.insert(other.tracked_.begin(), other.tracked_.end());
    result.given_up_.insert(other.given_up_.begin(), other.given_up_.end());
    return result;
  }

  friend bool operator==(const ShrinkingPrecision&, const ShrinkingPrecision&) = default;

private:
  std::set<Item> tracked_;
  std::set<Item> given_up_;
};

} // namespace vouch::test

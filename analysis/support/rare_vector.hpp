#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace vouch {

/// A vector that is nearly always empty, and takes one pointer then.
template <class T>
class RareVector {
public:
  using value_type = T;
  using const_iterator = const T*;
  using iterator = const_iterator;

  [[nodiscard]] const_iterator begin() const { return items_ == nullptr ? nullptr : items_->data(); }
  [[nodiscard]] const_iterator end() const { return items_ == nullptr ? nullptr : items_->data() + items_->size(); }
  [[nodiscard]] std::size_t size() const { return items_ == nullptr ? 0 : items_->size(); }
  [[nodiscard]] bool empty() const { return items_ == nullptr; }

  void push_back(T item) {
    if (items_ == nullptr) {
      items_ = std::make_unique<std::vector<T>>();
    }
    items_->push_back(std::move(item));
  }
  /// All that equal `item`.
  void erase(const T& item) {
    if (items_ != nullptr && std::erase(*items_, item) != 0 && items_->empty()) {
      items_.reset();
    }
  }
  void clear() { items_.reset(); }

private:
  std::unique_ptr<std::vector<T>> items_; ///< null if there are none
};

} // namespace vouch

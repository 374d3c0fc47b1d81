#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace vouch {

/// A vector that its copies share until one of them is written to.
template <class T>
class SharedVector {
public:
  [[nodiscard]] std::size_t size() const { return elements_->size(); }
  [[nodiscard]] const T& operator[](std::size_t index) const { return (*elements_)[index]; }
  [[nodiscard]] auto begin() const { return elements_->cbegin(); }
  [[nodiscard]] auto end() const { return elements_->cend(); }

  /// To be written to. What it was is lost to this copy only.
  [[nodiscard]] std::vector<T>& own() {
    if (elements_.use_count() != 1) {
      elements_ = std::make_shared<std::vector<T>>(*elements_);
    }
    return *elements_;
  }

private:
  std::shared_ptr<std::vector<T>> elements_ = std::make_shared<std::vector<T>>();
};

} // namespace vouch

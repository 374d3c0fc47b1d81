#pragma once

#include <algorithm>
#include <vector>

namespace vouch {

/// In ascending order, and each once.
template <class Value>
void sort_and_keep_one_of_each(std::vector<Value>& values) {
  std::ranges::sort(values);
  const auto others = std::ranges::unique(values);
  values.erase(others.begin(), others.end());
}

} // namespace vouch

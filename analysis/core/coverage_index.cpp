#include "analysis/core/coverage_index.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::core {

void CoverageIndex::add(const Analysis& analysis, ArgNodeId id, const AbstractState& state) {
  std::vector<Shape>& shapes = partitions_[analysis.partition(state)];
  const std::size_t key = analysis.shape(state);
  auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& known) { return known.key == key; });
  if (shape == shapes.end()) {
    shape = shapes.insert(shapes.end(), Shape{key, state, {}});
  }
  shape->by_projection.emplace(analysis.projection(state, state), id);
}

void CoverageIndex::remove(const Analysis& analysis, ArgNodeId id, const AbstractState& state) {
  const auto partition = partitions_.find(analysis.partition(state));
  if (partition == partitions_.end()) {
    return;
  }
  const std::size_t key = analysis.shape(state);
  std::erase_if(partition->second, [&](Shape& shape) {
    if (shape.key != key) {
      return false;
    }
    const auto [first, last] = shape.by_projection.equal_range(analysis.projection(state, state));
    const auto entry = std::find_if(first, last, [&](const auto& known) { return known.second == id; });
    if (entry != last) {
      shape.by_projection.erase(entry);
    }
    return shape.by_projection.empty();
  });
  if (partition->second.empty()) {
    partitions_.erase(partition);
  }
}

std::vector<ArgNodeId> CoverageIndex::candidates(const Analysis& analysis, const AbstractState& state) const {
  std::vector<ArgNodeId> result;
  const auto partition = partitions_.find(analysis.partition(state));
  if (partition == partitions_.end()) {
    return result;
  }
  for (const Shape& shape : partition->second) {
    const auto [first, last] = shape.by_projection.equal_range(analysis.projection(state, shape.example));
    std::transform(first, last, std::back_inserter(result), [](const auto& entry) { return entry.second; });
  }
  std::ranges::sort(result); // oldest first: equal keys of a multimap are in no order
  return result;
}

} // namespace vouch::core

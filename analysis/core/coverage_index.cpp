#include "analysis/core/coverage_index.hpp"

#include <algorithm>

namespace vouch::core {

void CoverageIndex::add(const Analysis& analysis, ArgNodeId id, const AbstractState& state) {
  std::vector<Shape>& shapes = partitions_[analysis.partition(state)];
  const std::size_t key = analysis.shape(state);
  auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& known) { return known.key == key; });
  if (shape == shapes.end()) {
    shape = shapes.insert(shapes.end(), Shape{key, state, {}});
  }
  shape->by_projection[analysis.projection(state, state)].push_back(id);
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
    const auto same = shape.by_projection.find(analysis.projection(state, state));
    if (same != shape.by_projection.end()) {
      erase_from(same->second, id);
      if (same->second.empty()) {
        shape.by_projection.erase(same);
      }
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
    const auto same = shape.by_projection.find(analysis.projection(state, shape.example));
    if (same != shape.by_projection.end()) {
      result.insert(result.end(), same->second.begin(), same->second.end());
    }
  }
  return result;
}

} // namespace vouch::core

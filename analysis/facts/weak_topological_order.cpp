#include "analysis/facts/weak_topological_order.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/strongly_connected_components.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_map>

namespace vouch::facts {
namespace {

/// The order of locations of one function, with the ways between them alone.
class WeakTopologicalOrder {
public:
  explicit WeakTopologicalOrder(const cfa::Cfa& cfa) : cfa_(cfa) {}

  /// Behind those that are there.
  void append(const std::vector<cfa::LocationId>& locations) {
    const std::vector<std::vector<std::size_t>> components = strongly_connected_components(ways_between(locations));
    for (const std::vector<std::size_t>& component : std::views::reverse(components)) {
      std::vector<cfa::LocationId> members;
      std::ranges::transform(component, std::back_inserter(members), [&](std::size_t node) { return locations[node]; });
      const auto head = std::ranges::min_element(
          members, {}, [&](cfa::LocationId member) { return cfa_.location(member).reverse_post_order; });
      order_.push_back(*head);
      members.erase(head);
      if (!members.empty()) {
        append(members); // as deep as loops are nested
      }
    }
  }

  [[nodiscard]] const std::vector<cfa::LocationId>& order() const { return order_; }

private:
  [[nodiscard]] std::vector<std::vector<std::size_t>>
  ways_between(const std::vector<cfa::LocationId>& locations) const {
    std::unordered_map<cfa::LocationId, std::size_t> numbers;
    for (std::size_t node = 0; node < locations.size(); ++node) {
      numbers.emplace(locations[node], node);
    }
    std::vector<std::vector<std::size_t>> result(locations.size());
    for (std::size_t node = 0; node < locations.size(); ++node) {
      for (cfa::LocationId next : cfa::successors_in_function(cfa_, locations[node])) {
        if (const auto known = numbers.find(next); known != numbers.end()) {
          result[node].push_back(known->second);
        }
      }
    }
    return result;
  }

  const cfa::Cfa& cfa_;
  std::vector<cfa::LocationId> order_;
};

} // namespace

std::vector<std::size_t> weak_topological_positions(const cfa::Cfa& cfa) {
  std::vector<std::vector<cfa::LocationId>> by_function(cfa.function_count());
  std::vector<std::size_t> result(cfa.location_count(), 0);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    if (const cfa::FunctionId function = cfa.location(location).function; function.is_valid()) {
      by_function[function.index()].push_back(location);
    }
  }
  for (const std::vector<cfa::LocationId>& locations : by_function) {
    WeakTopologicalOrder order(cfa);
    order.append(locations);
    for (std::size_t position = 0; position < order.order().size(); ++position) {
      result[order.order()[position].index()] = position;
    }
  }
  return result;
}

} // namespace vouch::facts

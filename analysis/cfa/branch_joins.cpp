#include "analysis/cfa/branch_joins.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vouch::cfa {
namespace {

using Graph = std::vector<std::vector<std::size_t>>;

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

/// The locations that control comes to from `entry`, but for targets.
std::vector<LocationId> locations_behind(const Cfa& cfa, LocationId entry) {
  std::vector<LocationId> result = {entry};
  std::unordered_set<LocationId> seen = {entry};
  for (std::size_t next = 0; next < result.size(); ++next) {
    for (const LocationId successor : successors_in_function(cfa, result[next])) {
      if (!cfa.location(successor).target && seen.insert(successor).second) {
        result.push_back(successor);
      }
    }
  }
  return result;
}

/// Where control can go, but for targets. The nodes are the indices of `locations`, and one more.
Graph ways_on(const Cfa& cfa, const std::vector<LocationId>& locations) {
  std::unordered_map<LocationId, std::size_t> nodes;
  for (std::size_t node = 0; node < locations.size(); ++node) {
    nodes.emplace(locations[node], node);
  }
  Graph result(locations.size() + 1);
  for (std::size_t node = 0; node < locations.size(); ++node) {
    for (const LocationId next : successors_in_function(cfa, locations[node])) {
      if (!cfa.location(next).target) {
        result[node].push_back(nodes.at(next));
      }
    }
  }
  return result;
}

Graph reversed(const Graph& graph) {
  Graph result(graph.size());
  for (std::size_t from = 0; from < graph.size(); ++from) {
    for (const std::size_t to : graph[from]) {
      result[to].push_back(from);
    }
  }
  return result;
}

/// Leaves out what only ends, where there is another way; the function returns at `exit`.
void pass_over_ends(Graph& ways, std::size_t exit) {
  const Graph back = reversed(ways);
  std::vector<std::size_t> ways_left(ways.size());
  std::vector<std::size_t> ended;
  std::vector<bool> only_ends(ways.size());
  for (std::size_t node = 0; node < ways.size(); ++node) {
    ways_left[node] = ways[node].size();
    if (ways[node].empty() && node != exit) {
      ended.push_back(node);
    }
  }
  while (!ended.empty()) {
    const std::size_t node = ended.back();
    ended.pop_back();
    only_ends[node] = true;
    for (const std::size_t before : back[node]) {
      if (--ways_left[before] == 0 && before != exit) {
        ended.push_back(before);
      }
    }
  }
  for (std::size_t node = 0; node < ways.size(); ++node) {
    if (!only_ends[node]) {
      std::erase_if(ways[node], [&](std::size_t next) { return only_ends[next]; });
    }
  }
}

/// Post-order of what `back` leads to from `start`.
std::vector<std::size_t> post_order(const Graph& back, std::size_t start) {
  std::vector<std::size_t> result;
  std::vector<bool> is_seen(back.size());
  std::vector<std::pair<std::size_t, std::size_t>> open = {{start, 0}};
  is_seen[start] = true;
  while (!open.empty()) {
    auto& [node, next] = open.back();
    if (next == back[node].size()) {
      result.push_back(node);
      open.pop_back();
      continue;
    }
    const std::size_t other = back[node][next++];
    if (!is_seen[other]) {
      is_seen[other] = true;
      open.emplace_back(other, 0);
    }
  }
  return result;
}

/// The end of a round of a loop from which no way leads to `end` becomes a node of its own, behind which is the end. The
/// result are the heads of these loops, by node behind `end`. `place_of` says where a node stands in a reverse post-order.
template <class PlaceOf>
std::vector<std::size_t> end_endless_loops(Graph& ways, std::size_t end, PlaceOf place_of) {
  std::vector<bool> has_end(ways.size());
  for (const std::size_t node : post_order(reversed(ways), end)) {
    has_end[node] = true;
  }
  std::vector<std::size_t> heads;
  std::unordered_map<std::size_t, std::size_t> behind_round;
  for (std::size_t node = 0; node < end; ++node) {
    for (std::size_t& next : ways[node]) {
      if (has_end[node] || next >= end || place_of(node) < place_of(next)) {
        continue;
      }
      const auto [position, is_new] = behind_round.try_emplace(next, end + 1 + heads.size());
      if (is_new) {
        heads.push_back(next);
      }
      next = position->second;
    }
  }
  ways.resize(end + 1 + heads.size(), {end});
  return heads;
}

/// By node: the closest one that all of its ways to `end` pass; `none` for those without a way there. `order` is a
/// post-order of the ways back from `end`.
std::vector<std::size_t> dominators(const Graph& ways, const std::vector<std::size_t>& order, std::size_t end) {
  std::vector<std::size_t> number(ways.size(), none);
  for (std::size_t position = 0; position < order.size(); ++position) {
    number[order[position]] = position;
  }
  std::vector<std::size_t> result(ways.size(), none);
  result[end] = end;
  const auto closest_common = [&](std::size_t a, std::size_t b) {
    while (a != b) {
      std::size_t& farther = number[a] < number[b] ? a : b;
      farther = result[farther];
    }
    return a;
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      if (*node == end) {
        continue;
      }
      std::size_t closest = none;
      for (const std::size_t next : ways[*node]) {
        if (result[next] != none) {
          closest = closest == none ? next : closest_common(closest, next);
        }
      }
      changes = changes || result[*node] != closest;
      result[*node] = closest;
    }
  }
  return result;
}

} // namespace

BranchJoins::BranchJoins(const Cfa& cfa)
    : cfa_(cfa), joins_(cfa.location_count()), is_known_(cfa.function_count(), false) {}

LocationId BranchJoins::join_of(LocationId location) {
  const FunctionId function = cfa_.location(location).function;
  if (!is_known_[function.index()]) {
    is_known_[function.index()] = true;
    find_joins(function);
  }
  return joins_[location.index()];
}

void BranchJoins::find_joins(FunctionId function) {
  const std::vector<LocationId> locations = locations_behind(cfa_, cfa_.function(function).entry);
  const std::size_t end = locations.size();
  const auto exit = static_cast<std::size_t>(std::ranges::find(locations, cfa_.function(function).exit) -
                                             locations.begin()); // `end` if nothing leads there
  Graph ways = ways_on(cfa_, locations);
  pass_over_ends(ways, exit);
  for (std::size_t node = 0; node < end; ++node) {
    if (ways[node].empty()) {
      ways[node].push_back(end);
    }
  }
  const std::vector<std::size_t> heads =
      end_endless_loops(ways, end, [&](std::size_t node) { return cfa_.location(locations[node]).reverse_post_order; });
  const std::vector<std::size_t> dominator = dominators(ways, post_order(reversed(ways), end), end);
  for (std::size_t node = 0; node < end; ++node) {
    if (dominator[node] != none && dominator[node] != end) {
      joins_[locations[node].index()] =
          locations[dominator[node] < end ? dominator[node] : heads[dominator[node] - end - 1]];
    }
  }
}

} // namespace vouch::cfa

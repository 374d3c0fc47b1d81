#include "analysis/facts/blocks.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace vouch::facts {
namespace {

/// Control flow inside of one function.
struct FunctionGraph {
  std::vector<cfa::LocationId> reachable; ///< from the entry
  std::unordered_map<cfa::LocationId, std::vector<cfa::LocationId>> predecessors;
};

FunctionGraph graph_of(const cfa::Cfa& cfa, cfa::FunctionId function) {
  FunctionGraph graph;
  std::unordered_set<cfa::LocationId> seen = {cfa.function(function).entry};
  graph.reachable.push_back(cfa.function(function).entry);
  for (std::size_t next = 0; next < graph.reachable.size(); ++next) {
    const cfa::LocationId location = graph.reachable[next];
    for (cfa::LocationId successor : cfa::successors_in_function(cfa, location)) {
      graph.predecessors[successor].push_back(location);
      if (seen.insert(successor).second) {
        graph.reachable.push_back(successor);
      }
    }
  }
  return graph;
}

/// The natural loop of `head`; nothing if control can enter it elsewhere.
std::optional<Block> loop_of(const cfa::Cfa& cfa, const FunctionGraph& graph, cfa::LocationId head) {
  const cfa::FunctionId function = cfa.location(head).function;
  const cfa::LocationId function_entry = cfa.function(function).entry;
  if (head == function_entry) {
    return std::nullopt;
  }
  std::unordered_set<cfa::LocationId> inside = {head};
  std::vector<cfa::LocationId> work;
  auto reach = [&](cfa::LocationId location) {
    if (inside.insert(location).second) {
      work.push_back(location);
    }
  };
  for (cfa::LocationId source : graph.predecessors.at(head)) {
    if (cfa.location(source).reverse_post_order >= cfa.location(head).reverse_post_order) {
      reach(source);
    }
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    if (location == function_entry) {
      return std::nullopt;
    }
    for (cfa::LocationId predecessor : graph.predecessors.at(location)) {
      reach(predecessor);
    }
  }

  Block block{BlockKind::Loop, function, head, {}, {inside.begin(), inside.end()}};
  std::sort(block.locations.begin(), block.locations.end());
  for (cfa::LocationId location : block.locations) {
    for (cfa::LocationId successor : cfa::successors_in_function(cfa, location)) {
      if (!inside.contains(successor)) {
        block.exits.push_back(successor);
      }
    }
  }
  std::sort(block.exits.begin(), block.exits.end());
  block.exits.erase(std::unique(block.exits.begin(), block.exits.end()), block.exits.end());
  return block;
}

/// By function: in how many ways control comes to it by calls of functions that are not recursive.
std::vector<double> ways_to_enter(const cfa::Cfa& cfa, const CallGraph& calls,
                                  const std::unordered_set<cfa::FunctionId>& recursive) {
  std::vector<std::vector<cfa::FunctionId>> called(cfa.function_count()); // by caller, each time
  std::vector<bool> is_called(cfa.function_count(), false);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      called[cfa::function_of(cfa, edge).index()].push_back(call->callee);
      is_called[call->callee.index()] = true;
    }
  }
  std::vector<double> ways(cfa.function_count());
  std::ranges::transform(is_called, ways.begin(), [](bool is) { return is ? 0 : 1; });
  const std::vector<std::vector<cfa::FunctionId>> components = calls.components(); // callees stand before their callers
  for (const std::vector<cfa::FunctionId>& component : std::views::reverse(components)) {
    for (cfa::FunctionId function : component) {
      const double of_caller = recursive.contains(function) ? 1 : ways[function.index()];
      for (cfa::FunctionId callee : called[function.index()]) {
        ways[callee.index()] += of_caller;
      }
    }
  }
  return ways;
}

/// The functions that `BlockHeuristic::Automatic` makes blocks.
std::unordered_set<cfa::FunctionId> automatic_blocks(const cfa::Cfa& cfa, const CallGraph& calls,
                                                     const std::vector<std::vector<cfa::LocationId>>& locations) {
  std::unordered_set<cfa::FunctionId> result = calls.recursive_functions();
  const std::vector<double> ways = ways_to_enter(cfa, calls, result);
  double inlined = 0;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    inlined += ways[index] * static_cast<double>(locations[index].size());
  }
  if (inlined > most_inlined_locations) {
    for (std::size_t index = 0; index < cfa.function_count(); ++index) {
      if (ways[index] > 1) {
        result.insert(cfa::FunctionId(index));
      }
    }
  }
  return result;
}

bool has_function_blocks(BlockHeuristic heuristic) {
  return heuristic == BlockHeuristic::Functions || heuristic == BlockHeuristic::FunctionsAndLoops;
}

bool has_loop_blocks(BlockHeuristic heuristic) {
  return heuristic == BlockHeuristic::Loops || heuristic == BlockHeuristic::FunctionsAndLoops;
}

} // namespace

bool Block::contains(cfa::LocationId location) const {
  return std::binary_search(locations.begin(), locations.end(), location);
}

BlockPartition::BlockPartition(const cfa::Cfa& cfa, BlockHeuristic heuristic) {
  if (heuristic == BlockHeuristic::None) {
    return;
  }
  const std::vector<cfa::FunctionId> starting = cfa::starting_functions(cfa);
  const std::unordered_set<cfa::FunctionId> starts(starting.begin(), starting.end());
  const CallGraph calls(cfa);
  const std::unordered_set<cfa::FunctionId> recursive = calls.recursive_functions();
  std::vector<std::vector<cfa::LocationId>> locations(cfa.function_count()); // by function
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    locations[cfa.location(cfa::LocationId(index)).function.index()].emplace_back(index);
  }
  const std::unordered_set<cfa::FunctionId> automatic = heuristic == BlockHeuristic::Automatic
                                                            ? automatic_blocks(cfa, calls, locations)
                                                            : std::unordered_set<cfa::FunctionId>();
  const std::vector<bool> runs = functions_that_run(cfa);
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const cfa::FunctionId id(index);
    const cfa::Function& function = cfa.function(id);
    if (starts.contains(id) || !runs[index]) {
      continue;
    }
    const FunctionGraph graph = graph_of(cfa, id);
    const bool is_block = has_function_blocks(heuristic) || automatic.contains(id) ||
                          (heuristic == BlockHeuristic::RecursiveFunctions && recursive.contains(id));
    if (is_block) {
      Block block{BlockKind::Function, id, function.entry, {}, locations[index]};
      if (std::find(graph.reachable.begin(), graph.reachable.end(), function.exit) != graph.reachable.end()) {
        block.exits.push_back(function.exit);
      }
      add(std::move(block));
    }
    if (has_loop_blocks(heuristic) && (is_block || !recursive.contains(id))) {
      for (cfa::LocationId location : graph.reachable) {
        if (cfa.location(location).is_loop_head) {
          if (std::optional<Block> block = loop_of(cfa, graph, location)) {
            add(*std::move(block));
          }
        }
      }
    }
  }
}

void BlockPartition::add(Block block) {
  by_entry_.emplace(block.entry, BlockId(blocks_.size()));
  blocks_.push_back(std::move(block));
}

std::optional<BlockId> BlockPartition::entered_at(cfa::LocationId location) const {
  auto position = by_entry_.find(location);
  return position == by_entry_.end() ? std::nullopt : std::optional(position->second);
}

} // namespace vouch::facts

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Abstract reachability graphs as plain data, for people who debug an analysis. Each function or loop that was
/// analysed on its own has a graph; nodes where it is entered refer to it, also from within itself: recursion.
namespace vouch {

/// What one domain says of a state.
struct GraphStatePart {
  std::string domain; ///< "call stack", "predicates", "values", ...
  std::string text;

  friend bool operator==(const GraphStatePart&, const GraphStatePart&) = default;
};

struct GraphNode {
  std::size_t id = 0; ///< in its graph
  std::string function;
  std::string file;  ///< empty: no source stands behind the location
  unsigned line = 0; ///< from 1
  std::vector<GraphStatePart> state;
  std::vector<std::string> targets;      ///< what must not be reached and is, in the abstraction
  bool is_waiting = false;               ///< its successors were not computed, or have to be computed again
  std::vector<std::size_t> covered_by;   ///< the node that contains this one's state, or those that do together
  std::optional<std::size_t> used_graph; ///< where a block is entered: its graph, an index of `EntryGraphs::graphs`

  friend bool operator==(const GraphNode&, const GraphNode&) = default;
};

struct GraphEdge {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text;                    ///< the statement; empty if `from` uses another graph
  std::vector<std::size_t> used_exits; ///< then: the nodes of that graph that `to` was made of, as far as known

  friend bool operator==(const GraphEdge&, const GraphEdge&) = default;
};

struct ReachabilityGraph {
  std::string name;     ///< "program", "function f", "loop at a.c:3"
  std::size_t root = 0; ///< the node where it starts
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;

  friend bool operator==(const ReachabilityGraph&, const ReachabilityGraph&) = default;
};

/// What the last exploration for one entry point has reached.
struct EntryGraphs {
  std::string entry;                     ///< the function
  std::string analysis;                  ///< "values", "predicates", "values and predicates"
  std::vector<ReachabilityGraph> graphs; ///< that of the whole program first
  std::size_t nodes_left_out = 0;        ///< because there were too many

  friend bool operator==(const EntryGraphs&, const EntryGraphs&) = default;
};

} // namespace vouch

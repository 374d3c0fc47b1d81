#pragma once

#include "analysis/cfa/ids.hpp"
#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/core/erased_value.hpp"
#include "analysis/support/rare_vector.hpp"
#include "analysis/support/strong_id.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <memory>
#include <vector>

/// The abstract reachability graph: how each reached state came about. It is a graph and not a tree, since merging
/// gives a node several parents; where a loop's states merge it has cycles.
namespace vouch::core {

using ArgNodeId = StrongId<struct ArgNodeTag>;

/// One way into a node.
struct ArgParent {
  ArgNodeId node;
  cfa::EdgeId edge;

  friend bool operator==(const ArgParent&, const ArgParent&) = default;
};

/// Nearly always one or two; there are as many of these as states.
using FewNodes = boost::container::small_vector<ArgNodeId, 2>;
inline void erase_from(FewNodes& nodes, ArgNodeId id) {
  nodes.erase(std::ranges::remove(nodes, id).begin(), nodes.end());
}

struct ArgNode {
  AbstractState state;
  Precision precision; ///< for the node's successors
  boost::container::small_vector<ArgParent, 1>
      parents;                        ///< the one that made the node first; the root has none but by merging
  FewNodes children;                  ///< each once
  RareVector<ArgNodeId> covered_by;   ///< if any: the state is within these nodes' together, and there are no children
  RareVector<ArgNodeId> covers;       ///< the nodes that this one covers, alone or with others
  RareVector<AbstractState> merged;   ///< the states that `state` was merged of; empty if it never was
  RareVector<AbstractState> absorbed; ///< states of which merging has taken in a part, and that are elsewhere, too
};

inline bool is_covered(const ArgNode& node) { return !node.covered_by.empty(); }

/// A path through the graph; `edges[i]` leads from `nodes[i]` to `nodes[i + 1]`.
struct ArgPath {
  std::vector<ArgNodeId> nodes;
  std::vector<cfa::EdgeId> edges;
};

/// Ids are never used twice, and a node's first parent always has a smaller id than the node.
class Arg {
public:
  Arg(AbstractState state, Precision precision);

  [[nodiscard]] ArgNodeId root() const { return root_; }
  [[nodiscard]] bool contains(ArgNodeId id) const;
  /// Requires `contains(id)`. The reference is valid until the node is removed.
  [[nodiscard]] const ArgNode& node(ArgNodeId id) const;
  /// Number of nodes.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// All nodes, oldest first.
  [[nodiscard]] std::vector<ArgNodeId> ids() const;

  ArgNodeId add_child(ArgParent parent, AbstractState state, Precision precision);
  /// One more way into `child`; nothing happens if it is there already.
  void add_parent(ArgNodeId child, ArgParent parent);
  /// Weakens `id`: `added` came in through `parent` and made its state `merged`, which contains what was there before,
  /// and `added` if the bound says so.
  void merge(ArgNodeId id, ArgParent parent, AbstractState added, AbstractState merged, MergeBound bound,
             Precision precision);
  void replace_precision(ArgNodeId id, Precision precision);

  /// Requires that `id` has no children and that there are `coverers`, none of them covered. What `id` has covered, they
  /// cover from now on.
  void cover(ArgNodeId id, const std::vector<ArgNodeId>& coverers);

  /// `id` and everything below it, in order of discovery.
  [[nodiscard]] std::vector<ArgNodeId> descendants(ArgNodeId id) const;
  /// `id` and everything above it, in order of discovery.
  [[nodiscard]] std::vector<ArgNodeId> ancestors(ArgNodeId id) const;
  /// The path from the root along first parents.
  [[nodiscard]] ArgPath path_to(ArgNodeId id) const;

  /// Removes `ids`, which must hold with each node all of its children, and not the root. Nodes that they covered,
  /// alone or with others, become uncovered.
  void remove(const std::vector<ArgNodeId>& ids);
  /// Removes everything and starts again with a new root.
  void restart(AbstractState state, Precision precision);

private:
  ArgNode& mutable_node(ArgNodeId id);
  ArgNodeId append(AbstractState state, Precision precision);
  void link_cover(ArgNodeId covered, ArgNodeId coverer);
  void uncover(ArgNodeId id);

  std::vector<std::unique_ptr<ArgNode>> nodes_; ///< by id; null: removed
  ArgNodeId root_;
  std::size_t size_ = 0;
};

bool has_parent(const ArgNode& node, ArgParent parent);

} // namespace vouch::core

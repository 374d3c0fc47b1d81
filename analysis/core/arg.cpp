#include "analysis/core/arg.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_set>
#include <utility>

namespace vouch::core {
namespace {

/// Everything that `next` leads to from `start`, `start` first, each once.
template <class Next>
std::vector<ArgNodeId> closure(ArgNodeId start, Next next) {
  std::vector<ArgNodeId> found = {start};
  std::unordered_set<ArgNodeId> seen = {start};
  for (std::size_t i = 0; i < found.size(); ++i) {
    next(found[i], [&](ArgNodeId id) {
      if (seen.insert(id).second) {
        found.push_back(id);
      }
    });
  }
  return found;
}

} // namespace

bool has_parent(const ArgNode& node, ArgParent parent) {
  return std::find(node.parents.begin(), node.parents.end(), parent) != node.parents.end();
}

Arg::Arg(AbstractState state, Precision precision) { root_ = append(std::move(state), std::move(precision)); }

bool Arg::contains(ArgNodeId id) const { return id.index() < nodes_.size() && nodes_[id.index()] != nullptr; }

const ArgNode& Arg::node(ArgNodeId id) const {
  assert(contains(id));
  return *nodes_[id.index()];
}

ArgNode& Arg::mutable_node(ArgNodeId id) {
  assert(contains(id));
  return *nodes_[id.index()];
}

std::vector<ArgNodeId> Arg::ids() const {
  std::vector<ArgNodeId> result;
  result.reserve(size_);
  for (std::size_t index = 0; index < nodes_.size(); ++index) {
    if (nodes_[index]) {
      result.emplace_back(index);
    }
  }
  return result;
}

ArgNodeId Arg::append(AbstractState state, Precision precision) {
  nodes_.push_back(std::make_unique<ArgNode>(ArgNode{std::move(state), std::move(precision), {}, {}, {}, {}, {}, {}}));
  ++size_;
  return ArgNodeId(nodes_.size() - 1);
}

ArgNodeId Arg::add_child(ArgParent parent, AbstractState state, Precision precision) {
  ArgNodeId id = append(std::move(state), std::move(precision));
  add_parent(id, parent);
  return id;
}

void Arg::add_parent(ArgNodeId child, ArgParent parent) {
  ArgNode& node = mutable_node(child);
  if (has_parent(node, parent)) {
    return;
  }
  node.parents.push_back(parent);
  FewNodes& siblings = mutable_node(parent.node).children;
  if (std::find(siblings.begin(), siblings.end(), child) == siblings.end()) {
    siblings.push_back(child);
  }
}

void Arg::merge(ArgNodeId id, ArgParent parent, AbstractState added, AbstractState merged, MergeBound bound,
                Precision precision) {
  ArgNode& node = mutable_node(id);
  if (node.merged.empty()) {
    node.merged.push_back(node.state);
  }
  (bound == MergeBound::Both ? node.merged : node.absorbed).push_back(std::move(added));
  node.state = std::move(merged);
  node.precision = std::move(precision);
  add_parent(id, parent);
}

void Arg::replace_precision(ArgNodeId id, Precision precision) { mutable_node(id).precision = std::move(precision); }

void Arg::cover(ArgNodeId id, const std::vector<ArgNodeId>& coverers) {
  ArgNode& node = mutable_node(id);
  assert(!coverers.empty() && node.children.empty() && !is_covered(node));
  const RareVector<ArgNodeId> covered_so_far = std::exchange(node.covers, {});
  for (ArgNodeId covered : covered_so_far) {
    mutable_node(covered).covered_by.erase(id);
  }
  for (ArgNodeId coverer : coverers) {
    assert(coverer != id && !is_covered(mutable_node(coverer)));
    for (ArgNodeId covered : covered_so_far) {
      link_cover(covered, coverer);
    }
    link_cover(id, coverer);
  }
}

void Arg::link_cover(ArgNodeId covered, ArgNodeId coverer) {
  RareVector<ArgNodeId>& coverers = mutable_node(covered).covered_by;
  if (std::find(coverers.begin(), coverers.end(), coverer) == coverers.end()) {
    coverers.push_back(coverer);
    mutable_node(coverer).covers.push_back(covered);
  }
}

void Arg::uncover(ArgNodeId id) {
  for (ArgNodeId coverer : mutable_node(id).covered_by) {
    mutable_node(coverer).covers.erase(id);
  }
  mutable_node(id).covered_by.clear();
}

std::vector<ArgNodeId> Arg::descendants(ArgNodeId id) const {
  return closure(id, [this](ArgNodeId current, auto visit) {
    for (ArgNodeId child : node(current).children) {
      visit(child);
    }
  });
}

std::vector<ArgNodeId> Arg::ancestors(ArgNodeId id) const {
  return closure(id, [this](ArgNodeId current, auto visit) {
    for (const ArgParent& parent : node(current).parents) {
      visit(parent.node);
    }
  });
}

ArgPath Arg::path_to(ArgNodeId id) const {
  ArgPath path;
  path.nodes.push_back(id);
  while (id != root_) { // ends: first parents have smaller ids
    const ArgParent& parent = node(id).parents.front();
    path.edges.push_back(parent.edge);
    path.nodes.push_back(parent.node);
    id = parent.node;
  }
  std::reverse(path.nodes.begin(), path.nodes.end());
  std::reverse(path.edges.begin(), path.edges.end());
  return path;
}

void Arg::remove(const std::vector<ArgNodeId>& ids) {
  std::unordered_set<ArgNodeId> removed(ids.begin(), ids.end());
  assert(!removed.contains(root_));
  auto stays = [&](ArgNodeId id) { return !removed.contains(id); };
  for (ArgNodeId id : removed) {
    const ArgNode& node = *nodes_[id.index()];
    for (const ArgParent& parent : node.parents) {
      if (stays(parent.node)) {
        erase_from(mutable_node(parent.node).children, id);
      }
    }
    for (ArgNodeId covered : std::vector<ArgNodeId>(node.covers.begin(), node.covers.end())) {
      uncover(covered);
    }
    uncover(id);
  }
  for (ArgNodeId id : removed) {
    assert(std::none_of(nodes_[id.index()]->children.begin(), nodes_[id.index()]->children.end(), stays));
  }
  for (ArgNodeId id : removed) {
    nodes_[id.index()].reset();
  }
  size_ -= removed.size();
}

void Arg::restart(AbstractState state, Precision precision) {
  for (std::unique_ptr<ArgNode>& node : nodes_) {
    node.reset();
  }
  size_ = 0;
  root_ = append(std::move(state), std::move(precision));
}

} // namespace vouch::core

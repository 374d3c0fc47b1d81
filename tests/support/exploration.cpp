#include "tests/support/exploration.hpp"

namespace vouch::test {
namespace {

using core::Arg;
using core::ArgNode;
using core::ArgNodeId;
using core::ReachedSet;

template <class Range, class Value>
bool holds(const Range& range, const Value& value) {
  return std::find(range.begin(), range.end(), value) != range.end();
}

void check_links(const Arg& arg, ArgNodeId id, std::vector<std::string>& defects) {
  const ArgNode& node = arg.node(id);
  const std::string name = "node " + std::to_string(id.index());
  for (const core::ArgParent& parent : node.parents) {
    if (!arg.contains(parent.node) || !holds(arg.node(parent.node).children, id)) {
      defects.push_back(name + " has a parent that does not know it");
    }
  }
  for (ArgNodeId child : node.children) {
    if (!arg.contains(child) || std::none_of(arg.node(child).parents.begin(), arg.node(child).parents.end(),
                                             [&](const core::ArgParent& parent) { return parent.node == id; })) {
      defects.push_back(name + " has a child that does not know it");
    }
  }
  for (ArgNodeId covered : node.covers) {
    if (!arg.contains(covered) || !holds(arg.node(covered).covered_by, id)) {
      defects.push_back(name + " covers a node that does not know it");
    }
  }
  for (ArgNodeId coverer : node.covered_by) {
    if (!arg.contains(coverer) || !holds(arg.node(coverer).covers, id)) {
      defects.push_back(name + " is covered by a node that does not know it");
    }
  }
  if (id != arg.root() && (node.parents.empty() || !(node.parents.front().node < id))) {
    defects.push_back(name + " does not have an older first parent");
  }
}

void check_bookkeeping(const ReachedSet& reached, ArgNodeId id, std::vector<std::string>& defects) {
  const ArgNode& node = reached.node(id);
  const std::string name = "node " + std::to_string(id.index());
  const bool is_in_partition = holds(reached.partition(reached.analysis().partition(node.state)), id);
  if (is_in_partition == core::is_covered(node)) {
    defects.push_back(name + " must be in its partition just if it is not covered");
  }
  if (holds(reached.mergeable(node.state), id) != (is_in_partition && !reached.analysis().keeps_apart())) {
    defects.push_back(name + " must be found by its merge key just if it is in its partition and may merge");
  }
  if (holds(reached.possible_coverers(node.state), id) != is_in_partition) {
    defects.push_back(name + " must be found as a coverer of its own state just if it is in its partition");
  }
  const bool is_target = !reached.analysis().targets(node.state).empty();
  if (holds(reached.targets(), id) != (is_target && !core::is_covered(node))) {
    defects.push_back(name + " must be among the targets just if it is one and not covered");
  }
  if (reached.paused().contains(id) && !reached.waitlist().contains(id)) {
    defects.push_back(name + " is paused, but does not wait");
  }
  if (core::is_covered(node)) {
    if (reached.waitlist().contains(id) || !node.children.empty()) {
      defects.push_back(name + " is covered, but waits or has children");
    }
    std::vector<const core::AbstractState*> coverers;
    for (ArgNodeId coverer : node.covered_by) {
      coverers.push_back(&reached.node(coverer).state);
      if (core::is_covered(reached.node(coverer))) {
        defects.push_back(name + " has a coverer that is covered itself");
      }
    }
    if (!reached.analysis().stop(node.state, coverers, node.precision)) {
      defects.push_back(name + " has coverers that do not cover it");
    }
  }
}

bool has_child_for(const ReachedSet& reached, ArgNodeId id, cfa::EdgeId edge, const core::AbstractState& successor,
                   const core::Precision& precision) {
  const core::FewNodes& children = reached.node(id).children;
  const core::Analysis& analysis = reached.analysis();
  // Nodes elsewhere in the same partition may cover the successor, too: then a covered child says which one.
  return std::any_of(children.begin(), children.end(), [&](ArgNodeId child) {
    const ArgNode& node = reached.node(child);
    const core::AbstractState* state = &node.state;
    return has_parent(node, {id, edge}) && analysis.partition(node.state) == analysis.partition(successor) &&
           analysis.stop(successor, {&state, 1}, precision);
  });
}

} // namespace

std::vector<std::string> structural_defects(const ReachedSet& reached) {
  std::vector<std::string> defects;
  for (ArgNodeId id : reached.arg().ids()) {
    check_links(reached.arg(), id, defects);
    check_bookkeeping(reached, id, defects);
  }
  for (ArgNodeId id : reached.waitlist().ids()) {
    if (!reached.arg().contains(id)) {
      defects.push_back("a removed node waits");
    }
  }
  return defects;
}

std::vector<ArgNodeId> incomplete_nodes(const ReachedSet& reached) {
  std::vector<ArgNodeId> result;
  const core::Analysis& analysis = reached.analysis();
  for (ArgNodeId id : reached.arg().ids()) {
    const ArgNode& node = reached.node(id);
    if (core::is_covered(node) || reached.waitlist().contains(id)) {
      continue;
    }
    for (cfa::EdgeId edge : reached.cfa().outgoing(analysis.location(node.state))) {
      for (const core::AbstractState& successor :
           analysis.post(node.state, node.precision, {edge, reached.cfa().edge(edge)})) {
        auto adjustment = analysis.adjust(successor, node.precision, {});
        auto* adjusted = std::get_if<core::Continue<core::AbstractState, core::Precision>>(&adjustment);
        if (adjusted != nullptr && !has_child_for(reached, id, edge, adjusted->state, node.precision)) {
          result.push_back(id);
        }
      }
    }
  }
  return result;
}

} // namespace vouch::test

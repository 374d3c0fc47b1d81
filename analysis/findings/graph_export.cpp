#include "analysis/findings/graph_export.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::findings {
namespace {

/// Turns the graphs of one exploration into plain data, within a limit for all of them together.
class Exporter {
public:
  Exporter(std::string entry, std::string analysis, std::size_t most_nodes) : room_(most_nodes) {
    result_.entry = std::move(entry);
    result_.analysis = std::move(analysis);
  }

  ReachabilityGraph& add(const core::ReachedSet& reached, std::string name) {
    ReachabilityGraph& graph = result_.graphs.emplace_back();
    graph.name = std::move(name);
    graph.root = reached.arg().root().index();
    const std::vector<core::ArgNodeId> ids = reached.arg().ids();
    const std::size_t count = std::min(ids.size(), room_);
    room_ -= count;
    result_.nodes_left_out += ids.size() - count;
    const std::set<core::ArgNodeId> kept(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count));
    for (core::ArgNodeId id : kept) {
      graph.nodes.push_back(node_of(reached, id));
      for (const core::ArgParent& parent : reached.node(id).parents) {
        if (kept.contains(parent.node)) {
          graph.edges.push_back({parent.node.index(),
                                 id.index(),
                                 parent.edge.is_valid() ? edge_text(reached.cfa(), parent.edge) : "",
                                 {}});
        }
      }
    }
    return graph;
  }

  EntryGraphs finish() { return std::move(result_); }

private:
  static GraphNode node_of(const core::ReachedSet& reached, core::ArgNodeId id) {
    const core::ArgNode& node = reached.node(id);
    const cfa::Cfa& cfa = reached.cfa();
    const cfa::Location& location = cfa.location(reached.analysis().location(node.state));
    GraphNode result;
    result.id = id.index();
    result.function = cfa.function(location.function).name;
    result.file = location.range.path();
    result.line = location.range.begin.line;
    for (core::StatePart& part : reached.analysis().describe(node.state, cfa)) {
      result.state.push_back({std::move(part.domain), std::move(part.text)});
    }
    for (const core::TargetReason& target : reached.analysis().targets(node.state)) {
      result.targets.push_back(target.text);
    }
    result.is_waiting = reached.waitlist().contains(id);
    for (core::ArgNodeId coverer : node.covered_by) {
      result.covered_by.push_back(coverer.index());
    }
    return result;
  }

  static std::string edge_text(const cfa::Cfa& cfa, cfa::EdgeId id) {
    const cfa::Edge& edge = cfa.edge(id);
    const auto* assumption = std::get_if<cfa::Assume>(&edge.operation);
    const bool is_else = assumption != nullptr && assumption->polarity == cfa::Polarity::Fails;
    return edge.text.empty() ? to_string(edge.operation, cfa.names()) : is_else ? "!(" + edge.text + ")" : edge.text;
  }

  EntryGraphs result_;
  std::size_t room_;
};

std::string name_of(const core::Exploration& exploration, core::ReachedSetId id) {
  const std::optional<core::BlockContext> context = exploration.block_of(id);
  if (!context) {
    return "program";
  }
  const facts::Block& block = context->block;
  return block.kind == facts::BlockKind::Function
             ? "function " + exploration.cfa().function(block.function).name
             : "loop at " + to_string(exploration.cfa().location(block.entry).range);
}

/// The exits of the used set that `successor` was made of. None where a block of the abstraction ends there: then
/// the state is another one than the exit gave.
std::vector<std::size_t> exits_behind(const core::BlockUse& use, const core::ArgNode& successor) {
  std::vector<std::size_t> exits;
  for (const auto& [state, exit] : use.successors) {
    if (state == successor.state ||
        std::find(successor.merged.begin(), successor.merged.end(), state) != successor.merged.end()) {
      exits.push_back(exit.index());
    }
  }
  return exits;
}

} // namespace

EntryGraphs exported(const core::Exploration& exploration, std::string entry, std::string analysis,
                     std::size_t most_nodes) {
  Exporter exporter(std::move(entry), std::move(analysis), most_nodes);
  const std::vector<core::ReachedSetId> used = exploration.used_by_program();
  std::map<core::ReachedSetId, std::size_t> graph_of;
  for (std::size_t i = 0; i < used.size(); ++i) {
    graph_of.emplace(used[i], i);
  }
  for (core::ReachedSetId id : used) {
    const core::ReachedSet& reached = exploration.reached(id);
    ReachabilityGraph& graph = exporter.add(reached, name_of(exploration, id));
    for (GraphNode& node : graph.nodes) {
      const core::ArgNodeId own(node.id);
      const core::BlockUse* use = exploration.use_at({id, own});
      if (use != nullptr && node.covered_by.empty() && reached.node(own).state == use->entry) {
        node.used_graph = graph_of.at(use->used);
      }
    }
    for (GraphEdge& edge : graph.edges) {
      const core::BlockUse* use = exploration.use_at({id, core::ArgNodeId(edge.from)});
      if (edge.text.empty() && use != nullptr) {
        edge.used_exits = exits_behind(*use, reached.node(core::ArgNodeId(edge.to)));
      }
    }
  }
  return exporter.finish();
}

} // namespace vouch::findings

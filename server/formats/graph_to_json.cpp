#include "server/formats/graph_to_json.hpp"

namespace vouch {
namespace {

using nlohmann::json;

void put(json& object, const char* key, const std::optional<std::size_t>& value) {
  if (value) {
    object[key] = *value;
  }
}

std::optional<std::size_t> number_at(const json& object, const char* key) {
  return object.contains(key) ? std::optional(object.at(key).get<std::size_t>()) : std::nullopt;
}

json json_of(const GraphNode& node) {
  json result = {{"id", node.id}, {"function", node.function}, {"file", node.file}, {"line", node.line}};
  for (const GraphStatePart& part : node.state) {
    result["state"].push_back({{"domain", part.domain}, {"text", part.text}});
  }
  if (!node.targets.empty()) {
    result["targets"] = node.targets;
  }
  if (node.is_waiting) {
    result["waiting"] = true;
  }
  if (!node.covered_by.empty()) {
    result["coveredBy"] = node.covered_by;
  }
  put(result, "usesGraph", node.used_graph);
  return result;
}

GraphNode node_of(const json& object) {
  GraphNode node;
  node.id = object.at("id").get<std::size_t>();
  node.function = object.at("function").get<std::string>();
  node.file = object.at("file").get<std::string>();
  node.line = object.at("line").get<unsigned>();
  for (const json& part : object.value("state", json::array())) {
    node.state.push_back({part.at("domain").get<std::string>(), part.at("text").get<std::string>()});
  }
  node.targets = object.value("targets", std::vector<std::string>());
  node.is_waiting = object.value("waiting", false);
  node.covered_by = object.value("coveredBy", std::vector<std::size_t>());
  node.used_graph = number_at(object, "usesGraph");
  return node;
}

json json_of(const GraphEdge& edge) {
  json result = {{"from", edge.from}, {"to", edge.to}, {"text", edge.text}};
  if (!edge.used_exits.empty()) {
    result["exitsOfUsedGraph"] = edge.used_exits;
  }
  return result;
}

json json_of(const ReachabilityGraph& graph) {
  json result = {{"name", graph.name}, {"root", graph.root}, {"nodes", json::array()}, {"edges", json::array()}};
  for (const GraphNode& node : graph.nodes) {
    result["nodes"].push_back(json_of(node));
  }
  for (const GraphEdge& edge : graph.edges) {
    result["edges"].push_back(json_of(edge));
  }
  return result;
}

ReachabilityGraph graph_of(const json& object) {
  ReachabilityGraph graph;
  graph.name = object.at("name").get<std::string>();
  graph.root = object.at("root").get<std::size_t>();
  for (const json& node : object.at("nodes")) {
    graph.nodes.push_back(node_of(node));
  }
  for (const json& edge : object.at("edges")) {
    graph.edges.push_back({edge.at("from").get<std::size_t>(), edge.at("to").get<std::size_t>(),
                           edge.at("text").get<std::string>(),
                           edge.value("exitsOfUsedGraph", std::vector<std::size_t>())});
  }
  return graph;
}

} // namespace

void to_json(json& object, const EntryGraphs& graphs) {
  object = {{"entry", graphs.entry},
            {"analysis", graphs.analysis},
            {"graphs", json::array()},
            {"nodesLeftOut", graphs.nodes_left_out}};
  for (const ReachabilityGraph& graph : graphs.graphs) {
    object["graphs"].push_back(json_of(graph));
  }
}

void from_json(const json& object, EntryGraphs& graphs) {
  graphs = {};
  graphs.entry = object.at("entry").get<std::string>();
  graphs.analysis = object.at("analysis").get<std::string>();
  graphs.nodes_left_out = object.at("nodesLeftOut").get<std::size_t>();
  for (const json& graph : object.at("graphs")) {
    graphs.graphs.push_back(graph_of(graph));
  }
}

} // namespace vouch

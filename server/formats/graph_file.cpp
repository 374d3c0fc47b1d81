#include "server/formats/graph_file.hpp"

#include "server/formats/graph_to_json.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

namespace vouch::server {
namespace {

/// `text` within a quoted label, whose lines are aligned to the left.
std::string label_text(std::string_view text) {
  std::string result;
  for (char character : text) {
    if (character == '\n') {
      result += "\\l";
    } else if (static_cast<unsigned char>(character) < ' ') {
      result += ' ';
    } else {
      if (character == '"' || character == '\\') {
        result += '\\';
      }
      result += character;
    }
  }
  return result;
}

/// Writes the graphs of one entry point.
class DotWriter {
public:
  DotWriter(std::string& out, const EntryGraphs& graphs, std::string prefix)
      : out_(out), graphs_(graphs), prefix_(std::move(prefix)) {
    for (const ReachabilityGraph& graph : graphs.graphs) {
      std::set<std::size_t>& known = known_.emplace_back();
      for (const GraphNode& node : graph.nodes) {
        known.insert(node.id);
      }
    }
  }

  void write(const std::string& file) {
    std::string title = file + ": " + graphs_.entry + ", " + graphs_.analysis;
    if (graphs_.nodes_left_out > 0) {
      title += ", " + std::to_string(graphs_.nodes_left_out) + " more nodes";
    }
    out_ += "  subgraph cluster_" + prefix_ + " {\n    label=\"" + label_text(title) + "\";\n";
    for (std::size_t i = 0; i < graphs_.graphs.size(); ++i) {
      write_graph(i);
    }
    out_ += "  }\n";
    for (std::size_t i = 0; i < graphs_.graphs.size(); ++i) {
      write_links(i);
    }
  }

private:
  [[nodiscard]] std::string name(std::size_t graph, std::size_t node) const {
    return "n_" + prefix_ + "_" + std::to_string(graph) + "_" + std::to_string(node);
  }

  void write_graph(std::size_t index) {
    const ReachabilityGraph& graph = graphs_.graphs[index];
    out_ += "    subgraph cluster_" + prefix_ + "_" + std::to_string(index) + " {\n      label=\"" +
            label_text(graph.name) + "\";\n";
    for (const GraphNode& node : graph.nodes) {
      out_ += "      " + name(index, node.id) + " [label=\"" + label_of(node) + "\"" + style_of(node, graph) + "];\n";
    }
    for (const GraphEdge& edge : graph.edges) {
      out_ += "      " + name(index, edge.from) + " -> " + name(index, edge.to) + " [label=\"" + label_text(edge.text) +
              "\"];\n";
    }
    for (const GraphNode& node : graph.nodes) {
      for (std::size_t coverer : node.covered_by) {
        if (known_[index].contains(coverer)) {
          out_ += "      " + name(index, node.id) + " -> " + name(index, coverer) +
                  " [style=dashed, constraint=false, label=\"covered by\"];\n";
        }
      }
    }
    out_ += "    }\n";
  }

  /// To the graphs that nodes use, and back.
  void write_links(std::size_t index) {
    std::map<std::size_t, std::size_t> used; // by node
    for (const GraphNode& node : graphs_.graphs[index].nodes) {
      if (!node.used_graph) {
        continue;
      }
      used.emplace(node.id, *node.used_graph);
      const std::size_t root = graphs_.graphs[*node.used_graph].root;
      if (known_[*node.used_graph].contains(root)) {
        out_ += "  " + name(index, node.id) + " -> " + name(*node.used_graph, root) +
                " [style=bold, constraint=false, label=\"uses\"];\n";
      }
    }
    for (const GraphEdge& edge : graphs_.graphs[index].edges) {
      auto graph = used.find(edge.from);
      for (std::size_t exit : edge.used_exits) {
        if (graph != used.end() && known_[graph->second].contains(exit)) {
          out_ += "  " + name(graph->second, exit) + " -> " + name(index, edge.to) +
                  " [style=dotted, constraint=false, label=\"leaves to\"];\n";
        }
      }
    }
  }

  static std::string label_of(const GraphNode& node) {
    std::string text = std::to_string(node.id) + "  " + node.function;
    if (!node.file.empty()) {
      text += "  " + node.file + ":" + std::to_string(node.line);
    }
    text += "\n";
    for (const GraphStatePart& part : node.state) {
      text += part.domain + ": " + part.text + "\n";
    }
    for (const std::string& target : node.targets) {
      text += "target: " + target + "\n";
    }
    return label_text(text);
  }

  static std::string style_of(const GraphNode& node, const ReachabilityGraph& graph) {
    std::string style;
    if (!node.targets.empty()) {
      style += ", color=red";
    } else if (node.is_waiting) {
      style += ", color=orange";
    }
    if (node.id == graph.root) {
      style += ", penwidth=2";
    }
    return node.covered_by.empty() ? style : style + ", style=dashed";
  }

  std::string& out_;
  const EntryGraphs& graphs_;
  std::string prefix_;
  std::vector<std::set<std::size_t>> known_; ///< the nodes of each graph
};

} // namespace

std::string graphs_as_dot(std::span<const FileReport> files) {
  std::string out = "digraph arg {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n";
  for (std::size_t file = 0; file < files.size(); ++file) {
    for (std::size_t entry = 0; entry < files[file].graphs.size(); ++entry) {
      DotWriter(out, files[file].graphs[entry], std::to_string(file) + "_" + std::to_string(entry))
          .write(files[file].path);
    }
  }
  return out + "}\n";
}

std::string graphs_as_json(std::span<const FileReport> files) {
  nlohmann::json json = {{"files", nlohmann::json::array()}};
  for (const FileReport& file : files) {
    json["files"].push_back({{"path", file.path}, {"entries", file.graphs}});
  }
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string write_graphs(std::span<const FileReport> files, const std::string& path) {
  std::ofstream out(path);
  out << (path.ends_with(".dot") ? graphs_as_dot(files) : graphs_as_json(files));
  out.flush();
  return out ? "" : std::string("cannot write '") + path + "': " + std::strerror(errno);
}

} // namespace vouch::server

#include "analysis/cfa/cfa.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace vouch::cfa {
namespace {

struct DepthFirstResult {
  std::vector<LocationId> post_order;
  std::vector<LocationId> loop_heads; ///< targets of edges back to a location on the depth-first stack
};

enum class Mark { New, OnStack, Done };

/// `marks` has one element per location of the Cfa; functions do not share locations.
DepthFirstResult depth_first(const Cfa& cfa, LocationId entry, std::vector<Mark>& marks) {
  struct Frame {
    LocationId location;
    std::span<const EdgeId> ways_on;
  };
  DepthFirstResult result;
  std::vector<Frame> stack;
  auto enter = [&](LocationId location) {
    marks[location.index()] = Mark::OnStack;
    stack.push_back({location, cfa.outgoing(location)});
  };
  enter(entry);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (frame.ways_on.empty()) {
      marks[frame.location.index()] = Mark::Done;
      result.post_order.push_back(frame.location);
      stack.pop_back();
      continue;
    }
    const LocationId successor = successor_in_function(cfa, frame.ways_on.front());
    frame.ways_on = frame.ways_on.subspan(1);
    if (!successor.is_valid()) {
      continue;
    }
    if (marks[successor.index()] == Mark::OnStack) {
      result.loop_heads.push_back(successor);
    } else if (marks[successor.index()] == Mark::New) {
      enter(successor);
    }
  }
  return result;
}

std::string escaped(std::string text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result.push_back('\\');
    }
    result.push_back(c);
  }
  return result;
}

} // namespace

std::string to_string(Sharing sharing) {
  switch (sharing) {
  case Sharing::Shared:
    return "shared";
  case Sharing::Shown:
    return "shown";
  case Sharing::Unshared:
    break;
  }
  return "unshared";
}

Names Cfa::names() const {
  return {[this](VariableId id) { return variable(id).name; }, [this](FunctionId id) { return function(id).name; }};
}

CfaBuilder::CfaBuilder(DataModel data_model) {
  cfa_.data_model_ = data_model;
  cfa_.expressions_ = std::make_shared<ExpressionPool>();
}

CfaBuilder::CfaBuilder(const Cfa& program, std::span<const LocationId> locations, std::span<const EdgeId> edges) {
  cfa_.data_model_ = program.data_model_;
  cfa_.expressions_ = program.expressions_;
  cfa_.variables_ = program.variables_;
  cfa_.functions_ = program.functions_;
  cfa_.notes_ = program.notes_;
  cfa_.given_types_ = program.given_types_;
  std::vector<LocationId> renamed(program.locations_.size());
  for (const LocationId location : locations) {
    renamed[location.index()] = LocationId(cfa_.locations_.size());
    cfa_.locations_.push_back(program.location(location));
  }
  for (Function& function : cfa_.functions_.own()) {
    function.entry = renamed[function.entry.index()];
    function.exit = renamed[function.exit.index()];
  }
  std::vector<bool> has_edges(locations.size(), false);
  for (const EdgeId edge : edges) {
    Edge& copied = cfa_.edges_.emplace_back(program.edge(edge));
    copied.source = renamed[copied.source.index()];
    copied.target = renamed[copied.target.index()];
    has_edges[copied.source.index()] = true;
    if (auto* back = std::get_if<Return>(&copied.operation)) {
      back->call = EdgeId(cfa_.edges_.size() - 2);
    }
  }
  const auto copy_entry_points = [&](const std::vector<EntryPoint>& from, std::vector<EntryPoint>& to) {
    for (EntryPoint point : from) {
      point.start = renamed[point.start.index()];
      if (point.start.is_valid() && has_edges[point.start.index()]) {
        to.push_back(std::move(point));
      }
    }
  };
  copy_entry_points(program.entry_points_, cfa_.entry_points_);
  copy_entry_points(program.internal_entry_points_, cfa_.internal_entry_points_);
  copy_entry_points(program.linked_entry_points_, cfa_.linked_entry_points_);
}

VariableId CfaBuilder::add_variable(Variable variable) {
  cfa_.variables_.own().push_back(std::move(variable));
  return VariableId(cfa_.variables_.size() - 1);
}

FunctionId CfaBuilder::add_function(std::string name, SourceRange range) {
  FunctionId id(cfa_.functions_.size());
  Function& function = cfa_.functions_.own().emplace_back();
  function.name = std::move(name);
  function.range = range;
  SourceRange begin = range;
  begin.end = begin.begin;
  SourceRange end = range;
  end.begin = end.end;
  LocationId entry = add_location(id, begin);
  LocationId exit = add_location(id, end);
  cfa_.functions_.own()[id.index()].entry = entry;
  cfa_.functions_.own()[id.index()].exit = exit;
  return id;
}

LocationId CfaBuilder::add_location(FunctionId function, SourceRange range) {
  Location& location = cfa_.locations_.emplace_back();
  location.function = function;
  location.range = std::move(range);
  return LocationId(cfa_.locations_.size() - 1);
}

LocationId CfaBuilder::add_target(FunctionId function, Target target, SourceRange range) {
  LocationId id = add_location(function, std::move(range));
  cfa_.locations_[id.index()].target = std::move(target);
  return id;
}

EdgeId CfaBuilder::add_edge(LocationId source, LocationId target, Operation operation, SourceRange range,
                            std::string text, std::size_t evaluation) {
  cfa_.edges_.push_back({source, target, std::move(operation), std::move(range), std::move(text), evaluation});
  return EdgeId(cfa_.edges_.size() - 1);
}

void CfaBuilder::add_call(LocationId source, LocationId target, Call call, std::vector<Binding> results,
                          SourceRange range, std::string text, std::size_t evaluation) {
  FunctionId callee = call.callee;
  EdgeId call_edge = add_edge(source, function(callee).entry, std::move(call), range, std::move(text), evaluation);
  add_edge(function(callee).exit, target, Return{call_edge, std::move(results)}, std::move(range), {}, evaluation);
}

void CfaBuilder::add_entry_point(EntryPoint entry_point) { cfa_.entry_points_.push_back(std::move(entry_point)); }

void CfaBuilder::add_internal_entry_point(EntryPoint entry_point) {
  cfa_.internal_entry_points_.push_back(std::move(entry_point));
}

void CfaBuilder::add_linked_entry_point(EntryPoint entry_point) {
  cfa_.linked_entry_points_.push_back(std::move(entry_point));
}

void CfaBuilder::add_note(Note note) { cfa_.notes_.own().push_back(std::move(note)); }

GivenTypeId CfaBuilder::add_given_type(GivenType type) {
  cfa_.given_types_.own().push_back(std::move(type));
  return GivenTypeId(cfa_.given_types_.size() - 1);
}

void CfaBuilder::compute_adjacency() {
  const std::size_t locations = cfa_.locations_.size();
  cfa_.outgoing_ = EdgesAtLocations(cfa_.edges_, locations, [](const Edge& edge) { return edge.source; });
  cfa_.incoming_ = EdgesAtLocations(cfa_.edges_, locations, [](const Edge& edge) { return edge.target; });
}

void CfaBuilder::compute_orders() {
  std::vector<Mark> marks(cfa_.locations_.size(), Mark::New);
  for (const Function& function : cfa_.functions_) {
    DepthFirstResult order = depth_first(cfa_, function.entry, marks);
    for (LocationId head : order.loop_heads) {
      cfa_.locations_[head.index()].is_loop_head = true;
    }
    std::size_t position = order.post_order.size();
    for (LocationId location : order.post_order) {
      cfa_.locations_[location.index()].reverse_post_order = --position;
    }
  }
}

void CfaBuilder::join_before_loop_heads() {
  auto position_of_source = [&](const Edge& edge) {
    const auto* returning = std::get_if<Return>(&edge.operation);
    LocationId source = returning != nullptr ? cfa_.edge(returning->call).source : edge.source;
    return cfa_.location(source).reverse_post_order;
  };
  for (std::size_t index = 0, count = cfa_.locations_.size(); index < count; ++index) {
    LocationId head(index);
    if (!cfa_.location(head).is_loop_head) {
      continue;
    }
    std::vector<EdgeId> entering;
    std::vector<EdgeId> closing;
    for (EdgeId id : cfa_.incoming(head)) {
      bool closes = position_of_source(cfa_.edge(id)) >= cfa_.location(head).reverse_post_order;
      (closes ? closing : entering).push_back(id);
    }
    for (const std::vector<EdgeId>& group : {entering, closing}) {
      if (group.size() > 1) {
        LocationId join = add_location(cfa_.location(head).function, cfa_.location(head).range);
        for (EdgeId id : group) {
          cfa_.edges_[id.index()].target = join;
        }
        add_edge(join, head, Skip{}, cfa_.location(head).range);
      }
    }
  }
}

void CfaBuilder::remove_edges(const std::function<bool(const Edge&)>& is_impossible) {
  compute_adjacency();
  std::vector<bool> is_kept(cfa_.edges_.size(), false);
  std::vector<bool> is_reached(cfa_.locations_.size(), false);
  std::vector<LocationId> work;
  auto reach = [&](LocationId location) {
    if (!is_reached[location.index()]) {
      is_reached[location.index()] = true;
      work.push_back(location);
    }
  };
  for (const Function& function : cfa_.functions_) {
    reach(function.entry);
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (EdgeId id : cfa_.outgoing(location)) {
      const Edge& edge = cfa_.edge(id);
      if (std::holds_alternative<Return>(edge.operation) || is_impossible(edge)) {
        continue; // a return stays with its call
      }
      is_kept[id.index()] = true;
      reach(edge.target);
      if (std::holds_alternative<Call>(edge.operation)) {
        is_kept[cfa_.return_of(id).index()] = true;
        reach(cfa_.edge(cfa_.return_of(id)).target);
      }
    }
  }
  std::vector<Edge> edges;
  for (std::size_t index = 0; index < is_kept.size(); ++index) {
    if (!is_kept[index]) {
      continue;
    }
    Edge& edge = edges.emplace_back(std::move(cfa_.edges_[index]));
    if (auto* back = std::get_if<Return>(&edge.operation)) {
      back->call = EdgeId(edges.size() - 2);
    }
  }
  cfa_.edges_ = std::move(edges);
}

void CfaBuilder::replace_operations(const std::function<std::optional<Operation>(const Edge&)>& replacement) {
  for (Edge& edge : cfa_.edges_) {
    if (std::optional<Operation> operation = replacement(edge)) {
      edge.operation = *std::move(operation);
      if (std::holds_alternative<Skip>(edge.operation)) {
        edge.text.clear(); // nothing happens there that is worth a step
      }
    }
  }
}

void CfaBuilder::replace_targets(const std::function<std::optional<Target>(LocationId)>& replacement) {
  for (std::size_t index = 0; index < cfa_.locations_.size(); ++index) {
    cfa_.locations_[index].target = replacement(LocationId(index));
  }
}

void CfaBuilder::insert_at(LocationId location, Operation operation) {
  const SourceRange range = cfa_.location(location).range;
  const LocationId behind = add_location(cfa_.location(location).function, range);
  for (Edge& edge : cfa_.edges_) {
    if (edge.source == location) {
      edge.source = behind;
    }
  }
  add_edge(location, behind, std::move(operation), range);
}

Cfa CfaBuilder::build() {
  compute_adjacency();
  compute_orders();
  const std::size_t locations = cfa_.locations_.size();
  join_before_loop_heads();
  if (cfa_.locations_.size() != locations) {
    compute_adjacency();
    compute_orders();
  }
  return std::exchange(cfa_, Cfa());
}

std::string to_dot(const Cfa& cfa) {
  std::ostringstream out;
  out << "digraph cfa {\n  node [shape=circle];\n";
  for (std::size_t f = 0; f < cfa.function_count(); ++f) {
    out << "  subgraph cluster_" << f << " { label=\"" << escaped(cfa.function(FunctionId(f)).name) << "\";";
    for (std::size_t l = 0; l < cfa.location_count(); ++l) {
      const Location& location = cfa.location(LocationId(l));
      if (location.function.index() == f) {
        out << " n" << l;
        if (location.target) {
          out << " [color=red]";
        } else if (location.is_loop_head) {
          out << " [shape=doublecircle]";
        }
        out << ";";
      }
    }
    out << " }\n";
  }
  for (std::size_t e = 0; e < cfa.edge_count(); ++e) {
    const Edge& edge = cfa.edge(EdgeId(e));
    out << "  n" << edge.source.index() << " -> n" << edge.target.index() << " [label=\""
        << escaped(to_string(edge.operation, cfa.names())) << "\"];\n";
  }
  out << "}\n";
  return out.str();
}

} // namespace vouch::cfa

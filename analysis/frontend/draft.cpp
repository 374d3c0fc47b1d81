#include "analysis/frontend/draft.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vouch::frontend {
namespace {

bool is_uninitialised_input(const cfa::Operation& operation) {
  const auto* input = std::get_if<cfa::Input>(&operation);
  return input != nullptr && input->kind == cfa::InputKind::Uninitialised;
}

bool is_skip(const cfa::Operation& operation) { return std::holds_alternative<cfa::Skip>(operation); }

/// Numbers the variables that liveness is computed for.
using Candidates = std::unordered_map<cfa::VariableId, std::size_t>;
using VariableSet = std::vector<bool>;

struct Access {
  std::vector<std::size_t> reads;
  std::vector<std::size_t> writes;
};

} // namespace

Draft::Draft() : locations_(2) {}

DraftLocation Draft::add_location(SourceRange range) {
  locations_.push_back({std::move(range), std::nullopt});
  return locations_.size() - 1;
}

DraftLocation Draft::add_target(cfa::Target target, SourceRange range) {
  locations_.push_back({std::move(range), std::move(target)});
  return locations_.size() - 1;
}

void Draft::add_edge(DraftLocation source, DraftLocation target, cfa::Operation operation, SourceRange range,
                     std::string text) {
  edges_.push_back({source, target, std::move(operation), {}, std::move(range), std::move(text), evaluation_});
}

void Draft::add_call(DraftLocation source, DraftLocation target, cfa::Call call, std::vector<cfa::Binding> results,
                     SourceRange range, std::string text) {
  edges_.push_back(
      {source, target, std::move(call), std::move(results), std::move(range), std::move(text), evaluation_});
}

void Draft::complete_mark(std::size_t edge, std::vector<cfa::UnorderedPart> parts) {
  if (parts.empty()) {
    edges_[edge].operation = cfa::Skip{};
    edges_[edge].text.clear();
    return;
  }
  std::get<cfa::Unsupported>(edges_[edge].operation).parts = std::move(parts);
}

std::vector<cfa::VariableId> Draft::mentioned_variables() const {
  std::vector<cfa::VariableId> result;
  for (const Edge& edge : edges_) {
    const std::vector<cfa::VariableId> mentioned = cfa::variables_mentioned(edge.operation);
    result.insert(result.end(), mentioned.begin(), mentioned.end());
    for (const cfa::Binding& binding : edge.results) {
      result.push_back(binding.variable);
    }
  }
  return result;
}

void Draft::simplify(const std::vector<cfa::VariableId>& read_at_exit) {
  remove_unreachable_edges();
  remove_dead_inputs(read_at_exit);
  merge_skips();
}

std::vector<std::vector<std::size_t>> Draft::outgoing() const {
  std::vector<std::vector<std::size_t>> result(locations_.size());
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    result[edges_[edge].source].push_back(edge);
  }
  return result;
}

void Draft::remove_unreachable_edges() {
  auto edges_of = outgoing();
  std::vector<bool> reached(locations_.size(), false);
  std::vector<DraftLocation> work = {entry};
  reached[entry] = true;
  while (!work.empty()) {
    DraftLocation location = work.back();
    work.pop_back();
    for (std::size_t edge : edges_of[location]) {
      DraftLocation target = edges_[edge].target;
      if (!reached[target]) {
        reached[target] = true;
        work.push_back(target);
      }
    }
  }
  std::erase_if(edges_, [&](const Edge& edge) { return !reached[edge.source]; });
}

void Draft::remove_dead_inputs(const std::vector<cfa::VariableId>& read_at_exit) {
  Candidates candidates;
  for (const Edge& edge : edges_) {
    if (is_uninitialised_input(edge.operation)) {
      candidates.emplace(std::get<cfa::Input>(edge.operation).target, candidates.size());
    }
  }
  if (candidates.empty()) {
    return;
  }
  std::vector<Access> accesses(edges_.size());
  for (std::size_t index = 0; index < edges_.size(); ++index) {
    const Edge& edge = edges_[index];
    auto note = [&](cfa::VariableId variable, std::vector<std::size_t>& list) {
      if (auto candidate = candidates.find(variable); candidate != candidates.end()) {
        list.push_back(candidate->second);
      }
    };
    for (cfa::ExpressionRef root : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(root, [&](cfa::ExpressionRef expression) {
        if (const auto* read = std::get_if<cfa::VariableRead>(&expression->node)) {
          note(read->variable, accesses[index].reads);
        }
      });
    }
    if (std::holds_alternative<cfa::Call>(edge.operation)) {
      for (const cfa::Binding& binding : edge.results) {
        note(binding.variable, accesses[index].writes);
      }
    } else {
      for (cfa::VariableId variable : cfa::variables_written(edge.operation)) {
        note(variable, accesses[index].writes);
      }
    }
  }
  // Backwards to the least fixpoint: live before an edge is what it reads, and what is live behind it and not written.
  std::vector<VariableSet> live(locations_.size(), VariableSet(candidates.size(), false));
  for (cfa::VariableId variable : read_at_exit) {
    if (auto candidate = candidates.find(variable); candidate != candidates.end()) {
      live[exit][candidate->second] = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t index = edges_.size(); index-- > 0;) {
      VariableSet before = live[edges_[index].target];
      for (std::size_t variable : accesses[index].writes) {
        before[variable] = false;
      }
      for (std::size_t variable : accesses[index].reads) {
        before[variable] = true;
      }
      VariableSet& at_source = live[edges_[index].source];
      for (std::size_t variable = 0; variable < before.size(); ++variable) {
        if (before[variable] && !at_source[variable]) {
          at_source[variable] = true;
          changed = true;
        }
      }
    }
  }
  for (Edge& edge : edges_) {
    if (is_uninitialised_input(edge.operation) &&
        !live[edge.target][candidates.at(std::get<cfa::Input>(edge.operation).target)]) {
      edge.operation = cfa::Skip{};
      edge.text.clear();
    }
  }
}

void Draft::merge_skips() {
  std::vector<std::size_t> out_degree(locations_.size(), 0);
  std::vector<std::size_t> in_degree(locations_.size(), 0);
  for (const Edge& edge : edges_) {
    ++out_degree[edge.source];
    ++in_degree[edge.target];
  }
  std::vector<DraftLocation> representative(locations_.size());
  for (DraftLocation location = 0; location < locations_.size(); ++location) {
    representative[location] = location;
  }
  auto find = [&](DraftLocation location) {
    while (representative[location] != location) {
      location = representative[location] = representative[representative[location]];
    }
    return location;
  };
  std::vector<bool> removed(edges_.size(), false);
  for (std::size_t index = 0; index < edges_.size(); ++index) {
    const Edge& edge = edges_[index];
    DraftLocation from = find(edge.source);
    DraftLocation to = find(edge.target);
    if (!is_skip(edge.operation) || from == to || out_degree[edge.source] != 1) {
      continue;
    }
    if (from != entry) {
      // Whoever comes to `from` can as well come to `to`.
      representative[from] = to;
      in_degree[to] += in_degree[from] - 1;
      if (!locations_[to].range.is_valid() && !locations_[to].target) {
        locations_[to].range = locations_[from].range;
      }
      removed[index] = true;
    } else if (in_degree[to] == 1 && to != exit && !locations_[to].target) {
      // The entry must stay, and nothing may lead back into it.
      representative[to] = entry;
      out_degree[entry] = out_degree[to];
      removed[index] = true;
    }
  }
  std::vector<Edge> kept;
  for (std::size_t index = 0; index < edges_.size(); ++index) {
    if (!removed[index]) {
      edges_[index].source = find(edges_[index].source);
      edges_[index].target = find(edges_[index].target);
      kept.push_back(std::move(edges_[index]));
    }
  }
  edges_ = std::move(kept);
}

void Draft::emit(cfa::CfaBuilder& builder, cfa::FunctionId function) const {
  std::vector<std::optional<cfa::LocationId>> ids(locations_.size());
  ids[entry] = builder.function(function).entry;
  ids[exit] = builder.function(function).exit;
  std::vector<SourceRange> ranges(locations_.size());
  for (DraftLocation location = 0; location < locations_.size(); ++location) {
    ranges[location] = locations_[location].range;
  }
  for (const Edge& edge : edges_) {
    if (!ranges[edge.source].is_valid()) {
      ranges[edge.source] = edge.range;
    }
  }
  auto id_of = [&](DraftLocation location) {
    if (!ids[location]) {
      const auto& target = locations_[location].target;
      ids[location] = target ? builder.add_target(function, *target, ranges[location])
                             : builder.add_location(function, ranges[location]);
    }
    return *ids[location];
  };
  for (std::size_t index : edges_in_depth_first_order()) {
    const Edge& edge = edges_[index];
    cfa::LocationId source = id_of(edge.source);
    cfa::LocationId target = id_of(edge.target);
    if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
      builder.add_call(source, target, *call, edge.results, edge.range, edge.text, edge.evaluation);
    } else {
      builder.add_edge(source, target, edge.operation, edge.range, edge.text, edge.evaluation);
    }
  }
}

std::vector<std::size_t> Draft::edges_in_depth_first_order() const {
  auto edges_of = outgoing();
  std::vector<bool> seen(locations_.size(), false);
  std::vector<DraftLocation> work = {entry};
  std::vector<std::size_t> result;
  while (!work.empty()) {
    DraftLocation location = work.back();
    work.pop_back();
    if (seen[location]) {
      continue;
    }
    seen[location] = true;
    result.insert(result.end(), edges_of[location].begin(), edges_of[location].end());
    for (auto edge = edges_of[location].rbegin(); edge != edges_of[location].rend(); ++edge) {
      work.push_back(edges_[*edge].target);
    }
  }
  return result;
}

} // namespace vouch::frontend

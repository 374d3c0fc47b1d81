#include "analysis/facts/object_sources.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/repeated_edges.hpp"

#include <unordered_set>

namespace vouch::facts {

ObjectSources::ObjectSources(const cfa::Cfa& cfa) : cfa_(cfa) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    for (cfa::VariableId variable : cfa::variables_written(cfa.edge(cfa::EdgeId(index)).operation)) {
      if (cfa::is_pointer(cfa.variable(variable).type)) {
        writers_[variable].emplace_back(index);
      }
    }
  }
}

std::optional<cfa::EdgeId> ObjectSources::only_allocation(cfa::ExpressionRef pointer) {
  const auto* read = std::get_if<cfa::VariableRead>(&cfa::base_of(pointer)->node);
  if (read == nullptr) {
    return std::nullopt;
  }
  const auto [known, is_new] = found_.try_emplace(read->variable);
  if (is_new) {
    known->second = search(read->variable);
  }
  return known->second;
}

std::optional<cfa::EdgeId> ObjectSources::search(cfa::VariableId first) const {
  std::optional<cfa::EdgeId> allocation;
  std::vector<cfa::VariableId> open = {first};
  std::unordered_set<cfa::VariableId> seen = {first};
  while (!open.empty()) {
    const cfa::VariableId variable = open.back();
    open.pop_back();
    auto writers = writers_.find(variable);
    if (!cfa::has_automatic_storage(cfa_.variable(variable)) || writers == writers_.end()) {
      return std::nullopt;
    }
    for (cfa::EdgeId id : writers->second) {
      const cfa::Edge& edge = cfa_.edge(id);
      if (const auto* input = std::get_if<cfa::Input>(&edge.operation);
          input != nullptr && input->kind == cfa::InputKind::Uninitialised) {
        continue; // its use is undefined
      }
      if (const auto* made = std::get_if<cfa::Allocate>(&edge.operation)) {
        if (made->kind == cfa::AllocationKind::Automatic && cfa::is_zero(made->size)) {
          continue; // stands for what is there no more
        }
        if ((allocation && *allocation != id) || is_reached_again(cfa_, id)) {
          return std::nullopt;
        }
        allocation = id;
        continue;
      }
      const auto* assignment = std::get_if<cfa::Assign>(&edge.operation);
      const cfa::ExpressionRef origin = assignment != nullptr ? cfa::base_of(assignment->value) : nullptr;
      const auto* read = origin != nullptr ? std::get_if<cfa::VariableRead>(&origin->node) : nullptr;
      if (read != nullptr && cfa::is_pointer(cfa_.variable(read->variable).type)) {
        if (seen.insert(read->variable).second) {
          open.push_back(read->variable);
        }
      } else if (origin == nullptr || !cfa::is_zero(origin)) {
        return std::nullopt;
      }
    }
  }
  return allocation;
}

} // namespace vouch::facts

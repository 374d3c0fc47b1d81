#include "analysis/cfa/object_sources.hpp"

#include "analysis/cfa/storage_duration.hpp"

#include <unordered_set>

namespace vouch::cfa {
namespace {

/// What a pointer is computed from.
ExpressionRef origin_of(ExpressionRef pointer) {
  while (true) {
    const auto* sum = std::get_if<Binary>(&pointer->node);
    const auto* conversion = std::get_if<Convert>(&pointer->node);
    if (sum != nullptr && sum->op == BinaryOperator::PointerAdd) {
      pointer = sum->left;
    } else if (conversion != nullptr && is_pointer(conversion->operand->type)) {
      pointer = conversion->operand;
    } else {
      return pointer;
    }
  }
}

bool is_zero(ExpressionRef expression) {
  const auto* constant = std::get_if<Constant>(&expression->node);
  return constant != nullptr && constant->value == 0;
}

} // namespace

ObjectSources::ObjectSources(const Cfa& cfa) : cfa_(cfa) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    for (VariableId variable : variables_written(cfa.edge(EdgeId(index)).operation)) {
      if (is_pointer(cfa.variable(variable).type)) {
        writers_[variable].emplace_back(index);
      }
    }
  }
}

std::optional<EdgeId> ObjectSources::only_allocation(ExpressionRef pointer) {
  const auto* read = std::get_if<VariableRead>(&origin_of(pointer)->node);
  if (read == nullptr) {
    return std::nullopt;
  }
  const auto [known, is_new] = found_.try_emplace(read->variable);
  if (is_new) {
    known->second = search(read->variable);
  }
  return known->second;
}

std::optional<EdgeId> ObjectSources::search(VariableId first) const {
  std::optional<EdgeId> allocation;
  std::vector<VariableId> open = {first};
  std::unordered_set<VariableId> seen = {first};
  while (!open.empty()) {
    const VariableId variable = open.back();
    open.pop_back();
    auto writers = writers_.find(variable);
    if (!has_automatic_storage(cfa_.variable(variable)) || writers == writers_.end()) {
      return std::nullopt;
    }
    for (EdgeId id : writers->second) {
      const Edge& edge = cfa_.edge(id);
      if (const auto* input = std::get_if<Input>(&edge.operation);
          input != nullptr && input->kind == InputKind::Uninitialised) {
        continue; // its use is undefined
      }
      if (const auto* made = std::get_if<Allocate>(&edge.operation)) {
        if (made->kind == AllocationKind::Automatic && is_zero(made->size)) {
          continue; // stands for what is there no more
        }
        if ((allocation && *allocation != id) || is_reached_again(id)) {
          return std::nullopt;
        }
        allocation = id;
        continue;
      }
      const auto* assignment = std::get_if<Assign>(&edge.operation);
      const ExpressionRef origin = assignment != nullptr ? origin_of(assignment->value) : nullptr;
      const auto* read = origin != nullptr ? std::get_if<VariableRead>(&origin->node) : nullptr;
      if (read != nullptr && is_pointer(cfa_.variable(read->variable).type)) {
        if (seen.insert(read->variable).second) {
          open.push_back(read->variable);
        }
      } else if (origin == nullptr || !is_zero(origin)) {
        return std::nullopt;
      }
    }
  }
  return allocation;
}

/// Whether control can come to the edge again in the same activation.
bool ObjectSources::is_reached_again(EdgeId edge) const {
  std::vector<LocationId> open = {cfa_.edge(edge).target};
  std::unordered_set<LocationId> seen(open.begin(), open.end());
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    if (location == cfa_.edge(edge).source) {
      return true;
    }
    for (EdgeId id : cfa_.outgoing(location)) {
      const Operation& operation = cfa_.edge(id).operation;
      if (std::holds_alternative<Return>(operation)) {
        continue;
      }
      const LocationId next =
          std::holds_alternative<Call>(operation) ? cfa_.edge(cfa_.return_of(id)).target : cfa_.edge(id).target;
      if (seen.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return false;
}

} // namespace vouch::cfa

#include "analysis/facts/points_to.hpp"

#include <algorithm>

/// The loads and stores of a program, with where they go.
namespace vouch::facts {

std::vector<AccessPattern> patterns_of(const MemoryAccess& access) {
  auto size = static_cast<cfa::Integer>(cfa::size_in_bytes(access.type));
  std::vector<AccessPattern> result;
  if (access.pointer.offsets.known) {
    result.push_back({*access.pointer.offsets.known, size});
  }
  if (access.pointer.offsets.unknown) {
    result.push_back({Congruence::of(0, size), size});
  }
  return result;
}

std::vector<std::pair<cfa::ExpressionRef, cfa::Type>> accessed_places(const cfa::Cfa& cfa) {
  std::vector<std::pair<cfa::ExpressionRef, cfa::Type>> result;
  std::unordered_map<cfa::ExpressionRef, std::vector<cfa::Type>> added; // by address
  std::unordered_set<cfa::ExpressionRef> seen;
  auto add = [&](cfa::ExpressionRef address, const cfa::Type& type) {
    std::vector<cfa::Type>& types = added[address];
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(type);
      result.emplace_back(address, type);
    }
  };
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Operation& operation = cfa.edge(cfa::EdgeId(index)).operation;
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
        if (const auto* load = std::get_if<cfa::Load>(&part->node); load != nullptr && seen.insert(part).second) {
          add(load->address, part->type);
        }
      });
    }
    if (const auto* store = std::get_if<cfa::Store>(&operation)) {
      add(store->address, store->value->type);
    }
  }
  return result;
}

std::vector<MemoryAccess> PointsTo::accesses() const {
  std::vector<MemoryAccess> result;
  result.reserve(accessed_.size());
  for (const auto& [address, type] : accessed_) {
    result.push_back({address, type, pointer(address)});
  }
  return result;
}

} // namespace vouch::facts

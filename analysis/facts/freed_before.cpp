#include "analysis/facts/freed_before.hpp"

#include "analysis/facts/locations_behind.hpp"

namespace vouch::facts {

FreedBefore::FreedBefore(const cfa::Cfa& cfa, const PointsTo& points_to) {
  std::unordered_map<ObjectClassId, std::vector<cfa::EdgeId>> frees;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const auto* release = std::get_if<cfa::Free>(&cfa.edge(cfa::EdgeId(index)).operation);
    if (release != nullptr && points_to.pointer(release->address).target.is_valid()) {
      frees[points_to.pointer(release->address).target].emplace_back(index);
    }
  }
  if (frees.empty()) {
    return;
  }
  const CallGraph calls(cfa);
  for (const auto& [id, edges] : frees) {
    behind_.emplace(id, locations_behind(cfa, calls, edges));
  }
}

bool FreedBefore::may_be_freed(ObjectClassId id, cfa::LocationId location) const {
  const auto found = behind_.find(id);
  return found != behind_.end() && (!location.is_valid() || found->second[location.index()]);
}

} // namespace vouch::facts

#include "analysis/facts/listed_objects.hpp"

namespace vouch::facts {

std::unordered_set<const ObjectGroup*> groups_with_listed_objects(const MemoryRegions& regions) {
  std::unordered_set<const ObjectGroup*> result;
  for (cfa::ExpressionRef expression : regions.points_to().memory_checks()) {
    const auto& check = std::get<cfa::MemoryCheck>(expression->node);
    if (check.fault == cfa::MemoryFault::Null || check.fault == cfa::MemoryFault::Leak) {
      continue;
    }
    const ObjectGroup& group = regions.group_of(check.operands[0]);
    if (!regions.points_nowhere(check.operands[0]) && !group.is_one_variable()) {
      result.insert(&group);
    }
  }
  return result;
}

} // namespace vouch::facts

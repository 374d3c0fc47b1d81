#include "analysis/findings/unreached_code.hpp"

namespace vouch::findings {

std::set<cfa::LocationId> unreached_from(const cfa::Cfa& cfa, const std::vector<cfa::LocationId>& starts,
                                         const IsUnreached& is_unreached) {
  std::set<cfa::LocationId> result;
  std::vector<cfa::LocationId> work;
  auto enter = [&](cfa::LocationId location) {
    if (is_unreached(location) && result.insert(location).second) {
      work.push_back(location);
    }
  };
  for (cfa::LocationId start : starts) {
    enter(start);
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const cfa::Edge& edge = cfa.edge(id);
      enter(edge.target);
      if (std::holds_alternative<cfa::Call>(edge.operation)) {
        enter(cfa.edge(cfa.return_of(id)).target); // the callee may be reached by other calls
      }
    }
  }
  return result;
}

} // namespace vouch::findings

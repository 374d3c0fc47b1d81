#include "analysis/facts/live_variables.hpp"

#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::facts {
namespace {

using Set = std::vector<cfa::VariableId>;

void normalise(Set& set) {
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
}

Set united(const Set& a, const Set& b) {
  Set result;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

Set without(const Set& a, const Set& b) {
  Set result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
  return result;
}

} // namespace

LiveVariables::LiveVariables(const cfa::Cfa& cfa) : cfa_(cfa), live_(cfa.location_count()), dying_(cfa.edge_count()) {
  iterate();
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::EdgeId id(index);
    const cfa::Edge& edge = cfa.edge(id);
    Set behind = live_[edge.target.index()];
    if (std::holds_alternative<cfa::Call>(edge.operation)) { // the caller's variables wait for the return
      const cfa::EdgeId back = cfa.return_of(id);
      behind = united(behind, without(live_[cfa.edge(back).target.index()], written_on(back)));
    }
    dying_[index] = without(united(live_[edge.source.index()], written_on(id)), behind);
  }
}

bool LiveVariables::is_automatic(cfa::VariableId variable) const {
  return cfa::has_automatic_storage(cfa_.variable(variable));
}

LiveVariables::Set LiveVariables::read_on(cfa::EdgeId edge) const {
  Set result;
  for (cfa::ExpressionRef root : cfa::expressions_of(cfa_.edge(edge).operation)) {
    cfa::for_each_subexpression(root, [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      if (read != nullptr && is_automatic(read->variable)) {
        result.push_back(read->variable);
      }
    });
  }
  normalise(result);
  return result;
}

LiveVariables::Set LiveVariables::written_on(cfa::EdgeId edge) const {
  Set result = cfa::variables_written(cfa_.edge(edge).operation);
  std::erase_if(result, [&](cfa::VariableId variable) { return !is_automatic(variable); });
  normalise(result);
  return result;
}

LiveVariables::Set LiveVariables::live_before(cfa::EdgeId id) const {
  const cfa::Edge& edge = cfa_.edge(id);
  if (std::holds_alternative<cfa::Return>(edge.operation)) {
    return read_on(id); // of the callee, nothing else is left
  }
  if (std::holds_alternative<cfa::Call>(edge.operation)) {
    const cfa::EdgeId back = cfa_.return_of(id);
    return united(read_on(id), without(live_[cfa_.edge(back).target.index()], written_on(back)));
  }
  return united(read_on(id), without(live_[edge.target.index()], written_on(id)));
}

void LiveVariables::iterate() {
  std::vector<cfa::LocationId> work;
  for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
    work.emplace_back(index);
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    Set live;
    for (cfa::EdgeId edge : cfa_.outgoing(location)) {
      live = united(live, live_before(edge));
    }
    if (live == live_[location.index()]) {
      continue;
    }
    live_[location.index()] = std::move(live);
    for (cfa::EdgeId id : cfa_.incoming(location)) {
      const auto* back = std::get_if<cfa::Return>(&cfa_.edge(id).operation);
      work.push_back(back != nullptr ? cfa_.edge(back->call).source : cfa_.edge(id).source);
    }
  }
}

bool LiveVariables::is_live_at(cfa::LocationId location, cfa::VariableId variable) const {
  const Set& live = live_[location.index()];
  return std::binary_search(live.begin(), live.end(), variable);
}

} // namespace vouch::facts

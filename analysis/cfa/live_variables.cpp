#include "analysis/cfa/live_variables.hpp"

#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::cfa {
namespace {

using Set = std::vector<VariableId>;

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

LiveVariables::LiveVariables(const Cfa& cfa) : cfa_(cfa), live_(cfa.location_count()), dying_(cfa.edge_count()) {
  iterate();
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const EdgeId id(index);
    const Edge& edge = cfa.edge(id);
    Set behind = live_[edge.target.index()];
    if (std::holds_alternative<Call>(edge.operation)) { // the caller's variables wait for the return
      const EdgeId back = cfa.return_of(id);
      behind = united(behind, without(live_[cfa.edge(back).target.index()], written_on(back)));
    }
    dying_[index] = without(united(live_[edge.source.index()], written_on(id)), behind);
  }
}

bool LiveVariables::is_automatic(VariableId variable) const { return has_automatic_storage(cfa_.variable(variable)); }

LiveVariables::Set LiveVariables::read_on(EdgeId edge) const {
  Set result;
  for (ExpressionRef root : expressions_of(cfa_.edge(edge).operation)) {
    for_each_subexpression(root, [&](ExpressionRef part) {
      const auto* read = std::get_if<VariableRead>(&part->node);
      if (read != nullptr && is_automatic(read->variable)) {
        result.push_back(read->variable);
      }
    });
  }
  normalise(result);
  return result;
}

LiveVariables::Set LiveVariables::written_on(EdgeId edge) const {
  Set result = variables_written(cfa_.edge(edge).operation);
  std::erase_if(result, [&](VariableId variable) { return !is_automatic(variable); });
  normalise(result);
  return result;
}

LiveVariables::Set LiveVariables::live_before(EdgeId id) const {
  const Edge& edge = cfa_.edge(id);
  if (std::holds_alternative<Return>(edge.operation)) {
    return read_on(id); // of the callee, nothing else is left
  }
  if (std::holds_alternative<Call>(edge.operation)) {
    const EdgeId back = cfa_.return_of(id);
    return united(read_on(id), without(live_[cfa_.edge(back).target.index()], written_on(back)));
  }
  return united(read_on(id), without(live_[edge.target.index()], written_on(id)));
}

void LiveVariables::iterate() {
  std::vector<LocationId> work;
  for (std::size_t index = 0; index < cfa_.location_count(); ++index) {
    work.emplace_back(index);
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    Set live;
    for (EdgeId edge : cfa_.outgoing(location)) {
      live = united(live, live_before(edge));
    }
    if (live == live_[location.index()]) {
      continue;
    }
    live_[location.index()] = std::move(live);
    for (EdgeId id : cfa_.incoming(location)) {
      const auto* back = std::get_if<Return>(&cfa_.edge(id).operation);
      work.push_back(back != nullptr ? cfa_.edge(back->call).source : cfa_.edge(id).source);
    }
  }
}

bool LiveVariables::is_live_at(LocationId location, VariableId variable) const {
  const Set& live = live_[location.index()];
  return std::binary_search(live.begin(), live.end(), variable);
}

} // namespace vouch::cfa

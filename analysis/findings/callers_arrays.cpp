#include "analysis/findings/callers_arrays.hpp"

#include "analysis/findings/tested_inputs.hpp"

#include <algorithm>

namespace vouch::findings {
namespace {

/// The variable with the number of elements; invalid if the size depends on others, too, and somebody has said it.
cfa::VariableId number_in(cfa::ExpressionRef size) {
  std::vector<cfa::VariableId> variables;
  cfa::for_each_subexpression(size, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      variables.push_back(read->variable);
    }
  });
  return variables.size() == 1 ? variables.front() : cfa::VariableId();
}

} // namespace

bool reads(cfa::ExpressionRef expression, cfa::VariableId variable) {
  bool result = false;
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    const auto* read = std::get_if<cfa::VariableRead>(&part->node);
    result = result || (read != nullptr && read->variable == variable);
  });
  return result;
}

void CallersArrays::note(const cfa::Cfa& cfa, const trace::Execution& run, cfa::EdgeId id) {
  const cfa::Edge& edge = cfa.edge(id);
  if (const auto* allocation = std::get_if<cfa::Allocate>(&edge.operation)) {
    const trace::Provenance object = run.machine().slots[allocation->target.index()].provenance();
    arrays_.push_back({object, allocation->target, number_in(allocation->size)});
  } else if (const auto* store = std::get_if<cfa::Store>(&edge.operation); store != nullptr && is_zero(store->value)) {
    for (CallersArray& array : arrays_) { // behind its last element nothing is stored but the end of a string
      array.is_string =
          array.is_string || (reads(store->address, array.pointer) && reads(store->address, array.elements));
    }
  }
}

const CallersArray* CallersArrays::find(trace::Provenance object) const {
  const auto array = std::ranges::find(arrays_, object, &CallersArray::object);
  return array == arrays_.end() ? nullptr : &*array;
}

} // namespace vouch::findings

#include "analysis/findings/callers_arrays.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"

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

/// The variable of which a branch says that it has this value, on the only way there; invalid: there is none.
cfa::VariableId choice_in_front_of(const cfa::Cfa& cfa, cfa::EdgeId edge) {
  while (cfa.incoming(cfa.edge(edge).source).size() == 1) {
    edge = cfa.incoming(cfa.edge(edge).source).front();
    const auto* assume = std::get_if<cfa::Assume>(&cfa.edge(edge).operation);
    const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
    if (comparison != nullptr && comparison->op == cfa::BinaryOperator::Equal &&
        assume->polarity == cfa::Polarity::Holds) {
      const auto* read = std::get_if<cfa::VariableRead>(&comparison->left->node);
      return read != nullptr ? read->variable : cfa::VariableId();
    }
  }
  return {};
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

bool is_number_of_elements(const cfa::Cfa& cfa, cfa::VariableId variable) {
  bool result = false;
  for (std::size_t index = 0; index < cfa.edge_count() && variable.is_valid(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    const auto* allocation = std::get_if<cfa::Allocate>(&edge.operation);
    if (allocation != nullptr && cfa.function(cfa.location(edge.source).function).is_synthetic) {
      result = result || reads(allocation->size, variable);
    }
  }
  return result;
}

void CallersArrays::note(const cfa::Cfa& cfa, const trace::Execution& run, cfa::EdgeId id) {
  const cfa::Edge& edge = cfa.edge(id);
  if (const auto* allocation = std::get_if<cfa::Allocate>(&edge.operation)) {
    const trace::Provenance object = run.machine().slots[allocation->target.index()].provenance();
    arrays_.push_back({object, allocation->target, number_in(allocation->size), {}});
    return;
  }
  if (const auto* assign = std::get_if<cfa::Assign>(&edge.operation)) {
    const auto* variable = std::get_if<cfa::AddressOf>(&assign->value->node);
    if (variable != nullptr && cfa::has_automatic_storage(cfa.variable(assign->target))) {
      const trace::Provenance object = run.machine().slots[assign->target.index()].provenance();
      passed_variables_.push_back({object, variable->variable, choice_in_front_of(cfa, id)});
    }
  }
  for (CallersArray& array : arrays_) {
    const auto leads_behind = [&](cfa::ExpressionRef address, cfa::VariableId elements) {
      return elements.is_valid() && reads(address, array.pointer) && reads(address, elements);
    };
    if (const auto* store = std::get_if<cfa::Store>(&edge.operation)) {
      // Behind the last element nothing is stored but the end of a string.
      array.says_its_end = array.says_its_end || leads_behind(store->value, array.reach) ||
                           (cfa::is_zero(store->value) && leads_behind(store->address, array.reach));
    } else if (const auto* assign = std::get_if<cfa::Assign>(&edge.operation)) {
      const auto* read = std::get_if<cfa::VariableRead>(&assign->value->node);
      const bool is_reach = read != nullptr && array.elements.is_valid() && read->variable == array.elements;
      array.reach = is_reach ? assign->target : array.reach;
      array.says_its_end = array.says_its_end || leads_behind(assign->value, array.reach);
    }
  }
}

const CallersArray* CallersArrays::find(trace::Provenance object) const {
  const auto array = std::ranges::find(arrays_, object, &CallersArray::object);
  return array == arrays_.end() ? nullptr : &*array;
}

const PassedVariable* CallersArrays::find_passed(trace::Provenance object) const {
  const auto passed = std::ranges::find(passed_variables_, object, &PassedVariable::object);
  return passed == passed_variables_.end() ? nullptr : &*passed;
}

} // namespace vouch::findings

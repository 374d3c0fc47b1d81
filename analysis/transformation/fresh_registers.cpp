#include "analysis/transformation/fresh_registers.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/overloaded.hpp"

#include <set>

namespace vouch::transformation {

FreshRegisters::FreshRegisters(const cfa::Cfa& cfa) : is_fresh_(cfa.variable_count(), false) {
  std::set<cfa::VariableId> parameters;
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    const std::vector<cfa::VariableId>& own = cfa.function(cfa::FunctionId(index)).parameters;
    parameters.insert(own.begin(), own.end());
  }
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    is_fresh_[index] = variable.storage == cfa::Storage::Register && cfa::is_pointer(variable.type) &&
                       cfa::has_automatic_storage(variable) && !parameters.contains(cfa::VariableId(index));
  }
  do {
    changed_ = false;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      apply(cfa.edge(cfa::EdgeId(index)).operation);
    }
  } while (changed_);
}

bool FreshRegisters::is_fresh(cfa::ExpressionRef pointer) const {
  return std::visit(
      Overloaded{
          [](const cfa::Constant& node) { return node.value == 0; },
          [&](const cfa::VariableRead& node) { return bool(is_fresh_[node.variable.index()]); },
          [&](const cfa::Convert& node) { return cfa::is_pointer(node.operand->type) && is_fresh(node.operand); },
          [&](const cfa::Binary& node) { return node.op == cfa::BinaryOperator::PointerAdd && is_fresh(node.left); },
          [&](const cfa::Conditional& node) { return is_fresh(node.if_true) && is_fresh(node.if_false); },
          [](const auto&) { return false; },
      },
      pointer->node);
}

void FreshRegisters::apply(const cfa::Operation& operation) {
  std::visit(Overloaded{
                 [&](const cfa::Assign& op) { receive(op.target, is_fresh(op.value)); },
                 [&](const cfa::Input& op) { receive(op.target, false); },
                 [&](const cfa::Call& op) { bind(op.parameters); }, [&](const cfa::Return& op) { bind(op.results); },
                 [](const auto&) {}, // an allocation is fresh
             },
             operation);
}

void FreshRegisters::bind(const std::vector<cfa::Binding>& bindings) {
  for (const cfa::Binding& binding : bindings) {
    receive(binding.variable, is_fresh(binding.value));
  }
}

void FreshRegisters::receive(cfa::VariableId variable, bool value_is_fresh) {
  if (is_fresh_[variable.index()] && !value_is_fresh) {
    is_fresh_[variable.index()] = false;
    changed_ = true;
  }
}

} // namespace vouch::transformation

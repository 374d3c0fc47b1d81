#include "analysis/facts/confined_pointers.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/overloaded.hpp"

namespace vouch::facts {
namespace {

/// Whether a copy of a pointer is all that `whole` makes of its operands: something that is a pointer itself, and is
/// looked at where it is used, or no pointer any more.
bool only_uses(const cfa::Expression& whole, cfa::ExpressionRef operand) {
  return std::visit(Overloaded{
                        [](const cfa::Load&) { return true; },
                        [](const cfa::MemoryCheck&) { return true; },
                        [&](const cfa::Convert&) { return cfa::is_pointer(whole.type); },
                        [&](const cfa::Binary& node) {
                          return cfa::is_comparison(node.op) ||
                                 (node.op == cfa::BinaryOperator::PointerAdd && node.left == operand);
                        },
                        [](const auto&) { return false; },
                    },
                    whole.node);
}

} // namespace

ConfinedPointers::ConfinedPointers(const cfa::Cfa& cfa) : is_kept_to_itself_(cfa.variable_count(), false) {
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    is_kept_to_itself_[index] = variable.storage == cfa::Storage::Memory && cfa::has_automatic_storage(variable);
  }
  for (std::size_t index = 0; index < cfa.function_count(); ++index) {
    for (cfa::VariableId parameter : cfa.function(cfa::FunctionId(index)).parameters) {
      is_kept_to_itself_[parameter.index()] = cfa::is_pointer(cfa.variable(parameter).type);
    }
  }
  do {
    has_changed_ = false;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      apply(cfa, cfa.edge(cfa::EdgeId(index)).operation);
    }
  } while (has_changed_);
}

void ConfinedPointers::apply(const cfa::Cfa& cfa, const cfa::Operation& operation) {
  if (std::holds_alternative<cfa::Unsupported>(operation)) {
    return; // names values that other edges use
  }
  for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
    look_into(expression);
  }
  const auto* call = std::get_if<cfa::Call>(&operation);
  if (call != nullptr) {
    for (const cfa::Binding& binding : call->parameters) {
      if (!is_confined(binding.variable)) {
        leak(binding.value);
      }
    }
    return;
  }
  std::visit(Overloaded{
                 [&](const cfa::Store& op) { leak(op.value); },
                 [](const cfa::CopyMemory&) {},
                 [](const cfa::SetMemory&) {},
                 [](const cfa::WriteBytes&) {},
                 [](const cfa::ReceiveMemory&) {},
                 [&](const auto& op) {
                   for (cfa::ExpressionRef expression : cfa::expressions_of(op)) {
                     leak(expression);
                   }
                 },
             },
             operation);
  for (cfa::VariableId written : cfa::variables_written(operation)) {
    if (cfa.variable(written).storage == cfa::Storage::Register && is_kept_to_itself_[written.index()]) {
      is_kept_to_itself_[written.index()] = false;
      has_changed_ = true;
    }
  }
}

void ConfinedPointers::look_into(cfa::ExpressionRef root) {
  cfa::for_each_subexpression(root, [this](cfa::ExpressionRef part) {
    for (cfa::ExpressionRef operand : cfa::operands(part)) {
      if (!only_uses(*part, operand)) {
        leak(operand);
      }
    }
  });
}

void ConfinedPointers::leak(cfa::ExpressionRef pointer) {
  const cfa::ExpressionRef base = cfa::base_of(pointer);
  const auto* object = std::get_if<cfa::AddressOf>(&base->node);
  const auto* copy = std::get_if<cfa::VariableRead>(&base->node);
  const cfa::VariableId variable = object != nullptr ? object->variable
                                   : copy != nullptr ? copy->variable
                                                     : cfa::VariableId();
  if (variable.is_valid() && is_kept_to_itself_[variable.index()]) {
    is_kept_to_itself_[variable.index()] = false;
    has_changed_ = true;
  }
}

} // namespace vouch::facts

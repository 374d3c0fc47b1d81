#include "analysis/cfa/operation.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::cfa {
namespace {

std::string bindings_text(const std::vector<Binding>& bindings, const Names& names) {
  std::string text;
  for (const Binding& binding : bindings) {
    text += (text.empty() ? "" : ", ") + names.variable(binding.variable) + " := " + to_string(binding.value, names);
  }
  return text;
}

} // namespace

Assume never(ExpressionPool& expressions) { return {expressions.constant(0, IntegerType{}), Polarity::Holds}; }

bool is_never_passed(const Operation& operation) {
  const auto* assume = std::get_if<Assume>(&operation);
  const Constant* constant = assume != nullptr ? std::get_if<Constant>(&assume->condition->node) : nullptr;
  return constant != nullptr && (constant->value != 0) != (assume->polarity == Polarity::Holds);
}

std::vector<ExpressionRef> expressions_of(const Operation& operation) {
  auto values = [](const std::vector<Binding>& bindings) {
    std::vector<ExpressionRef> result;
    for (const Binding& binding : bindings) {
      result.push_back(binding.value);
    }
    return result;
  };
  using List = std::vector<ExpressionRef>;
  return std::visit(
      Overloaded{
          [](const Assume& op) { return List{op.condition}; },
          [](const Assign& op) { return List{op.value}; },
          [](const Store& op) { return List{op.address, op.value}; },
          [](const Input& op) { return op.arguments; },
          [](const Allocate& op) { return op.alignment != nullptr ? List{op.size, op.alignment} : List{op.size}; },
          [](const Free& op) { return List{op.address}; },
          [](const CopyMemory& op) { return List{op.destination, op.source, op.size}; },
          [](const SetMemory& op) { return List{op.destination, op.byte, op.size}; },
          [](const WriteBytes& op) { return List{op.destination}; },
          [](const ReceiveMemory& op) { return List{op.destination, op.size}; },
          [](const HavocMemory& op) { return op.address != nullptr ? List{op.address} : List{}; },
          [&](const Call& op) { return values(op.parameters); },
          [&](const Return& op) { return values(op.results); },
          [](const Unsupported& op) {
            List result;
            for (const UnorderedPart& part : op.parts) {
              result.insert(result.end(), part.values.begin(), part.values.end());
            }
            return result;
          },
          [](const auto&) { return List{}; },
      },
      operation);
}

std::vector<VariableId> variables_written(const Operation& operation) {
  auto targets = [](const std::vector<Binding>& bindings) {
    std::vector<VariableId> result;
    for (const Binding& binding : bindings) {
      result.push_back(binding.variable);
    }
    return result;
  };
  using List = std::vector<VariableId>;
  return std::visit(Overloaded{
                        [](const Assign& op) { return List{op.target}; },
                        [](const Input& op) { return List{op.target}; },
                        [](const Allocate& op) { return List{op.target}; },
                        [&](const Call& op) { return targets(op.parameters); },
                        [&](const Return& op) { return targets(op.results); },
                        [](const auto&) { return List{}; },
                    },
                    operation);
}

std::vector<VariableId> variables_mentioned(const Operation& operation) {
  std::vector<VariableId> result = variables_written(operation);
  if (const auto* declaration = std::get_if<Declare>(&operation)) {
    result.push_back(declaration->variable);
  }
  const auto* allocation = std::get_if<Allocate>(&operation);
  if (allocation != nullptr && allocation->variable.is_valid()) {
    result.push_back(allocation->variable);
  }
  for (ExpressionRef root : expressions_of(operation)) {
    for_each_subexpression(root, [&](ExpressionRef expression) {
      if (const auto* read = std::get_if<VariableRead>(&expression->node)) {
        result.push_back(read->variable);
      } else if (const auto* address = std::get_if<AddressOf>(&expression->node)) {
        result.push_back(address->variable);
      }
    });
  }
  return result;
}

std::string to_string(const Operation& operation, const Names& names) {
  auto text = [&](ExpressionRef expression) { return to_string(expression, names); };
  return std::visit(
      Overloaded{
          [](const Skip&) { return std::string("skip"); },
          [&](const Assume& op) {
            return std::string(op.polarity == Polarity::Holds ? "[" : "[!") + text(op.condition) + "]";
          },
          [&](const Assign& op) { return names.variable(op.target) + " := " + text(op.value); },
          [&](const Store& op) {
            return "*(" + to_string(op.value->type) + ")" + text(op.address) + " := " + text(op.value);
          },
          [&](const Input& op) { return names.variable(op.target) + " := input " + op.origin; },
          [&](const Declare& op) { return "declare " + names.variable(op.variable); },
          [&](const Allocate& op) {
            return names.variable(op.target) + " := allocate " + text(op.size) +
                   (op.alignment != nullptr ? " aligned " + text(op.alignment) : "");
          },
          [&](const Free& op) { return "free " + text(op.address); },
          [&](const CopyMemory& op) {
            std::string bound = op.extent == CopyMemory::Extent::AtMostSource ? "at most " : "";
            return "copy " + text(op.destination) + ", " + text(op.source) + ", " + bound + text(op.size);
          },
          [&](const SetMemory& op) {
            return "set " + text(op.destination) + ", " + text(op.byte) + ", " + text(op.size);
          },
          [&](const WriteBytes& op) {
            return "write " + text(op.destination) + ", " + std::to_string(op.bytes->size()) + " bytes";
          },
          [&](const ReceiveMemory& op) { return "receive " + text(op.destination) + ", " + text(op.size); },
          [&](const HavocMemory& op) { return "havoc " + (op.address != nullptr ? text(op.address) : "memory"); },
          [&](const Call& op) {
            return "call " + names.function(op.callee) + "(" + bindings_text(op.parameters, names) + ")";
          },
          [&](const Return& op) { return "return " + bindings_text(op.results, names); },
          [](const Unsupported& op) { return "unsupported " + op.construct; },
      },
      operation);
}

} // namespace vouch::cfa

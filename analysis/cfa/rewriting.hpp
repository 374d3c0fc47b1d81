#pragma once

#include "analysis/cfa/operation.hpp"
#include "analysis/support/overloaded.hpp"

#include <utility>

/// Expressions and operations with other parts, for passes that change programs.
namespace vouch::cfa {

/// `expression` with `change` applied to its operands, made in `pool`.
template <class Change>
ExpressionRef with_operands(ExpressionPool& pool, ExpressionRef expression, Change change) {
  ExpressionNode node = expression->node;
  std::visit(Overloaded{
                 [&](Load& n) { n.address = change(n.address); },
                 [&](Unary& n) { n.operand = change(n.operand); },
                 [&](Binary& n) {
                   n.left = change(n.left);
                   n.right = change(n.right);
                 },
                 [&](Convert& n) { n.operand = change(n.operand); },
                 [&](Conditional& n) {
                   n.condition = change(n.condition);
                   n.if_true = change(n.if_true);
                   n.if_false = change(n.if_false);
                 },
                 [&](MemoryCheck& n) {
                   for (ExpressionRef& operand : n.operands) {
                     operand = change(operand);
                   }
                 },
                 [](auto&) {},
             },
             node);
  return pool.make(std::move(node), expression->type);
}

/// `operation` with `change` applied to the expressions that it evaluates.
template <class Change>
Operation with_expressions(Operation operation, Change change) {
  auto change_bindings = [&](std::vector<Binding>& bindings) {
    for (Binding& binding : bindings) {
      binding.value = change(binding.value);
    }
  };
  std::visit(Overloaded{
                 [&](Assume& op) { op.condition = change(op.condition); },
                 [&](Assign& op) { op.value = change(op.value); },
                 [&](Store& op) {
                   op.address = change(op.address);
                   op.value = change(op.value);
                 },
                 [&](Input& op) {
                   for (ExpressionRef& argument : op.arguments) {
                     argument = change(argument);
                   }
                 },
                 [&](Allocate& op) {
                   op.size = change(op.size);
                   op.alignment = op.alignment != nullptr ? change(op.alignment) : nullptr;
                 },
                 [&](Free& op) { op.address = change(op.address); },
                 [&](CopyMemory& op) {
                   op.destination = change(op.destination);
                   op.source = change(op.source);
                   op.size = change(op.size);
                 },
                 [&](SetMemory& op) {
                   op.destination = change(op.destination);
                   op.byte = change(op.byte);
                   op.size = change(op.size);
                 },
                 [&](WriteBytes& op) { op.destination = change(op.destination); },
                 [&](ReceiveMemory& op) {
                   op.destination = change(op.destination);
                   op.size = change(op.size);
                 },
                 [&](HavocMemory& op) { op.address = op.address != nullptr ? change(op.address) : nullptr; },
                 [&](Call& op) { change_bindings(op.parameters); },
                 [&](Return& op) { change_bindings(op.results); },
                 [](auto&) {},
             },
             operation);
  return operation;
}

} // namespace vouch::cfa

#include "analysis/cfa/compared_place.hpp"

namespace vouch::cfa {
namespace {

/// Invalid: the expression is something else than the value of a variable.
VariableId variable_of(ExpressionRef place) {
  if (const auto* read = std::get_if<VariableRead>(&place->node)) {
    return read->variable;
  }
  const auto* load = std::get_if<Load>(&place->node);
  const auto* address = load != nullptr ? std::get_if<AddressOf>(&load->address->node) : nullptr;
  return address != nullptr ? address->variable : VariableId();
}

} // namespace

std::optional<ComparedPlace> compared_place(ExpressionRef condition) {
  const auto* comparison = std::get_if<Binary>(&condition->node);
  if (comparison == nullptr || !is_comparison(comparison->op) || as_integer(comparison->left->type) == nullptr) {
    return std::nullopt;
  }
  const auto* constant = std::get_if<Constant>(&comparison->right->node);
  const VariableId variable = variable_of(comparison->left);
  if (constant == nullptr || !variable.is_valid()) {
    return std::nullopt;
  }
  return ComparedPlace{comparison->left, variable, comparison->op, constant->value};
}

} // namespace vouch::cfa

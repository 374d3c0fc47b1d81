#include "analysis/transformation/doubted_allocators.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace vouch::transformation {
namespace {

bool is_null(cfa::ExpressionRef expression) {
  const auto* number = std::get_if<cfa::Constant>(&expression->node);
  return number != nullptr && number->value == 0;
}

/// Where the values go that one function gives: variables, and places in memory as they are written.
class GivenPointers {
public:
  GivenPointers(const cfa::CfaBuilder& program, const std::string& allocator) : program_(program) {
    for (const cfa::Edge& edge : program.edges()) {
      const auto* input = std::get_if<cfa::Input>(&edge.operation);
      if (input != nullptr && input->kind == cfa::InputKind::Failure && input->origin == allocator) {
        add_null_behind(edge.target);
      }
    }
    bool has_changed = !variables_.empty();
    while (has_changed) {
      has_changed = false;
      for (const cfa::Edge& edge : program.edges()) {
        has_changed = pass_on(edge.operation) || has_changed;
      }
    }
  }

  [[nodiscard]] bool has(cfa::ExpressionRef value) const {
    while (const auto* convert = std::get_if<cfa::Convert>(&value->node)) {
      value = convert->operand;
    }
    const auto* read = std::get_if<cfa::VariableRead>(&value->node);
    const auto* load = std::get_if<cfa::Load>(&value->node);
    return (read != nullptr && variables_.contains(read->variable)) ||
           (load != nullptr && addresses_.contains(load->address));
  }

private:
  /// The variable that gets null where it fails.
  void add_null_behind(cfa::LocationId asked) {
    std::set<cfa::LocationId> behind;
    for (const cfa::Edge& branch : program_.edges()) {
      if (branch.source == asked) {
        behind.insert(branch.target);
      }
    }
    for (const cfa::Edge& next : program_.edges()) {
      const auto* assign = std::get_if<cfa::Assign>(&next.operation);
      if (assign != nullptr && is_null(assign->value) && behind.contains(next.source)) {
        variables_.insert(assign->target);
      }
    }
  }

  bool bind(const std::vector<cfa::Binding>& bindings) {
    bool result = false;
    for (const cfa::Binding& binding : bindings) {
      result = (has(binding.value) && variables_.insert(binding.variable).second) || result;
    }
    return result;
  }

  bool pass_on(const cfa::Operation& operation) {
    if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
      return has(assign->value) && variables_.insert(assign->target).second;
    }
    if (const auto* store = std::get_if<cfa::Store>(&operation)) {
      return has(store->value) && addresses_.insert(store->address).second;
    }
    const auto* call = std::get_if<cfa::Call>(&operation);
    const auto* back = std::get_if<cfa::Return>(&operation);
    return call != nullptr ? bind(call->parameters) : back != nullptr && bind(back->results);
  }

  const cfa::CfaBuilder& program_;
  std::unordered_set<cfa::VariableId> variables_;
  std::unordered_set<cfa::ExpressionRef> addresses_;
};

/// The pointers that branches of the program compare with null, checks left out.
std::vector<cfa::ExpressionRef> compared_with_null(const cfa::CfaBuilder& program) {
  std::set<cfa::LocationId> checks;
  for (const cfa::Edge& edge : program.edges()) {
    if (program.location(edge.target).target) {
      checks.insert(edge.source);
    }
  }
  std::vector<cfa::ExpressionRef> result;
  for (const cfa::Edge& edge : program.edges()) {
    const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
    const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
    const bool is_equality = comparison != nullptr && (comparison->op == cfa::BinaryOperator::Equal ||
                                                       comparison->op == cfa::BinaryOperator::NotEqual);
    if (is_equality && is_null(comparison->right) && !checks.contains(edge.source)) {
      result.push_back(comparison->left);
    }
  }
  return result;
}

} // namespace

void mark_doubted_allocators(cfa::CfaBuilder& builder) {
  std::set<std::string> doubted;
  for (const cfa::Edge& edge : builder.edges()) {
    const auto* input = std::get_if<cfa::Input>(&edge.operation);
    if (input != nullptr && input->kind == cfa::InputKind::Failure && input->author == cfa::Author::Code) {
      doubted.insert(input->origin);
    }
  }
  if (doubted.empty()) {
    return;
  }
  const std::vector<cfa::ExpressionRef> compared = compared_with_null(builder);
  std::erase_if(doubted, [&](const std::string& allocator) {
    const GivenPointers given(builder, allocator);
    return std::ranges::none_of(compared, [&](cfa::ExpressionRef pointer) { return given.has(pointer); });
  });
  builder.replace_operations([&](const cfa::Edge& edge) -> std::optional<cfa::Operation> {
    const auto* input = std::get_if<cfa::Input>(&edge.operation);
    if (input == nullptr || input->kind != cfa::InputKind::Failure || !doubted.contains(input->origin)) {
      return std::nullopt;
    }
    cfa::Input marked = *input;
    marked.author = cfa::Author::System;
    return marked;
  });
}

} // namespace vouch::transformation

#include "analysis/transformation/array_accesses.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"

#include <map>
#include <set>
#include <utility>
#include <variant>

namespace vouch::transformation {
namespace {

using cfa::BinaryOperator;
using cfa::ExpressionRef;

/// Whoever stores through one of them asks whether it was through another.
constexpr std::size_t most_pointers = 4;

ExpressionRef without_pointer_conversions(ExpressionRef expression) {
  const auto* convert = std::get_if<cfa::Convert>(&expression->node);
  return convert != nullptr && cfa::is_pointer(expression->type) && cfa::is_pointer(convert->operand->type)
             ? without_pointer_conversions(convert->operand)
             : expression;
}

ArrayAddress written_parts_of(ExpressionRef expression) {
  expression = without_pointer_conversions(expression);
  const auto* sum = std::get_if<cfa::Binary>(&expression->node);
  if (sum == nullptr || sum->op != BinaryOperator::PointerAdd) {
    return {expression};
  }
  if (const auto* constant = std::get_if<cfa::Constant>(&sum->right->node)) {
    ArrayAddress result = written_parts_of(sum->left);
    result.offset += constant->value;
    return result;
  }
  const ExpressionRef pointer = without_pointer_conversions(sum->left);
  const auto* product = std::get_if<cfa::Binary>(&sum->right->node);
  const auto* stride = product != nullptr && product->op == BinaryOperator::Multiply
                           ? std::get_if<cfa::Constant>(&product->right->node)
                           : nullptr;
  return stride != nullptr ? ArrayAddress{pointer, product->left, stride->value} : ArrayAddress{pointer, sum->right};
}

/// Of functions of which several activations have one each, and those that a return changes: nothing can happen ahead of that.
std::unordered_set<cfa::VariableId> registers_with_several_values(const cfa::Cfa& cfa) {
  std::unordered_set<cfa::VariableId> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Operation& operation = cfa.edge(cfa::EdgeId(index)).operation;
    if (std::holds_alternative<cfa::Return>(operation)) {
      const std::vector<cfa::VariableId> written = cfa::variables_written(operation);
      result.insert(written.begin(), written.end());
    }
  }
  const std::unordered_set<cfa::FunctionId> recursive = facts::CallGraph(cfa).recursive_functions();
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    if (cfa::has_automatic_storage(variable) && recursive.contains(variable.function)) {
      result.emplace(index);
    }
  }
  return result;
}

} // namespace

cfa::VariableId AccessedArray::holder() const {
  const auto* read = std::get_if<cfa::VariableRead>(&pointer->node);
  return read != nullptr ? read->variable : cfa::VariableId();
}

cfa::VariableId AccessedArray::variable() const {
  const auto* address = std::get_if<cfa::AddressOf>(&pointer->node);
  return address != nullptr ? address->variable : holder();
}

ArrayAccesses::ArrayAccesses(const cfa::Cfa& cfa, cfa::ExpressionPool& pool) : cfa_(cfa), pool_(pool), regions_(cfa) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    take_out_what_is_read_elsewhere(cfa.edge(cfa::EdgeId(index)).operation);
  }
}

void ArrayAccesses::take_out_what_is_read_elsewhere(const cfa::Operation& operation) {
  const auto* copy = std::get_if<cfa::CopyMemory>(&operation);
  if (const facts::ObjectGroup* source = copy != nullptr ? objects_at(copy->source) : nullptr) {
    excluded_.insert(source->regions.begin(), source->regions.end());
  }
  if (std::holds_alternative<cfa::Return>(operation)) {
    for (ExpressionRef root : cfa::expressions_of(operation)) {
      cfa::for_each_subexpression(root, [&](ExpressionRef part) {
        if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
          excluded_.insert(region_of(load->address, part->type));
        }
      });
    }
  }
}

std::vector<AccessedArray> ArrayAccesses::arrays() const {
  std::vector<AccessedArray> result;
  std::set<std::pair<ExpressionRef, facts::RegionId>> seen;
  std::map<facts::RegionId, std::size_t> pointers;
  const std::unordered_set<cfa::VariableId> unfit = registers_with_several_values(cfa_);
  for (const auto& [address, type] : facts::accessed_places(cfa_)) {
    std::optional<AccessedArray> array = array_at(address, type);
    if (array && !unfit.contains(array->holder()) && pointers[array->region] < most_pointers &&
        seen.emplace(array->pointer, array->region).second) {
      ++pointers[array->region];
      result.push_back(*std::move(array));
    }
  }
  return result;
}

std::optional<AccessedArray> ArrayAccesses::array_at(ExpressionRef address, const cfa::Type& type) const {
  const facts::RegionId region = region_of(address, type);
  if (!region.is_valid() || excluded_.contains(region)) {
    return std::nullopt;
  }
  const auto* cells = std::get_if<facts::UniformCells>(&regions_.region(region).cells);
  if (cells == nullptr || cfa::as_integer(cells->type) == nullptr || cells->offsets.modulus == 0) {
    return std::nullopt;
  }
  const AccessedArray array{parts_of(address).pointer, region, cells->type, cells->offsets.modulus,
                            cells->offsets.residue};
  const bool has_name = array.holder().is_valid() || std::holds_alternative<cfa::AddressOf>(array.pointer->node);
  return has_name ? std::optional(array) : std::nullopt;
}

const facts::ObjectGroup* ArrayAccesses::objects_at(ExpressionRef address) const {
  return regions_.points_nowhere(address) ? nullptr : &regions_.group_of(address);
}

const facts::ObjectGroup& ArrayAccesses::objects_of(const AccessedArray& array) const {
  return regions_.group_of(array.region);
}

const facts::ObjectGroup& ArrayAccesses::objects_of(cfa::VariableId variable) const {
  return regions_.group_of(variable);
}

facts::RegionId ArrayAccesses::region_of(ExpressionRef address, const cfa::Type& type) const {
  return regions_.points_nowhere(address) ? facts::RegionId() : regions_.region_of(address, type);
}

ArrayAddress ArrayAccesses::parts_of(ExpressionRef address) const {
  ArrayAddress result = written_parts_of(address);
  const facts::ObjectGroup* objects = objects_at(result.pointer);
  if (objects != nullptr && objects->is_one_variable() &&
      regions_.distance_from_start(result.pointer) == cfa::Integer{0}) {
    result.pointer = pool_.make(cfa::AddressOf{objects->variables.front()}, result.pointer->type);
  }
  return result;
}

} // namespace vouch::transformation

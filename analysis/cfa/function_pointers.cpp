#include "analysis/cfa/function_pointers.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::cfa {
namespace {

constexpr Integer lowest_address = 4096; ///< smaller numbers are no addresses: docs/decisions/0060

FunctionSet unknown() { return {{}, true}; }

FunctionSet joined(FunctionSet a, const FunctionSet& b) {
  a.functions.insert(b.functions.begin(), b.functions.end());
  a.has_unknown = a.has_unknown || b.has_unknown;
  return a;
}

} // namespace

FunctionPointers::FunctionPointers(const Cfa& cfa, const MemoryRegions& regions)
    : cfa_(cfa), regions_(regions), registers_(cfa.variable_count()), memory_(regions.region_count()) {
  do {
    changed_ = false;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      apply(cfa.edge(EdgeId(index)).operation);
    }
  } while (changed_);
}

bool FunctionPointers::may_be(ExpressionRef pointer, FunctionId function) const {
  const FunctionSet value = value_of(pointer);
  return value.has_unknown || value.functions.contains(function);
}

FunctionSet FunctionPointers::value_of(ExpressionRef expression) const {
  if (!is_pointer(expression->type)) {
    return {}; // a pointer that is made of it again is unknown
  }
  return std::visit(Overloaded{
                        [&](const Constant& node) {
                          return node.value >= 0 && node.value < lowest_address ? FunctionSet() : unknown();
                        },
                        [&](const VariableRead& node) { return registers_[node.variable.index()]; },
                        [](const AddressOf&) { return FunctionSet(); },
                        [](const FunctionAddress& node) { return FunctionSet{{node.function}, false}; },
                        [&](const Load& node) { return loaded(node.address, expression->type); },
                        [&](const Convert& node) {
                          if (is_pointer(node.operand->type)) {
                            return value_of(node.operand);
                          }
                          const auto* number = std::get_if<Constant>(&node.operand->node);
                          bool is_no_address = number != nullptr && number->value >= 0 && number->value < lowest_address;
                          return is_no_address ? FunctionSet() : unknown();
                        },
                        [&](const Conditional& node) { return joined(value_of(node.if_true), value_of(node.if_false)); },
                        [](const auto&) { return unknown(); }, // arithmetic on addresses of functions
                    },
                    expression->node);
}

FunctionSet FunctionPointers::loaded(ExpressionRef address, const Type& type) const {
  const PointsTo& points_to = regions_.points_to();
  if (regions_.points_nowhere(address)) {
    return {}; // undefined
  }
  const ObjectClassId target = points_to.pointer(address).target;
  if (target == points_to.unknown_class() || points_to.class_held_in(target) == points_to.unknown_class()) {
    return unknown();
  }
  return memory_[regions_.region_of(address, type).index()];
}

void FunctionPointers::flow(const FunctionSet& value, FunctionSet& target) {
  const std::size_t old_size = target.functions.size();
  const bool had_unknown = target.has_unknown;
  target.functions.insert(value.functions.begin(), value.functions.end());
  target.has_unknown = target.has_unknown || value.has_unknown;
  changed_ = changed_ || target.functions.size() != old_size || target.has_unknown != had_unknown;
}

void FunctionPointers::apply(const Operation& operation) {
  auto bind = [this](const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      flow(value_of(binding.value), registers_[binding.variable.index()]);
    }
  };
  std::visit(Overloaded{
                 [&](const Assign& op) { flow(value_of(op.value), registers_[op.target.index()]); },
                 [&](const Store& op) {
                   flow(value_of(op.value), memory_[regions_.region_of(op.address, op.value->type).index()]);
                 },
                 [&](const Input& op) {
                   // An indeterminate pointer must not be used.
                   if (op.kind != InputKind::Uninitialised && is_pointer(cfa_.variable(op.target).type)) {
                     flow(unknown(), registers_[op.target.index()]);
                   }
                 },
                 [&](const Call& op) { bind(op.parameters); },
                 [&](const Return& op) { bind(op.results); },
                 [](const auto&) {}, // copies stay in a region; all else makes the class hold unknown pointers
             },
             operation);
}

bool assumes_impossible_function(const Edge& edge, const FunctionPointers& pointers) {
  const auto* assumption = std::get_if<Assume>(&edge.operation);
  if (assumption == nullptr || assumption->polarity != Polarity::Holds) {
    return false;
  }
  const auto* comparison = std::get_if<Binary>(&assumption->condition->node);
  if (comparison == nullptr || comparison->op != BinaryOperator::Equal) {
    return false;
  }
  auto is_impossible = [&](ExpressionRef pointer, ExpressionRef address) {
    const auto* function = std::get_if<FunctionAddress>(&address->node);
    return function != nullptr && !pointers.may_be(pointer, function->function);
  };
  return is_impossible(comparison->left, comparison->right) || is_impossible(comparison->right, comparison->left);
}

} // namespace vouch::cfa

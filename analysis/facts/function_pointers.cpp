#include "analysis/facts/function_pointers.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::facts {
namespace {

constexpr cfa::Integer lowest_address = 4096; ///< smaller numbers are no addresses: docs/decisions/0060

FunctionSet unknown() { return {{}, true}; }

FunctionSet joined(FunctionSet a, const FunctionSet& b) {
  a.functions.insert(b.functions.begin(), b.functions.end());
  a.has_unknown = a.has_unknown || b.has_unknown;
  return a;
}

} // namespace

FunctionPointers::FunctionPointers(const cfa::Cfa& cfa, const MemoryRegions& regions)
    : cfa_(cfa), regions_(regions), registers_(cfa.variable_count()), memory_(regions.region_count()) {
  do {
    changed_ = false;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      apply(cfa.edge(cfa::EdgeId(index)).operation);
    }
  } while (changed_);
}

bool FunctionPointers::may_be(cfa::ExpressionRef pointer, cfa::FunctionId function) const {
  const FunctionSet value = value_of(pointer);
  return value.has_unknown || value.functions.contains(function);
}

FunctionSet FunctionPointers::value_of(cfa::ExpressionRef expression) const {
  if (!cfa::is_pointer(expression->type)) {
    return {}; // a pointer that is made of it again is unknown
  }
  return std::visit(
      Overloaded{
          [&](const cfa::Constant& node) {
            return node.value >= 0 && node.value < lowest_address ? FunctionSet() : unknown();
          },
          [&](const cfa::VariableRead& node) { return registers_[node.variable.index()]; },
          [](const cfa::AddressOf&) { return FunctionSet(); },
          [](const cfa::FunctionAddress& node) { return FunctionSet{{node.function}, false}; },
          [&](const cfa::Load& node) { return loaded(node.address, expression->type); },
          [&](const cfa::Convert& node) {
            if (cfa::is_pointer(node.operand->type)) {
              return value_of(node.operand);
            }
            const auto* number = std::get_if<cfa::Constant>(&node.operand->node);
            bool is_no_address = number != nullptr && number->value >= 0 && number->value < lowest_address;
            return is_no_address ? FunctionSet() : unknown();
          },
          [&](const cfa::Conditional& node) { return joined(value_of(node.if_true), value_of(node.if_false)); },
          [](const auto&) { return unknown(); }, // arithmetic on addresses of functions
      },
      expression->node);
}

FunctionSet FunctionPointers::loaded(cfa::ExpressionRef address, const cfa::Type& type) const {
  const PointsTo& points_to = regions_.points_to();
  if (regions_.points_nowhere(address)) {
    return {}; // undefined
  }
  const ObjectClassId target = points_to.pointer(address).target;
  if (target == points_to.unknown_class() || points_to.holds_unknown_pointers(target)) {
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

void FunctionPointers::apply(const cfa::Operation& operation) {
  auto bind = [this](const std::vector<cfa::Binding>& bindings) {
    for (const cfa::Binding& binding : bindings) {
      flow(value_of(binding.value), registers_[binding.variable.index()]);
    }
  };
  std::visit(Overloaded{
                 [&](const cfa::Assign& op) { flow(value_of(op.value), registers_[op.target.index()]); },
                 [&](const cfa::Store& op) {
                   flow(value_of(op.value), memory_[regions_.region_of(op.address, op.value->type).index()]);
                 },
                 [&](const cfa::Input& op) {
                   // An indeterminate pointer must not be used.
                   if (op.kind != cfa::InputKind::Uninitialised && cfa::is_pointer(cfa_.variable(op.target).type)) {
                     flow(unknown(), registers_[op.target.index()]);
                   }
                 },
                 [&](const cfa::Call& op) { bind(op.parameters); }, [&](const cfa::Return& op) { bind(op.results); },
                 [](const auto&) {}, // copies stay in a region; all else makes the class hold unknown pointers
             },
             operation);
}

bool assumes_impossible_function(const cfa::Edge& edge, const FunctionPointers& pointers) {
  const auto* assumption = std::get_if<cfa::Assume>(&edge.operation);
  if (assumption == nullptr || assumption->polarity != cfa::Polarity::Holds) {
    return false;
  }
  const auto* comparison = std::get_if<cfa::Binary>(&assumption->condition->node);
  if (comparison == nullptr || comparison->op != cfa::BinaryOperator::Equal) {
    return false;
  }
  auto is_impossible = [&](cfa::ExpressionRef pointer, cfa::ExpressionRef address) {
    const auto* function = std::get_if<cfa::FunctionAddress>(&address->node);
    return function != nullptr && !pointers.may_be(pointer, function->function);
  };
  return is_impossible(comparison->left, comparison->right) || is_impossible(comparison->right, comparison->left);
}

} // namespace vouch::facts

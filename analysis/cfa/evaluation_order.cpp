#include "analysis/cfa/evaluation_order.hpp"

#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/memory_regions.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/support/id_set.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::cfa {
namespace {

/// What a piece of code touches.
struct Touched {
  IdSet<VariableId> registers_read;
  IdSet<VariableId> registers_written;
  IdSet<RegionId> regions_read;
  IdSet<RegionId> regions_written;
  IdSet<RegionId> regions_left_undetermined;

  void insert(const Touched& other) {
    registers_read.insert(other.registers_read);
    registers_written.insert(other.registers_written);
    regions_read.insert(other.regions_read);
    regions_written.insert(other.regions_written);
    regions_left_undetermined.insert(other.regions_left_undetermined);
  }
};

/// Whether `b` notices what `a` writes.
bool disturbs(const Touched& a, const Touched& b) {
  return a.registers_written.intersects(b.registers_read) || a.registers_written.intersects(b.registers_written) ||
         a.regions_written.intersects(b.regions_read) || a.regions_written.intersects(b.regions_written) ||
         a.regions_left_undetermined.intersects(b.regions_read) ||
         a.regions_left_undetermined.intersects(b.regions_written);
}

/// The automatic registers that hold nothing but null or addresses of objects that were allocated while their function,
/// or one that it called, was active.
class FreshRegisters {
public:
  explicit FreshRegisters(const Cfa& cfa) : is_fresh_(cfa.variable_count(), false) {
    std::set<VariableId> parameters;
    for (std::size_t index = 0; index < cfa.function_count(); ++index) {
      const std::vector<VariableId>& own = cfa.function(FunctionId(index)).parameters;
      parameters.insert(own.begin(), own.end());
    }
    for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
      const Variable& variable = cfa.variable(VariableId(index));
      is_fresh_[index] = variable.storage == Storage::Register && is_pointer(variable.type) &&
                         has_automatic_storage(variable) && !parameters.contains(VariableId(index));
    }
    do {
      changed_ = false;
      for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
        apply(cfa.edge(EdgeId(index)).operation);
      }
    } while (changed_);
  }

  [[nodiscard]] bool is_fresh(ExpressionRef pointer) const {
    return std::visit(
        Overloaded{
            [](const Constant& node) { return node.value == 0; },
            [&](const VariableRead& node) { return is_fresh_[node.variable.index()]; },
            [&](const Convert& node) { return is_pointer(node.operand->type) && is_fresh(node.operand); },
            [&](const Binary& node) { return node.op == BinaryOperator::PointerAdd && is_fresh(node.left); },
            [&](const Conditional& node) { return is_fresh(node.if_true) && is_fresh(node.if_false); },
            [](const auto&) { return false; },
        },
        pointer->node);
  }

private:
  void apply(const Operation& operation) {
    std::visit(Overloaded{
                   [&](const Assign& op) { receive(op.target, is_fresh(op.value)); },
                   [&](const Input& op) { receive(op.target, false); }, [&](const Call& op) { bind(op.parameters); },
                   [&](const Return& op) { bind(op.results); }, [](const auto&) {}, // an allocation is fresh
               },
               operation);
  }

  void bind(const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      receive(binding.variable, is_fresh(binding.value));
    }
  }

  void receive(VariableId variable, bool value_is_fresh) {
    if (is_fresh_[variable.index()] && !value_is_fresh) {
      is_fresh_[variable.index()] = false;
      changed_ = true;
    }
  }

  std::vector<bool> is_fresh_;
  bool changed_ = false;
};

class EvaluationOrders {
public:
  explicit EvaluationOrders(const Cfa& cfa)
      : cfa_(cfa), regions_(cfa), fresh_(cfa), calls_(cfa), recursive_(calls_.recursive_functions()),
        edges_(cfa.function_count()), own_(cfa.function_count()) {
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const EdgeId id(index);
      const Edge& edge = cfa.edge(id);
      const FunctionId function = function_of(cfa, edge);
      edges_[function.index()].push_back(id);
      if (!std::holds_alternative<Unsupported>(edge.operation)) {
        add_called(edge.operation, own_[function.index()]);
        Touched reads;
        add_reads(edge.operation, reads);
        read_anywhere_.insert(reads.regions_read);
      }
    }
    for (Touched& own : own_) {
      keep_static(own.registers_read);
      keep_static(own.registers_written);
    }
  }

  [[nodiscard]] bool matter(const Edge& mark) {
    const FunctionId function = cfa_.location(mark.source).function;
    std::vector<Touched> touched;
    for (const UnorderedPart& part : std::get<Unsupported>(mark.operation).parts) {
      touched.push_back(touched_by(part, function));
    }
    for (const Touched& a : touched) {
      for (const Touched& b : touched) {
        if (&a != &b && disturbs(a, b)) {
          return true;
        }
      }
    }
    return false;
  }

private:
  Touched touched_by(const UnorderedPart& part, FunctionId function) {
    Touched result;
    for (ExpressionRef value : part.values) {
      add_expression(value, result);
    }
    for (EdgeId id : edges_[function.index()]) {
      const Edge& edge = cfa_.edge(id);
      if (edge.evaluation >= part.begin && edge.evaluation < part.end) {
        add_own(edge.operation, result);
      }
    }
    keep_read(result);
    return result;
  }

  /// What an edge of the expression itself does. Parameters and results belong to the activation that is called.
  void add_own(const Operation& operation, Touched& result) {
    if (const auto* back = std::get_if<Return>(&operation)) {
      for (const Binding& binding : back->results) {
        result.registers_written.insert(binding.variable);
      }
      return;
    }
    add_reads(operation, result);
    if (const auto* call = std::get_if<Call>(&operation)) {
      result.insert(of_call(call->callee));
      return;
    }
    add_writes(
        operation, [this](ExpressionRef address) { return leads_to_temporary(address); }, result);
    for (VariableId written : variables_written(operation)) {
      result.registers_written.insert(written);
    }
  }

  void add_called(const Operation& operation, Touched& result) const {
    for (ExpressionRef expression : expressions_of(operation)) {
      add_expression(
          expression, [this](ExpressionRef address) { return leads_to_own_variable(address); }, result);
    }
    add_copied(operation, result);
    add_writes(
        operation, [this](ExpressionRef address) { return leads_to_own_variable(address) || fresh_.is_fresh(address); },
        result);
    for (VariableId written : variables_written(operation)) {
      result.registers_written.insert(written);
    }
  }

  /// A temporary object is that of one part, which passes an argument or receives a result in it.
  [[nodiscard]] bool leads_to_temporary(ExpressionRef address) const {
    const Variable* variable = variable_pointed_into(address);
    return variable != nullptr && variable->kind == VariableKind::Temporary;
  }

  /// A called function that names a variable of its own means that of its activation, which begins and ends with the
  /// call, even while others of the same function wait for it.
  [[nodiscard]] bool leads_to_own_variable(ExpressionRef address) const {
    const Variable* variable = variable_pointed_into(address);
    return variable != nullptr && has_automatic_storage(*variable);
  }

  /// The variable whose address the expression adds to; null if it is none.
  [[nodiscard]] const Variable* variable_pointed_into(ExpressionRef address) const {
    while (const auto* sum = std::get_if<Binary>(&address->node)) {
      address = sum->left;
    }
    const auto* object = std::get_if<AddressOf>(&address->node);
    return object == nullptr ? nullptr : &cfa_.variable(object->variable);
  }

  /// Everything that a call of `callee` touches and that its caller could notice.
  const Touched& of_call(FunctionId callee) {
    auto [known, is_new] = of_calls_.try_emplace(callee);
    if (is_new) {
      const std::vector<FunctionId> called = calls_.reachable_from(callee);
      for (FunctionId function : called) {
        known->second.insert(own_[function.index()]);
      }
      const std::set<FunctionId> over(called.begin(), called.end());
      auto is_noticed = [&](RegionId region) { return !ends_with_call(regions_.group_of(region), over); };
      keep(known->second.regions_written, is_noticed);
      keep(known->second.regions_left_undetermined, is_noticed);
    }
    return known->second;
  }

  /// Whether all objects of the group belong to activations of `functions` that are over when the call returns. An
  /// activation of a recursive function may be one that waits for it.
  [[nodiscard]] bool ends_with_call(const ObjectGroup& group, const std::set<FunctionId>& functions) const {
    auto is_over = [&](FunctionId function) { return functions.contains(function) && !recursive_.contains(function); };
    auto variable_ends = [&](VariableId id) {
      const Variable& variable = cfa_.variable(id);
      return variable.kind == VariableKind::Temporary ||
             (has_automatic_storage(variable) && is_over(variable.function));
    };
    auto allocation_ends = [&](EdgeId id) {
      const Edge& edge = cfa_.edge(id);
      return !is_from_heap(std::get<Allocate>(edge.operation).kind) && is_over(function_of(cfa_, edge));
    };
    return !group.has_unknown_objects && std::ranges::all_of(group.variables, variable_ends) &&
           std::ranges::all_of(group.allocations, allocation_ends);
  }

  void add_expression(ExpressionRef expression, Touched& result) const {
    add_expression(
        expression, [](ExpressionRef) { return false; }, result);
  }

  template <class IsUnnoticed>
  void add_expression(ExpressionRef expression, const IsUnnoticed& is_unnoticed, Touched& result) const {
    for_each_subexpression(expression, [&](ExpressionRef part) {
      if (const auto* read = std::get_if<VariableRead>(&part->node)) {
        result.registers_read.insert(read->variable);
      } else if (const auto* load = std::get_if<Load>(&part->node); load != nullptr && !is_unnoticed(load->address)) {
        result.regions_read.insert(regions_.region_of(load->address, part->type));
      } else if (const auto* check = std::get_if<MemoryCheck>(&part->node);
                 check != nullptr && !check->operands.empty()) {
        add_all(regions_.group_of(check->operands.front()), result.regions_read); // whose lifetime may end
      }
    });
  }

  void add_reads(const Operation& operation, Touched& result) const {
    for (ExpressionRef expression : expressions_of(operation)) {
      add_expression(expression, result);
    }
    add_copied(operation, result);
  }

  void add_copied(const Operation& operation, Touched& result) const {
    if (const auto* copy = std::get_if<CopyMemory>(&operation)) {
      add_all(regions_.group_of(copy->source), result.regions_read);
    }
  }

  static void add_all(const ObjectGroup& group, IdSet<RegionId>& result) {
    for (RegionId region : group.regions) {
      result.insert(region);
    }
  }

  template <class IsUnnoticed>
  void add_writes(const Operation& operation, const IsUnnoticed& is_unnoticed, Touched& result) const {
    auto write_all = [&](ExpressionRef address) {
      if (!is_unnoticed(address)) {
        add_all(regions_.group_of(address), result.regions_written);
      }
    };
    std::visit(Overloaded{
                   [&](const Store& op) {
                     if (!is_unnoticed(op.address)) {
                       result.regions_written.insert(regions_.region_of(op.address, op.value->type));
                     }
                   },
                   [&](const Free& op) { write_all(op.address); },
                   [&](const CopyMemory& op) { write_all(op.destination); },
                   [&](const SetMemory& op) { write_all(op.destination); },
                   [&](const HavocMemory& op) {
                     if (op.address == nullptr) {
                       for (std::size_t region = 0; region < regions_.region_count(); ++region) {
                         result.regions_left_undetermined.insert(RegionId(region));
                       }
                     } else if (!is_unnoticed(op.address)) {
                       add_all(regions_.group_of(op.address), result.regions_left_undetermined);
                     }
                   },
                   [](const auto&) {}, // what begins to live was noticed by nobody
               },
               operation);
  }

  void keep_read(Touched& touched) const {
    auto is_read = [this](RegionId region) { return read_anywhere_.contains(region); };
    keep(touched.regions_written, is_read);
    keep(touched.regions_left_undetermined, is_read);
  }

  void keep_static(IdSet<VariableId>& registers) const {
    keep(registers, [this](VariableId id) { return has_static_storage(cfa_.variable(id)); });
  }

  template <class Id, class Predicate>
  static void keep(IdSet<Id>& ids, const Predicate& is_kept) {
    IdSet<Id> kept;
    for (Id id : ids.elements()) {
      if (is_kept(id)) {
        kept.insert(id);
      }
    }
    ids = std::move(kept);
  }

  const Cfa& cfa_;
  MemoryRegions regions_;
  FreshRegisters fresh_;
  CallGraph calls_;
  std::unordered_set<FunctionId> recursive_;
  std::vector<std::vector<EdgeId>> edges_; ///< by function
  std::vector<Touched> own_;               ///< of each function, without what it calls
  IdSet<RegionId> read_anywhere_;
  std::map<FunctionId, Touched> of_calls_;
};

bool is_mark(const Edge& edge) {
  const auto* unsupported = std::get_if<Unsupported>(&edge.operation);
  return unsupported != nullptr && !unsupported->parts.empty();
}

} // namespace

void settle_evaluation_orders(CfaBuilder& builder) {
  if (std::ranges::none_of(builder.edges(), is_mark)) {
    return;
  }
  const Cfa everything = CfaBuilder(builder).build();
  EvaluationOrders orders(everything);
  builder.replace_operations([&](const Edge& edge) -> std::optional<Operation> {
    if (!is_mark(edge)) {
      return std::nullopt;
    }
    if (!orders.matter(edge)) {
      return Skip{};
    }
    Unsupported stays = std::get<Unsupported>(edge.operation);
    stays.parts.clear();
    return stays;
  });
}

} // namespace vouch::cfa

#include "analysis/transformation/evaluation_order.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/support/id_set.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::transformation {
namespace {

/// What a piece of code touches.
struct Touched {
  IdSet<cfa::VariableId> registers_read;
  IdSet<cfa::VariableId> registers_written;
  IdSet<facts::RegionId> regions_read;
  IdSet<facts::RegionId> regions_written;
  IdSet<facts::RegionId> regions_left_undetermined;
  IdSet<facts::RegionId> lifetimes_read; ///< of the objects with these regions: whether they have ended
  IdSet<facts::RegionId> lifetimes_ended;

  void insert(const Touched& other) {
    registers_read.insert(other.registers_read);
    registers_written.insert(other.registers_written);
    regions_read.insert(other.regions_read);
    regions_written.insert(other.regions_written);
    regions_left_undetermined.insert(other.regions_left_undetermined);
    lifetimes_read.insert(other.lifetimes_read);
    lifetimes_ended.insert(other.lifetimes_ended);
  }
};

/// Whether `b` notices what `a` writes.
bool disturbs(const Touched& a, const Touched& b) {
  return a.registers_written.intersects(b.registers_read) || a.registers_written.intersects(b.registers_written) ||
         a.regions_written.intersects(b.regions_read) || a.regions_written.intersects(b.regions_written) ||
         a.regions_left_undetermined.intersects(b.regions_read) ||
         a.regions_left_undetermined.intersects(b.regions_written) || a.lifetimes_ended.intersects(b.lifetimes_read);
}

/// The automatic registers that hold nothing but null or addresses of objects that were allocated while their function,
/// or one that it called, was active.
class FreshRegisters {
public:
  explicit FreshRegisters(const cfa::Cfa& cfa) : is_fresh_(cfa.variable_count(), false) {
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

  [[nodiscard]] bool is_fresh(cfa::ExpressionRef pointer) const {
    return std::visit(
        Overloaded{
            [](const cfa::Constant& node) { return node.value == 0; },
            [&](const cfa::VariableRead& node) { return is_fresh_[node.variable.index()]; },
            [&](const cfa::Convert& node) { return cfa::is_pointer(node.operand->type) && is_fresh(node.operand); },
            [&](const cfa::Binary& node) { return node.op == cfa::BinaryOperator::PointerAdd && is_fresh(node.left); },
            [&](const cfa::Conditional& node) { return is_fresh(node.if_true) && is_fresh(node.if_false); },
            [](const auto&) { return false; },
        },
        pointer->node);
  }

private:
  void apply(const cfa::Operation& operation) {
    std::visit(Overloaded{
                   [&](const cfa::Assign& op) { receive(op.target, is_fresh(op.value)); },
                   [&](const cfa::Input& op) { receive(op.target, false); },
                   [&](const cfa::Call& op) { bind(op.parameters); }, [&](const cfa::Return& op) { bind(op.results); },
                   [](const auto&) {}, // an allocation is fresh
               },
               operation);
  }

  void bind(const std::vector<cfa::Binding>& bindings) {
    for (const cfa::Binding& binding : bindings) {
      receive(binding.variable, is_fresh(binding.value));
    }
  }

  void receive(cfa::VariableId variable, bool value_is_fresh) {
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
  explicit EvaluationOrders(const cfa::Cfa& cfa)
      : cfa_(cfa), regions_(cfa), fresh_(cfa), calls_(cfa), recursive_(calls_.recursive_functions()),
        edges_(cfa.function_count()), own_(cfa.function_count()) {
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::EdgeId id(index);
      const cfa::Edge& edge = cfa.edge(id);
      const cfa::FunctionId function = cfa::function_of(cfa, edge);
      edges_[function.index()].push_back(id);
      if (!std::holds_alternative<cfa::Unsupported>(edge.operation)) {
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

  [[nodiscard]] bool matter(const cfa::Edge& mark) {
    const cfa::FunctionId function = cfa_.location(mark.source).function;
    std::vector<Touched> touched;
    for (const cfa::UnorderedPart& part : std::get<cfa::Unsupported>(mark.operation).parts) {
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
  Touched touched_by(const cfa::UnorderedPart& part, cfa::FunctionId function) {
    Touched result;
    for (cfa::ExpressionRef value : part.values) {
      add_expression(value, result);
      if (const auto* object = std::get_if<cfa::MemoryCheck>(&value->node)) { // stands for all that it holds
        add_all(regions_.group_of(object->operands.front()), result.regions_read);
      }
    }
    for (cfa::EdgeId id : edges_[function.index()]) {
      const cfa::Edge& edge = cfa_.edge(id);
      if (edge.evaluation >= part.begin && edge.evaluation < part.end) {
        add_own(edge.operation, result);
      }
    }
    keep_read(result);
    return result;
  }

  /// What an edge of the expression itself does. Parameters and results belong to the activation that is called.
  void add_own(const cfa::Operation& operation, Touched& result) {
    if (const auto* back = std::get_if<cfa::Return>(&operation)) {
      for (const cfa::Binding& binding : back->results) {
        result.registers_written.insert(binding.variable);
      }
      return;
    }
    add_reads(operation, result);
    if (const auto* call = std::get_if<cfa::Call>(&operation)) {
      result.insert(of_call(call->callee));
      return;
    }
    add_writes(operation, [this](cfa::ExpressionRef address) { return leads_to_temporary(address); }, result);
    for (cfa::VariableId written : cfa::variables_written(operation)) {
      result.registers_written.insert(written);
    }
  }

  void add_called(const cfa::Operation& operation, Touched& result) const {
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      add_expression(expression, [this](cfa::ExpressionRef address) { return leads_to_own_variable(address); }, result);
    }
    add_copied(operation, result);
    add_writes(
        operation,
        [this](cfa::ExpressionRef address) { return leads_to_own_variable(address) || fresh_.is_fresh(address); },
        result);
    for (cfa::VariableId written : cfa::variables_written(operation)) {
      result.registers_written.insert(written);
    }
  }

  /// A temporary object is that of one part, which passes an argument or receives a result in it.
  [[nodiscard]] bool leads_to_temporary(cfa::ExpressionRef address) const {
    const cfa::Variable* variable = variable_pointed_into(address);
    return variable != nullptr && variable->kind == cfa::VariableKind::Temporary;
  }

  /// A called function that names a variable of its own means that of its activation, which begins and ends with the
  /// call, even while others of the same function wait for it.
  [[nodiscard]] bool leads_to_own_variable(cfa::ExpressionRef address) const {
    const cfa::Variable* variable = variable_pointed_into(address);
    return variable != nullptr && cfa::has_automatic_storage(*variable);
  }

  /// The variable whose address the expression adds to; null if it is none.
  [[nodiscard]] const cfa::Variable* variable_pointed_into(cfa::ExpressionRef address) const {
    while (const auto* sum = std::get_if<cfa::Binary>(&address->node)) {
      address = sum->left;
    }
    const auto* object = std::get_if<cfa::AddressOf>(&address->node);
    return object == nullptr ? nullptr : &cfa_.variable(object->variable);
  }

  /// Everything that a call of `callee` touches and that its caller could notice.
  const Touched& of_call(cfa::FunctionId callee) {
    auto [known, is_new] = of_calls_.try_emplace(callee);
    if (is_new) {
      const std::vector<cfa::FunctionId> called = calls_.reachable_from(callee);
      for (cfa::FunctionId function : called) {
        known->second.insert(own_[function.index()]);
      }
      const std::set<cfa::FunctionId> over(called.begin(), called.end());
      auto is_noticed = [&](facts::RegionId region) { return !ends_with_call(regions_.group_of(region), over); };
      keep(known->second.regions_written, is_noticed);
      keep(known->second.regions_left_undetermined, is_noticed);
      keep(known->second.lifetimes_ended, is_noticed);
    }
    return known->second;
  }

  /// Whether all objects of the group belong to activations of `functions` that are over when the call returns. An
  /// activation of a recursive function may be one that waits for it.
  [[nodiscard]] bool ends_with_call(const facts::ObjectGroup& group, const std::set<cfa::FunctionId>& functions) const {
    auto is_over = [&](cfa::FunctionId function) {
      return functions.contains(function) && !recursive_.contains(function);
    };
    auto variable_ends = [&](cfa::VariableId id) {
      const cfa::Variable& variable = cfa_.variable(id);
      return variable.kind == cfa::VariableKind::Temporary ||
             (cfa::has_automatic_storage(variable) && is_over(variable.function));
    };
    auto allocation_ends = [&](cfa::EdgeId id) {
      const cfa::Edge& edge = cfa_.edge(id);
      return !cfa::is_from_heap(std::get<cfa::Allocate>(edge.operation).kind) && is_over(cfa::function_of(cfa_, edge));
    };
    return !group.has_unknown_objects && std::ranges::all_of(group.variables, variable_ends) &&
           std::ranges::all_of(group.allocations, allocation_ends);
  }

  void add_expression(cfa::ExpressionRef expression, Touched& result) const {
    add_expression(expression, [](cfa::ExpressionRef) { return false; }, result);
  }

  template <class IsUnnoticed>
  void add_expression(cfa::ExpressionRef expression, const IsUnnoticed& is_unnoticed, Touched& result) const {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
        result.registers_read.insert(read->variable);
      } else if (const auto* load = std::get_if<cfa::Load>(&part->node);
                 load != nullptr && !is_unnoticed(load->address)) {
        result.regions_read.insert(regions_.region_of(load->address, part->type));
      } else if (const auto* check = std::get_if<cfa::MemoryCheck>(&part->node);
                 check != nullptr && !check->operands.empty()) {
        add_all(regions_.group_of(check->operands.front()), result.lifetimes_read);
      }
    });
  }

  void add_reads(const cfa::Operation& operation, Touched& result) const {
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      add_expression(expression, result);
    }
    add_copied(operation, result);
  }

  void add_copied(const cfa::Operation& operation, Touched& result) const {
    if (const auto* copy = std::get_if<cfa::CopyMemory>(&operation)) {
      add_all(regions_.group_of(copy->source), result.regions_read);
    }
  }

  static void add_all(const facts::ObjectGroup& group, IdSet<facts::RegionId>& result) {
    for (facts::RegionId region : group.regions) {
      result.insert(region);
    }
  }

  template <class IsUnnoticed>
  void add_writes(const cfa::Operation& operation, const IsUnnoticed& is_unnoticed, Touched& result) const {
    auto write_all = [&](cfa::ExpressionRef address) {
      if (!is_unnoticed(address)) {
        add_all(regions_.group_of(address), result.regions_written);
      }
    };
    std::visit(Overloaded{
                   [&](const cfa::Store& op) {
                     if (!is_unnoticed(op.address)) {
                       result.regions_written.insert(regions_.region_of(op.address, op.value->type));
                     }
                   },
                   [&](const cfa::Free& op) {
                     write_all(op.address);
                     if (!is_unnoticed(op.address)) {
                       add_all(regions_.group_of(op.address), result.lifetimes_ended);
                     }
                   },
                   [&](const cfa::CopyMemory& op) { write_all(op.destination); },
                   [&](const cfa::SetMemory& op) { write_all(op.destination); },
                   [&](const cfa::ReceiveMemory& op) {
                     if (!is_unnoticed(op.destination)) {
                       add_all(regions_.group_of(op.destination), result.regions_left_undetermined);
                     }
                   },
                   [&](const cfa::HavocMemory& op) {
                     if (op.address == nullptr) {
                       for (std::size_t region = 0; region < regions_.region_count(); ++region) {
                         result.regions_left_undetermined.insert(facts::RegionId(region));
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
    auto is_read = [this](facts::RegionId region) { return read_anywhere_.contains(region); };
    keep(touched.regions_written, is_read);
    keep(touched.regions_left_undetermined, is_read);
  }

  void keep_static(IdSet<cfa::VariableId>& registers) const {
    keep(registers, [this](cfa::VariableId id) { return cfa::has_static_storage(cfa_.variable(id)); });
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

  const cfa::Cfa& cfa_;
  facts::MemoryRegions regions_;
  FreshRegisters fresh_;
  facts::CallGraph calls_;
  std::unordered_set<cfa::FunctionId> recursive_;
  std::vector<std::vector<cfa::EdgeId>> edges_; ///< by function
  std::vector<Touched> own_;                    ///< of each function, without what it calls
  IdSet<facts::RegionId> read_anywhere_;
  std::map<cfa::FunctionId, Touched> of_calls_;
};

bool is_mark(const cfa::Edge& edge) {
  const auto* unsupported = std::get_if<cfa::Unsupported>(&edge.operation);
  return unsupported != nullptr && !unsupported->parts.empty();
}

} // namespace

void settle_evaluation_orders(cfa::CfaBuilder& builder) {
  if (std::ranges::none_of(builder.edges(), is_mark)) {
    return;
  }
  const cfa::Cfa everything = cfa::CfaBuilder(builder).build();
  EvaluationOrders orders(everything);
  builder.replace_operations([&](const cfa::Edge& edge) -> std::optional<cfa::Operation> {
    if (!is_mark(edge)) {
      return std::nullopt;
    }
    if (!orders.matter(edge)) {
      return cfa::Skip{};
    }
    cfa::Unsupported stays = std::get<cfa::Unsupported>(edge.operation);
    stays.parts.clear();
    return stays;
  });
}

} // namespace vouch::transformation

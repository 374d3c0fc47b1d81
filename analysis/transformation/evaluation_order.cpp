#include "analysis/transformation/evaluation_order.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/facts/confined_pointers.hpp"
#include "analysis/transformation/fresh_registers.hpp"
#include "analysis/transformation/touched.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace vouch::transformation {
namespace {

class EvaluationOrders {
public:
  explicit EvaluationOrders(const cfa::Cfa& cfa)
      : cfa_(cfa), regions_(cfa), fresh_(cfa), confined_(cfa), calls_(cfa), recursive_(calls_.recursive_functions()),
        edges_(cfa.function_count()), own_(cfa.function_count()), passed_(cfa.function_count()) {
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::EdgeId id(index);
      edges_[cfa::function_of(cfa, cfa.edge(id)).index()].push_back(id);
    }
    for (const std::vector<cfa::FunctionId>& component : calls_.components()) { // callees stand before their callers
      for (cfa::FunctionId function : component) {
        add_called(function, component);
      }
      add_calls_within(component);
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
  /// Of memory behind a parameter that is confined.
  struct PassedUse {
    cfa::VariableId parameter;
    MemoryUse use; ///< `bytes` are counted from where the parameter leads to
  };

  Touched touched_by(const cfa::UnorderedPart& part, cfa::FunctionId function) {
    Touched result;
    for (cfa::ExpressionRef value : part.values) {
      add_lookups(value, result);
      for (const MemoryUse& use : uses_in(value, regions_)) {
        place(use, result);
      }
      if (const auto* object = std::get_if<cfa::MemoryCheck>(&value->node)) { // stands for all that it holds
        const cfa::ExpressionRef pointer = object->operands.front();
        place({Effect::Reads, pointer, all_bytes, regions_behind(pointer, regions_)}, result);
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
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      add_lookups(expression, result);
    }
    std::vector<MemoryUse> uses = uses_of(operation, regions_);
    const auto* call = std::get_if<cfa::Call>(&operation);
    if (call != nullptr) {
      result.insert(of_call(call->callee));
      const std::vector<MemoryUse> passed = uses_of_passed(*call);
      uses.insert(uses.end(), passed.begin(), passed.end());
    }
    for (const MemoryUse& use : uses) {
      if (use.effect == Effect::Reads || !leads_to_temporary(use.pointer)) {
        place(use, result);
      }
    }
    if (const auto* freed = std::get_if<cfa::Free>(&operation)) {
      result.lifetimes_ended.insert(regions_behind(freed->address, regions_));
    }
    if (call == nullptr) {
      for (cfa::VariableId written : cfa::variables_written(operation)) {
        result.registers_written.insert(written);
      }
    }
  }

  /// What `function`, one of `component`, does where it is called, but for calls of functions of the component.
  void add_called(cfa::FunctionId function, const std::vector<cfa::FunctionId>& component) {
    Touched& own = own_[function.index()];
    for (cfa::EdgeId id : edges_[function.index()]) {
      const cfa::Operation& operation = cfa_.edge(id).operation;
      if (std::holds_alternative<cfa::Unsupported>(operation)) {
        continue;
      }
      for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
        add_lookups(expression, own);
      }
      for (const MemoryUse& use : uses_of(operation, regions_)) {
        add_called(use, function);
        if (use.effect == Effect::Reads) {
          read_anywhere_.insert(use.regions);
        }
      }
      if (const auto* call = std::get_if<cfa::Call>(&operation);
          call != nullptr && std::ranges::find(component, call->callee) == component.end()) {
        for (const MemoryUse& use : uses_of_passed(*call)) {
          add_called(use, function);
        }
      }
      if (const auto* freed = std::get_if<cfa::Free>(&operation);
          freed != nullptr && !leads_to_own_variable(freed->address) && !fresh_.is_fresh(freed->address)) {
        own.lifetimes_ended.insert(regions_behind(freed->address, regions_));
      }
      for (cfa::VariableId written : cfa::variables_written(operation)) {
        own.registers_written.insert(written);
      }
    }
    keep_static(own.registers_read);
    keep_static(own.registers_written);
  }

  void add_called(const MemoryUse& use, cfa::FunctionId function) {
    if (leads_to_own_variable(use.pointer) ||
        (use.effect != Effect::Reads && use.pointer != nullptr && fresh_.is_fresh(use.pointer))) {
      return;
    }
    if (const std::optional<cfa::VariableId> parameter = confined_parameter(use.pointer)) {
      add_passed(*parameter, {use.effect, nullptr, bytes_from_base(use), use.regions}, passed_[function.index()]);
    } else {
      place(use, own_[function.index()]);
    }
  }

  /// Of many uses the bytes are not told apart.
  static void add_passed(cfa::VariableId parameter, MemoryUse use, std::vector<PassedUse>& uses) {
    constexpr std::size_t many = 64;
    const auto same = std::ranges::find_if(uses, [&](const PassedUse& other) {
      return other.parameter == parameter && other.use.effect == use.effect &&
             (other.use.bytes == use.bytes || uses.size() >= many);
    });
    if (same == uses.end()) {
      uses.push_back({parameter, std::move(use)});
      return;
    }
    same->use.bytes = {std::min(same->use.bytes.begin, use.bytes.begin), std::max(same->use.bytes.end, use.bytes.end)};
    same->use.regions.insert(use.regions);
  }

  /// What the callee does with memory that confined parameters lead to, as uses of what they are bound to.
  [[nodiscard]] std::vector<MemoryUse> uses_of_passed(const cfa::Call& call) const {
    std::vector<MemoryUse> result;
    for (const cfa::Binding& binding : call.parameters) {
      for (const PassedUse& passed : passed_[call.callee.index()]) {
        if (passed.parameter == binding.variable) {
          result.push_back({passed.use.effect, binding.value, passed.use.bytes, passed.use.regions});
        }
      }
    }
    return result;
  }

  /// What functions that call each other pass on to each other: whatever one of them does with what it is passed, to any
  /// of the bytes.
  void add_calls_within(const std::vector<cfa::FunctionId>& component) {
    std::set<Effect> effects;
    for (cfa::FunctionId function : component) {
      for (const PassedUse& passed : passed_[function.index()]) {
        effects.insert(passed.use.effect);
      }
    }
    for (cfa::FunctionId function : component) {
      for (cfa::EdgeId id : edges_[function.index()]) {
        const auto* call = std::get_if<cfa::Call>(&cfa_.edge(id).operation);
        if (call == nullptr || std::ranges::find(component, call->callee) == component.end()) {
          continue;
        }
        for (const cfa::Binding& binding : call->parameters) {
          for (const Effect effect : confined_.is_confined(binding.variable) ? effects : std::set<Effect>()) {
            add_called({effect, binding.value, all_bytes, regions_behind(binding.value, regions_)}, function);
          }
        }
      }
    }
  }

  /// Memory of a private variable is known by its name, everything else by its region.
  void place(const MemoryUse& use, Touched& result) const {
    if (use.pointer == nullptr) {
      result.leaves_all_undetermined = true;
    } else if (const auto* object = std::get_if<cfa::AddressOf>(&cfa::base_of(use.pointer)->node);
               object != nullptr && confined_.is_private(object->variable)) {
      result.variables.push_back({use.effect, object->variable, bytes_from_base(use)});
      return;
    }
    result.of(use.effect).insert(use.regions);
  }

  [[nodiscard]] std::optional<cfa::VariableId> confined_parameter(cfa::ExpressionRef pointer) const {
    const auto* copy = pointer != nullptr ? std::get_if<cfa::VariableRead>(&cfa::base_of(pointer)->node) : nullptr;
    return copy != nullptr && confined_.is_confined(copy->variable) ? std::optional(copy->variable) : std::nullopt;
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
    const auto* object = address != nullptr ? std::get_if<cfa::AddressOf>(&cfa::base_of(address)->node) : nullptr;
    return object == nullptr ? nullptr : &cfa_.variable(object->variable);
  }

  /// Everything that a call of `callee` touches and that its caller could notice, but for what it is passed in confined
  /// parameters.
  const Touched& of_call(cfa::FunctionId callee) {
    auto [known, is_new] = of_calls_.try_emplace(callee);
    if (is_new) {
      const std::vector<cfa::FunctionId> called = calls_.reachable_from(callee);
      for (cfa::FunctionId function : called) {
        known->second.insert(own_[function.index()]);
      }
      const std::set<cfa::FunctionId> over(called.begin(), called.end());
      auto is_noticed = [&](facts::RegionId region) { return !ends_with_call(regions_.group_of(region), over); };
      keep(known->second.of(Effect::Writes), is_noticed);
      keep(known->second.of(Effect::LeavesUndetermined), is_noticed);
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

  /// The registers that an expression reads, and the objects of which it asks whether they live.
  void add_lookups(cfa::ExpressionRef expression, Touched& result) const {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
        result.registers_read.insert(read->variable);
      } else if (const auto* check = std::get_if<cfa::MemoryCheck>(&part->node);
                 check != nullptr && !check->operands.empty()) {
        result.lifetimes_read.insert(regions_behind(check->operands.front(), regions_));
      }
    });
  }

  void keep_read(Touched& touched) const {
    auto is_read = [this](facts::RegionId region) { return read_anywhere_.contains(region); };
    keep(touched.of(Effect::Writes), is_read);
    keep(touched.of(Effect::LeavesUndetermined), is_read);
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
  facts::ConfinedPointers confined_;
  facts::CallGraph calls_;
  std::unordered_set<cfa::FunctionId> recursive_;
  std::vector<std::vector<cfa::EdgeId>> edges_; ///< by function
  /// Of each function, without what functions do that it calls, but for what it passes to them in confined parameters.
  std::vector<Touched> own_;
  std::vector<std::vector<PassedUse>> passed_; ///< of each function, with what it passes on
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

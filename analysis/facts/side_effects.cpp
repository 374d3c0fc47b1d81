#include "analysis/facts/side_effects.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::facts {
namespace {

/// The function whose activation a call starts or a return ends; invalid for other edges.
cfa::FunctionId inner_function_of(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  if (const auto* call = std::get_if<cfa::Call>(&edge.operation)) {
    return call->callee;
  }
  return std::holds_alternative<cfa::Return>(edge.operation) ? cfa.location(edge.source).function : cfa::FunctionId();
}

/// The automatic registers of the activation of `function` that executes `edge`.
void add_automatic_registers(const cfa::Cfa& cfa, const cfa::Edge& edge, cfa::FunctionId function,
                             SideEffects& effects) {
  auto is_own = [&](cfa::VariableId id) {
    const cfa::Variable& variable = cfa.variable(id);
    return variable.function == function && variable.storage == cfa::Storage::Register &&
           cfa::has_automatic_storage(variable);
  };
  const bool is_recursive = inner_function_of(cfa, edge) == function;
  const bool reads_inner = is_recursive && std::holds_alternative<cfa::Return>(edge.operation);
  const bool writes_inner = is_recursive && std::holds_alternative<cfa::Call>(edge.operation);
  if (!reads_inner) {
    for (cfa::ExpressionRef root : cfa::expressions_of(edge.operation)) {
      cfa::for_each_subexpression(root, [&](cfa::ExpressionRef part) {
        if (const auto* read = std::get_if<cfa::VariableRead>(&part->node); read != nullptr && is_own(read->variable)) {
          effects.registers_read.insert(read->variable);
        }
      });
    }
  }
  if (!writes_inner) {
    for (cfa::VariableId written : cfa::variables_written(edge.operation)) {
      if (is_own(written)) {
        effects.registers_written.insert(written);
      }
    }
  }
}

/// The pointers that an operation uses by itself, other than to load or to store.
std::vector<cfa::ExpressionRef> pointers_used(const cfa::Operation& operation) {
  using List = std::vector<cfa::ExpressionRef>;
  return std::visit(Overloaded{
                        [](const cfa::Free& op) { return List{op.address}; },
                        [](const cfa::CopyMemory& op) { return List{op.destination, op.source}; },
                        [](const cfa::SetMemory& op) { return List{op.destination}; },
                        [](const cfa::WriteBytes& op) { return List{op.destination}; },
                        [](const cfa::ReceiveMemory& op) { return List{op.destination}; },
                        [](const cfa::HavocMemory& op) { return op.address != nullptr ? List{op.address} : List{}; },
                        [](const auto&) { return List{}; },
                    },
                    operation);
}

} // namespace

void SideEffects::insert(const SideEffects& other) {
  registers_read.insert(other.registers_read);
  registers_written.insert(other.registers_written);
  regions_read.insert(other.regions_read);
  regions_written.insert(other.regions_written);
  groups.insert(other.groups);
  allocations.insert(other.allocations);
  makes_objects = makes_objects || other.makes_objects;
  ends_objects = ends_objects || other.ends_objects;
  declares_objects = declares_objects || other.declares_objects;
  checks_objects = checks_objects || other.checks_objects;
}

SideEffectTable::SideEffectTable(const cfa::Cfa& cfa, const MemoryRegions& regions, const BlockPartition& partition)
    : cfa_(cfa), regions_(regions), component_of_(cfa.function_count()) {
  number_groups();
  for (std::size_t index = 0; index < cfa.variable_count(); ++index) {
    const cfa::Variable& variable = cfa.variable(cfa::VariableId(index));
    if (variable.storage == cfa::Storage::Register && cfa::has_static_storage(variable)) {
      static_registers_.insert(cfa::VariableId(index));
    }
  }

  std::vector<std::vector<cfa::EdgeId>> edges(cfa.function_count()); // by function
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    edges[cfa::function_of(cfa, cfa.edge(cfa::EdgeId(index))).index()].emplace_back(index);
  }
  const CallGraph calls(cfa);
  for (const std::vector<cfa::FunctionId>& members : calls.components()) {
    SideEffects effects;
    std::unordered_set<std::size_t> callees; // components; done, since callees come first
    for (cfa::FunctionId member : members) {
      component_of_[member.index()] = components_.size();
      for (cfa::EdgeId edge : edges[member.index()]) {
        add_own_effects(edge, effects);
      }
    }
    for (cfa::FunctionId member : members) {
      for (cfa::FunctionId callee : calls.callees(member)) {
        const std::size_t component = component_of_[callee.index()];
        if (component != components_.size() && callees.insert(component).second) {
          effects.insert(components_[component]);
        }
      }
    }
    components_.push_back(std::move(effects));
  }

  std::vector<BlockId> loops;
  for (std::size_t index = 0; index < partition.size(); ++index) {
    if (partition.block(BlockId(index)).kind == BlockKind::Loop) {
      loops.emplace_back(index);
      loops_.push_back(of_loop(partition.block(BlockId(index))));
    }
  }
  of_block_.resize(partition.size());
  for (std::size_t index = 0; index < partition.size(); ++index) {
    of_block_[index] = &of(partition.block(BlockId(index)).function);
  }
  for (std::size_t index = 0; index < loops.size(); ++index) {
    of_block_[loops[index].index()] = &loops_[index];
  }
}

const SideEffects& SideEffectTable::of(BlockId block) const { return *of_block_[block.index()]; }

/// All groups that any operation can touch, so that what touches everything can name them.
void SideEffectTable::number_groups() {
  auto add = [this](const ObjectGroup& group) {
    if (group_ids_.try_emplace(&group, groups_.size()).second) {
      groups_.push_back(&group);
    }
  };
  for (std::size_t index = 0; index < regions_.region_count(); ++index) {
    add(regions_.group_of(RegionId(index)));
  }
  for (std::size_t index = 0; index < cfa_.variable_count(); ++index) {
    if (cfa_.variable(cfa::VariableId(index)).storage == cfa::Storage::Memory) {
      add(regions_.group_of(cfa::VariableId(index)));
    }
  }
  for (std::size_t index = 0; index < cfa_.given_type_count(); ++index) {
    add(regions_.group_of(cfa::GivenTypeId(index)));
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const cfa::Operation& operation = cfa_.edge(cfa::EdgeId(index)).operation;
    if (std::holds_alternative<cfa::Allocate>(operation)) {
      add(regions_.group_of_allocation(cfa::EdgeId(index)));
    }
    for (cfa::ExpressionRef pointer : pointers_used(operation)) {
      add(regions_.group_of(pointer));
    }
  }
  for (cfa::ExpressionRef expression : regions_.points_to().memory_checks()) {
    const auto& check = std::get<cfa::MemoryCheck>(expression->node);
    if (!check.operands.empty()) {
      add(regions_.group_of(check.operands.front()));
    }
  }
}

void SideEffectTable::write(const ObjectGroup& group, SideEffects& effects) const {
  touch(group, effects);
  for (RegionId region : group.regions) {
    effects.regions_written.insert(region);
  }
}

void SideEffectTable::add_everything_read(SideEffects& effects) const {
  effects.registers_read.insert(static_registers_);
  for (std::size_t index = 0; index < regions_.region_count(); ++index) {
    effects.regions_read.insert(RegionId(index));
  }
  for (std::size_t index = 0; index < groups_.size(); ++index) {
    effects.groups.insert(ObjectGroupId(index));
  }
}

void SideEffectTable::add_expression(cfa::ExpressionRef expression, SideEffects& effects) const {
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      if (static_registers_.contains(read->variable)) {
        effects.registers_read.insert(read->variable);
      }
    } else if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
      const RegionId region = regions_.region_of(load->address, part->type);
      effects.regions_read.insert(region);
      touch(regions_.group_of(region), effects);
      if (cfa::is_pointer(part->type) && !regions_.points_nowhere(part)) {
        find_pointer_to(regions_.group_of(part), effects);
      }
    } else if (const auto* check = std::get_if<cfa::MemoryCheck>(&part->node)) {
      effects.checks_objects = true;
      if (check->fault == cfa::MemoryFault::Leak) {
        add_everything_read(effects); // what leads to an object
      } else {
        touch(regions_.group_of(check->operands.front()), effects);
      }
    }
  });
}

/// A pointer that was found in memory, or given, says something of its object.
void SideEffectTable::find_pointer_to(const ObjectGroup& group, SideEffects& effects) const {
  if (!group.given.empty()) {
    effects.checks_objects = true;
    touch(group, effects);
  }
}

void SideEffectTable::add_own_effects(cfa::EdgeId id, SideEffects& effects) const {
  const cfa::Operation& operation = cfa_.edge(id).operation;
  for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
    add_expression(expression, effects);
  }
  for (cfa::VariableId written : cfa::variables_written(operation)) {
    if (static_registers_.contains(written)) {
      effects.registers_written.insert(written);
    }
  }
  for (cfa::ExpressionRef pointer : pointers_used(operation)) {
    touch(regions_.group_of(pointer), effects);
  }
  std::visit(Overloaded{
                 [&](const cfa::Store& op) {
                   const RegionId region = regions_.region_of(op.address, op.value->type);
                   effects.regions_written.insert(region);
                   touch(regions_.group_of(region), effects);
                 },
                 [&](const cfa::Input& op) {
                   if (op.given.is_valid()) {
                     find_pointer_to(regions_.group_of(op.given), effects);
                   }
                 },
                 [&](const cfa::Declare& op) {
                   effects.declares_objects = true;
                   write(regions_.group_of(op.variable), effects);
                 },
                 [&](const cfa::Allocate&) {
                   effects.makes_objects = true;
                   effects.allocations.insert(id);
                   write(regions_.group_of_allocation(id), effects);
                 },
                 [&](const cfa::Free&) { effects.ends_objects = true; },
                 [&](const cfa::CopyMemory& op) {
                   write(regions_.group_of(op.destination), effects);
                   for (RegionId region : regions_.group_of(op.source).regions) {
                     effects.regions_read.insert(region);
                   }
                 },
                 [&](const cfa::SetMemory& op) { write(regions_.group_of(op.destination), effects); },
                 [&](const cfa::WriteBytes& op) { write(regions_.group_of(op.destination), effects); },
                 [&](const cfa::ReceiveMemory& op) { write(regions_.group_of(op.destination), effects); },
                 [&](const cfa::HavocMemory& op) {
                   const auto change = [&](const ObjectGroup& group) {
                     if (!group.is_kept_by(op)) {
                       write(group, effects);
                     }
                   };
                   if (op.address != nullptr) {
                     return change(regions_.group_of(op.address));
                   }
                   for (const ObjectGroup* group : groups_) {
                     change(*group);
                   }
                 },
                 [](const auto&) {},
             },
             operation);
}

SideEffects SideEffectTable::of_loop(const Block& block) const {
  SideEffects effects;
  std::unordered_set<std::size_t> callees; // components
  auto add = [&](cfa::EdgeId id) {
    add_own_effects(id, effects);
    add_automatic_registers(cfa_, cfa_.edge(id), block.function, effects);
  };
  for (cfa::LocationId location : block.locations) {
    for (cfa::EdgeId id : cfa_.outgoing(location)) {
      add(id);
      if (const auto* call = std::get_if<cfa::Call>(&cfa_.edge(id).operation)) {
        add(cfa_.return_of(id));
        const std::size_t component = component_of_[call->callee.index()];
        if (callees.insert(component).second) {
          effects.insert(components_[component]);
        }
      }
    }
  }
  return effects;
}

} // namespace vouch::facts

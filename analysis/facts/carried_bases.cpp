#include "analysis/facts/carried_bases.hpp"

#include "analysis/support/overloaded.hpp"

namespace vouch::facts {
namespace {

/// Goes backwards from the pointers that checks ask for, to all that they are computed from.
class Search {
public:
  Search(const cfa::Cfa& cfa, const MemoryRegions& regions) : regions_(regions) {
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::Operation& operation = cfa.edge(cfa::EdgeId(index)).operation;
      note_writes(operation);
      if (const auto* assume = std::get_if<cfa::Assume>(&operation)) {
        note_comparisons(assume->condition);
      }
    }
  }

  CarriedBases from(const std::vector<cfa::ExpressionRef>& pointers) {
    open_ = pointers;
    while (!open_.empty()) {
      const cfa::ExpressionRef pointer = open_.back();
      open_.pop_back();
      std::visit([&](const auto& node) { need(node, pointer); }, pointer->node);
      if (open_.empty()) {
        need_what_is_compared();
      }
    }
    return std::move(found_);
  }

private:
  void note_comparisons(cfa::ExpressionRef condition) {
    cfa::for_each_subexpression(condition, [this](cfa::ExpressionRef part) {
      const auto* comparison = std::get_if<cfa::Binary>(&part->node);
      if (comparison != nullptr && compares_places(*comparison)) {
        comparisons_.insert(comparison);
      }
    });
  }

  void need_what_is_compared() {
    std::erase_if(comparisons_, [this](const cfa::Binary* comparison) {
      const bool is_needed = is_carried(comparison->left) || is_carried(comparison->right);
      if (is_needed) {
        open_.insert(open_.end(), {comparison->left, comparison->right});
      }
      return is_needed;
    });
  }

  [[nodiscard]] bool is_carried(cfa::ExpressionRef pointer) const {
    const auto* read = std::get_if<cfa::VariableRead>(&pointer->node);
    return read != nullptr && found_.registers.contains(read->variable);
  }

  void note_writes(const cfa::Operation& operation) {
    const auto bind = [this](const std::vector<cfa::Binding>& bindings) {
      for (const cfa::Binding& binding : bindings) {
        assigned_[binding.variable].push_back(binding.value);
      }
    };
    std::visit(Overloaded{
                   [this](const cfa::Assign& assign) { assigned_[assign.target].push_back(assign.value); },
                   [this](const cfa::Store& store) {
                     stored_[regions_.region_of(store.address, store.value->type)].push_back(store.value);
                   },
                   [&](const cfa::Call& call) { bind(call.parameters); },
                   [&](const cfa::Return& back) { bind(back.results); },
                   [](const auto&) {},
               },
               operation);
  }

  void need(const cfa::VariableRead& read, cfa::ExpressionRef) {
    if (found_.registers.insert(read.variable).second) {
      need_all(assigned_[read.variable]);
    }
  }
  void need(const cfa::Load& load, cfa::ExpressionRef pointer) {
    if (regions_.distance_from_start(pointer)) {
      return;
    }
    const RegionId region = regions_.region_of(load.address, pointer->type);
    if (pointer_cells(regions_.region(region)) != nullptr && found_.regions.insert(region).second) {
      need_all(stored_[region]);
    }
  }
  void need(const cfa::Binary& sum, cfa::ExpressionRef) { need_pointer(sum.left); }
  void need(const cfa::Convert& conversion, cfa::ExpressionRef) { need_pointer(conversion.operand); }
  void need(const cfa::Conditional& conditional, cfa::ExpressionRef) {
    need_pointer(conditional.if_true);
    need_pointer(conditional.if_false);
  }
  void need(const auto&, cfa::ExpressionRef) {}

  void need_pointer(cfa::ExpressionRef expression) {
    if (cfa::is_pointer(expression->type)) {
      open_.push_back(expression);
    }
  }
  void need_all(const std::vector<cfa::ExpressionRef>& values) {
    for (cfa::ExpressionRef value : values) {
      need_pointer(value);
    }
  }

  const MemoryRegions& regions_;
  std::unordered_map<cfa::VariableId, std::vector<cfa::ExpressionRef>> assigned_;
  std::unordered_map<RegionId, std::vector<cfa::ExpressionRef>> stored_;
  std::unordered_set<const cfa::Binary*> comparisons_; ///< of pointers, in conditions
  std::vector<cfa::ExpressionRef> open_;
  CarriedBases found_;
};

} // namespace

bool compares_places(const cfa::Binary& comparison) {
  return cfa::is_comparison(comparison.op) && cfa::is_pointer(comparison.left->type) &&
         !std::holds_alternative<cfa::Constant>(comparison.left->node) &&
         !std::holds_alternative<cfa::Constant>(comparison.right->node);
}

bool asks_for_carried_base(const cfa::MemoryCheck& check, const MemoryRegions& regions) {
  if (check.fault == cfa::MemoryFault::Null || check.fault == cfa::MemoryFault::Leak) {
    return false;
  }
  const cfa::ExpressionRef pointer = check.operands.front();
  return !regions.points_nowhere(pointer) && !regions.group_of(pointer).is_one_variable() &&
         !regions.distance_from_start(pointer);
}

CarriedBases carried_bases(const cfa::Cfa& cfa, const MemoryRegions& regions) {
  std::vector<cfa::ExpressionRef> pointers;
  for (cfa::ExpressionRef expression : regions.points_to().memory_checks()) {
    const auto& check = std::get<cfa::MemoryCheck>(expression->node);
    if (asks_for_carried_base(check, regions)) {
      pointers.push_back(check.operands.front());
    }
  }
  return pointers.empty() ? CarriedBases{} : Search(cfa, regions).from(pointers);
}

} // namespace vouch::facts

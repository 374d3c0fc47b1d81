#include "analysis/facts/counted_rounds.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/functions_before_targets.hpp"

#include <algorithm>
#include <unordered_set>

namespace vouch::facts {
namespace {

using Locations = std::unordered_set<cfa::LocationId>;

/// The part of a program that runs from one place come to, and what inputs have a say in there.
class Rounds {
public:
  Rounds(const cfa::Cfa& cfa, cfa::LocationId start) : cfa_(cfa), depends_(cfa.variable_count(), false) {
    const std::vector<cfa::FunctionId> entered =
        FunctionsBeforeTargets(cfa).entered_from(start, [](cfa::LocationId /*target*/) { return false; });
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::EdgeId edge(index);
      if (std::ranges::binary_search(entered, cfa.location(cfa.edge(edge).source).function)) {
        edges_.push_back(edge);
      }
    }
    do {
      has_changed_ = false;
      std::ranges::for_each(edges_, [this](cfa::EdgeId edge) { note(cfa_.edge(edge).operation); });
    } while (has_changed_);
  }

  [[nodiscard]] bool some_loop_counts_up_to_inputs() const {
    Locations heads;
    for (const cfa::EdgeId edge : edges_) {
      if (cfa_.location(cfa_.edge(edge).target).is_loop_head) {
        heads.insert(cfa_.edge(edge).target);
      }
    }
    return std::ranges::any_of(heads, [this](cfa::LocationId head) { return counts_up_to_inputs(loop_at(head)); });
  }

private:
  [[nodiscard]] bool depends(cfa::ExpressionRef expression) const {
    bool result = false;
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      const bool is_load = std::holds_alternative<cfa::Load>(part->node);
      result = result || (read != nullptr && depends_[read->variable.index()]) || (is_load && memory_depends_);
    });
    return result;
  }

  void mark(cfa::VariableId variable) {
    has_changed_ = has_changed_ || !depends_[variable.index()];
    depends_[variable.index()] = true;
  }

  void mark(const std::vector<cfa::Binding>& bindings) {
    for (const cfa::Binding& binding : bindings) {
      if (depends(binding.value)) {
        mark(binding.variable);
      }
    }
  }

  void note(const cfa::Operation& operation) {
    if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
      if (depends(assign->value)) {
        mark(assign->target);
      }
    } else if (const auto* input = std::get_if<cfa::Input>(&operation)) {
      mark(input->target);
    } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
      mark(call->parameters);
    } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
      mark(back->results);
    } else {
      const auto* store = std::get_if<cfa::Store>(&operation);
      const bool leaves = std::holds_alternative<cfa::HavocMemory>(operation) ||
                          std::holds_alternative<cfa::ReceiveMemory>(operation) ||
                          (store != nullptr && depends(store->value));
      has_changed_ = has_changed_ || (leaves && !memory_depends_);
      memory_depends_ = memory_depends_ || leaves;
    }
  }

  /// What comes behind the head and in front of it again.
  [[nodiscard]] Locations loop_at(cfa::LocationId head) const {
    Locations result =
        closure(head, [this](cfa::LocationId place) { return cfa::successors_in_function(cfa_, place); });
    const Locations before =
        closure(head, [this](cfa::LocationId place) { return cfa::predecessors_in_function(cfa_, place); });
    std::erase_if(result, [&](cfa::LocationId place) { return !before.contains(place); });
    return result;
  }

  template <class Next>
  static Locations closure(cfa::LocationId start, const Next& next) {
    Locations result = {start};
    std::vector<cfa::LocationId> open = {start};
    while (!open.empty()) {
      const cfa::LocationId location = open.back();
      open.pop_back();
      for (const cfa::LocationId other : next(location)) {
        if (result.insert(other).second) {
          open.push_back(other);
        }
      }
    }
    return result;
  }

  [[nodiscard]] bool counts_up_to_inputs(const Locations& loop) const {
    bool counts = false;
    bool asks_inputs = true;
    for (const cfa::LocationId location : loop) {
      for (const cfa::EdgeId id : cfa_.outgoing(location)) {
        const cfa::Edge& edge = cfa_.edge(id);
        const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
        const bool leaves = assume != nullptr && !loop.contains(edge.target) && !cfa_.location(edge.target).target;
        asks_inputs = asks_inputs && (!leaves || depends(assume->condition));
        const auto* assign = std::get_if<cfa::Assign>(&edge.operation);
        counts = counts || (assign != nullptr && is_counted(*assign));
      }
    }
    return counts && asks_inputs;
  }

  [[nodiscard]] bool is_counted(const cfa::Assign& assign) const {
    bool reads_itself = false;
    cfa::for_each_subexpression(assign.value, [&](cfa::ExpressionRef part) {
      const auto* read = std::get_if<cfa::VariableRead>(&part->node);
      reads_itself = reads_itself || (read != nullptr && read->variable == assign.target);
    });
    const bool is_pointer = cfa::is_pointer(cfa_.variable(assign.target).type);
    return reads_itself && (is_pointer || !depends_[assign.target.index()]);
  }

  const cfa::Cfa& cfa_;
  std::vector<cfa::EdgeId> edges_;
  std::vector<bool> depends_; ///< by variable: on an input
  bool memory_depends_ = false;
  bool has_changed_ = false;
};

} // namespace

bool counts_up_to_inputs(const cfa::Cfa& cfa, cfa::LocationId start) {
  return Rounds(cfa, start).some_loop_counts_up_to_inputs();
}

} // namespace vouch::facts

#include "analysis/refinement/values/needed_values.hpp"

#include "analysis/cfa/storage_duration.hpp"

#include <algorithm>
#include <iterator>

namespace vouch::refinement {
namespace {

void read(cfa::ExpressionRef expression, Needed& needed) {
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* variable = std::get_if<cfa::VariableRead>(&part->node)) {
      needed.registers.insert(variable->variable);
    }
    needed.memory = needed.memory || std::holds_alternative<cfa::Load>(part->node) ||
                    std::holds_alternative<cfa::MemoryCheck>(part->node);
  });
}

void drop_targets(const std::vector<cfa::Binding>& bindings, Needed& needed) {
  for (const cfa::Binding& binding : bindings) {
    needed.registers.erase(binding.variable);
  }
}

/// Adds what those values are computed from that are needed behind the bindings.
void read_values(const std::vector<cfa::Binding>& bindings, const Needed& behind, Needed& result) {
  for (const cfa::Binding& binding : bindings) {
    if (behind.registers.contains(binding.variable)) {
      read(binding.value, result);
    }
  }
}

void go_back_over_bindings(const std::vector<cfa::Binding>& bindings, Needed& needed) {
  const Needed behind = needed;
  drop_targets(bindings, needed);
  read_values(bindings, behind, needed);
}

void go_back_over(const cfa::Operation& operation, Needed& needed) {
  if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
    go_back_over_bindings({{assign->target, assign->value}}, needed);
  } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    go_back_over_bindings(call->parameters, needed);
  } else if (const auto* back = std::get_if<cfa::Return>(&operation)) {
    go_back_over_bindings(back->results, needed);
  } else if (!std::holds_alternative<cfa::Assume>(operation)) {
    for (cfa::VariableId written : cfa::variables_written(operation)) {
      needed.registers.erase(written);
    }
    for (cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      if (needed.memory) {
        read(expression, needed);
      }
    }
  }
}

/// Memory, and registers that are no activation's own: callers and callees have them in common.
void add_what_is_shared(const Needed& needed, Needed& result, const cfa::Cfa& cfa) {
  result.memory = result.memory || needed.memory;
  std::ranges::copy_if(needed.registers, std::inserter(result.registers, result.registers.end()),
                       [&](cfa::VariableId id) { return cfa::has_static_storage(cfa.variable(id)); });
}

/// What has to be known in a callee for the caller to know `behind`: what both see, and what results are computed from.
Needed needed_inside(const cfa::Return& back, const Needed& behind, const cfa::Cfa& cfa) {
  Needed result;
  add_what_is_shared(behind, result, cfa);
  drop_targets(back.results, result);
  read_values(back.results, behind, result);
  return result;
}

/// What has to be known in front of a call: for the callee, which needs `inside` at its start, and behind it.
Needed needed_before(const cfa::Call& call, const Needed& inside, const Needed& of_caller, const cfa::Cfa& cfa) {
  Needed result = of_caller;
  add_what_is_shared(inside, result, cfa);
  read_values(call.parameters, inside, result);
  return result;
}

} // namespace

bool Needed::contains(const Needed& other) const {
  return std::ranges::includes(registers, other.registers) && (memory || !other.memory);
}

void Needed::add(const Needed& other) {
  registers.insert(other.registers.begin(), other.registers.end());
  memory = memory || other.memory;
}

Needed NeededOnPath::anywhere() const {
  Needed result;
  for (const Behind& place : behind) {
    result.add(place.here);
  }
  return result;
}

NeededOnPath needed_on_path(const cfa::Cfa& cfa, std::span<const cfa::EdgeId> edges, const Reason& reason,
                            const IsBlock& is_block) {
  const auto operation = [&](std::size_t index) -> const cfa::Operation& { return cfa.edge(edges[index]).operation; };
  NeededOnPath result;
  result.behind.resize(reason.end);
  Needed needed;
  for (cfa::ExpressionRef expression : cfa::expressions_of(operation(reason.end))) {
    read(expression, needed);
  }
  struct Caller {
    Needed needed;
    std::shared_ptr<const Needed> with_its_callers;
  };
  std::vector<Caller> callers; // that have been returned to, on the way back
  const auto nobody = std::make_shared<const Needed>();
  const auto with_callers = [&] { return callers.empty() ? nobody : callers.back().with_its_callers; };
  for (std::size_t i = reason.end; i-- > 0;) {
    result.behind[i] = {needed, with_callers()};
    if (!reason.contains(i)) {
      continue;
    }
    const auto* call = std::get_if<cfa::Call>(&operation(i));
    const auto* back = std::get_if<cfa::Return>(&operation(i));
    if (back != nullptr && is_block(std::get<cfa::Call>(cfa.edge(back->call).operation).callee)) {
      Needed of_caller = needed;
      drop_targets(back->results, of_caller);
      auto together = std::make_shared<Needed>(*with_callers());
      together->add(of_caller);
      callers.push_back({std::move(of_caller), std::move(together)});
      needed = needed_inside(*back, needed, cfa);
    } else if (call != nullptr && is_block(call->callee)) {
      Needed of_caller;
      if (!callers.empty()) {
        of_caller = std::move(callers.back().needed);
        callers.pop_back();
      }
      needed = needed_before(*call, needed, of_caller, cfa);
      result.of_callers.emplace(i, std::move(of_caller));
    } else {
      go_back_over(operation(i), needed);
    }
  }
  return result;
}

bool matters(const cfa::Operation& operation, const Needed& needed) {
  if (std::holds_alternative<cfa::Allocate>(operation) || std::holds_alternative<cfa::Return>(operation)) {
    return true; // objects are counted, and the callee's variables come to their end
  }
  if (const auto* assume = std::get_if<cfa::Assume>(&operation)) {
    Needed asked;
    read(assume->condition, asked);
    return needed.contains(asked);
  }
  const bool is_about_registers = std::holds_alternative<cfa::Assign>(operation) ||
                                  std::holds_alternative<cfa::Call>(operation) ||
                                  std::holds_alternative<cfa::Input>(operation);
  const std::vector<cfa::VariableId> written = cfa::variables_written(operation);
  return (needed.memory && !is_about_registers) ||
         std::ranges::any_of(written, [&](cfa::VariableId variable) { return needed.registers.contains(variable); });
}

} // namespace vouch::refinement

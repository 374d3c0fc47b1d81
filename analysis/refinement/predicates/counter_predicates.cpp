#include "analysis/refinement/predicates/counter_predicates.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/loop_counters.hpp"

#include <map>
#include <set>

namespace vouch::refinement {
namespace {

/// With more, each would be compared with each.
constexpr std::size_t most_counters = 4;

struct Counters {
  std::set<cfa::VariableId> numbers;  ///< that something is added to
  std::set<cfa::VariableId> pointers; ///< that move
  std::set<cfa::VariableId> compared; ///< with whatever it is
  std::set<cfa::VariableId> checked;  ///< may be too large to be added to
  std::set<cfa::VariableId> reads;    ///< pointers that something is read through
};

bool moves_pointer(const cfa::Assign& assign) {
  return cfa::is_pointer(assign.value->type) && cfa::base_of(assign.value) != assign.value;
}

void add_registers(cfa::ExpressionRef expression, std::set<cfa::VariableId>& result) {
  cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
    if (const auto* read = std::get_if<cfa::VariableRead>(&part->node)) {
      result.insert(read->variable);
    }
  });
}

void add(const cfa::Cfa& cfa, const cfa::Edge& edge, Counters& counters) {
  for (const cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
    cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
      const auto* load = std::get_if<cfa::Load>(&part->node);
      const auto* pointer =
          load != nullptr ? std::get_if<cfa::VariableRead>(&cfa::base_of(load->address)->node) : nullptr;
      if (pointer != nullptr) {
        counters.reads.insert(pointer->variable);
      }
    });
  }
  if (const auto* assign = std::get_if<cfa::Assign>(&edge.operation)) {
    if (const std::optional<cfa::Integer> step = cfa::step_of(*assign); step && *step > 0) {
      counters.numbers.insert(assign->target);
    } else if (moves_pointer(*assign)) {
      counters.pointers.insert(assign->target);
    }
  }
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  if (assume == nullptr) {
    return;
  }
  // The other edge of a check has the same condition.
  bool is_check = false;
  for (const cfa::EdgeId beside : cfa.outgoing(edge.source)) {
    const std::optional<cfa::Target>& target = cfa.location(cfa.edge(beside).target).target;
    is_check = is_check || target;
    if (target && target->property == cfa::PropertyKind::SignedOverflow) {
      add_registers(assume->condition, counters.checked);
    }
  }
  if (!is_check) {
    add_registers(assume->condition, counters.compared);
  }
}

Counters counters_of_loop(const cfa::Cfa& cfa, cfa::LocationId head) {
  Counters result;
  for (const cfa::LocationId location : cfa::locations_of_loop(cfa, head)) {
    for (const cfa::EdgeId edge : cfa.outgoing(location)) {
      add(cfa, cfa.edge(edge), result);
    }
  }
  return result;
}

/// By variable: the constants that it is set to.
using FirstValues = std::map<cfa::VariableId, std::set<cfa::Integer>>;

FirstValues first_values(const cfa::Cfa& cfa) {
  FirstValues result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    if (const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(cfa::EdgeId(index)).operation)) {
      if (const auto* constant = std::get_if<cfa::Constant>(&cfa::without_conversions(assign->value)->node)) {
        result[assign->target].insert(constant->value);
      }
    }
  }
  return result;
}

/// Those of one loop.
class LoopPredicates {
public:
  LoopPredicates(const cfa::Cfa& cfa, const FirstValues& first, smt::Encoder& encoder, const Counters& counters)
      : cfa_(cfa), first_(first), encoder_(encoder), terms_(encoder.terms()), counters_(counters) {}

  /// At its head.
  void add_limits(cfa::VariableId counted, domains::PredicateSet& predicates) {
    for (const cfa::VariableId other : counters_.numbers) {
      if (other != counted) {
        predicates.insert(terms_.less_equal(counted_since_start(counted), counted_since_start(other)));
      }
    }
    for (const cfa::VariableId pointer : counters_.pointers) {
      if (encoder_.base_symbol_of(pointer)) {
        const smt::Term distance = terms_.subtract(value_of(pointer), base_of(pointer));
        predicates.insert(terms_.less_equal(counted_since_start(counted), distance));
      }
    }
  }

  /// Wherever in the function control is: no object is so large that its elements could not be counted.
  void add_sizes(cfa::VariableId counted, domains::PredicateSet& predicates) {
    const std::optional<smt::SymbolId> sizes = encoder_.object_sizes();
    // Counting need not begin at 0.
    const smt::Term largest = terms_.integer(cfa::maximum_value(cfa_.variable(counted).type) / 2);
    for (const cfa::VariableId pointer : sizes ? counters_.reads : std::set<cfa::VariableId>()) {
      predicates.insert(terms_.less_equal(base_of(pointer), value_of(pointer)));
      const smt::Term is_null = terms_.less_equal(base_of(pointer), terms_.integer(0));
      const smt::Term size = terms_.select(encoder_.symbol(*sizes), base_of(pointer));
      predicates.insert(terms_.logical_or(is_null, terms_.less_equal(size, largest)));
    }
  }

private:
  /// Where it has started from several constants, or from none: its value.
  smt::Term counted_since_start(cfa::VariableId counter) {
    const auto first = first_.find(counter);
    const bool is_known = first != first_.end() && first->second.size() == 1;
    return is_known ? terms_.subtract(value_of(counter), terms_.integer(*first->second.begin())) : value_of(counter);
  }
  smt::Term value_of(cfa::VariableId variable) { return encoder_.symbol(encoder_.symbol_of(variable)); }
  /// Where no start is carried along, the pointer has never left it.
  smt::Term base_of(cfa::VariableId pointer) {
    return encoder_.symbol(encoder_.base_symbol_of(pointer).value_or(encoder_.symbol_of(pointer)));
  }

  const cfa::Cfa& cfa_;
  const FirstValues& first_;
  smt::Encoder& encoder_;
  smt::TermManager& terms_;
  const Counters& counters_;
};

} // namespace

domains::PredicatePrecision counter_predicates(const cfa::Cfa& cfa, smt::Encoder& encoder) {
  domains::PredicatePrecision result;
  if (encoder.theory() != smt::Theory::Integers) {
    return result;
  }
  const FirstValues first = first_values(cfa);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (!cfa.location(head).is_loop_head) {
      continue;
    }
    const Counters counters = counters_of_loop(cfa, head);
    if (counters.numbers.size() + counters.pointers.size() > most_counters) {
      continue;
    }
    domains::PredicateSet limits;
    domains::PredicateSet sizes;
    LoopPredicates of_loop(cfa, first, encoder, counters);
    for (const cfa::VariableId counted : counters.numbers) {
      if (counters.checked.contains(counted) && !counters.compared.contains(counted)) {
        of_loop.add_limits(counted, limits);
        of_loop.add_sizes(counted, sizes);
      }
    }
    if (!limits.empty()) {
      result = result.with_local(head, limits);
    }
    if (!sizes.empty()) {
      result = result.with_function(cfa.location(head).function, sizes);
    }
  }
  return result;
}

} // namespace vouch::refinement

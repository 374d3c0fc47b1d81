#include "analysis/transformation/program_variants.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/rewriting.hpp"
#include "analysis/facts/call_graph.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vouch::transformation {
namespace {

bool closes_loop(const cfa::Cfa& cfa, cfa::LocationId source, cfa::LocationId head) {
  return cfa.location(head).is_loop_head &&
         cfa.location(source).reverse_post_order >= cfa.location(head).reverse_post_order;
}

/// Whether the edge is one that no run takes, behind an assumption that does not hold.
bool is_impossible(const cfa::Edge& edge) {
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  const auto* condition = assume != nullptr ? std::get_if<cfa::Constant>(&assume->condition->node) : nullptr;
  return condition != nullptr && (condition->value != 0) != (assume->polarity == cfa::Polarity::Holds);
}

/// Whether runs end at `location` because there is nothing behind it.
bool is_dead_end(const cfa::Cfa& cfa, cfa::LocationId location) {
  const cfa::FunctionId function = cfa.location(location).function;
  const bool is_exit = function.is_valid() && cfa.function(function).exit == location;
  const auto incoming = cfa.incoming(location);
  return cfa.outgoing(location).empty() && !cfa.location(location).target && !is_exit &&
         std::ranges::any_of(incoming, [&](cfa::EdgeId edge) { return !is_impossible(cfa.edge(edge)); });
}

/// By location: whether control can leave the function from there, or end the run.
std::vector<bool> can_get_out(const cfa::Cfa& cfa) {
  std::vector<std::vector<cfa::LocationId>> before(cfa.location_count());
  std::vector<bool> result(cfa.location_count(), false);
  std::vector<cfa::LocationId> work;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    for (cfa::LocationId next : cfa::successors_in_function(cfa, location)) {
      before[next.index()].push_back(location);
    }
    const cfa::FunctionId function = cfa.location(location).function;
    const bool is_exit = function.is_valid() && cfa.function(function).exit == location;
    if (is_exit || is_dead_end(cfa, location)) {
      result[index] = true;
      work.push_back(location);
    }
  }
  while (!work.empty()) {
    const cfa::LocationId location = work.back();
    work.pop_back();
    for (cfa::LocationId previous : before[location.index()]) {
      if (!result[previous.index()]) {
        result[previous.index()] = true;
        work.push_back(previous);
      }
    }
  }
  return result;
}

/// By function: whether something from outside may be received in it or in what it calls.
std::vector<bool> receive_input(const cfa::Cfa& cfa) {
  std::vector<bool> result(cfa.function_count(), false);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (is_input(edge.operation)) {
      result[cfa.location(edge.source).function.index()] = true;
    }
  }
  return facts::CallGraph(cfa).that_may_enter(std::move(result));
}

/// The locations of one function from which control cannot get out of it.
struct StuckPart {
  bool receives_input = false;
  std::vector<cfa::LocationId> round_ends; ///< of its loops
  std::vector<cfa::LocationId> failures;   ///< targets that it leads to, but for those that it checks on its way
};

std::vector<StuckPart> stuck_parts(const cfa::Cfa& cfa, const std::vector<bool>& gets_out) {
  std::vector<StuckPart> result(cfa.function_count());
  const std::vector<bool> receives = receive_input(cfa);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    if (gets_out[index] || cfa.location(location).target || !cfa.location(location).function.is_valid()) {
      continue;
    }
    StuckPart& part = result[cfa.location(location).function.index()];
    for (cfa::EdgeId id : cfa.outgoing(location)) {
      const auto* call = std::get_if<cfa::Call>(&cfa.edge(id).operation);
      part.receives_input = part.receives_input || is_input(cfa.edge(id).operation) ||
                            (call != nullptr && receives[call->callee.index()]);
      if (cfa.location(cfa.edge(id).target).target && !is_condition_of_target(cfa, cfa.edge(id))) {
        part.failures.push_back(cfa.edge(id).target);
      }
    }
    for (cfa::LocationId next : cfa::successors_in_function(cfa, location)) {
      if (closes_loop(cfa, location, next)) {
        part.round_ends.push_back(location);
      }
    }
  }
  return result;
}

/// Whether an operation on this type is undefined where its result does not fit.
bool can_overflow(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->is_signed();
}

class Wrapping {
public:
  explicit Wrapping(cfa::ExpressionPool& pool) : pool_(pool) {}

  cfa::ExpressionRef replaced(cfa::ExpressionRef root) {
    cfa::for_each_subexpression(root, [this](cfa::ExpressionRef part) {
      if (!replaced_.contains(part)) {
        replaced_.emplace(part, wrapped(cfa::with_operands(pool_, part, [this](cfa::ExpressionRef operand) {
                            return replaced_.at(operand);
                          })));
      }
    });
    return replaced_.at(root);
  }

private:
  cfa::ExpressionRef as_unsigned(cfa::ExpressionRef operand) {
    return pool_.convert(operand, cfa::IntegerType{cfa::as_integer(operand->type)->width, cfa::Signedness::Unsigned});
  }

  cfa::ExpressionRef wrapped(cfa::ExpressionRef expression) {
    if (!can_overflow(expression->type)) {
      return expression;
    }
    if (const auto* unary = std::get_if<cfa::Unary>(&expression->node)) {
      return unary->op == cfa::UnaryOperator::Negate
                 ? pool_.convert(pool_.unary(unary->op, as_unsigned(unary->operand)), expression->type)
                 : expression;
    }
    const auto* binary = std::get_if<cfa::Binary>(&expression->node);
    if (binary == nullptr) {
      return expression;
    }
    switch (binary->op) {
    case cfa::BinaryOperator::Add:
    case cfa::BinaryOperator::Subtract:
    case cfa::BinaryOperator::Multiply:
      return pool_.convert(pool_.binary(binary->op, as_unsigned(binary->left), as_unsigned(binary->right)),
                           expression->type);
    case cfa::BinaryOperator::ShiftLeft:
      return pool_.convert(pool_.binary(binary->op, as_unsigned(binary->left), binary->right), expression->type);
    default:
      return expression;
    }
  }

  cfa::ExpressionPool& pool_;
  std::unordered_map<cfa::ExpressionRef, cfa::ExpressionRef> replaced_;
};

} // namespace

bool is_condition_of_target(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  const SourceRange& asserted = cfa.location(edge.target).range;
  return edge.range.is_valid() && asserted.is_valid() && edge.range.path() == asserted.path() &&
         edge.range.begin >= asserted.begin && edge.range.end <= asserted.end;
}

bool is_input(const cfa::Operation& operation) {
  const auto* allocation = std::get_if<cfa::Allocate>(&operation);
  return std::holds_alternative<cfa::Input>(operation) || std::holds_alternative<cfa::ReceiveMemory>(operation) ||
         std::holds_alternative<cfa::HavocMemory>(operation) || std::holds_alternative<cfa::Unsupported>(operation) ||
         (allocation != nullptr && allocation->failure == cfa::AllocationFailure::MayReturnNull);
}

WaysOut ways_out(const cfa::Cfa& cfa) {
  WaysOut result;
  for (const cfa::FunctionId start : cfa::starting_functions(cfa)) {
    result.ends.insert(cfa.function(start).exit);
  }
  const std::vector<bool> gets_out = can_get_out(cfa);
  const std::vector<StuckPart> stuck = stuck_parts(cfa, gets_out);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    if (is_dead_end(cfa, location)) {
      result.ends.insert(location);
    }
    const bool fails =
        cfa.location(location).target && std::ranges::any_of(cfa.incoming(location), [&](cfa::EdgeId edge) {
          return !std::holds_alternative<cfa::Assume>(cfa.edge(edge).operation);
        });
    if (fails) {
      result.failures.insert(location);
    }
  }
  for (const StuckPart& part : stuck) {
    const bool is_left_by_failing = !part.receives_input && !part.failures.empty();
    if (is_left_by_failing) {
      result.failures.insert(part.failures.begin(), part.failures.end());
    } else {
      result.ends.insert(part.round_ends.begin(), part.round_ends.end());
    }
  }
  return result;
}

cfa::Cfa with_targets_at(const cfa::Cfa& cfa, const std::set<cfa::LocationId>& locations) {
  cfa::CfaBuilder builder(cfa);
  builder.replace_targets([&](cfa::LocationId location) {
    return locations.contains(location) ? std::optional(cfa::Target{cfa::PropertyKind::Assertion, "is reached", {}})
                                        : std::nullopt;
  });
  return builder.build();
}

std::optional<cfa::Cfa> with_wrapping_arithmetic(const cfa::Cfa& cfa) {
  cfa::CfaBuilder builder(cfa);
  Wrapping wrapping(builder.expressions());
  bool has_changed = false;
  builder.replace_operations([&](const cfa::Edge& edge) {
    std::optional<cfa::Operation> result;
    for (cfa::ExpressionRef expression : cfa::expressions_of(edge.operation)) {
      if (wrapping.replaced(expression) != expression) {
        has_changed = true;
        result =
            cfa::with_expressions(edge.operation, [&](cfa::ExpressionRef part) { return wrapping.replaced(part); });
      }
    }
    return result;
  });
  return has_changed ? std::optional(builder.build()) : std::nullopt;
}

bool implies(const Assumption& stronger, const Assumption& weaker) {
  const auto* more = std::get_if<ExcludedInput>(&stronger);
  const auto* less = std::get_if<ExcludedInput>(&weaker);
  const bool are_bounds = more != nullptr && less != nullptr && more->edge == less->edge &&
                          more->which == ExcludedInput::Which::Below && less->which == ExcludedInput::Which::Below;
  return are_bounds ? less->value <= more->value : stronger == weaker;
}

cfa::Cfa without_edges_to(const cfa::Cfa& cfa, const std::unordered_set<cfa::LocationId>& impossible) {
  cfa::CfaBuilder builder(cfa);
  cfa::ExpressionPool& build = builder.expressions();
  builder.replace_operations([&](const cfa::Edge& edge) {
    return impossible.contains(edge.target) ? std::optional<cfa::Operation>(cfa::never(build)) : std::nullopt;
  });
  return builder.build();
}

} // namespace vouch::transformation

#include "analysis/transformation/symbolic_bounds.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/rewriting.hpp"

#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace vouch::transformation {
namespace {

/// Loops with so many rounds are unrolled as fast as they are understood.
constexpr cfa::Integer few_rounds = 4;

using Key = std::tuple<cfa::Integer, unsigned, bool>; ///< a number and the width and signedness of its type

std::optional<Key> key_of(cfa::ExpressionRef expression) {
  const auto* constant = std::get_if<cfa::Constant>(&expression->node);
  const cfa::IntegerType* type = cfa::as_integer(expression->type);
  return constant != nullptr && type != nullptr && constant->value > few_rounds
             ? std::optional(Key{constant->value, type->width, type->is_signed()})
             : std::nullopt;
}

/// Looks at what the operation gives to variables.
template <class Look>
void for_each_value(const cfa::Operation& operation, const Look& look) {
  if (const auto* assign = std::get_if<cfa::Assign>(&operation)) {
    look(assign->target, assign->value);
  } else if (const auto* call = std::get_if<cfa::Call>(&operation)) {
    for (const cfa::Binding& parameter : call->parameters) {
      look(parameter.variable, parameter.value);
    }
  }
}

/// Whether `edge` leads out of a loop, or is taken where the other one does not: a condition between a loop's head and the
/// next branch.
std::set<cfa::EdgeId> conditions_of_loops(const cfa::Cfa& cfa) {
  std::set<cfa::EdgeId> result;
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    if (!cfa.location(cfa::LocationId(index)).is_loop_head) {
      continue;
    }
    // Along what stands between the head and its conditions.
    std::vector<cfa::LocationId> work = {cfa::LocationId(index)};
    std::set<cfa::LocationId> seen;
    while (!work.empty()) {
      const cfa::LocationId location = work.back();
      work.pop_back();
      if (!seen.insert(location).second) {
        continue;
      }
      for (cfa::EdgeId id : cfa.outgoing(location)) {
        if (std::holds_alternative<cfa::Assume>(cfa.edge(id).operation)) {
          result.insert(id);
        } else if (const cfa::LocationId next = cfa::successor_in_function(cfa, id); next.is_valid()) {
          work.push_back(next);
        }
      }
    }
  }
  return result;
}

/// What conditions of loops compare something with.
struct Bounds {
  std::set<Key> numbers;
  std::set<cfa::VariableId> variables;
};

Bounds bounds_of_loops(const cfa::Cfa& cfa) {
  Bounds result;
  for (cfa::EdgeId id : conditions_of_loops(cfa)) {
    const auto& assume = std::get<cfa::Assume>(cfa.edge(id).operation);
    cfa::for_each_subexpression(assume.condition, [&](cfa::ExpressionRef part) {
      const auto* comparison = std::get_if<cfa::Binary>(&part->node);
      if (comparison == nullptr || !cfa::is_comparison(comparison->op)) {
        return;
      }
      for (cfa::ExpressionRef side : {comparison->left, comparison->right}) {
        if (const std::optional<Key> key = key_of(side)) {
          result.numbers.insert(*key);
        } else if (const std::optional<cfa::VariableId> variable = cfa::register_read(side)) {
          result.variables.insert(*variable);
        }
      }
    });
  }
  // A variable that has such a number as its value is as good as the number.
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    for_each_value(cfa.edge(cfa::EdgeId(index)).operation, [&](cfa::VariableId target, cfa::ExpressionRef value) {
      if (const std::optional<Key> key = key_of(value); key && result.variables.contains(target)) {
        result.numbers.insert(*key);
      }
    });
  }
  return result;
}

class Symbols {
public:
  Symbols(cfa::CfaBuilder& builder, Bounds bounds) : builder_(builder), bounds_(std::move(bounds)) {}

  /// Nothing: there is no bound in it.
  std::optional<cfa::Operation> replaced(cfa::Operation operation) {
    if (std::holds_alternative<cfa::Assume>(operation)) {
      return cfa::with_expressions(operation, [&](cfa::ExpressionRef part) { return replaced(part); });
    }
    if (auto* assign = std::get_if<cfa::Assign>(&operation)) {
      assign->value = given_to(assign->target, assign->value);
    } else if (auto* call = std::get_if<cfa::Call>(&operation)) {
      for (cfa::Binding& parameter : call->parameters) {
        parameter.value = given_to(parameter.variable, parameter.value);
      }
    } else {
      return std::nullopt;
    }
    return operation;
  }

  void start_at(cfa::LocationId start) {
    cfa::ExpressionPool& pool = builder_.expressions();
    for (const auto& [key, symbol] : symbols_) {
      const cfa::Type& type = builder_.variable(symbol).type;
      const auto compare = [&](cfa::BinaryOperator op, cfa::Integer with) {
        return cfa::Assume{pool.binary(op, pool.read(symbol, type), pool.constant(with, type)), cfa::Polarity::Holds};
      };
      builder_.insert_at(start, compare(cfa::BinaryOperator::LessEqual, std::get<0>(key)));
      builder_.insert_at(start, compare(cfa::BinaryOperator::GreaterEqual, 1));
      builder_.insert_at(start, cfa::Input{symbol, cfa::InputKind::Nondeterministic, "<bound>"});
    }
  }

private:
  cfa::ExpressionRef given_to(cfa::VariableId target, cfa::ExpressionRef value) {
    const std::optional<Key> key = key_of(value);
    return key && bounds_.variables.contains(target) ? symbol(*key, value->type) : value;
  }

  cfa::ExpressionRef replaced(cfa::ExpressionRef expression) {
    const auto* comparison = std::get_if<cfa::Binary>(&expression->node);
    const bool is_comparison = comparison != nullptr && cfa::is_comparison(comparison->op);
    return cfa::with_operands(builder_.expressions(), expression, [&](cfa::ExpressionRef operand) {
      const std::optional<Key> key = is_comparison ? key_of(operand) : std::nullopt;
      return key && bounds_.numbers.contains(*key) ? symbol(*key, operand->type) : replaced(operand);
    });
  }

  cfa::ExpressionRef symbol(const Key& key, const cfa::Type& type) {
    auto known = symbols_.find(key);
    if (known == symbols_.end()) {
      cfa::Variable variable{.name = "<bound>", .type = type, .kind = cfa::VariableKind::Global};
      known = symbols_.emplace(key, builder_.add_variable(std::move(variable))).first;
    }
    return builder_.expressions().read(known->second, type);
  }

  cfa::CfaBuilder& builder_;
  Bounds bounds_;
  std::map<Key, cfa::VariableId> symbols_;
};

} // namespace

std::optional<cfa::Cfa> with_symbolic_bounds(const cfa::Cfa& cfa, cfa::LocationId start) {
  Bounds bounds = bounds_of_loops(cfa);
  if (bounds.numbers.empty()) {
    return std::nullopt;
  }
  cfa::CfaBuilder builder(cfa);
  Symbols symbols(builder, std::move(bounds));
  builder.replace_operations([&](const cfa::Edge& edge) { return symbols.replaced(edge.operation); });
  symbols.start_at(start);
  return builder.build();
}

} // namespace vouch::transformation

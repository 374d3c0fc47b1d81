#include "analysis/transformation/symbolic_bounds.hpp"

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

/// The numbers that conditions of loops compare something with.
std::set<Key> bounds_of_loops(const cfa::Cfa& cfa) {
  std::set<Key> result;
  for (cfa::EdgeId id : conditions_of_loops(cfa)) {
    const auto& assume = std::get<cfa::Assume>(cfa.edge(id).operation);
    cfa::for_each_subexpression(assume.condition, [&](cfa::ExpressionRef part) {
      const auto* comparison = std::get_if<cfa::Binary>(&part->node);
      if (comparison == nullptr || !cfa::is_comparison(comparison->op)) {
        return;
      }
      for (cfa::ExpressionRef side : {comparison->left, comparison->right}) {
        if (const std::optional<Key> key = key_of(side)) {
          result.insert(*key);
        }
      }
    });
  }
  return result;
}

class Symbols {
public:
  Symbols(cfa::CfaBuilder& builder, std::set<Key> bounds) : builder_(builder), bounds_(std::move(bounds)) {}

  cfa::ExpressionRef replaced(cfa::ExpressionRef expression) {
    const auto* comparison = std::get_if<cfa::Binary>(&expression->node);
    const bool is_comparison = comparison != nullptr && cfa::is_comparison(comparison->op);
    return cfa::with_operands(builder_.expressions(), expression, [&](cfa::ExpressionRef operand) {
      const std::optional<Key> key = is_comparison ? key_of(operand) : std::nullopt;
      return key && bounds_.contains(*key) ? symbol(*key, operand->type) : replaced(operand);
    });
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
  cfa::ExpressionRef symbol(const Key& key, const cfa::Type& type) {
    auto known = symbols_.find(key);
    if (known == symbols_.end()) {
      cfa::Variable variable{.name = "<bound>", .type = type, .kind = cfa::VariableKind::Global};
      known = symbols_.emplace(key, builder_.add_variable(std::move(variable))).first;
    }
    return builder_.expressions().read(known->second, type);
  }

  cfa::CfaBuilder& builder_;
  std::set<Key> bounds_;
  std::map<Key, cfa::VariableId> symbols_;
};

} // namespace

std::optional<cfa::Cfa> with_symbolic_bounds(const cfa::Cfa& cfa, cfa::LocationId start) {
  std::set<Key> bounds = bounds_of_loops(cfa);
  if (bounds.empty()) {
    return std::nullopt;
  }
  cfa::CfaBuilder builder(cfa);
  Symbols symbols(builder, std::move(bounds));
  builder.replace_operations([&](const cfa::Edge& edge) -> std::optional<cfa::Operation> {
    if (!std::holds_alternative<cfa::Assume>(edge.operation)) {
      return std::nullopt;
    }
    return cfa::with_expressions(edge.operation, [&](cfa::ExpressionRef part) { return symbols.replaced(part); });
  });
  symbols.start_at(start);
  return builder.build();
}

} // namespace vouch::transformation

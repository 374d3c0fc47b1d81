#include "analysis/facts/values_left.hpp"

#include "analysis/cfa/compared_place.hpp"
#include "analysis/cfa/comparison.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

namespace vouch::facts {
namespace {

using cfa::BinaryOperator;
using cfa::Integer;

/// What a condition says about a register behind its edge; nothing if that is something else.
std::optional<cfa::ComparedPlace> comparison_behind(const cfa::Edge& edge) {
  const auto* assume = std::get_if<cfa::Assume>(&edge.operation);
  std::optional<cfa::ComparedPlace> compared =
      assume != nullptr ? cfa::compared_place(assume->condition) : std::nullopt;
  if (!compared || !std::holds_alternative<cfa::VariableRead>(compared->place->node)) {
    return std::nullopt;
  }
  if (assume->polarity == cfa::Polarity::Fails) {
    compared->op = cfa::negated(compared->op);
  }
  return compared;
}

struct Bounds {
  Integer least;
  Integer greatest;
  friend bool operator==(const Bounds&, const Bounds&) = default;

  void narrow(BinaryOperator op, Integer constant) {
    switch (op) {
    case BinaryOperator::Equal:
      least = std::max(least, constant);
      greatest = std::min(greatest, constant);
      break;
    case BinaryOperator::NotEqual:
      least += least == constant ? 1 : 0;
      greatest -= greatest == constant ? 1 : 0;
      break;
    case BinaryOperator::Less:
      greatest = std::min(greatest, constant - 1);
      break;
    case BinaryOperator::LessEqual:
      greatest = std::min(greatest, constant);
      break;
    case BinaryOperator::Greater:
      least = std::max(least, constant + 1);
      break;
    case BinaryOperator::GreaterEqual:
      least = std::max(least, constant);
      break;
    default:
      break;
    }
  }
};

/// Of values of one type that pass all of them. Those that say what it is not are looked at until they do not matter any more.
Bounds bounds_of(const std::vector<cfa::ComparedPlace>& comparisons) {
  const cfa::Type& type = comparisons.front().place->type;
  Bounds bounds{cfa::minimum_value(type), cfa::maximum_value(type)};
  std::optional<Bounds> before;
  while (before != bounds) {
    before = bounds;
    for (const cfa::ComparedPlace& compared : comparisons) {
      bounds.narrow(compared.op, compared.constant);
    }
  }
  return bounds;
}

/// The condition or empty step that alone leads to the source of `edge`.
std::optional<cfa::EdgeId> only_one_before(const cfa::Cfa& cfa, const cfa::Edge& edge) {
  const auto incoming = cfa.incoming(edge.source);
  if (incoming.size() != 1) {
    return std::nullopt;
  }
  const cfa::Operation& operation = cfa.edge(incoming.front()).operation;
  const bool changes_nothing =
      std::holds_alternative<cfa::Assume>(operation) || std::holds_alternative<cfa::Skip>(operation);
  return changes_nothing ? std::optional(incoming.front()) : std::nullopt;
}

} // namespace

std::unordered_map<cfa::EdgeId, ValueLeft> values_left_by_conditions(const cfa::Cfa& cfa) {
  std::unordered_set<cfa::LocationId> starts;
  for (const cfa::EntryPoint& entry : cfa.entry_points()) {
    starts.insert(entry.start);
  }
  std::unordered_map<cfa::EdgeId, ValueLeft> result;
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const std::optional<cfa::ComparedPlace> last = comparison_behind(cfa.edge(cfa::EdgeId(index)));
    if (!last) {
      continue;
    }
    std::vector<cfa::ComparedPlace> comparisons;
    std::unordered_set<cfa::EdgeId> seen; // conditions that lead in a circle are never reached
    for (std::optional<cfa::EdgeId> edge(index); edge && seen.insert(*edge).second;
         edge = starts.contains(cfa.edge(*edge).source) ? std::nullopt : only_one_before(cfa, cfa.edge(*edge))) {
      const std::optional<cfa::ComparedPlace> compared = comparison_behind(cfa.edge(*edge));
      if (compared && compared->variable == last->variable) {
        comparisons.push_back(*compared);
      }
    }
    const Bounds bounds = bounds_of(comparisons);
    if (bounds.least == bounds.greatest) {
      result.emplace(index, ValueLeft{last->variable, bounds.least});
    }
  }
  return result;
}

} // namespace vouch::facts

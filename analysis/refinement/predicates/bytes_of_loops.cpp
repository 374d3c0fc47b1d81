#include "analysis/refinement/predicates/bytes_of_loops.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

namespace vouch::refinement {

namespace {

/// A register that is multiplied.
struct Multiple {
  cfa::VariableId variable;
  cfa::Integer factor = 1;
};

/// What is left of a number without constants that are added; nothing if that is no multiple of a register.
std::optional<Multiple> multiple_in(cfa::ExpressionRef number) {
  number = cfa::without_conversions(number);
  if (const std::optional<cfa::VariableId> variable = cfa::register_read(number)) {
    return Multiple{*variable};
  }
  const auto* binary = std::get_if<cfa::Binary>(&number->node);
  const auto* left = binary != nullptr ? std::get_if<cfa::Constant>(&binary->left->node) : nullptr;
  const auto* right = binary != nullptr ? std::get_if<cfa::Constant>(&binary->right->node) : nullptr;
  if (left == nullptr && right == nullptr) {
    return std::nullopt;
  }
  const bool adds =
      binary->op == cfa::BinaryOperator::Add || (binary->op == cfa::BinaryOperator::Subtract && right != nullptr);
  const bool multiplies = binary->op == cfa::BinaryOperator::Multiply;
  std::optional<Multiple> result =
      adds || multiplies ? multiple_in(right != nullptr ? binary->left : binary->right) : std::nullopt;
  if (result && multiplies) {
    result->factor *= (right != nullptr ? right : left)->value;
  }
  return result && result->factor != 0 ? result : std::nullopt;
}

/// Steps by constants, and by what is in no register, are left out.
std::optional<Place> place_of(cfa::ExpressionRef address) {
  address = cfa::without_conversions(address);
  if (const std::optional<cfa::VariableId> variable = cfa::register_read(address)) {
    return cfa::is_pointer(address->type) ? std::optional(Place{*variable, std::nullopt}) : std::nullopt;
  }
  const auto* sum = std::get_if<cfa::Binary>(&address->node);
  if (sum == nullptr || sum->op != cfa::BinaryOperator::PointerAdd) {
    return std::nullopt;
  }
  std::optional<Place> place = place_of(sum->left);
  const std::optional<Multiple> multiple = multiple_in(sum->right);
  if (place && !place->index && multiple) {
    place->index = multiple->variable;
    place->factor = multiple->factor;
  }
  return place;
}

bool is_byte(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->width == 8;
}

std::optional<std::pair<cfa::VariableId, cfa::VariableId>> compared_registers(const cfa::Operation& operation) {
  const auto* assume = std::get_if<cfa::Assume>(&operation);
  const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
  if (comparison == nullptr || !cfa::is_comparison(comparison->op)) {
    return std::nullopt;
  }
  const std::optional<cfa::VariableId> left = cfa::register_read(comparison->left);
  const std::optional<cfa::VariableId> right = cfa::register_read(comparison->right);
  return left && right ? std::optional(std::pair(*left, *right)) : std::nullopt;
}

/// The registers that `edges` copy to variables which have no name: what `n++` was before, and is as a value.
std::map<cfa::VariableId, cfa::VariableId> copied_to_temporaries(const cfa::Cfa& cfa,
                                                                 const std::vector<cfa::EdgeId>& edges) {
  std::map<cfa::VariableId, cfa::VariableId> result;
  for (const cfa::EdgeId edge : edges) {
    const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(edge).operation);
    if (assign != nullptr && cfa.variable(assign->target).kind == cfa::VariableKind::Temporary) {
      if (const std::optional<cfa::VariableId> copied = cfa::register_read(assign->value)) {
        result.emplace(assign->target, *copied);
      }
    }
  }
  return result;
}

smt::Term value_of(cfa::VariableId variable, smt::Encoder& encoder) {
  return encoder.symbol(encoder.symbol_of(variable));
}

/// Where nothing is to be written, a pointer may be null, or anything.
smt::Term is_nothing(const ObjectTerms& object, smt::TermManager& terms) {
  return terms.logical_or(terms.less_equal(object.base, terms.integer(0)), terms.less_equal(object.end, object.base));
}

} // namespace

BytesOfLoop bytes_of_loop(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId head) {
  std::vector<cfa::EdgeId> edges;
  for (const cfa::LocationId location : cfa::locations_of_loop(cfa, head)) {
    std::ranges::copy(cfa.outgoing(location), std::back_inserter(edges));
  }
  const std::map<cfa::VariableId, cfa::VariableId> copied = copied_to_temporaries(cfa, edges);
  const auto at_head = [&](cfa::VariableId variable) {
    const auto known = copied.find(variable);
    return known == copied.end() ? variable : known->second;
  };
  BytesOfLoop result;
  const auto note = [&](Places& places, cfa::ExpressionRef address, const cfa::Type& type) {
    std::optional<Place> place = is_byte(type) ? place_of(address) : std::nullopt;
    if (place) {
      place->pointer = at_head(place->pointer);
      place->index = place->index ? std::optional(at_head(*place->index)) : std::nullopt;
      places.emplace(*place, regions.region_of(address, type));
    }
    return place;
  };
  for (const cfa::EdgeId edge : edges) {
    const cfa::Operation& operation = cfa.edge(edge).operation;
    for (const cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
        if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
          const std::optional<Place> place = note(result.read, load->address, part->type);
          if (place && std::holds_alternative<cfa::Assume>(operation)) {
            result.tested.insert(*place);
          }
        }
      });
    }
    if (const auto* store = std::get_if<cfa::Store>(&operation)) {
      note(result.written, store->address, store->value->type);
    }
    if (const auto compared = compared_registers(operation)) {
      const auto [left, right] = *compared;
      result.limits[at_head(left)].insert(at_head(right));
      result.limits[at_head(right)].insert(at_head(left));
    }
  }
  return result;
}

ObjectTerms object_of(const Place& place, smt::Encoder& encoder, smt::SymbolId sizes) {
  smt::TermManager& terms = encoder.terms();
  if (encoder.is_in_memory(place.pointer)) {
    const smt::Term base = encoder.address(place.pointer);
    const smt::Term size = terms.integer(encoder.size_of_declared(place.pointer));
    return {base, terms.add(base, size), encoder.conditions_of_declared(place.pointer)};
  }
  const smt::SymbolId symbol = encoder.base_symbol_of(place.pointer).value_or(encoder.symbol_of(place.pointer));
  const smt::Term base = encoder.symbol(symbol);
  return {base, terms.add(base, terms.select(encoder.symbol(sizes), base)), encoder.conditions_of_allocated(symbol)};
}

smt::Term address_of(const Place& place, smt::Encoder& encoder) {
  const smt::Term pointer =
      encoder.is_in_memory(place.pointer) ? encoder.address(place.pointer) : value_of(place.pointer, encoder);
  if (!place.index) {
    return pointer;
  }
  smt::TermManager& terms = encoder.terms();
  return terms.add(pointer, terms.multiply(terms.integer(place.factor), value_of(*place.index, encoder)));
}

bool is_of_bytes(facts::RegionId region, const facts::MemoryRegions& regions) {
  const auto* cells = std::get_if<facts::UniformCells>(&regions.region(region).cells);
  return cells != nullptr && cells->size == 1;
}

domains::PredicateSet string_in(const ObjectTerms& object, facts::RegionId bytes, smt::Encoder& encoder) {
  smt::TermManager& terms = encoder.terms();
  domains::PredicateSet result(object.allocated.begin(), object.allocated.end());
  const smt::Term last = terms.subtract(object.end, terms.integer(1));
  result.insert(terms.equal(terms.select(encoder.symbol(encoder.symbol_of(bytes)), last), terms.integer(0)));
  result.insert(terms.less_equal(terms.subtract(object.end, object.base), terms.integer(longest_string)));
  return result;
}

domains::PredicateSet null_or_allocated(const Place& written, smt::Encoder& encoder, smt::SymbolId sizes) {
  const ObjectTerms object = object_of(written, encoder, sizes);
  domains::PredicateSet result;
  for (const smt::Term& condition : object.allocated) {
    result.insert(encoder.terms().logical_or(is_nothing(object, encoder.terms()), condition));
  }
  result.insert(encoder.terms().less_equal(object.base, address_of(written, encoder)));
  return result;
}

domains::PredicateSet kept_apart(const Place& read, const Place& written, smt::Encoder& encoder, smt::SymbolId sizes) {
  smt::TermManager& terms = encoder.terms();
  const ObjectTerms string = object_of(read, encoder, sizes);
  const ObjectTerms other = object_of(written, encoder, sizes);
  if (string.base == other.base) {
    return {};
  }
  const std::array alternatives = {is_nothing(other, terms), terms.less_equal(string.end, other.base),
                                   terms.less_equal(other.end, string.base)};
  const smt::Term are_apart = terms.logical_or(alternatives);
  const smt::Term is_behind = terms.logical_and(
      terms.equal(string.base, other.base), terms.less_equal(address_of(written, encoder), address_of(read, encoder)));
  return {are_apart, terms.logical_or(are_apart, is_behind)};
}

} // namespace vouch::refinement

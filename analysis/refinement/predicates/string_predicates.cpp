#include "analysis/refinement/predicates/string_predicates.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace vouch::refinement {
namespace {

/// `pointer`, or `pointer + index`, both in registers.
struct Place {
  cfa::VariableId pointer;
  std::optional<cfa::VariableId> index;

  friend auto operator<=>(const Place&, const Place&) = default;
};

std::optional<cfa::VariableId> register_read(cfa::ExpressionRef expression) {
  const auto* read = std::get_if<cfa::VariableRead>(&cfa::without_conversions(expression)->node);
  return read != nullptr ? std::optional(read->variable) : std::nullopt;
}

/// Steps by constants, and by what is in no register, are left out.
std::optional<Place> place_of(cfa::ExpressionRef address) {
  address = cfa::without_conversions(address);
  if (const std::optional<cfa::VariableId> variable = register_read(address)) {
    return cfa::is_pointer(address->type) ? std::optional(Place{*variable, std::nullopt}) : std::nullopt;
  }
  const auto* sum = std::get_if<cfa::Binary>(&address->node);
  if (sum == nullptr || sum->op != cfa::BinaryOperator::PointerAdd) {
    return std::nullopt;
  }
  std::optional<Place> place = place_of(sum->left);
  if (place && !place->index) {
    place->index = register_read(sum->right);
  }
  return place;
}

bool is_byte(const cfa::Type& type) {
  const cfa::IntegerType* integer = cfa::as_integer(type);
  return integer != nullptr && integer->width == 8;
}

/// An index into a longer one may be too large for a signed number of 32 bits.
const cfa::Integer longest_string = std::numeric_limits<std::int32_t>::max();

/// Places with the region that each is in.
using Places = std::set<std::pair<Place, facts::RegionId>>;

/// By register: those that it is compared with.
using Limits = std::map<cfa::VariableId, std::set<cfa::VariableId>>;

/// Where a loop reads bytes, and where it writes them.
struct BytesOfLoop {
  Places read;
  Places written;
  Limits limits;
};

std::optional<std::pair<cfa::VariableId, cfa::VariableId>> compared_registers(const cfa::Operation& operation) {
  const auto* assume = std::get_if<cfa::Assume>(&operation);
  const auto* comparison = assume != nullptr ? std::get_if<cfa::Binary>(&assume->condition->node) : nullptr;
  if (comparison == nullptr || !cfa::is_comparison(comparison->op)) {
    return std::nullopt;
  }
  const std::optional<cfa::VariableId> left = register_read(comparison->left);
  const std::optional<cfa::VariableId> right = register_read(comparison->right);
  return left && right ? std::optional(std::pair(*left, *right)) : std::nullopt;
}

/// The registers that `edges` copy to variables which have no name: what `n++` was before, and is as a value.
std::map<cfa::VariableId, cfa::VariableId> copied_to_temporaries(const cfa::Cfa& cfa,
                                                                 const std::vector<cfa::EdgeId>& edges) {
  std::map<cfa::VariableId, cfa::VariableId> result;
  for (const cfa::EdgeId edge : edges) {
    const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(edge).operation);
    if (assign != nullptr && cfa.variable(assign->target).kind == cfa::VariableKind::Temporary) {
      if (const std::optional<cfa::VariableId> copied = register_read(assign->value)) {
        result.emplace(assign->target, *copied);
      }
    }
  }
  return result;
}

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
  };
  for (const cfa::EdgeId edge : edges) {
    const cfa::Operation& operation = cfa.edge(edge).operation;
    for (const cfa::ExpressionRef expression : cfa::expressions_of(operation)) {
      cfa::for_each_subexpression(expression, [&](cfa::ExpressionRef part) {
        if (const auto* load = std::get_if<cfa::Load>(&part->node)) {
          note(result.read, load->address, part->type);
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

class Terms {
public:
  Terms(const facts::MemoryRegions& regions, smt::Encoder& encoder, smt::SymbolId sizes)
      : regions_(regions), encoder_(encoder), terms_(encoder.terms()), sizes_(sizes) {}

  /// Of a place where a string is read.
  void add_predicates(const Place& place, facts::RegionId region, const Limits& limits,
                      domains::PredicateSet& predicates) {
    const auto* cells = std::get_if<facts::UniformCells>(&regions_.region(region).cells);
    if (cells == nullptr || cells->size != 1) {
      return;
    }
    const Object object = object_of(place);
    add_allocated(object, predicates);
    const smt::Term last = terms_.subtract(object.end, terms_.integer(1));
    const smt::Term address = address_of(place);
    predicates.insert(terms_.less_equal(object.base, address));
    predicates.insert(terms_.less_equal(address, last));
    predicates.insert(
        terms_.equal(terms_.select(encoder_.symbol(encoder_.symbol_of(region)), last), terms_.integer(0)));
    predicates.insert(terms_.less_equal(terms_.subtract(object.end, object.base), terms_.integer(longest_string)));
    const auto moved = limits.find(place.index.value_or(place.pointer));
    for (cfa::VariableId limit : moved == limits.end() ? std::set<cfa::VariableId>() : moved->second) {
      const Place furthest = place.index ? Place{place.pointer, limit} : Place{limit, std::nullopt};
      predicates.insert(terms_.less_equal(address_of(furthest), last));
    }
  }

  /// That what is written is not the string, or that part of it which has been read.
  void add_predicates(const Place& read, const Place& written, domains::PredicateSet& predicates) {
    const Object string = object_of(read);
    const Object other = object_of(written);
    if (string.base != other.base) { // which may be null, or anything, where nothing is to be written
      const smt::Term is_nothing =
          terms_.logical_or(terms_.less_equal(other.base, terms_.integer(0)), terms_.less_equal(other.end, other.base));
      for (const smt::Term& condition : encoder_.conditions_of_allocated(other.symbol)) {
        predicates.insert(terms_.logical_or(is_nothing, condition));
      }
      predicates.insert(terms_.less_equal(other.base, address_of(written)));
      const std::array alternatives = {is_nothing, terms_.less_equal(string.end, other.base),
                                       terms_.less_equal(other.end, string.base)};
      const smt::Term are_apart = terms_.logical_or(alternatives);
      const smt::Term is_behind = terms_.logical_and(terms_.equal(string.base, other.base),
                                                     terms_.less_equal(address_of(written), address_of(read)));
      predicates.insert(are_apart);
      predicates.insert(terms_.logical_or(are_apart, is_behind));
    }
  }

private:
  struct Object {
    smt::SymbolId symbol; ///< for its base
    smt::Term base;
    smt::Term end;
  };

  /// Where no start is carried along, the pointer has never left it.
  Object object_of(const Place& place) {
    const smt::SymbolId symbol = encoder_.base_symbol_of(place.pointer).value_or(encoder_.symbol_of(place.pointer));
    const smt::Term base = encoder_.symbol(symbol);
    return {symbol, base, terms_.add(base, terms_.select(encoder_.symbol(sizes_), base))};
  }

  void add_allocated(const Object& object, domains::PredicateSet& predicates) {
    for (const smt::Term& condition : encoder_.conditions_of_allocated(object.symbol)) {
      predicates.insert(condition);
    }
  }

  smt::Term address_of(const Place& place) {
    const smt::Term pointer = value_of(place.pointer);
    return place.index ? terms_.add(pointer, value_of(*place.index)) : pointer;
  }
  smt::Term value_of(cfa::VariableId variable) { return encoder_.symbol(encoder_.symbol_of(variable)); }

  const facts::MemoryRegions& regions_;
  smt::Encoder& encoder_;
  smt::TermManager& terms_;
  smt::SymbolId sizes_;
};

} // namespace

domains::PredicatePrecision string_predicates(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                              smt::Encoder& encoder) {
  domains::PredicatePrecision result;
  const std::optional<smt::SymbolId> sizes = encoder.object_sizes();
  if (!sizes || encoder.theory() != smt::Theory::Integers) {
    return result;
  }
  Terms terms(regions, encoder, *sizes);
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (!cfa.location(head).is_loop_head) {
      continue;
    }
    domains::PredicateSet predicates;
    const BytesOfLoop bytes = bytes_of_loop(cfa, regions, head);
    for (const auto& [place, region] : bytes.read) {
      terms.add_predicates(place, region, bytes.limits, predicates);
      for (const auto& [written, where] : bytes.written) {
        if (where == region) {
          terms.add_predicates(place, written, predicates);
        }
      }
    }
    if (!predicates.empty()) {
      result = result.with_local(head, predicates);
    }
  }
  return result;
}

} // namespace vouch::refinement

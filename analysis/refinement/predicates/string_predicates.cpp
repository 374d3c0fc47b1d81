#include "analysis/refinement/predicates/string_predicates.hpp"

#include "analysis/refinement/predicates/bytes_of_loops.hpp"

#include <set>

namespace vouch::refinement {
namespace {

/// Of a place where a string is read.
domains::PredicateSet place_in_string(const Place& place, facts::RegionId region, const Limits& limits,
                                      smt::Encoder& encoder, smt::SymbolId sizes) {
  smt::TermManager& terms = encoder.terms();
  const ObjectTerms object = object_of(place, encoder, sizes);
  const smt::Term last = terms.subtract(object.end, terms.integer(1));
  const smt::Term address = address_of(place, encoder);
  domains::PredicateSet result = string_in(object, region, encoder);
  result.insert(terms.less_equal(object.base, address));
  const smt::Term start = address_of({place.pointer, std::nullopt}, encoder);
  if (start != object.base) {
    result.insert(terms.less_equal(object.base, start));
  }
  result.insert(terms.less_equal(address, last));
  const auto moved = limits.find(place.index.value_or(place.pointer));
  for (cfa::VariableId limit : moved == limits.end() ? std::set<cfa::VariableId>() : moved->second) {
    const Place furthest = place.index ? Place{place.pointer, limit, place.factor} : Place{limit, std::nullopt};
    result.insert(terms.less_equal(address_of(furthest, encoder), last));
  }
  return result;
}

} // namespace

domains::PredicatePrecision string_predicates(const cfa::Cfa& cfa, const facts::MemoryRegions& regions,
                                              smt::Encoder& encoder) {
  domains::PredicatePrecision result;
  const std::optional<smt::SymbolId> sizes = encoder.object_sizes();
  if (!sizes || encoder.theory() != smt::Theory::Integers) {
    return result;
  }
  for (std::size_t index = 0; index < cfa.location_count(); ++index) {
    const cfa::LocationId head(index);
    if (!cfa.location(head).is_loop_head) {
      continue;
    }
    domains::PredicateSet predicates;
    const BytesOfLoop bytes = bytes_of_loop(cfa, regions, head);
    for (const auto& [place, region] : bytes.read) {
      if (is_of_bytes(region, regions)) {
        predicates.merge(place_in_string(place, region, bytes.limits, encoder, *sizes));
      }
      for (const auto& [written, where] : bytes.written) {
        if (where == region) {
          predicates.merge(null_or_allocated(written, encoder, *sizes));
          predicates.merge(kept_apart(place, written, encoder, *sizes));
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

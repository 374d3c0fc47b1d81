#include "analysis/refinement/predicates/kept_strings.hpp"

#include "analysis/cfa/control_flow.hpp"

#include <algorithm>
#include <vector>

namespace vouch::refinement {
namespace {

constexpr std::size_t most_strings = 3; ///< of a function
constexpr std::size_t most_written = 2;
constexpr std::size_t most_loops = 6; ///< that run while it does

struct StringsOfFunction {
  std::map<cfa::VariableId, facts::RegionId> read;
  std::map<cfa::VariableId, facts::RegionId> written;
};

std::map<cfa::FunctionId, StringsOfFunction> strings_of_functions(const StringUses& uses,
                                                                  const facts::MemoryRegions& regions) {
  std::map<cfa::FunctionId, StringsOfFunction> result;
  for (const auto& [head, bytes] : uses.loops()) {
    for (const auto& [place, region] : bytes.read) {
      for (const cfa::VariableId origin : is_of_bytes(region, regions) ? uses.origins_of(place.pointer) : Registers()) {
        for (const cfa::FunctionId function : uses.functions_with(origin)) {
          result[function].read.emplace(origin, region);
        }
      }
    }
    for (const auto& [place, region] : bytes.written) {
      for (const cfa::VariableId origin : uses.origins_of(place.pointer)) {
        for (const cfa::FunctionId function : uses.functions_with(origin)) {
          result[function].written.emplace(origin, region);
        }
      }
    }
  }
  return result;
}

bool allocates(const cfa::Cfa& cfa) {
  const std::vector<cfa::FunctionId> starts = cfa::starting_functions(cfa);
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
    if (std::holds_alternative<cfa::Allocate>(edge.operation) &&
        std::ranges::find(starts, cfa::function_of(cfa, edge)) == starts.end()) {
      return true;
    }
  }
  return false;
}

/// Whether the loop speaks of the string itself, by a pointer that stays where it is.
bool is_read_at(const StringUses& uses, cfa::LocationId head, cfa::VariableId string) {
  const auto loop = uses.loops().find(head);
  return loop != uses.loops().end() && std::ranges::any_of(loop->second.read, [&](const auto& read) {
           const cfa::VariableId pointer = read.first.pointer;
           return !uses.moves(pointer) && uses.origins_of(pointer).contains(string);
         });
}

/// That a pointer is still what it was passed as, if it is passed once.
domains::PredicateSet as_passed(const StringUses& uses, cfa::VariableId pointer, smt::Encoder& encoder,
                                smt::SymbolId sizes) {
  const auto copied = uses.copies().find(pointer);
  if (copied == uses.copies().end() || copied->second.size() > 1 || uses.moves(pointer)) {
    return {};
  }
  const Place place{pointer, std::nullopt};
  const Place passed{*copied->second.begin(), std::nullopt};
  smt::TermManager& terms = encoder.terms();
  return {terms.equal(address_of(place, encoder), address_of(passed, encoder)),
          terms.equal(object_of(place, encoder, sizes).base, object_of(passed, encoder, sizes).base)};
}

/// That a pointer which stays where it is leads to the start of its object.
domains::PredicateSet at_start(const StringUses& uses, cfa::VariableId pointer, smt::Encoder& encoder,
                               smt::SymbolId sizes) {
  const Place place{pointer, std::nullopt};
  const smt::Term base = object_of(place, encoder, sizes).base;
  const smt::Term address = address_of(place, encoder);
  return base == address || uses.moves(pointer) ? domains::PredicateSet()
                                                : domains::PredicateSet{encoder.terms().equal(base, address)};
}

} // namespace

domains::PredicatePrecision kept_string_predicates(const StringUses& uses, const facts::MemoryRegions& regions,
                                                   smt::Encoder& encoder, smt::SymbolId sizes) {
  smt::TermManager& terms = encoder.terms();
  const bool allocates_behind = allocates(uses.cfa());
  domains::PredicatePrecision result;
  for (const auto& [function, strings] : strings_of_functions(uses, regions)) {
    const std::set<cfa::LocationId> heads = uses.heads_while(function);
    if (strings.read.size() > most_strings || strings.written.size() > most_written || heads.size() > most_loops ||
        heads.size() < 2) {
      continue;
    }
    for (const cfa::LocationId head : heads) {
      domains::PredicateSet predicates;
      for (const auto& [string, region] : strings.read) {
        const Place place{string, std::nullopt};
        const ObjectTerms object = object_of(place, encoder, sizes);
        predicates.merge(as_passed(uses, string, encoder, sizes));
        predicates.merge(at_start(uses, string, encoder, sizes));
        if (allocates_behind) {
          predicates.insert(terms.less_equal(object.end, encoder.symbol(encoder.heap_top())));
        }
        if (!is_read_at(uses, head, string)) {
          predicates.merge(string_in(object, region, encoder));
        }
        for (const auto& [written, where] : strings.written) {
          if (where == region) {
            predicates.merge(kept_apart(place, Place{written, std::nullopt}, encoder, sizes));
          }
        }
      }
      for (const auto& [written, where] : strings.written) {
        predicates.merge(as_passed(uses, written, encoder, sizes));
        predicates.merge(at_start(uses, written, encoder, sizes));
        predicates.merge(null_or_allocated(Place{written, std::nullopt}, encoder, sizes));
      }
      result = result.with_local(head, predicates);
    }
  }
  return result;
}

} // namespace vouch::refinement

#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/smt/encoding/encoder.hpp"
#include "tests/unit/frontend/snippet.hpp"

#include <string>
#include <vector>

namespace vouch::refinement {

/// What `offer`, which is called with the program, its regions and an encoder, offers at the loops of `code`, as texts.
template <class Offer>
std::vector<std::string> offered_predicates(const std::string& code, smt::Theory theory, const Offer& offer) {
  Options options;
  options.properties = {Property::Bounds, Property::Overflow};
  const cfa::Cfa cfa = frontend::cfa_of(code, options);
  const facts::MemoryRegions regions(cfa);
  smt::TermManager terms;
  smt::Encoder encoder(terms, cfa, regions, theory);
  std::vector<std::string> result;
  const domains::PredicatePrecision offered = offer(cfa, regions, encoder);
  for (const auto& [head, predicates] : offered.by_location()) {
    for (const smt::Term& predicate : predicates) {
      result.push_back(predicate.to_string());
    }
  }
  return result;
}

} // namespace vouch::refinement

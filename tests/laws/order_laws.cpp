#include "analysis/cfa/control_flow.hpp"
#include "analysis/facts/weak_topological_order.hpp"
#include "tests/laws/random_program.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace vouch::test {
namespace {

/// Whether there is a way within the function that passes no location with a smaller position than where it begins.
bool leads_to(const cfa::Cfa& cfa, const std::vector<std::size_t>& positions, cfa::LocationId from,
              cfa::LocationId to) {
  std::vector<cfa::LocationId> open = {from};
  std::set<cfa::LocationId> seen = {from};
  while (!open.empty()) {
    const cfa::LocationId location = open.back();
    open.pop_back();
    if (location == to) {
      return true;
    }
    for (cfa::LocationId next : cfa::successors_in_function(cfa, location)) {
      if (positions[next.index()] >= positions[from.index()] && seen.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return false;
}

/// What leads back leads to the head of a loop that it is in (Bourdoncle, definition 1), and no two locations have one position.
RC_GTEST_PROP(OrderLaws, WhatLeadsBackIsInTheLoopOfWhereItLeads, (const std::vector<EdgeGene>& genes)) {
  const RandomProgram program(genes);
  const std::vector<std::size_t> positions = facts::weak_topological_positions(program.cfa);
  std::set<std::pair<cfa::FunctionId, std::size_t>> taken;
  for (std::size_t index = 0; index < program.cfa.location_count(); ++index) {
    const cfa::LocationId location(index);
    RC_ASSERT(taken.emplace(program.cfa.location(location).function, positions[index]).second);
    for (cfa::LocationId next : cfa::successors_in_function(program.cfa, location)) {
      RC_ASSERT(positions[next.index()] > positions[index] || leads_to(program.cfa, positions, next, location));
    }
  }
}

} // namespace
} // namespace vouch::test

#include "analysis/backward/strides.hpp"

#include "analysis/cfa/control_flow.hpp"
#include "analysis/cfa/loop_counters.hpp"

#include <optional>
#include <set>

namespace vouch::backward {
namespace {

constexpr cfa::Integer longest_stride = 8;

} // namespace

std::vector<smt::Term> remainders_of_strides(const cfa::Cfa& cfa, const std::vector<proofs::ProgramPoint>& places,
                                             smt::Encoder& encoder) {
  std::set<std::pair<cfa::VariableId, cfa::Integer>> strides;
  for (const proofs::ProgramPoint& place : places) {
    if (!cfa.location(place.location).is_loop_head) {
      continue;
    }
    for (const cfa::LocationId location : cfa::locations_of_loop(cfa, place.location)) {
      for (const cfa::EdgeId edge : cfa.outgoing(location)) {
        const auto* assign = std::get_if<cfa::Assign>(&cfa.edge(edge).operation);
        const std::optional<cfa::Integer> stride = assign != nullptr ? cfa::step_of(*assign) : std::nullopt;
        const cfa::Integer length = stride && *stride < 0 ? -*stride : stride.value_or(0);
        if (length > 1 && length <= longest_stride) {
          strides.emplace(assign->target, length);
        }
      }
    }
  }
  smt::TermManager& terms = encoder.terms();
  std::vector<smt::Term> result;
  for (const auto& [variable, stride] : strides) {
    const smt::Term remainder = terms.modulo(encoder.symbol(encoder.symbol_of(variable)), terms.integer(stride));
    for (cfa::Integer value = 0; value < stride; ++value) {
      result.push_back(terms.equal(remainder, terms.integer(value)));
    }
  }
  return result;
}

} // namespace vouch::backward

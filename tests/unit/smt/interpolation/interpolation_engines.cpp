#include "tests/unit/smt/interpolation/interpolation_engines.hpp"

#include "analysis/smt/interpolation/farkas_interpolator.hpp"
#include "analysis/smt/interpolation/horn_interpolators.hpp"

#include <array>
#include <set>

namespace vouch::smt {

using Hints = PathProgramInterpolator::Hints;

std::unique_ptr<Interpolator> make_engine(EngineKind kind, TermManager& terms, RunContext& context) {
  constexpr auto lemmas = SpacerLemmas::WithoutEqualityPropagation;
  switch (kind) {
  case EngineKind::PathProgram:
    return std::make_unique<PathProgramInterpolator>(terms, context, lemmas, Hints::None);
  case EngineKind::PathProgramWithEqualityGraph:
    return std::make_unique<PathProgramInterpolator>(terms, context, SpacerLemmas::EqualityGraph, Hints::None);
  case EngineKind::PathProgramWithHints:
    return std::make_unique<PathProgramInterpolator>(terms, context, lemmas, Hints::Found);
  case EngineKind::Chain:
    return std::make_unique<ChainInterpolator>(terms, context, lemmas);
  case EngineKind::Farkas:
    return std::make_unique<FarkasInterpolator>(terms, context);
  case EngineKind::Portfolio:
    return make_interpolator(terms, context);
  }
  return nullptr;
}

std::string describe(const InterpolationResult& result) {
  if (const auto* declined = std::get_if<Declined>(&result)) {
    return "declined: " + declined->reason;
  }
  if (const auto* undecided = std::get_if<Undecided>(&result)) {
    return "undecided: " + undecided->reason;
  }
  constexpr std::array kinds{"interpolants", "predicates", "feasible", "declined", "undecided"};
  return kinds.at(result.index());
}

std::size_t different(const std::vector<Term>& cuts) {
  std::set<unsigned> ids;
  for (const Term& cut : cuts) {
    ids.insert(cut.id());
  }
  return ids.size();
}

} // namespace vouch::smt

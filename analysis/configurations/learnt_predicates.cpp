#include "analysis/configurations/learnt_predicates.hpp"

namespace vouch::configurations {

core::Refinement NotingRefiner::refine(const core::Exploration& exploration, core::ExploredNode target,
                                       RunContext& context) {
  core::Refinement result = refiner_.refine(exploration, target, context);
  if (const auto* spurious = std::get_if<core::Spurious>(&result)) {
    note(*spurious);
  }
  return result;
}

std::optional<core::Spurious> NotingRefiner::resume(const core::Exploration& exploration, const core::Paused& paused,
                                                    RunContext& context) {
  std::optional<core::Spurious> result = refiner_.resume(exploration, paused, context);
  if (result) {
    note(*result);
  }
  return result;
}

void NotingRefiner::note(const core::Spurious& spurious) {
  if (const auto* predicates = spurious.increment.find<domains::PredicatePrecision>()) {
    learnt_ = learnt_.joined(*predicates);
  }
}

domains::PredicatePrecision LearntPredicates::in(const Language& language) const {
  const auto known = by_theory_.find(language.encoder.theory());
  if (known == by_theory_.end()) {
    return {};
  }
  const reuse::StableNames stable(language.cfa);
  const reuse::PortableNames names(language.cfa, stable);
  reuse::PortableTerms terms(language.cfa, names, language.regions, language.encoder);
  return reuse::restored_predicates(known->second, names, terms, language.encoder.theory());
}

LearntPredicates LearntPredicates::with(const domains::PredicatePrecision& learnt, const Language& language) const {
  LearntPredicates result = *this;
  if (learnt.size() == 0) {
    return result;
  }
  const reuse::StableNames stable(language.cfa);
  const reuse::PortableNames names(language.cfa, stable);
  reuse::PortableTerms terms(language.cfa, names, language.regions, language.encoder);
  result.by_theory_.insert_or_assign(
      language.encoder.theory(),
      reuse::kept_predicates(in(language).joined(learnt), names, terms, language.encoder.theory()));
  return result;
}

} // namespace vouch::configurations

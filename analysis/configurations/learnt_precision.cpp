#include "analysis/configurations/learnt_precision.hpp"

namespace vouch::configurations {
namespace {

/// The texts of one program's terms.
class Texts {
public:
  explicit Texts(const LearntPrecision::Language& language)
      : theory_(language.encoder.theory()), names_(language.cfa, language.names),
        terms_(language.cfa, names_, language.regions, language.encoder) {}

  reuse::KeptProof write(const domains::PredicatePrecision& tracked) {
    return reuse::kept_predicates(tracked, names_, terms_, theory_);
  }
  domains::PredicatePrecision read(const reuse::KeptProof& kept) {
    return reuse::restored_predicates(kept, names_, terms_, theory_);
  }

private:
  smt::Theory theory_;
  reuse::PortableNames names_;
  reuse::PortableTerms terms_;
};

} // namespace

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
  if (const auto* values = spurious.increment.find<domains::ValuePrecision>()) {
    learnt_values_ = learnt_values_.joined(*values);
  }
}

domains::PredicatePrecision LearntPrecision::in(const Language& language) const {
  const auto known = by_theory_.find(language.encoder.theory());
  return known != by_theory_.end() ? Texts(language).read(known->second) : domains::PredicatePrecision();
}

LearntPrecision LearntPrecision::with(const domains::PredicatePrecision& learnt, const Language& language) const {
  LearntPrecision result = *this;
  if (learnt.size() != 0) {
    result.by_theory_[language.encoder.theory()] = Texts(language).write(in(language).joined(learnt));
  }
  return result;
}

LearntPrecision LearntPrecision::without_places() const {
  LearntPrecision result = *this;
  result.places_.clear();
  return result;
}

LearntPrecision LearntPrecision::with(const std::vector<std::string>& places) const {
  LearntPrecision result = *this;
  result.places_.insert(places.begin(), places.end());
  return result;
}

} // namespace vouch::configurations

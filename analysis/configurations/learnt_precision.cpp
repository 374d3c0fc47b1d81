#include "analysis/configurations/learnt_precision.hpp"

#include "analysis/reuse/kept_places.hpp"

#include <algorithm>
#include <iterator>

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

FormulaTheory theory_of(smt::Theory theory) {
  return theory == smt::Theory::Integers ? FormulaTheory::Integers : FormulaTheory::Bitvectors;
}
smt::Theory theory_of(FormulaTheory theory) {
  return theory == FormulaTheory::Integers ? smt::Theory::Integers : smt::Theory::Bitvectors;
}

/// In the order of the places, each predicate once.
reuse::KeptProof kept(smt::Theory theory, const std::vector<PredicatesAt>& predicates) {
  reuse::KeptProof result;
  result.theory = theory;
  std::map<std::string, std::set<std::string>> by_place;
  for (const PredicatesAt& tracked : predicates) {
    if (theory_of(tracked.theory) == theory) {
      by_place[tracked.place].insert(tracked.formulas.begin(), tracked.formulas.end());
    }
  }
  std::map<std::string, std::size_t> numbers;
  for (const auto& [place, formulas] : by_place) {
    reuse::KeptPrecision& precision = result.tracked.emplace_back(reuse::KeptPrecision{place, {}});
    for (const std::string& formula : formulas) {
      const auto [number, is_new] = numbers.emplace(formula, numbers.size());
      if (is_new) {
        result.predicates.push_back(formula);
      }
      precision.predicates.push_back(number->second);
    }
  }
  return result;
}

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

std::optional<core::Spurious> NotingRefiner::look_at(const core::Exploration& exploration, core::ExploredNode node,
                                                     RunContext& context) {
  std::optional<core::Spurious> result = refiner_.look_at(exploration, node, context);
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

LearntPrecision::LearntPrecision(const TrackedPrecision& tracked)
    : places_(tracked.values.begin(), tracked.values.end()) {
  for (const PredicatesAt& predicates : tracked.predicates) {
    const smt::Theory theory = theory_of(predicates.theory);
    if (!by_theory_.contains(theory)) {
      by_theory_.emplace(theory, kept(theory, tracked.predicates));
    }
  }
}

TrackedPrecision LearntPrecision::as_text() const {
  TrackedPrecision result;
  std::ranges::set_union(places_, places_without_end_, std::back_inserter(result.values));
  for (const auto& [theory, kept] : by_theory_) {
    for (const reuse::KeptPrecision& tracked : kept.tracked) {
      PredicatesAt& predicates = result.predicates.emplace_back(PredicatesAt{tracked.location, theory_of(theory), {}});
      std::ranges::transform(tracked.predicates, std::back_inserter(predicates.formulas),
                             [&](std::size_t index) { return kept.predicates.at(index); });
    }
  }
  return result;
}

LearntPrecision LearntPrecision::joined(const LearntPrecision& other) const {
  if (other.empty()) {
    return *this; // nearly always: users give none
  }
  TrackedPrecision both = as_text();
  const TrackedPrecision more = other.as_text();
  both.predicates.insert(both.predicates.end(), more.predicates.begin(), more.predicates.end());
  LearntPrecision result(both);
  result.places_ = places_;
  result.places_.insert(other.places_.begin(), other.places_.end());
  result.places_without_end_ = places_without_end_;
  result.places_without_end_.insert(other.places_without_end_.begin(), other.places_without_end_.end());
  return result;
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
  result.places_without_end_.merge(result.places_);
  result.places_.clear();
  return result;
}

LearntPrecision LearntPrecision::with(const std::vector<std::string>& places) const {
  LearntPrecision result = *this;
  result.places_.insert(places.begin(), places.end());
  return result;
}

std::vector<std::string> not_understood(const TrackedPrecision& tracked, const cfa::Cfa& cfa,
                                        const facts::MemoryRegions& regions) {
  const reuse::StableNames stable(cfa);
  const reuse::PortableNames names(cfa, stable);
  std::vector<std::string> result;
  std::ranges::copy_if(tracked.values, std::back_inserter(result),
                       [&](const std::string& place) { return reuse::restored_places({place}, names).empty(); });
  for (const auto& [variable, most] : tracked.thresholds) {
    if (!names.variable(variable)) {
      result.push_back(variable);
    }
  }
  for (const PredicatesAt& predicates : tracked.predicates) {
    if (!reuse::is_place(predicates.place, names)) {
      result.push_back(predicates.place);
    }
  }
  for (const FormulaTheory theory : {FormulaTheory::Integers, FormulaTheory::Bitvectors}) {
    const std::vector<std::string> formulas = kept(theory_of(theory), tracked.predicates).predicates;
    if (formulas.empty()) {
      continue;
    }
    smt::TermManager terms;
    smt::Encoder encoder(terms, cfa, regions, theory_of(theory));
    const std::vector<smt::Term> read = reuse::PortableTerms(cfa, names, regions, encoder).formulas_of(formulas);
    for (std::size_t i = 0; i < read.size(); ++i) {
      if (read[i].is_null() && formulas[i].find("region ") == std::string::npos) {
        result.push_back(formulas[i]);
      }
    }
  }
  return result;
}

} // namespace vouch::configurations

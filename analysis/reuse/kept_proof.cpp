#include "analysis/reuse/kept_proof.hpp"

#include "analysis/domains/predicates/predicate_analysis.hpp"

#include <unordered_map>

namespace vouch::reuse {
namespace {

const std::string every_place = "every place";
const std::string every_place_of = "every place of ";

/// Numbers predicates as they come.
class PredicateWriter {
public:
  PredicateWriter(const PortableNames& names, PortableTerms& terms) : names_(names), terms_(terms) {}

  std::vector<KeptPrecision> precision(const domains::PredicatePrecision& tracked) {
    std::vector<KeptPrecision> result;
    for (const auto& [location, predicates] : tracked.by_location()) {
      result.push_back(kept_at(names_.of(location), predicates));
    }
    for (const auto& [function, predicates] : tracked.by_function()) {
      result.push_back(kept_at(every_place_of + names_.of(function), predicates));
    }
    if (!tracked.everywhere().empty()) {
      result.push_back(kept_at(every_place, tracked.everywhere()));
    }
    return result;
  }

  std::optional<std::size_t> number_of(const smt::Term& predicate) {
    auto [known, is_new] = numbers_.try_emplace(predicate);
    if (is_new) {
      if (std::optional<std::string> text = terms_.to_text(predicate)) {
        known->second = predicates_.size();
        predicates_.push_back(*std::move(text));
      }
    }
    return known->second;
  }

  std::vector<std::string> take_predicates() { return std::move(predicates_); }

private:
  KeptPrecision kept_at(const std::string& place, const domains::PredicateSet& predicates) {
    KeptPrecision kept{place, {}};
    for (const smt::Term& predicate : predicates) {
      if (const std::optional<std::size_t> index = number_of(predicate)) {
        kept.predicates.push_back(*index);
      }
    }
    return kept;
  }

  const PortableNames& names_;
  PortableTerms& terms_;
  std::unordered_map<smt::Term, std::optional<std::size_t>> numbers_;
  std::vector<std::string> predicates_;
};

class PredicateReader {
public:
  PredicateReader(const KeptProof& kept, const PortableNames& names, PortableTerms& terms)
      : names_(names), predicates_(terms.formulas_of(kept.predicates)) {}

  domains::PredicatePrecision precision(const std::vector<KeptPrecision>& kept) const {
    domains::PredicatePrecision result;
    for (const KeptPrecision& tracked : kept) {
      const std::vector<smt::Term> terms = predicates(tracked.predicates);
      const domains::PredicateSet set(terms.begin(), terms.end());
      if (tracked.location == every_place) {
        result = result.with_global(set);
      } else if (tracked.location.starts_with(every_place_of)) {
        const auto function = names_.function(tracked.location.substr(every_place_of.size()));
        result = function ? result.with_function(*function, set) : result;
      } else if (const std::optional<cfa::LocationId> location = names_.location(tracked.location)) {
        result = result.with_local(*location, set);
      }
    }
    return result;
  }

  [[nodiscard]] std::vector<smt::Term> predicates(const KeptConjunction& kept) const {
    std::vector<smt::Term> result;
    for (std::size_t index : kept) {
      if (index < predicates_.size() && !predicates_[index].is_null()) {
        result.push_back(predicates_[index]);
      }
    }
    return result;
  }

private:
  const PortableNames& names_;
  std::vector<smt::Term> predicates_;
};

class ProofWriter {
public:
  explicit ProofWriter(const ProofLanguage& language)
      : language_(language), terms_(language.encoder.terms()), predicates_(language.names, language.terms) {}

  /// Weaker than the formula if some of it cannot be written.
  KeptConjunction conjunction(const smt::Term& formula) {
    KeptConjunction result;
    for (const smt::Term& conjunct : terms_.conjuncts(formula)) {
      if (conjunct.is_true()) {
        continue;
      }
      if (const std::optional<std::size_t> index = predicates_.number_of(conjunct)) {
        result.push_back(*index);
      } else {
        has_lost_something_ = true;
      }
    }
    return result;
  }

  void write_program(const proofs::Proof& proof, const std::string& stamp, KeptProof& kept) {
    has_lost_something_ = false;
    kept.program = points(proof);
    kept.stamp = has_lost_something_ ? "" : stamp;
  }

  void write_claim(const proofs::BlockClaim& claim, const std::string& stamp, KeptProof& kept) {
    has_lost_something_ = false;
    KeptClaim& written = kept.blocks.emplace_back();
    written.entry = language_.names.of(claim.block.block.entry);
    written.entry_formula = conjunction(claim.entry);
    written.points = points(claim.points);
    written.is_followed = claim.is_followed;
    written.stamp = has_lost_something_ ? "" : stamp;
  }

  std::vector<KeptPoint> points(const proofs::Proof& proof) {
    std::vector<KeptPoint> result;
    for (const auto& [point, formulas] : proof) {
      KeptPoint& kept = result.emplace_back(KeptPoint{language_.names.of(point.location), {}, {}});
      for (cfa::EdgeId call : point.calls) {
        kept.calls.push_back(language_.names.of_call(call));
      }
      for (const smt::Term& formula : formulas) {
        kept.formulas.push_back(conjunction(formula));
      }
    }
    return result;
  }

  PredicateWriter& predicates() { return predicates_; }

private:
  const ProofLanguage& language_;
  smt::TermManager& terms_;
  PredicateWriter predicates_;
  bool has_lost_something_ = false;
};

class ProofReader {
public:
  ProofReader(const KeptProof& kept, const ProofLanguage& language)
      : language_(language), terms_(language.encoder.terms()), predicates_(kept, language.names, language.terms) {}

  /// Weaker than what was kept if some of it cannot be read.
  smt::Term conjunction(const KeptConjunction& kept) {
    const std::vector<smt::Term> read = predicates_.predicates(kept);
    has_lost_something_ = has_lost_something_ || read.size() != kept.size();
    return terms_.logical_and(read);
  }

  proofs::Proof points(const std::vector<KeptPoint>& kept) {
    proofs::Proof proof;
    for (const KeptPoint& point : kept) {
      std::optional<proofs::ProgramPoint> place = place_of(point);
      if (!place) {
        has_lost_something_ = true;
        continue;
      }
      std::vector<smt::Term>& formulas = proof[*std::move(place)];
      for (const KeptConjunction& formula : point.formulas) {
        formulas.push_back(conjunction(formula));
      }
    }
    return proof;
  }

  void restore_program(const KeptProof& kept, cfa::FunctionId start, RestoredProof& restored) {
    has_lost_something_ = false;
    restored.proof.program = points(kept.program);
    restored.is_program_unchanged =
        !kept.stamp.empty() && !has_lost_something_ && kept.stamp == language_.stamps.of(start);
    has_lost_something_ = false;
  }

  void restore_claim(const KeptClaim& kept, RestoredProof& restored) {
    const std::optional<cfa::LocationId> entry = language_.names.location(kept.entry);
    const std::optional<facts::BlockId> block = entry ? language_.blocks.entered_at(*entry) : std::nullopt;
    if (!block) {
      has_lost_something_ = true;
      return;
    }
    restored.proof.blocks.push_back({{language_.blocks.block(*block), language_.effects.of(*block), language_.effects},
                                     conjunction(kept.entry_formula),
                                     points(kept.points),
                                     kept.is_followed});
    restored.is_claim_unchanged.push_back(!kept.stamp.empty() && kept.stamp == language_.stamps.of(*block));
  }

  /// Whether each of the claims about blocks says what was kept. If not, the others may rest on something that is gone.
  [[nodiscard]] bool has_all_claims() const { return !has_lost_something_; }

  [[nodiscard]] const PredicateReader& predicates() const { return predicates_; }

private:
  std::optional<proofs::ProgramPoint> place_of(const KeptPoint& kept) {
    const std::optional<cfa::LocationId> location = language_.names.location(kept.location);
    if (!location) {
      return std::nullopt;
    }
    proofs::ProgramPoint point{*location, {}};
    for (const std::string& name : kept.calls) {
      const std::optional<cfa::EdgeId> call = language_.names.call(name);
      if (!call) {
        return std::nullopt;
      }
      point.calls.push_back(*call);
    }
    return point;
  }

  const ProofLanguage& language_;
  smt::TermManager& terms_;
  PredicateReader predicates_;
  bool has_lost_something_ = false;
};

} // namespace

domains::PredicatePrecision tracked_in(const core::Exploration& exploration) {
  std::map<cfa::LocationId, domains::PredicateSet> tracked;
  for (core::ReachedSetId set : exploration.used_by_program()) {
    const core::ReachedSet& reached = exploration.reached(set);
    for (core::ArgNodeId id : reached.arg().ids()) {
      const core::AbstractState& state = reached.node(id).state;
      if (domains::is_segment_end(state)) {
        const std::vector<smt::Term>& predicates = domains::abstraction_of(state)->predicates;
        tracked[reached.analysis().location(state)].insert(predicates.begin(), predicates.end());
      }
    }
  }
  domains::PredicatePrecision result;
  for (const auto& [location, predicates] : tracked) {
    result = result.with_local(location, predicates);
  }
  return result;
}

KeptProof kept_proof(const proofs::BlockProof& proof, const domains::PredicatePrecision& tracked, cfa::FunctionId start,
                     ProvedTargets targets, const ProofLanguage& language) {
  ProofWriter writer(language);
  KeptProof kept;
  kept.theory = language.encoder.theory();
  const bool is_complete = targets == ProvedTargets::All;
  writer.write_program(proof.program, is_complete ? language.stamps.of(start) : "", kept);
  for (const proofs::BlockClaim& claim : proof.blocks) {
    const facts::BlockId block = *language.blocks.entered_at(claim.block.block.entry);
    writer.write_claim(claim, is_complete ? language.stamps.of(block) : "", kept);
  }
  kept.tracked = writer.predicates().precision(tracked);
  kept.predicates = writer.predicates().take_predicates();
  return kept;
}

KeptProof kept_predicates(const domains::PredicatePrecision& tracked, const PortableNames& names, PortableTerms& terms,
                          smt::Theory theory) {
  PredicateWriter writer(names, terms);
  KeptProof kept;
  kept.theory = theory;
  kept.tracked = writer.precision(tracked);
  kept.predicates = writer.take_predicates();
  return kept;
}

domains::PredicatePrecision restored_predicates(const KeptProof& kept, const PortableNames& names, PortableTerms& terms,
                                                smt::Theory theory) {
  return kept.theory == theory ? PredicateReader(kept, names, terms).precision(kept.tracked)
                               : domains::PredicatePrecision();
}

bool is_place(const std::string& name, const PortableNames& names) {
  return name == every_place || names.location(name) ||
         (name.starts_with(every_place_of) && names.function(name.substr(every_place_of.size())));
}

RestoredProof restored_proof(const KeptProof& kept, cfa::FunctionId start, const ProofLanguage& language) {
  RestoredProof restored;
  if (kept.theory == language.encoder.theory()) {
    ProofReader reader(kept, language);
    reader.restore_program(kept, start, restored);
    for (const KeptClaim& claim : kept.blocks) {
      reader.restore_claim(claim, restored);
    }
    if (!reader.has_all_claims()) {
      restored.is_program_unchanged = false;
      restored.is_claim_unchanged.assign(restored.is_claim_unchanged.size(), false);
    }
    restored.tracked = reader.predicates().precision(kept.tracked);
  }
  return restored;
}

} // namespace vouch::reuse

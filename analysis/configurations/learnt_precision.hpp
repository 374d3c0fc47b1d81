#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/domains/values/value_precision.hpp"
#include "analysis/report/tracked_precision.hpp"
#include "analysis/reuse/kept_proof.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

/// What refinements have learnt does not get lost with the exploration that they were for.
namespace vouch::configurations {

/// Refines as another refiner does, and notes what that tracks from then on.
class NotingRefiner : public core::Refiner {
public:
  explicit NotingRefiner(core::Refiner& refiner) : refiner_(refiner) {}

  core::Refinement refine(const core::Exploration& exploration, core::ExploredNode target,
                          RunContext& context) override;
  std::optional<core::Spurious> resume(const core::Exploration& exploration, const core::Paused& paused,
                                       RunContext& context) override;
  [[nodiscard]] std::optional<std::size_t> patience() const override { return refiner_.patience(); }
  std::optional<core::Spurious> look_at(const core::Exploration& exploration, core::ExploredNode node,
                                        RunContext& context) override;

  [[nodiscard]] const domains::PredicatePrecision& learnt() const { return learnt_; }
  [[nodiscard]] const domains::ValuePrecision& learnt_values() const { return learnt_values_; }

private:
  void note(const core::Spurious& spurious);

  core::Refiner& refiner_;
  domains::PredicatePrecision learnt_;
  domains::ValuePrecision learnt_values_;
};

/// Predicates and tracked places as texts: what is learnt in one solver's context, which dies with the attempt that it is for,
/// serves the next attempt, the next program that assumes one thing more of its callers, and the next version of the code.
class LearntPrecision {
public:
  /// What one program's terms are written in.
  struct Language {
    const cfa::Cfa& cfa;
    const reuse::StableNames& names;
    const facts::MemoryRegions& regions;
    smt::Encoder& encoder;
  };

  LearntPrecision() = default;
  /// What users have; thresholds are no part of it.
  explicit LearntPrecision(const TrackedPrecision& tracked);

  /// All of it, also what is not begun with.
  [[nodiscard]] TrackedPrecision as_text() const;
  [[nodiscard]] LearntPrecision joined(const LearntPrecision& other) const;

  [[nodiscard]] domains::PredicatePrecision in(const Language& language) const;
  [[nodiscard]] LearntPrecision with(const domains::PredicatePrecision& learnt, const Language& language) const;

  /// Places whose values matter, by `reuse::kept_places`.
  [[nodiscard]] const std::set<std::string>& places() const { return places_; }
  [[nodiscard]] LearntPrecision with(const std::vector<std::string>& places) const;
  /// With these an attempt has come to no end: they are told, and not begun with.
  [[nodiscard]] LearntPrecision without_places() const;

private:
  [[nodiscard]] bool empty() const { return by_theory_.empty() && places_.empty() && places_without_end_.empty(); }

  std::map<smt::Theory, reuse::KeptProof> by_theory_;
  std::set<std::string> places_;
  std::set<std::string> places_without_end_;
};

/// The places of `tracked` that are found nowhere in the program, and the formulas that cannot be read there. Not those about
/// regions of memory: each entry point has its own.
std::vector<std::string> not_understood(const TrackedPrecision& tracked, const cfa::Cfa& cfa,
                                        const facts::MemoryRegions& regions);

} // namespace vouch::configurations

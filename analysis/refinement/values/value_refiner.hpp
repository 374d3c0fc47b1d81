#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/refinement/values/value_interpolation.hpp"

#include <memory>

/// Refinement of value precisions, see value_interpolation.hpp.
namespace vouch::refinement {

/// Excludes paths by values where that can be done, and leaves the others to another refiner, which sees what values leave open.
/// Where merging has made several paths into one target, the one that came first is looked at; the others come back.
/// Where blocks are analysed on their own, a path goes through them, and each reached set on it is cut where less is known in it.
/// Where the path goes through an exit that was taken back meanwhile, what was made of it is taken back, too.
class ValueRefiner : public core::Refiner {
public:
  /// `cfa` must outlive the refiner. `analysis` follows paths, and has the blocks of what is explored.
  ValueRefiner(const cfa::Cfa& cfa, domains::ValueAnalysis analysis, ValueScope scope, EliminationOrder elimination,
               std::unique_ptr<core::Refiner> others)
      : cfa_(cfa), analysis_(std::move(analysis)), costs_(cfa), scope_(scope), elimination_(elimination),
        others_(std::move(others)) {}

  core::Refinement refine(const core::Exploration& exploration, core::ExploredNode target,
                          RunContext& context) override;
  std::optional<core::Spurious> resume(const core::Exploration& exploration, const core::Paused& paused,
                                       RunContext& context) override;

  /// Where exploring takes long, values that cost little may be missing that decide branches.
  [[nodiscard]] std::optional<std::size_t> patience() const override;
  std::optional<core::Spurious> look_at(const core::Exploration& exploration, core::ExploredNode node,
                                        RunContext& context) override;

private:
  /// What excludes the path that leads to `node`, for the wanted reasons; nothing if values do not.
  [[nodiscard]] std::optional<core::Spurious> exclude(const core::Exploration& exploration, core::ExploredNode node,
                                                      WantedReasons wanted, RunContext& context) const;
  /// What to track in addition to what is tracked.
  [[nodiscard]] domains::ValuePrecision increment(std::span<const cfa::EdgeId> path,
                                                  std::span<const ValueInterpolants> reasons,
                                                  const domains::ValuePrecision& tracked) const;

  const cfa::Cfa& cfa_;
  domains::ValueAnalysis analysis_;
  TrackingCosts costs_;
  ValueScope scope_;
  EliminationOrder elimination_;
  std::unique_ptr<core::Refiner> others_;
};

} // namespace vouch::refinement

#pragma once

#include "analysis/bam/block_memoization.hpp"
#include "analysis/configurations/verification_means.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/predicate_analysis.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/refinement/path_checker.hpp"
#include "analysis/refinement/predicates/predicate_refiner.hpp"

#include <memory>

/// The analyses with everything that they need, put together for one exploration. All arguments must outlive the run.
namespace vouch::configurations {

/// Whether the predicate analysis runs in a product with the value analysis.
enum class FollowedValues { None, All };

class PredicateRun {
public:
  PredicateRun(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const facts::ProgramFacts& facts,
               const Options& options, smt::Theory theory, FollowedValues values, RunContext& context);

  const core::Analysis& analysis() { return analysis_; }
  core::Refiner& refiner() { return refiner_; }
  smt::Encoder& encoder() { return encoder_; }

private:
  smt::TermManager terms_;
  smt::Encoder integers_;
  smt::Encoder bits_;
  domains::PathFormulas formulas_;
  domains::PathFormulaEncoder integer_paths_;
  domains::PathFormulaEncoder bit_paths_;
  smt::Encoder& encoder_;
  domains::PathFormulaEncoder& paths_;
  domains::PredicateAbstractor abstractor_;
  domains::Blocks blocks_;
  core::Analysis analysis_;
  std::unique_ptr<smt::Interpolator> loop_interpolator_;
  std::unique_ptr<smt::Interpolator> interpolator_;
  std::unique_ptr<smt::TreeInterpolator> tree_interpolator_;
  refinement::PredicateRefiner refiner_;
};

class ValueRun {
public:
  ValueRun(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const facts::ProgramFacts& facts);

  const core::Analysis& analysis() { return analysis_; }
  core::Refiner& refiner() { return refiner_; }

private:
  smt::TermManager terms_;
  smt::Encoder bits_;
  domains::PathFormulas formulas_;
  domains::PathFormulaEncoder paths_;
  core::Analysis analysis_;
  refinement::PathChecker refiner_;
};

/// What `analysis` is to explore: the whole program in one reached set, or where there are blocks, these on their own. All
/// must outlive the exploration.
std::unique_ptr<core::Exploration> make_exploration(const core::Analysis& analysis, const cfa::Cfa& cfa,
                                                    const facts::ProgramFacts& facts,
                                                    bam::BlockMemoization::Beginning beginning, PrecisionInKey key);

} // namespace vouch::configurations

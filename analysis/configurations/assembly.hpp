#pragma once

#include "analysis/backward/backward_reachability.hpp"
#include "analysis/bam/block_memoization.hpp"
#include "analysis/configurations/configuration.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/domains/predicates/path_simulation.hpp"
#include "analysis/domains/values/value_analysis.hpp"
#include "analysis/refinement/unwinding.hpp"

#include <memory>
#include <optional>

/// From a row of the table of configurations to an analysis that runs.
namespace vouch::configurations {

/// A configuration with everything that it needs, for one exploration.
class Assembly {
public:
  /// What the program consists of and the context must outlive the assembly.
  Assembly(const Configuration& configuration, const AnalysedProgram& program, RunContext& context);
  Assembly(const Assembly&) = delete;
  Assembly& operator=(const Assembly&) = delete;
  ~Assembly();

  [[nodiscard]] const core::Analysis& analysis() const { return analysis_; }
  core::Refiner& refiner() { return *refiner_; }
  /// For configurations that go backwards.
  backward::BackwardServices backwards(const AnalysedProgram& program);
  /// For configurations that unwind.
  refinement::UnwindingServices unwinding(const AnalysedProgram& program);
  /// In the theory that predicates are written in; without predicates, bit-vectors.
  smt::Encoder& encoder();

  /// Whether it has values of which refinement says what is tracked.
  [[nodiscard]] bool refines_values() const { return refined_values_.has_value(); }

private:
  struct PredicateParts;

  core::Analysis compose(const Configuration& configuration, const AnalysedProgram& program, RunContext& context);
  /// For what values do not exclude, or if there are none.
  std::unique_ptr<core::Refiner> make_refiner_by_solver(const Configuration& configuration,
                                                        const AnalysedProgram& program);
  std::unique_ptr<core::Refiner> make_refiner(const Configuration& configuration, const AnalysedProgram& program);

  facts::BlockPartition no_blocks_;
  smt::TermManager terms_;
  std::optional<smt::Encoder> integers_; ///< if predicates are written over them
  smt::Encoder bits_;
  domains::PathFormulas formulas_;
  domains::PathFormulaEncoder bit_paths_;
  domains::PathSimulation bit_simulation_;
  std::unique_ptr<PredicateParts> predicates_;           ///< if there are any
  std::optional<domains::ValueAnalysis> refined_values_; ///< if there are values that are refined
  core::Analysis analysis_;
  std::unique_ptr<core::Refiner> refiner_;
};

/// As the options say.
core::Traversal traversal_of(const cfa::Cfa& cfa, const Options& options);

/// As the row and the options say.
bam::BlockKey block_key_of(const Configuration& configuration, const Options& options);

/// What `analysis` is to explore: the whole program in one reached set, or where there are blocks, these on their own.
/// All must outlive the exploration.
std::unique_ptr<core::Exploration> make_exploration(const core::Analysis& analysis, const cfa::Cfa& cfa,
                                                    const facts::ProgramFacts& facts,
                                                    bam::BlockMemoization::Beginning beginning, bam::BlockKey key);

} // namespace vouch::configurations

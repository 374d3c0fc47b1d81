#pragma once

#include "analysis/configurations/portfolio.hpp"
#include "analysis/configurations/verified_program.hpp"
#include "analysis/reuse/stored_results.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

/// The verification of one entry point, of which nothing is known but how it went last time: one attempt after the
/// other until every target is decided.
namespace vouch::configurations {

class Vacuity;
struct ProgramVariants;

/// What is left for a verification that has no deadline.
constexpr std::chrono::milliseconds no_limit = std::chrono::hours(1);

/// Whether there is a cache that may answer, and that gets what is found. Graphs are drawn of explorations, not of answers.
bool keeps_results(const Options& options);

/// Verifies entry points of one program. What they have in common is computed once.
class EntryVerifier {
public:
  /// `program` and `options` must outlive the verifier. Requires that the options name a preset.
  EntryVerifier(const VerifiedProgram& program, const Options& options, Preconditions preconditions,
                LearntPrecision learnt = {});
  EntryVerifier(const EntryVerifier&) = delete;
  EntryVerifier& operator=(const EntryVerifier&) = delete;
  ~EntryVerifier();

  /// Returns what it leaves for the next verification; `hints` is what the last one left. Throws `Interrupted`; `outcome`
  /// then has what was found so far.
  reuse::VerificationHints verify(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                  RunContext& context, findings::EntryOutcome& outcome);

  /// The predicates that it began with and those that it has learnt, for a program that differs little.
  [[nodiscard]] const LearntPrecision& learnt() const { return learnt_; }

private:
  /// By what proved the last version, if something did; then by whatever comes to its end first.
  void decide(Portfolio& portfolio, const reuse::VerificationHints& hints, RunContext& context);
  /// How the last attempt of each configuration has ended, by the program that it looked at.
  using LastDecisions = std::map<std::pair<ProgramVariant, std::string_view>, Decision>;
  /// By the attempts of the preset, one after the other; again where they have paused as users wanted.
  void attempt(Portfolio& portfolio, Executions executions, RunContext& context);
  /// Each attempt once. Returns whether some of them would go on.
  bool attempt_each(Portfolio& portfolio, Executions executions, const Pausing& pausing, LastDecisions& last,
                    RunContext& context);
  /// In a changed program. Complete: then it is proved as it was written, too.
  Decision explore_variant(Portfolio& portfolio, ProgramVariant wanted, const Configuration& configuration,
                           const AttemptLimits& limits, RunContext& context);
  /// Leaves open what is proved because there are no runs, or none that end.
  void look_for_runs(const Portfolio& portfolio, RunContext& context, findings::EntryOutcome& outcome);
  /// Whether the configuration may be used, by the options.
  [[nodiscard]] bool is_allowed(const Configuration& configuration) const;

  const VerifiedProgram& program_;
  const Options& options_;
  Preconditions preconditions_;
  LearntPrecision learnt_;
  const Preset& preset_;
  std::unique_ptr<Vacuity> vacuity_;          ///< once something is proved
  std::unique_ptr<ProgramVariants> variants_; ///< once an attempt looks at one
};

} // namespace vouch::configurations

#pragma once

#include "analysis/configurations/portfolio.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>

/// What a proof leaves out is everything behind undefined behaviour that is not a property, and behind assumptions.
/// Where that is all there is, the proof says nothing: `int *p = 0; *p = 1; assert(0);`.
namespace vouch::configurations {

/// Looks for proofs of one program that say nothing. Nearly always a run that was executed has come to its end as the
/// program means it to, and there is nothing to look for. Otherwise explorations are asked whether any run does, and
/// where none does, why: runs that go on for ever are as good as those that end, unless only the assumption that signed
/// arithmetic does not overflow keeps them from ending.
class Vacuity {
public:
  /// The arguments must outlive the object.
  Vacuity(const VerifiedProgram& program, const Options& options);
  Vacuity(const Vacuity&) = delete;
  Vacuity& operator=(const Vacuity&) = delete;
  ~Vacuity();

  /// Why the proof that nothing in `outcome` is violated says nothing, or nothing of an assertion; nothing: it is not
  /// known to. `ends`: of the runs from `entry` that were executed. Does not throw: what takes too long is not known.
  /// `proved_by`: what found the proof, which is asked first; null: no analysis.
  [[nodiscard]] std::optional<std::string> reason(const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome,
                                                  const trace::RunEnds& ends, const Configuration* proved_by,
                                                  const RunContext& context);

private:
  struct Answer;

  [[nodiscard]] std::optional<std::string> reason_that_no_run_ends(const cfa::EntryPoint& entry, trace::RunEnds ends,
                                                                   const Configuration* proved_by, RunContext& context);
  [[nodiscard]] std::optional<std::string> reason_that_an_assertion_is_cut_off(const cfa::EntryPoint& entry,
                                                                               const findings::ProvedFacts& facts,
                                                                               const Configuration* proved_by,
                                                                               RunContext& context);
  /// Whether no proof says that runs from `entry` do not come there if signed arithmetic wraps around.
  [[nodiscard]] bool may_be_reached_by_wrapping(const std::set<cfa::LocationId>& locations,
                                                const cfa::EntryPoint& entry, const RunContext& context) const;
  /// Whether a run from `entry` comes to a target of `variant`.
  [[nodiscard]] Answer ask(const VerifiedProgram& variant, const cfa::EntryPoint& entry, const Configuration* first,
                           RunContext& context) const;
  [[nodiscard]] const transformation::WaysOut& ways();
  [[nodiscard]] VerifiedProgram& ends_as_targets();
  /// With failures in the place of an end as targets, too. Null if nothing wraps around in it.
  [[nodiscard]] VerifiedProgram* ends_of_wrapping_program();
  /// Whether the run without particular inputs ends; executions in search of violations give each run little time.
  [[nodiscard]] bool some_long_run_ends(const cfa::EntryPoint& entry, const RunContext& context) const;
  /// Where the run without particular inputs stays, if it goes on for ever: ` in the loop at ...`.
  [[nodiscard]] std::string place_of_endless_run(const cfa::EntryPoint& entry, const RunContext& context) const;
  [[nodiscard]] std::string cut_off_at(const trace::Outcome& outcome) const;

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const trace::Interpreter& interpreter_;
  Options options_;
  std::optional<transformation::WaysOut> ways_; ///< once they are needed, as the following
  std::unique_ptr<VerifiedProgram> ends_;
  std::unique_ptr<VerifiedProgram> wrapping_;
};

} // namespace vouch::configurations

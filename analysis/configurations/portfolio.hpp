#pragma once

#include "analysis/configurations/assembly.hpp"
#include "analysis/configurations/configuration.hpp"
#include "analysis/configurations/learnt_precision.hpp"
#include "analysis/configurations/open_question.hpp"
#include "analysis/configurations/verified_program.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/findings/entry_outcome.hpp"
#include "analysis/findings/violation_report.hpp"
#include "analysis/reuse/holding_claims.hpp"
#include "analysis/reuse/kept_proof.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/replay.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// How the targets of an entry point are decided: executions and explorations, of which each leaves to the others what
/// it cannot decide.
namespace vouch::configurations {

/// Whether every target is to be decided, or only whether any of them can be reached, or which of them cannot: of a changed
/// program, where to reach one is no violation.
enum class Wanted { EveryTarget, AnyTarget, Proofs };

/// Whether proofs are kept for another version of the program.
enum class KeptProofs { None, All };

/// What a hint asks of callers: assumed, before the rest is looked at, or left open, beside the rest.
enum class Preconditions { AreAssumed, StayOpen };

/// How far an attempt may go; 0: any number.
struct AttemptLimits {
  std::chrono::milliseconds time;
  std::uint64_t states = 0;
  std::uint64_t memory_bytes = 0; ///< by which the process may grow
};

class Portfolio {
public:
  /// What all verifications of one program have in common.
  struct Program {
    const VerifiedProgram& program;
    const Options& options;
    KeptProofs kept_proofs = KeptProofs::None;
    Wanted wanted = Wanted::EveryTarget;
    Preconditions preconditions = Preconditions::AreAssumed;
    /// What explorations of the program, or of one with fewer assumptions, have learnt: by theory.
    LearntPrecision learnt = {};
    core::TargetKeys decided = {}; ///< targets that nobody asks about
  };
  /// The arguments must outlive the object; `outcome` gets the violations. Predicates begin with what is left of
  /// `last`, a proof of another version of the program, if there is one.
  Portfolio(const Program& program, const cfa::EntryPoint& entry, const std::optional<reuse::KeptProof>& last,
            RunContext& context, findings::EntryOutcome& outcome);

  /// Reports a violation if the run with these inputs comes to one. They may be those of another version of the
  /// program; of the same one, `known` is what was found out of that run.
  bool try_inputs(const findings::RunInputs& values,
                  const std::optional<findings::CallerAnswers>& known = std::nullopt);

  /// Executes the program for a short while: shallow violations turn up in milliseconds, and a program with only one
  /// run is decided by that run.
  Decision execute(std::chrono::milliseconds limit);

  /// Explores, and refines, until every target is decided that the configuration can decide. Where nothing is refined, it goes
  /// on from where the last attempt of the configuration was when its time was over.
  Decision explore(const Configuration& configuration, const AttemptLimits& limits);

  /// All that is open was proved otherwise: no configuration would do that of this program. `facts` is what is known from it.
  void take_proof(std::optional<findings::ProvedFacts> facts);

  /// The same of these targets alone. Whether that was all there was to decide.
  Decision take_proved(const std::vector<cfa::LocationId>& targets);
  /// What the last attempt has proved while it left others open.
  [[nodiscard]] std::vector<cfa::LocationId> proved_by_last_attempt() const;
  /// The targets that are violated, or were proved otherwise.
  [[nodiscard]] core::TargetKeys settled() const;

  [[nodiscard]] const cfa::EntryPoint& entry() const { return entry_; }
  /// What came to an end with nothing left, null if nothing did; and the proof if there is one that can be kept.
  [[nodiscard]] const Configuration* proved_by() const { return proved_by_; }
  /// The present one, with the places whose values matter to it.
  [[nodiscard]] std::optional<reuse::KeptProof> proof() const;
  /// What explorations have learnt that did not come to their end.
  [[nodiscard]] const LearntPrecision& learnt() const { return learnt_; }

  /// Whether something was found that is not for callers alone to decide.
  [[nodiscard]] bool is_verdict_known() const;

  /// Whether something is violated, and no other target is left to prove or refute that anybody wants to know of.
  [[nodiscard]] bool is_every_target_decided() const;

  /// How the runs came to their ends that were executed.
  [[nodiscard]] const trace::RunEnds& ends() const { return ends_; }

  /// How much of what an attempt may take it gets: what is left, and less of it once the verdict is known.
  [[nodiscard]] std::chrono::milliseconds share_of(std::chrono::milliseconds limit) const;

  /// Whether something was found that callers are to blame for, so that the rest is to be asked under an assumption.
  [[nodiscard]] bool asks_for_assumption() const { return !outcome_.assumptions.empty(); }

  /// Why some targets stay unknown whatever the theory.
  [[nodiscard]] std::vector<std::string> undecidable() const;

  /// Why what is left is not proved: these, and what the last attempt could not decide.
  [[nodiscard]] std::vector<std::string> open() const;
  /// The targets that this is about; nothing: there may be others.
  [[nodiscard]] std::optional<std::vector<cfa::LocationId>> open_targets() const;

private:
  /// The targets that edges lead to, but for `others`.
  [[nodiscard]] std::vector<cfa::LocationId> targets_but_for(const core::TargetKeys& others) const;
  /// Whether a search that has reached the targets `ignored` has others to look for: those that may be proved, or any of
  /// which nothing is known.
  [[nodiscard]] bool has_more_to_look_for(const core::TargetKeys& ignored) const;
  /// What becomes of a target for which an execution was found that cannot be replayed.
  enum class Unconfirmed { StaysOpen, MayBeDecidedOtherwise };

  Decision explore_within(const Configuration& configuration, RunContext& limited);
  /// From what is left of the last proof. Keeps the new one if there is a language for it.
  Decision explore_from(const Configuration& configuration, Assembly& assembly, const reuse::RestoredProof& last,
                        const reuse::ProofLanguage* language, RunContext& limited);
  /// Until a target is decided that is not ignored, or none is left.
  using DecideNext = std::function<core::CegarResult(RunContext&, const core::TargetKeys& ignored)>;
  Decision unwind(const Configuration& configuration, Assembly& assembly, RunContext& limited);
  /// What it proves has passed the check of proofs.
  Decision search_backwards(const Configuration& configuration, Assembly& assembly, RunContext& limited);
  std::optional<core::TargetKeys> decide_targets(core::Exploration& exploration, const DecideNext& decide_next,
                                                 std::string_view analysis, Unconfirmed unconfirmed,
                                                 RunContext& run_context);
  void decide_each_target(const DecideNext& decide_next, core::TargetKeys& ignored, Unconfirmed unconfirmed,
                          RunContext& run_context);
  /// Leaves of `last` what still holds. Returns whether that proves what is not decided yet.
  bool check_last_proof(reuse::RestoredProof& last, Assembly& assembly, RunContext& limited);
  void decide(const core::Violated& violated, Unconfirmed unconfirmed);
  void keep_facts(const proofs::BlockProof& proof, Assembly& assembly,
                  std::chrono::steady_clock::duration exploration_time);
  void keep_facts(const core::Exploration& exploration, const domains::ValuePrecision& followed);
  /// The places that mattered to earlier attempts, or to an earlier version of the code.
  [[nodiscard]] domains::ValuePrecision learnt_values() const;
  void check_proof(const proofs::BlockProof& proof, const core::TargetKeys& excluded, Assembly& assembly,
                   RunContext& check_context);
  [[nodiscard]] const facts::ProgramFacts& facts() const { return program_.facts(); }
  [[nodiscard]] cfa::FunctionId start_function() const { return cfa_.location(entry_.start).function; }
  trace::Replay replay(cfa::LocationId target, trace::InputSource& inputs);
  [[nodiscard]] findings::CallerQuestions questions() const;
  [[nodiscard]] std::optional<findings::ConfirmedViolation>
  violation_of(cfa::LocationId target, const findings::RunInputs& inputs,
               const findings::CallerQuestions& questions) const;
  void take(findings::ConfirmedViolation confirmed, cfa::LocationId target, const findings::RunInputs& inputs);
  /// Returns whether it is one: no caller may be known who causes it.
  bool report_violation(cfa::LocationId target, const findings::RunInputs& inputs,
                        const findings::CallerQuestions& questions);
  /// The same by a run that is easier to read, if there is one that tells no less of the function.
  bool report_readable_violation(cfa::LocationId target, const findings::RunInputs& inputs);

  const VerifiedProgram& program_;
  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const cfa::EntryPoint& entry_;
  const Options& options_;
  KeptProofs kept_proofs_;
  Wanted wanted_;
  Preconditions preconditions_;
  const std::optional<reuse::KeptProof>& last_;
  RunContext& context_;
  findings::EntryOutcome& outcome_;
  core::TargetKeys decided_;       ///< targets that need no further look
  core::TargetKeys proved_;        ///< those of them that were proved otherwise
  std::vector<OpenQuestion> open_; ///< what stays unknown whatever the theory
  /// What others may decide. Empty only if an attempt has come to an end with nothing left.
  std::vector<OpenQuestion> undecided_ = {{"nothing was explored"}};
  const Configuration* proved_by_ = nullptr;
  trace::RunEnds ends_;
  std::optional<reuse::KeptProof> proof_; ///< the present one
  LearntPrecision learnt_;
  /// Explorations whose time was over.
  std::map<const Configuration*, std::unique_ptr<core::Exploration>> paused_;
};

} // namespace vouch::configurations

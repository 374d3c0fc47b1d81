#pragma once

#include "analysis/core/cegar.hpp"
#include "analysis/facts/program_facts.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/findings/entry_outcome.hpp"
#include "analysis/findings/loop_facts.hpp"
#include "analysis/reuse/kept_proof.hpp"
#include "analysis/smt/encoding/scalar_theory.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/replay.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The means by which the targets of an entry point are decided: execution, values, predicates. Each leaves to the
/// others what it cannot decide.
namespace vouch::configurations {

class PredicateRun;
enum class FollowedValues;

/// Values: follows all values that the program computes, as far as they are known. ValuesAndPredicates: and tracks
/// predicates for what depends on unknown ones. Integers find invariants, bit-vectors decide what integers cannot
/// express.
enum class Means { None, Values, ValuesAndPredicates, PredicatesOverIntegers, PredicatesOverBitvectors };

/// The one spelling of each, which caches have too; of `None` the empty one, and the other way round of all that names
/// none of them.
std::string_view name_of(Means means);
Means means_named(std::string_view name);

/// Complete: nothing is left for other means to do. OutOfTime: this means has not come to its end.
enum class Decision { Complete, Open, OutOfTime };

/// Whether every target is to be decided, or only whether any of them can be reached.
enum class Wanted { EveryTarget, AnyTarget };

class VerificationMeans {
public:
  /// What all verifications of one program have in common.
  struct Program {
    const cfa::Cfa& cfa;
    const facts::TargetReachability& targets;
    const trace::Interpreter& interpreter;
    const Options& options;
    const reuse::FingerprintTable* fingerprints; ///< null: nothing is kept for another version of the program
    Wanted wanted = Wanted::EveryTarget;
  };
  /// The arguments must outlive the object; `outcome` gets the violations. Predicates begin with what is left of
  /// `last`, a proof of another version of the program, if there is one.
  VerificationMeans(const Program& program, const cfa::EntryPoint& entry, const std::optional<reuse::KeptProof>& last,
                    RunContext& context, findings::EntryOutcome& outcome);

  /// Reports a violation if the run with these inputs comes to one. They may be those of another version of the
  /// program.
  bool try_inputs(const findings::RunInputs& values);

  /// Executes the program for a short while: shallow violations turn up in milliseconds, and a program with only one
  /// run is decided by that run.
  Decision execute(std::chrono::milliseconds limit);

  /// Explores, and refines if there are predicates, until every target is decided that `means` can decide. `None`
  /// cannot decide any.
  Decision explore(Means means, const facts::ProgramFacts& facts, std::chrono::milliseconds limit);

  /// What came to an end with nothing left, and the proof if predicates did.
  [[nodiscard]] Means proved_by() const { return proved_by_; }
  [[nodiscard]] const std::optional<reuse::KeptProof>& proof() const { return proof_; }

  /// Whether something is violated, and no other target is left to prove or refute that anybody wants to know of.
  [[nodiscard]] bool is_every_target_decided() const;

  /// How the runs came to their ends that were executed.
  [[nodiscard]] const trace::RunEnds& ends() const { return ends_; }

  /// Why some targets stay unknown whatever the theory.
  [[nodiscard]] const std::vector<std::string>& undecidable() const { return open_; }

  /// Why what is left is not proved: these, and what the last means could not decide.
  [[nodiscard]] std::vector<std::string> open() const;

private:
  /// What becomes of a target for which an execution was found that cannot be replayed.
  enum class Unconfirmed { StaysOpen, MayBeDecidedOtherwise };

  Decision explore_values(const facts::ProgramFacts& facts, RunContext& limited);
  Decision explore_predicates(const facts::ProgramFacts& facts, smt::Theory theory, FollowedValues values,
                              RunContext& limited);
  template <class Explore>
  Decision within(std::chrono::milliseconds limit, const Explore& explore);
  std::optional<core::TargetKeys> decide_targets(core::Exploration& exploration, core::Refiner& refiner,
                                                 const char* analysis, Unconfirmed unconfirmed,
                                                 RunContext& run_context);
  void decide_each_target(core::Exploration& exploration, core::Refiner& refiner, core::TargetKeys& ignored,
                          Unconfirmed unconfirmed, RunContext& run_context);
  Decision explore_predicates(PredicateRun& run, const facts::ProgramFacts& facts, FollowedValues values,
                              const reuse::RestoredProof& last, const reuse::ProofLanguage* language,
                              RunContext& limited);
  /// Leaves of `last` what still holds. Returns whether that proves what is not decided yet.
  bool check_last_proof(reuse::RestoredProof& last, PredicateRun& run, RunContext& limited);
  void decide(const core::Violated& violated, Unconfirmed unconfirmed);
  void keep_facts(const proofs::BlockProof& proof, const facts::ProgramFacts& facts, PredicateRun& run,
                  std::chrono::steady_clock::duration exploration_time);
  void keep_facts(const core::Exploration& exploration, const facts::ProgramFacts& facts);
  void check_proof(const proofs::BlockProof& proof, const core::TargetKeys& excluded, PredicateRun& run,
                   RunContext& check_context);
  [[nodiscard]] cfa::FunctionId start_function() const { return cfa_.location(entry_.start).function; }
  trace::Replay replay(cfa::LocationId target, trace::InputSource& inputs);
  void report_violation(cfa::LocationId target, const findings::RunInputs& inputs);

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  const Options& options_;
  const reuse::FingerprintTable* fingerprints_;
  Wanted wanted_;
  const std::optional<reuse::KeptProof>& last_;
  RunContext& context_;
  findings::EntryOutcome& outcome_;
  core::TargetKeys decided_;      ///< targets that need no further look
  std::vector<std::string> open_; ///< what stays unknown whatever the theory
  /// What other means may decide. Empty only if some means has come to an end with nothing left.
  std::vector<std::string> undecided_ = {"nothing was explored"};
  Means proved_by_ = Means::None;
  trace::RunEnds ends_;
  std::optional<reuse::KeptProof> proof_; ///< the present one
};

} // namespace vouch::configurations

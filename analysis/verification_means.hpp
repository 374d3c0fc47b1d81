#pragma once

#include "analysis/bam/kept_proof.hpp"
#include "analysis/cfa/call_graph.hpp"
#include "analysis/cfa/live_variables.hpp"
#include "analysis/cfa/memory_regions.hpp"
#include "analysis/cfa/side_effects.hpp"
#include "analysis/cfa/target_reachability.hpp"
#include "analysis/core/cegar.hpp"
#include "analysis/loop_facts.hpp"
#include "analysis/smt/scalar_theory.hpp"
#include "analysis/trace/concrete_search.hpp"
#include "analysis/trace/replay.hpp"
#include "analysis/verifier.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

/// The means by which the targets of an entry point are decided: execution, values, predicates. Each leaves to the
/// others what it cannot decide.
namespace vouch {

class PredicateRun;
enum class FollowedValues;

/// The inputs of one run that violates something.
using RunInputs = std::vector<cfa::Integer>;

struct EntryOutcome {
  std::vector<Violation> violations;
  std::vector<std::string> open;           ///< why the rest is not proved; empty: everything else is
  std::vector<RunInputs> violating_inputs; ///< of the runs to `violations`
  /// What the proof states of everything that is not violated; nothing if something is open, or decided by execution.
  std::optional<ProvedFacts> facts = std::nullopt;
  bool is_from_cache = false;
  std::string
      rests_on_last_proof;       ///< if nothing had to be explored: in words, what of the last proof had to be checked
  std::vector<Message> messages; ///< of the cache, and explanations that were asked for
  std::optional<EntryGraphs> graphs = std::nullopt; ///< of the last exploration, if they were asked for
  /// Functions of which this entry point does not say that they are proved, and why (failed_runs.hpp).
  std::map<cfa::FunctionId, std::string> not_proved = {};
};

/// What all verifications of a program need to know of it.
struct ProgramFacts {
  ProgramFacts(const cfa::Cfa& cfa, BlockHeuristic heuristic)
      : regions(cfa), live(cfa), recursive(cfa::CallGraph(cfa).recursive_functions()), blocks(cfa, heuristic),
        effects(cfa, regions, blocks) {}

  cfa::MemoryRegions regions;
  cfa::LiveVariables live;
  std::unordered_set<cfa::FunctionId> recursive;
  cfa::BlockPartition blocks; ///< what is analysed on its own
  cfa::SideEffectTable effects;
};

/// Values: follows all values that the program computes, as far as they are known. ValuesAndPredicates: and tracks
/// predicates for what depends on unknown ones. Integers find invariants, bit-vectors decide what integers cannot
/// express.
enum class Means { None, Values, ValuesAndPredicates, PredicatesOverIntegers, PredicatesOverBitvectors };

/// Complete: nothing is left for other means to do. OutOfTime: this means has not come to its end.
enum class Decision { Complete, Open, OutOfTime };

/// Whether every target is to be decided, or only whether any of them can be reached.
enum class Wanted { EveryTarget, AnyTarget };

class VerificationMeans {
public:
  /// What all verifications of one program have in common.
  struct Program {
    const cfa::Cfa& cfa;
    const cfa::TargetReachability& targets;
    const trace::Interpreter& interpreter;
    const Options& options;
    const bam::FingerprintTable* fingerprints; ///< null: nothing is kept for another version of the program
    Wanted wanted = Wanted::EveryTarget;
  };
  /// The arguments must outlive the object; `outcome` gets the violations. Predicates begin with what is left of
  /// `last`, a proof of another version of the program, if there is one.
  VerificationMeans(const Program& program, const cfa::EntryPoint& entry, const std::optional<bam::KeptProof>& last,
                    RunContext& context, EntryOutcome& outcome);

  /// Reports a violation if the run with these inputs comes to one. They may be those of another version of the
  /// program.
  bool try_inputs(const RunInputs& values);

  /// Executes the program for a short while: shallow violations turn up in milliseconds, and a program with only one
  /// run is decided by that run.
  Decision execute(std::chrono::milliseconds limit);

  /// Explores, and refines if there are predicates, until every target is decided that `means` can decide. `None`
  /// cannot decide any.
  Decision explore(Means means, const ProgramFacts& facts, std::chrono::milliseconds limit);

  /// What came to an end with nothing left, and the proof if predicates did.
  [[nodiscard]] Means proved_by() const { return proved_by_; }
  [[nodiscard]] const std::optional<bam::KeptProof>& proof() const { return proof_; }

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

  Decision explore_values(const ProgramFacts& facts, RunContext& limited);
  Decision explore_predicates(const ProgramFacts& facts, smt::Theory theory, FollowedValues values,
                              RunContext& limited);
  template <class Explore>
  Decision within(std::chrono::milliseconds limit, const Explore& explore);
  template <class Reached, class Explore>
  void export_after(const Reached& reached, const char* analysis, const Explore& explore);
  template <class Run, class Done>
  void explore_with(Run& run, const char* analysis, const ProgramFacts& facts,
                    bam::BlockMemoization::Beginning beginning, Unconfirmed unconfirmed, RunContext& run_context,
                    const Done& done);
  template <class Reached, class Refiner>
  std::optional<core::TargetKeys> decide_targets(Reached& reached, Refiner& refiner, Unconfirmed unconfirmed,
                                                 RunContext& run_context);
  Decision explore_predicates(PredicateRun& run, const ProgramFacts& facts, FollowedValues values,
                              const bam::RestoredProof& last, const bam::ProofLanguage* language, RunContext& limited);
  /// Leaves of `last` what still holds. Returns whether that proves what is not decided yet.
  bool check_last_proof(bam::RestoredProof& last, PredicateRun& run, RunContext& limited);
  void decide(const core::Violated& violated, Unconfirmed unconfirmed);
  void keep_facts(const bam::BlockProof& proof, const ProgramFacts& facts, PredicateRun& run,
                  std::chrono::steady_clock::duration exploration_time);
  template <class Reached>
  void keep_facts(const Reached& reached, const ProgramFacts& facts);
  void check_proof(const bam::BlockProof& proof, const core::TargetKeys& excluded, PredicateRun& run,
                   RunContext& check_context);
  [[nodiscard]] cfa::FunctionId start_function() const { return cfa_.location(entry_.start).function; }
  trace::Replay replay(cfa::LocationId target, trace::InputSource& inputs);
  void report_violation(cfa::LocationId target, const RunInputs& inputs);

  const cfa::Cfa& cfa_;
  const cfa::TargetReachability& targets_;
  const trace::Interpreter& interpreter_;
  const cfa::EntryPoint& entry_;
  const Options& options_;
  const bam::FingerprintTable* fingerprints_;
  Wanted wanted_;
  const std::optional<bam::KeptProof>& last_;
  RunContext& context_;
  EntryOutcome& outcome_;
  core::TargetKeys decided_;      ///< targets that need no further look
  std::vector<std::string> open_; ///< what stays unknown whatever the theory
  /// What other means may decide. Empty only if some means has come to an end with nothing left.
  std::vector<std::string> undecided_ = {"nothing was explored"};
  Means proved_by_ = Means::None;
  trace::RunEnds ends_;
  std::optional<bam::KeptProof> proof_; ///< the present one
};

} // namespace vouch

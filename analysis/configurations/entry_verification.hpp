#pragma once

#include "analysis/configurations/portfolio.hpp"
#include "analysis/reuse/stored_results.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouch::reuse {
class ResultCache;
}

/// The verification of one entry point: what the cache knows of it, and otherwise one attempt after the other until
/// every target is decided.
namespace vouch::configurations {

class Vacuity;

/// What has been tried in vain is tried again with this many times the time, in the same run and in the next one.
constexpr int more_time = 2;

/// Verifies entry points of one program. What they have in common is computed once.
class EntryVerifier {
public:
  /// The arguments must outlive the verifier. Requires that the options name a preset.
  EntryVerifier(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Options& options,
                Preconditions preconditions, LearntPredicates learnt = {});
  EntryVerifier(const EntryVerifier&) = delete;
  EntryVerifier& operator=(const EntryVerifier&) = delete;
  ~EntryVerifier();

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);

  /// What was computed of the program for that; null if nothing was needed.
  [[nodiscard]] const facts::ProgramFacts* known_facts() const { return facts_ ? &*facts_ : nullptr; }
  /// The predicates that it began with and those that it has learnt, for a program that differs little.
  [[nodiscard]] const LearntPredicates& learnt() const { return learnt_; }

private:
  /// As `verify`, by the cache if it can.
  void decide(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);
  /// By what the cache has, or else anew. Requires a cache.
  void decide_with_cache(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);
  /// Adds what the cache complained about since the last time.
  void tell_complaints(const cfa::EntryPoint& entry, findings::EntryOutcome& outcome);
  /// Returns what it leaves for the next verification.
  reuse::VerificationHints verify_anew(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints,
                                       RunContext& context, findings::EntryOutcome& outcome);
  /// By what proved the last version, if something did; then by whatever comes to its end first.
  void decide(Portfolio& portfolio, const reuse::VerificationHints& hints, RunContext& context);
  /// By the attempts of the preset, one after the other.
  void attempt(Portfolio& portfolio, Executions executions, RunContext& context);
  /// Whether the configuration may be used, by the options.
  [[nodiscard]] bool is_allowed(const Configuration& configuration) const;
  /// As `verify_anew`, and puts what is final into the cache.
  void verify_and_store(const cfa::EntryPoint& entry, const reuse::VerificationHints& hints, RunContext& context,
                        findings::EntryOutcome& outcome);
  /// Whether the runs that violated something last time still do, and are all that there is to say.
  [[nodiscard]] bool repeat_violations(const cfa::EntryPoint& entry, const std::vector<findings::RunInputs>& violations,
                                       RunContext& context, findings::EntryOutcome& outcome);
  [[nodiscard]] bool take_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                     findings::EntryOutcome& outcome);
  /// Whether an attempt that had about as much time has left something open; throws as that did if it ran out of time.
  [[nodiscard]] bool take_attempt_from_cache(const cfa::EntryPoint& entry, RunContext& context,
                                             findings::EntryOutcome& outcome);
  /// Compares an outcome from the cache with a new one, which counts if they contradict one another.
  void audit(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);
  const facts::ProgramFacts& facts();
  [[nodiscard]] Portfolio::Program program();
  /// For a portfolio that explores nothing.
  [[nodiscard]] Portfolio::Program program_to_execute();

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const Options& options_;
  Preconditions preconditions_;
  LearntPredicates learnt_;
  const Preset& preset_;
  trace::Interpreter interpreter_;
  std::optional<facts::ProgramFacts> facts_;  ///< once they are needed
  std::unique_ptr<Vacuity> vacuity_;          ///< once something is proved
  std::unique_ptr<reuse::ResultCache> cache_; ///< if there is one, once it is needed
  std::vector<std::string> cache_messages_;   ///< that nobody has heard yet
};

} // namespace vouch::configurations

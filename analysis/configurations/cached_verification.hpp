#pragma once

#include "analysis/configurations/entry_verification.hpp"
#include "analysis/reuse/store/run_store.hpp"

#include <functional>
#include <memory>

namespace vouch::reuse {
class ResultCache;
}

/// What the cache knows of an entry point; it is verified only if that does not do.
///
/// Questions to the cache are about the program that was asked for. What is verified may be another one with the same
/// places, of which fewer checks are left (facts/usable_pointers): that one is made only when the cache knows nothing.
namespace vouch::configurations {

/// What has been tried in vain is tried again with this many times the time, in the same run and in the next one.
constexpr int more_time = 2;

/// Where the verdict of an entry point comes from, and that it rests on the code of `functions`.
Message explanation(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome,
                    const std::vector<cfa::FunctionId>& functions);

/// The cache has the verdict `stored`, and that is wrong.
Message contradiction(const cfa::Cfa& cfa, const cfa::EntryPoint& entry, const std::string& stored);

class CachedVerifier {
public:
  /// The arguments must outlive the verifier; where there is no `store`, everything is verified. `anew` gives the one that verifies what the cache does not know; locations
  /// and edges of its program are those of `program`.
  CachedVerifier(const VerifiedProgram& program, std::function<EntryVerifier&()> anew, const Options& options,
                 Preconditions preconditions, reuse::RunStore* store);
  CachedVerifier(const CachedVerifier&) = delete;
  CachedVerifier& operator=(const CachedVerifier&) = delete;
  ~CachedVerifier();

  /// Throws `Interrupted`; `outcome` then has what was found so far.
  void verify(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);

private:
  /// As `verify`, by the cache if it can.
  void decide(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);
  /// By what the cache has, or else anew. Requires a cache.
  void decide_with_cache(const cfa::EntryPoint& entry, RunContext& context, findings::EntryOutcome& outcome);
  /// Adds what the cache complained about since the last time.
  void tell_complaints(const cfa::EntryPoint& entry, findings::EntryOutcome& outcome);
  /// Verifies anew, and puts what is final into the cache.
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

  const VerifiedProgram& program_;
  std::function<EntryVerifier&()> anew_;
  const Options& options_;
  Preconditions preconditions_;
  reuse::RunStore* store_;
  std::unique_ptr<reuse::ResultCache> cache_; ///< if there is one, once it is needed
};

} // namespace vouch::configurations

#pragma once

#include "analysis/reuse/block_fingerprints.hpp"
#include "analysis/reuse/store/block_store.hpp"
#include "analysis/reuse/stored_results.hpp"

#include <functional>
#include <optional>
#include <vector>

/// Verdicts of entry points that outlive the process.
///
/// The key is everything that the verdict depends on: the version and the build of Vouch (`build_identity`), what is
/// checked, and the fingerprints (own code and environment) of every function that a run from the entry may enter. So
/// an entry is found again after edits of comments, layout, names of locals, and of code that it cannot reach; never
/// after any other. The value: that everything is proved, or the inputs of each violation.
///
/// What stayed open is no verdict. It is kept apart, as what an attempt has come to, with the time that there was for it:
/// whoever has not much more time can spare the attempt. The key is made of what is checked, the settings of the
/// analysis, and the code alone: that is there before anything has been found out about the program, and if it left
/// something out, no more could come of it than "unknown".
///
/// Inputs are not believed, but executed once more; positions and texts of messages are those of the present text.
namespace vouch::reuse {

class ResultCache {
public:
  /// The arguments must outlive the cache; `fingerprints`, of its present code, are asked for when they are needed.
  ResultCache(const cfa::Cfa& cfa, const StableNames& names, std::function<const FingerprintTable&()> fingerprints,
              const Options& options, ResultStore& store);

  std::optional<StoredVerdict> find(const cfa::EntryPoint& entry);
  void put(const cfa::EntryPoint& entry, const StoredVerdict& verdict, std::chrono::milliseconds cost);

  std::optional<StoredAttempt> find_attempt(const cfa::EntryPoint& entry);
  /// Does nothing if what is open cannot be told of another text of the same code.
  void put_attempt(const cfa::EntryPoint& entry, const findings::EntryOutcome& outcome, AttemptEnd end,
                   std::chrono::milliseconds share, std::chrono::milliseconds spent);
  /// There is a verdict now.
  void forget_attempt(const cfa::EntryPoint& entry);

  /// Of an entry point of this name, when it was verified last, whatever its code was.
  VerificationHints hints(const cfa::EntryPoint& entry);
  void put_hints(const cfa::EntryPoint& entry, const VerificationHints& hints, std::chrono::milliseconds cost);

  /// The functions whose code the verdict of `entry` rests on.
  [[nodiscard]] std::vector<cfa::FunctionId> entered_from(const cfa::EntryPoint& entry) const;

private:
  [[nodiscard]] StoreKey verdict_key(const cfa::EntryPoint& entry) const;
  [[nodiscard]] StoreKey attempt_key(const cfa::EntryPoint& entry) const;
  [[nodiscard]] StoreKey hints_key(const cfa::EntryPoint& entry) const;

  const cfa::Cfa& cfa_;
  std::function<const FingerprintTable&()> fingerprints_;
  const Options& options_;
  std::string build_; ///< of which the answers are; empty: nobody can tell, and nothing is found
  const StableNames& names_;
  facts::CallGraph calls_;
  ResultStore& store_;
};

} // namespace vouch::reuse

#pragma once

#include "analysis/facts/program_facts.hpp"
#include "analysis/reuse/block_fingerprints.hpp"
#include "analysis/reuse/store/block_store.hpp"
#include "analysis/reuse/stored_results.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

/// Verdicts of entry points that outlive the process.
///
/// The key is everything that the verdict depends on: the version and the build of Vouch (`build_identity`), what is
/// checked, and the fingerprints (own code and environment) of every function that a run from the entry may enter. So
/// an entry is found again after edits of comments, layout, names of locals, and of code that it cannot reach; never
/// after any other. The value: that everything is proved, or the inputs of each violation. Only final verdicts are
/// stored: neither timeouts nor anything unknown.
///
/// Inputs are not believed, but executed once more; positions and texts of messages are those of the present text.
namespace vouch::reuse {

class ResultCache {
public:
  /// Opens the store in `folder`. The arguments must outlive the cache; `facts` are asked for when they are needed.
  ResultCache(const cfa::Cfa& cfa, std::function<const facts::ProgramFacts&()> facts, const Options& options,
              StoreMessages on_message);

  std::optional<StoredVerdict> find(const cfa::EntryPoint& entry);
  void put(const cfa::EntryPoint& entry, const StoredVerdict& verdict, std::chrono::milliseconds cost);

  /// Of an entry point of this name, when it was verified last, whatever its code was.
  VerificationHints hints(const cfa::EntryPoint& entry);
  void put_hints(const cfa::EntryPoint& entry, const VerificationHints& hints, std::chrono::milliseconds cost);

  /// The functions whose code the verdict of `entry` rests on.
  [[nodiscard]] std::vector<std::string> rests_on(const cfa::EntryPoint& entry) const;

  /// Of the present code.
  const FingerprintTable& fingerprints();

private:
  [[nodiscard]] std::vector<cfa::FunctionId> entered_from(const cfa::EntryPoint& entry) const;
  [[nodiscard]] StoreKey verdict_key(const cfa::EntryPoint& entry);
  [[nodiscard]] StoreKey hints_key(const cfa::EntryPoint& entry) const;

  const cfa::Cfa& cfa_;
  std::function<const facts::ProgramFacts&()> facts_;
  const Options& options_;
  std::string build_; ///< of which the answers are; empty: nobody can tell, and nothing is found
  StableNames names_;
  std::optional<FingerprintTable> fingerprints_; ///< once they are needed
  facts::CallGraph calls_;
  std::unique_ptr<BlockStore> store_;
};

} // namespace vouch::reuse

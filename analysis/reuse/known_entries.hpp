#pragma once

#include "analysis/findings/entry_outcome.hpp"
#include "analysis/reuse/stable_names.hpp"
#include "analysis/reuse/store/block_store.hpp"
#include "analysis/reuse/stored_attempt.hpp"
#include "analysis/support/fingerprint.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouch {
struct Options;
}

/// What is known of entry points by the code of the file, before the program that an entry point is verified in is made, and
/// anything is found out about it: of a thousand functions, of which one was edited, that takes nearly all of the time.
///
/// The key is everything that this program is made of: what is asked (question.hpp), the code of each function that is entered
/// before the last target (canonical_code.hpp, facts/functions_before_targets.hpp) and which of its targets count, what is
/// known of types that callers pass, and, if memory has a part in it, all objects of static lifetime. The value: that
/// everything is proved, whatever callers do, and what the proof says; or what an attempt without violations has left open.
///
/// Edits that leave a proof standing, and that this does not see, are found by `ResultCache`.
namespace vouch::reuse {

class KnownEntries {
public:
  /// All must outlive the object.
  KnownEntries(const cfa::Cfa& cfa, const StableNames& names, const Options& options);

  /// An entry point, and the program that it is verified in.
  struct Question {
    const cfa::EntryPoint& entry;
    std::vector<cfa::FunctionId> entered;               ///< the functions that are a part of it
    std::function<bool(cfa::LocationId)> is_impossible; ///< of a target: no edge to it is taken
    bool is_about_numbers = false;                      ///< it has no memory
  };
  /// Nothing: there is no such proof, or it is not known by which build it would have been made.
  [[nodiscard]] std::optional<findings::EntryOutcome> find_proof(const Question& question, ResultStore& store) const;
  /// `outcome`: proved, for all callers; or violated, and then no proof is found any more.
  void put_proof(const Question& question, const findings::EntryOutcome& outcome, std::chrono::milliseconds cost,
                 ResultStore& store) const;

  struct OpenAttempt {
    findings::EntryOutcome outcome;
    AttemptEnd end = AttemptEnd::Finished;
    std::chrono::milliseconds share{0}; ///< that there was for it
  };
  /// Nothing: as above, or one of its places is not found.
  [[nodiscard]] std::optional<OpenAttempt> find_attempt(const Question& question, ResultStore& store) const;
  /// Without violations. Does nothing if what is open cannot be told of another text of the same code.
  void put_attempt(const Question& question, const OpenAttempt& attempt, std::chrono::milliseconds spent,
                   ResultStore& store) const;

private:
  struct Code {
    Fingerprint fingerprint;
    std::vector<cfa::LocationId> targets; ///< in the order of the code
  };
  [[nodiscard]] StoreKey key_of(const std::string& kind, const Question& question) const;
  const Code& code_of(cfa::FunctionId function) const;
  [[nodiscard]] std::string types_text() const;
  [[nodiscard]] std::string objects_text() const;

  const cfa::Cfa& cfa_;
  const StableNames& names_;
  const Options& options_;
  std::string build_;
  Fingerprint types_;                              ///< of all descriptions of types
  Fingerprint objects_;                            ///< of all objects of static lifetime
  mutable std::vector<std::optional<Code>> codes_; ///< by function, once somebody has asked
};

} // namespace vouch::reuse

#pragma once

#include "analysis/findings/entry_outcome.hpp"
#include "analysis/reuse/stable_names.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// An attempt that left something open, in a form that outlives the process, so that the same question is not asked
/// again for nothing. Places have the numbers of canonical code (canonical_code.hpp), and whoever restores them has
/// compared the code of the functions.
///
/// Example: after 500 ms `f` is "unsupported construct: asm at a.c:7:3". With a comment more above, it is asked again
/// for 500 ms: the answer is "... at a.c:9:3", at once. For a second or longer it would be tried again.
namespace vouch::reuse {

/// A location of a function, or an edge out of it.
struct StoredPlace {
  std::string function; ///< its stable name
  std::size_t location = 0;
  std::optional<std::size_t> edge = std::nullopt;
  friend bool operator==(const StoredPlace&, const StoredPlace&) = default;
};

/// `pieces[0]`, where `places[0]` begins, `pieces[1]`, ...
struct StoredText {
  std::vector<std::string> pieces;
  std::vector<StoredPlace> places;
  friend bool operator==(const StoredText&, const StoredText&) = default;
};

enum class AttemptEnd { Finished, OutOfTime };

struct StoredAttempt {
  std::chrono::milliseconds share{0}; ///< that there was for it
  std::chrono::milliseconds spent{0};
  AttemptEnd end = AttemptEnd::Finished;
  std::vector<StoredText> open;
  std::optional<std::vector<StoredPlace>> open_targets = std::nullopt;
  std::vector<findings::ViolatingRun> violations;
  friend bool operator==(const StoredAttempt&, const StoredAttempt&) = default;
};

/// Sets all but the first three. Nothing if a reason speaks of a place that nothing in `functions` has.
std::optional<StoredAttempt> stored(const findings::EntryOutcome& outcome,
                                    const std::vector<cfa::FunctionId>& functions, const cfa::Cfa& cfa,
                                    const StableNames& names);

/// What is open, as `EntryOutcome` has it.
struct OpenParts {
  std::vector<std::string> reasons;
  std::optional<std::vector<cfa::LocationId>> targets;
};
/// Nothing if a place is not found.
std::optional<OpenParts> restored(const StoredAttempt& attempt, const cfa::Cfa& cfa, const StableNames& names);

} // namespace vouch::reuse

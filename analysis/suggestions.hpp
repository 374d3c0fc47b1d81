#pragma once

#include "analysis/edited_source.hpp"

#include <optional>
#include <string>
#include <vector>

/// Assertions that can be added to a file, each checked by verifications that know nothing of earlier ones: the edited
/// text is verified from the beginning, without a cache.
namespace vouch {

/// What has become of an assertion that was added.
struct CheckedAssertion {
  Verdict verdict = Verdict::Unknown; ///< of this assertion alone
  std::string reason;                 ///< for Unknown, in words
  std::vector<TextInsertion>
      insertions; ///< that add it, an `#include` included if it needs one; empty: it can't be added
};

/// Adds `expression` as an assertion at the beginning of the body of the loop at `loop`, which is the place of an
/// invariant of `input`, and verifies that. `context` limits the time.
CheckedAssertion check_invariant(const SourceInput& input, const Options& options, const Place& loop,
                                 const std::string& expression, VerificationContext& context);

/// An assertion on parameters that, at the beginning of `function`, keeps a violation from happening.
struct Precondition {
  std::string function;
  std::string expression;
  std::vector<TextInsertion> insertions;
};

/// For a violation of `input` that some caller of its function can bring about: a simple precondition with which it is
/// gone, everything else that was proved of the function still is, and the function still can be called. Nothing if no
/// simple one is found within the time of `context`.
std::optional<Precondition> find_precondition(const SourceInput& input, const Options& options,
                                              const Violation& violation, VerificationContext& context);

} // namespace vouch

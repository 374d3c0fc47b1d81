#pragma once

#include "analysis/findings/entry_outcome.hpp"
#include "analysis/reuse/kept_proof.hpp"
#include "analysis/reuse/stored_attempt.hpp"
#include "analysis/reuse/stored_facts.hpp"

#include <optional>
#include <string>
#include <vector>

/// What the cache keeps of an entry point, as values and as texts.
namespace vouch::reuse {

/// The answer for one version of the code. Without violations, everything is proved; with some, everything else is.
struct StoredVerdict {
  std::vector<findings::ViolatingRun> violations;
  std::optional<StoredFacts> facts = std::nullopt; ///< that the proof of the rest states
  friend bool operator==(const StoredVerdict&, const StoredVerdict&) = default;
};

/// What the last verification leaves for the next one, whatever the code is by then. Nothing of it is believed: inputs
/// are executed, proofs checked, and what came to an end last time is only the first to be tried.
struct VerificationHints {
  std::vector<findings::RunInputs> violations;
  std::string proved_by; ///< the configuration that proved that there is nothing else; empty: none did
  std::optional<KeptProof> proof;
  friend bool operator==(const VerificationHints&, const VerificationHints&) = default;
};

std::string to_text(const StoredVerdict& verdict);
std::string to_text(const VerificationHints& hints);
std::string to_text(const StoredAttempt& attempt);

/// Nothing if the text is not one of `to_text`.
std::optional<StoredVerdict> verdict_of(const std::string& text);
std::optional<VerificationHints> hints_of(const std::string& text);
std::optional<StoredAttempt> attempt_of(const std::string& text);

} // namespace vouch::reuse

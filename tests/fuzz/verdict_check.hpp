#pragma once

#include "analysis/report/report.hpp"
#include "tests/support/interpreted_program.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouch::fuzz {

/// A violation as runs can check it.
struct ClaimedViolation {
  Property property = Property::Assert;
  unsigned line = 0;
  bool confirmed = false;
  /// Of the calls of `__VERIFIER_nondet_*` in the trace, in order; none if the trace has a gap.
  std::optional<std::vector<std::int64_t>> inputs;
};

struct ClaimedVerdict {
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  std::vector<ClaimedViolation> violations;
};

/// What the verifier says about the program in `file` within `time`, its checksum left out.
ClaimedVerdict verify_program(const std::filesystem::path& file, const Options& options,
                              const std::vector<std::string>& arguments, std::chrono::milliseconds time);

/// What is wrong with the verdict, as far as the interpreter can tell on its own: an unconfirmed violation, a proof
/// that its check rejects, or `safe` although executing finds a violation.
std::optional<std::string> contradiction(const ClaimedVerdict& claim, const testkit::InterpretedProgram& program);

/// What a run shows to be wrong with the verdict: an assertion failed in a safe program, or it had undefined behaviour.
std::optional<std::string> contradiction(const ClaimedVerdict& claim, const testkit::CompiledRun& run);

/// What is wrong with a violation, given what the compiled program does with its inputs.
std::optional<std::string> contradiction(const ClaimedViolation& claim, const testkit::CompiledRun& run);

} // namespace vouch::fuzz

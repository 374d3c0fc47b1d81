#pragma once

#include "analysis/report/report.hpp"
#include "server/formats/comparison.hpp"
#include "server/formats/replay_recipe.hpp"
#include "server/formats/tried_test.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouch::server {

enum class WitnessVerdict { Confirmed, Rejected, Unknown };

struct WitnessAnswer {
  WitnessVerdict verdict = WitnessVerdict::Unknown;
  std::string reason; ///< unless confirmed
};

/// A violation that the compiled program does not show.
struct RefutedViolation {
  Violation violation;
  std::string difference;          ///< what the compiled program does instead
  std::vector<std::string> doubts; ///< what of the run may be different from build to build
};

/// The outcome of one `vouch check`.
struct CheckReport {
  std::string version;
  std::vector<FileReport> files;
  /// If they were asked for: by file and violation, what became of the tests.
  std::vector<std::vector<TriedTest>> failing_tests = {};
  std::optional<WitnessAnswer> witness; ///< if one was to be checked
  double seconds = 0;                   ///< wall clock of the whole command
  std::uint64_t peak_memory_bytes = 0;
  std::vector<ReplayRecipe> recipes = {}; ///< by file; none: runs of the report cannot be executed again
  std::vector<std::vector<RefutedViolation>> refuted = {}; ///< by file, if violations were confirmed natively
  std::optional<Comparison> comparison = {};               ///< with an earlier report, if there is one
  std::vector<Property> properties = {checked_by_default.begin(), checked_by_default.end()}; ///< that were asked for
};

/// Violated if any file is; otherwise unknown if any file is or does not compile.
Verdict overall_verdict(const CheckReport& report);

/// The counters of all files together.
Statistics total_statistics(const CheckReport& report);
/// Processor time.
double seconds_of_interpolation(const Statistics& statistics);

/// 2 if a file does not compile, 1 for a violation, 3 if undecided, 0 if everything was proved. Beside an earlier report
/// violations that are not new count as little as proofs.
int exit_status(const CheckReport& report);

/// As the command line and JSON spell them.
std::string_view spelling(Verdict verdict);
std::string_view spelling(Property property);
std::string_view spelling(TraceStepKind kind);
std::string_view spelling(WitnessVerdict verdict);
std::string_view spelling(BaselineState state); ///< "new", "same"
std::string_view spelling(FindingKind kind);    ///< "will-happen" and the like
std::string_view severity_of(FindingKind kind); ///< "error", "warning", "hint"

} // namespace vouch::server

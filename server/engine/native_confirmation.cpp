#include "server/engine/native_confirmation.hpp"

#include <algorithm>
#include <utility>

namespace vouch::server {
namespace {

/// Moves what is refuted from `violations` and `tests` to the result.
std::vector<RefutedViolation> take_refuted(std::vector<Violation>& violations, std::vector<TriedTest>& tests) {
  std::vector<RefutedViolation> refuted;
  std::vector<Violation> kept;
  std::vector<TriedTest> tests_of_kept;
  for (std::size_t i = 0; i < violations.size() && i < tests.size(); ++i) {
    Violation& violation = violations[i];
    TriedTest& test = tests[i];
    switch (test.outcome) {
    case TestOutcome::RanOtherwise:
      refuted.push_back({std::move(violation), std::move(test.reason), std::move(test.doubts)});
      continue;
    case TestOutcome::Failed:
      violation.native = NativeConfirmation::Confirmed;
      break;
    case TestOutcome::Inconclusive:
      violation.native = NativeConfirmation::Impossible;
      violation.native_obstacle = test.reason;
      break;
    }
    kept.push_back(std::move(violation));
    tests_of_kept.push_back(std::move(test));
  }
  violations = std::move(kept);
  tests = std::move(tests_of_kept);
  return refuted;
}

/// The verdicts without the violations that are gone.
void update_verdicts(FileReport& file, const std::vector<RefutedViolation>& refuted) {
  for (FunctionReport& function : file.functions) {
    const auto is_its_own = [&](const auto& violation) { return violation.function == function.name; };
    const auto gone = std::ranges::find_if(
        refuted, [&](const RefutedViolation& candidate) { return is_its_own(candidate.violation); });
    if (function.verdict == Verdict::Violated && gone != refuted.end() &&
        std::ranges::none_of(file.violations, is_its_own)) {
      function.verdict = Verdict::Unknown;
      function.reason = refutation(*gone);
    }
  }
  if (file.violations.empty()) {
    file.verdict = Verdict::Unknown;
    file.reason = refutation(refuted.front());
  }
}

} // namespace

std::string refutation(const RefutedViolation& refuted) {
  const Violation& violation = refuted.violation;
  return std::string(not_shown_natively) + ": " + violation.message + " (line " + std::to_string(violation.place.line) +
         "): " + refuted.difference;
}

void confirm_natively(CheckReport& report) {
  report.refuted.resize(report.files.size());
  for (std::size_t i = 0; i < report.files.size() && i < report.failing_tests.size(); ++i) {
    FileReport& file = report.files[i];
    report.refuted[i] = take_refuted(file.violations, report.failing_tests[i]);
    if (!report.refuted[i].empty()) {
      update_verdicts(file, report.refuted[i]);
    }
  }
}

} // namespace vouch::server

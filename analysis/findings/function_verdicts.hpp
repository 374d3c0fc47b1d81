#pragma once

#include "analysis/facts/target_reachability.hpp"
#include "analysis/findings/entry_outcome.hpp"

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::findings {

/// What one entry point says about everything that it reaches.
struct EntryVerdict {
  const cfa::EntryPoint& entry;
  const EntryOutcome& outcome;
  std::uint64_t milliseconds = 0;
};

/// Why a violation of the kind OnlyIfCaller leaves its function without a proof.
std::string reason_of_hint(const Violation& hint);

/// From the verdicts of entry points to verdicts of functions: one is proved if every entry point that may call it
/// was, or if there is nothing to prove in it and what it calls; violated if a violation is in it. An entry point with
/// a violation proves the functions that its runs come to without one, but none that calls what fails. Of a function that is
/// verified on its own, for all callers, its own entry point says whether it is proved. Where a violation is the callers'
/// fault nothing is proved: other runs to the same place may be the function's own.
///
/// A function that only the file calls, and that its callers leave open, is proved by its internal entry point as one that
/// anybody can call is by its own: for calls that pass what callers may pass. That its undecided calls do is what it rests on.
class FunctionVerdicts {
public:
  /// The arguments must outlive the result.
  FunctionVerdicts(const cfa::Cfa& cfa, const facts::TargetReachability& targets);

  /// One for each function with a definition in the translation unit, in their order there. `internal` are those of internal
  /// entry points.
  [[nodiscard]] std::vector<FunctionReport> reports(const std::vector<EntryVerdict>& entries,
                                                    const std::vector<EntryVerdict>& internal) const;
  /// The functions that these entry points neither prove nor refute.
  [[nodiscard]] std::set<cfa::FunctionId> left_open(const std::vector<EntryVerdict>& entries) const;

private:
  struct FunctionFindings;
  struct AllFindings;
  [[nodiscard]] AllFindings findings_of(const std::vector<EntryVerdict>& entries) const;
  [[nodiscard]] bool is_reported(cfa::FunctionId id) const;
  [[nodiscard]] FunctionReport report_of(cfa::FunctionId id, const AllFindings& found) const;

  [[nodiscard]] std::vector<ReportedCheck> check_list(cfa::FunctionId id,
                                                      const std::function<CheckState(cfa::LocationId)>& state_of) const;

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  /// By the start of each entry point: the functions that an execution from there may enter.
  std::unordered_map<cfa::LocationId, std::vector<cfa::FunctionId>> entered_;
  std::vector<std::vector<cfa::LocationId>> checks_; ///< by function: its targets
  std::vector<std::vector<std::string>> calls_;      ///< by function: names of those that it may enter directly
  std::vector<std::vector<std::string>> statics_;    ///< by function, as in its report
};

} // namespace vouch::findings

#pragma once

#include "analysis/cfa/ids.hpp"
#include "analysis/cfa/type.hpp"
#include "analysis/findings/proved_facts.hpp"
#include "analysis/report/reachability_graph.hpp"
#include "analysis/report/report.hpp"
#include "analysis/transformation/program_variants.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What a verification has found out about one entry point.
namespace vouch::findings {

/// The inputs of one run that violates something.
using RunInputs = std::vector<cfa::Integer>;

/// What it took long to find out of a violation's causes (caller_dependence.hpp, violation_report.hpp). It is the same as
/// long as the code is.
struct CallerAnswers {
  std::optional<RunInputs> passing_run = std::nullopt; ///< with several other inputs, along the same branches
  bool is_about_outside = false;                       ///< of the check: about nothing but what came from outside
  friend bool operator==(const CallerAnswers&, const CallerAnswers&) = default;
};

struct ViolatingRun {
  RunInputs inputs;
  CallerAnswers answers = {};
  friend bool operator==(const ViolatingRun&, const ViolatingRun&) = default;
};

struct EntryOutcome {
  std::vector<Violation> violations = {};
  std::vector<std::string> open = {};                 ///< why the rest is not proved; empty: everything else is
  std::vector<ViolatingRun> violating_runs = {};      ///< to `violations`
  std::vector<cfa::LocationId> violated_targets = {}; ///< where they end
  /// The targets that `open` is about; nothing: all that are not violated.
  std::optional<std::vector<cfa::LocationId>> open_targets = std::nullopt;
  /// What the proof states of everything that is not violated; nothing if something is open, or decided by execution.
  std::optional<ProvedFacts> facts = std::nullopt;
  bool is_from_cache = false;
  /// If that is where it is from, and something is open: how long was tried then.
  std::chrono::milliseconds spent_before{0};
  /// If nothing had to be explored: in words, what of the last proof had to be checked.
  std::string rests_on_last_proof = {};
  std::vector<Message> messages = {};               ///< of the cache, and explanations that were asked for
  std::optional<EntryGraphs> graphs = std::nullopt; ///< of the last exploration, if they were asked for
  /// What is to be assumed of callers so that violations of the kind OnlyIfCaller do not happen. If there is any, nothing
  /// else was looked for.
  std::vector<transformation::Assumption> assumptions = {};
  /// Violations of that kind that were found before, and that everything else here is said without.
  std::vector<Violation> preconditions = {};
  /// The targets that it is said under the assumption that callers do not cause them; of some of `preconditions`.
  std::vector<cfa::LocationId> left_to_callers = {};
  /// Functions of which this entry point does not say that they are proved, and why (failed_runs.hpp).
  std::map<cfa::FunctionId, std::string> not_proved = {};
};

} // namespace vouch::findings

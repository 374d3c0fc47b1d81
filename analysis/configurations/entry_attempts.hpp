#pragma once

#include "analysis/configurations/learnt_precision.hpp"
#include "analysis/facts/target_reachability.hpp"
#include "analysis/findings/entry_outcome.hpp"
#include "analysis/reuse/known_entries.hpp"
#include "analysis/reuse/stable_names.hpp"
#include "analysis/reuse/store/run_store.hpp"
#include "analysis/transformation/program_parts.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

/// Attempts to verify the entry points of one file, each in the program as its runs see it.
namespace vouch::configurations {

/// What has come of the attempts at one entry point so far.
struct EntryProgress {
  findings::EntryOutcome outcome{.open = {not_finished_reason}};
  std::uint64_t milliseconds = 0;
  std::chrono::milliseconds share{0}; ///< of the last attempt; zero: the next one is about something else
  bool is_final = false;
  bool has_analysed = false;                           ///< something that was not known before
  std::optional<Interruption> interruption = {};       ///< of the last attempt
  std::vector<transformation::Assumption> assumptions; ///< of callers
  std::vector<Violation> preconditions;                ///< the violations that are gone with these, one for each
  std::size_t rounds = 0;                              ///< how often something was assumed
  LearntPrecision learnt;                              ///< by the attempts so far
};

class EntryAttempts {
public:
  /// The arguments must outlive the object.
  EntryAttempts(const cfa::Cfa& cfa, const facts::TargetReachability& targets, const Options& options);

  /// How an attempt is made.
  struct Request {
    std::chrono::milliseconds share{0};                       ///< the time that it takes at most, or about that
    const std::vector<cfa::FunctionId>& proved_in_every_call; ///< functions whose own checks hold in every call
    reuse::RunStore* store = nullptr; ///< is asked, and gets what is found; none: everything is verified
  };
  /// Makes one more, unless what comes of it is known already. The statistics of `context` go up.
  void attempt(const cfa::EntryPoint& entry, const Request& request, RunContext& context,
               EntryProgress& progress) const;

  /// Takes what the store has of the code as it is: a proof, or an attempt that had about as much time and left something
  /// open, if that is all there is to say of the entry point; false: an attempt is needed.
  bool recall(const cfa::EntryPoint& entry, const Request& request, RunContext& context, EntryProgress& progress) const;

  /// Whether what is known of `entry` by now proves the checks of its function for whatever call there is.
  [[nodiscard]] bool holds_in_every_call(const cfa::EntryPoint& entry, const EntryProgress& progress) const;
  /// Whether a proof for all arguments would do for that.
  [[nodiscard]] bool may_hold_in_every_call(const cfa::EntryPoint& entry) const;

private:
  using Question = reuse::KnownEntries::Question;

  /// Nothing: the code alone does not say what the next attempt is about, or nobody wants what is known.
  [[nodiscard]] std::optional<Question> question_about(const cfa::EntryPoint& entry, const Request& request,
                                                       const EntryProgress& progress) const;
  /// Whether there is an answer.
  bool take_answer(const Question& question, const Request& request, RunContext& context,
                   EntryProgress& progress) const;
  /// Of the attempt that was made, which had `time` and took `spent`.
  void keep_answer(const Question& question, reuse::ResultStore& store, std::chrono::milliseconds time,
                   std::chrono::milliseconds spent, EntryProgress& progress) const;
  void make_attempt(const cfa::EntryPoint& entry, const Request& request, RunContext& context,
                    EntryProgress& progress) const;
  /// What an attempt takes at most; nothing: it may take as long as it needs.
  [[nodiscard]] std::optional<std::chrono::milliseconds> limit_of(const Request& request,
                                                                  const RunContext& context) const;
  /// Of a target: what leads there has passed before, or holds in every call.
  [[nodiscard]] std::function<bool(cfa::LocationId)>
  never_fails(const std::vector<cfa::FunctionId>& proved_in_every_call) const;
  [[nodiscard]] bool has_left_everything_to_callers(const cfa::EntryPoint& entry, const EntryProgress& progress) const;

  const cfa::Cfa& cfa_;
  const facts::TargetReachability& targets_;
  const Options& options_;
  transformation::ProgramParts parts_;
  std::unordered_set<cfa::LocationId> passed_checks_;
  std::vector<std::vector<cfa::LocationId>> checks_; ///< by function
  std::vector<bool> is_of_numbers_;                  ///< by function
  std::shared_ptr<const reuse::StableNames> names_;
  reuse::KnownEntries known_;
  LearntPrecision given_; ///< by the user
};

} // namespace vouch::configurations

#pragma once

#include "analysis/configurations/entry_attempts.hpp"
#include "analysis/support/helpers.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

/// Attempts that helpers make, beside each other.
///
/// A helper sends back what it has put into its store (reuse/run_store.hpp). The same attempt is then made here, and finds
/// its answer there: so verdicts, runs and facts come from there as they come from an earlier run, and violations are
/// executed once more. A helper goes on as long as its attempts come to assumptions of callers, and who has made one attempt
/// at an entry point makes the others, too: what was learnt is there.
///
/// Example: f and g, two helpers. The first one finds a null argument that f does not expect, and verifies f without it; its
/// answer are two attempts, and what they have left in the store. Meanwhile the other one verifies g.
namespace vouch::configurations {

class HelpedAttempts {
public:
  struct File {
    const EntryAttempts& attempts;
    const std::vector<const cfa::EntryPoint*>& points;
    const Options& options;
  };
  /// An attempt that a helper is asked for.
  struct Asked {
    std::size_t index = 0; ///< the entry point
    std::chrono::milliseconds share{0};
    std::vector<cfa::FunctionId> proved_in_every_call = {};
  };

  /// Starts the helpers. `file` and `store`, which hears of what they find, must outlive the object.
  HelpedAttempts(const File& file, const StartHelpers& start, const RunContext& context, reuse::RunStore& store);

  [[nodiscard]] std::size_t helpers() const { return helpers_->count(); }

  /// Which attempts to make, and what comes of them.
  class Plan {
  public:
    Plan() = default;
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    virtual ~Plan() = default;

    /// For one of `waiting` entry points; nothing: it is not worth an attempt.
    virtual std::optional<std::chrono::milliseconds> share_of(std::size_t index, std::size_t waiting) = 0;
    virtual EntryProgress& progress_of(std::size_t index) = 0;
    /// Whether what it calls is no reason to wait.
    virtual bool is_ready(std::size_t index) = 0;
    /// Functions whose own checks hold in every call.
    virtual const std::vector<cfa::FunctionId>& proved_in_every_call() = 0;
    /// There is something new of the entry point.
    virtual void tell(std::size_t index) = 0;
    /// Called now and then while helpers are at work.
    virtual void while_waiting() = 0;
  };
  /// Attempts each of `indices`, entry points of the file. Throws `Interrupted` if `context` says that it is over.
  void attempt(const std::vector<std::size_t>& indices, RunContext& context, Plan& plan);

private:
  void ask(std::size_t helper, std::vector<std::size_t>& waiting, RunContext& context, Plan& plan);
  /// Without helpers.
  void attempt_here(const std::vector<std::size_t>& indices, RunContext& context, Plan& plan);
  void take(const Helpers::Answer& answer, RunContext& context, Plan& plan);
  [[nodiscard]] bool is_for(std::size_t helper, std::size_t index) const;

  File file_;
  reuse::RunStore& store_;
  std::unique_ptr<Helpers> helpers_;
  std::map<std::size_t, Asked> busy_;          ///< by helper
  std::set<std::size_t> ended_;                ///< helpers
  std::map<std::size_t, std::size_t> made_by_; ///< the helper that made the last attempt; by entry point
};

/// Whether the answers of helpers can be believed, and are all that is wanted.
bool may_be_helped(const Options& options);

} // namespace vouch::configurations

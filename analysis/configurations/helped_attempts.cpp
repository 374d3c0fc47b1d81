#include "analysis/configurations/helped_attempts.hpp"

#include "analysis/reuse/made_attempts.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace vouch::configurations {
namespace {

/// How long over the time an answer is waited for that is about to come.
constexpr std::chrono::milliseconds patience{200};
constexpr std::chrono::milliseconds longest_wait{50};

std::string question_about(const HelpedAttempts::Asked& asked) {
  std::string text = std::to_string(asked.index) + " " + std::to_string(asked.share.count());
  for (const cfa::FunctionId function : asked.proved_in_every_call) {
    text += " " + std::to_string(function.index());
  }
  return text;
}

HelpedAttempts::Asked asked_in(const std::string& question) {
  std::istringstream text(question);
  std::size_t index = 0;
  std::int64_t milliseconds = 0;
  text >> index >> milliseconds;
  std::vector<cfa::FunctionId> proved_in_every_call;
  for (std::size_t function = 0; text >> function;) {
    proved_in_every_call.emplace_back(function);
  }
  return {index, std::chrono::milliseconds(milliseconds), std::move(proved_in_every_call)};
}

/// What a helper does. It is made before there are helpers, and used in them only.
class HelpersWork {
public:
  HelpersWork(const HelpedAttempts::File& file, RunContext context)
      : file_(file), context_(std::move(context)), store_(file.options.cache_folder,
                                                          [this](std::span<const reuse::StoreEntry> entries) {
                                                            found_.insert(found_.end(), entries.begin(), entries.end());
                                                          }),
        progress_(file.points.size()) {}
  HelpersWork(const HelpersWork&) = delete;
  HelpersWork& operator=(const HelpersWork&) = delete;

  std::string answer(const std::string& question) {
    const HelpedAttempts::Asked asked = asked_in(question);
    EntryProgress& progress = progress_[asked.index];
    std::vector<reuse::MadeAttempt> attempts;
    do {
      attempts.push_back(attempt(asked, progress));
    } while (!progress.is_final && !progress.interruption);
    return reuse::to_bytes({std::move(attempts), std::exchange(found_, {})});
  }

private:
  reuse::MadeAttempt attempt(const HelpedAttempts::Asked& asked, EntryProgress& progress) {
    context_.statistics = {};
    progress.has_analysed = false;
    const std::uint64_t before = progress.milliseconds;
    file_.attempts.attempt(*file_.points[asked.index], {asked.share, asked.proved_in_every_call, &store_}, context_,
                           progress);
    return {progress.outcome.is_from_cache, progress.has_analysed, progress.interruption == Interruption::Memory,
            progress.outcome.messages,      context_.statistics,   progress.milliseconds - before};
  }

  HelpedAttempts::File file_;
  RunContext context_;
  reuse::RunStore store_;
  std::vector<EntryProgress> progress_; ///< by entry point
  std::vector<reuse::StoreEntry> found_;
};

void leave_open(EntryProgress& progress, std::string reason) {
  progress.outcome = {};
  progress.outcome.open.push_back(std::move(reason));
  progress.outcome.preconditions = progress.preconditions;
  progress.is_final = true;
}

} // namespace

HelpedAttempts::HelpedAttempts(const File& file, const StartHelpers& start, const RunContext& context,
                               reuse::RunStore& store)
    : file_(file), store_(store) {
  RunContext quiet = context;
  quiet.on_progress = {};
  const auto work = std::make_shared<HelpersWork>(file, std::move(quiet));
  helpers_ = start([work](const std::string& question) { return work->answer(question); });
}

void HelpedAttempts::attempt(const std::vector<std::size_t>& indices, RunContext& context, Plan& plan) {
  std::vector<std::size_t> waiting = indices;
  while (!waiting.empty() || !busy_.empty()) {
    for (std::size_t helper = 0; helper < helpers(); ++helper) {
      ask(helper, waiting, context, plan);
    }
    if (ended_.size() == helpers()) {
      return attempt_here(waiting, context, plan);
    }
    const std::optional<Interruption> interruption = context.interruption();
    const bool is_over = interruption == Interruption::Timeout
                             ? busy_.empty() || std::chrono::steady_clock::now() >= *context.deadline + patience
                             : interruption.has_value();
    if (is_over) {
      throw Interrupted{*interruption};
    }
    if (const std::optional<Helpers::Answer> answer = helpers_->wait(longest_wait)) {
      take(*answer, context, plan);
    }
    plan.while_waiting();
  }
}

bool HelpedAttempts::is_for(std::size_t helper, std::size_t index) const {
  const auto maker = made_by_.find(index);
  return maker == made_by_.end() || maker->second == helper || ended_.contains(maker->second);
}

/// Something of what waits, if it has nothing to do and there is time.
void HelpedAttempts::ask(std::size_t helper, std::vector<std::size_t>& waiting, RunContext& context, Plan& plan) {
  while (!busy_.contains(helper) && !ended_.contains(helper) && !context.interruption()) {
    const auto next =
        std::ranges::find_if(waiting, [&](std::size_t index) { return is_for(helper, index) && plan.is_ready(index); });
    if (next == waiting.end()) {
      return;
    }
    const std::size_t index = *next;
    const std::optional<std::chrono::milliseconds> share = plan.share_of(index, waiting.size());
    waiting.erase(next);
    if (!share) {
      continue;
    }
    const EntryAttempts::Request request{*share, plan.proved_in_every_call(), &store_};
    if (file_.attempts.recall(*file_.points[index], request, context, plan.progress_of(index))) {
      plan.tell(index);
    } else {
      made_by_[index] = helper;
      busy_[helper] = {index, *share, plan.proved_in_every_call()};
      helpers_->ask(helper, question_about(busy_[helper]));
    }
  }
}

void HelpedAttempts::attempt_here(const std::vector<std::size_t>& indices, RunContext& context, Plan& plan) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    context.check();
    if (const auto share = plan.share_of(indices[i], indices.size() - i)) {
      file_.attempts.attempt(*file_.points[indices[i]], {*share, plan.proved_in_every_call(), &store_}, context,
                             plan.progress_of(indices[i]));
      plan.tell(indices[i]);
    }
  }
}

void HelpedAttempts::take(const Helpers::Answer& answer, RunContext& context, Plan& plan) {
  const Asked asked = busy_.at(answer.helper);
  const std::size_t index = asked.index;
  EntryProgress& progress = plan.progress_of(index);
  busy_.erase(answer.helper);
  if (!answer.text) {
    ended_.insert(answer.helper);
    leave_open(progress, answer.how_it_ended);
    plan.tell(index);
    return;
  }
  reuse::MadeAttempts made = reuse::made_attempts_of(*answer.text);
  store_.learn(std::move(made.found));
  for (reuse::MadeAttempt& attempt : made.attempts) {
    add(attempt.statistics, context.statistics);
    if (attempt.is_out_of_memory) {
      leave_open(progress, reason_of(Interruption::Memory));
      break;
    }
    RunContext again = context;
    again.statistics = {};
    const std::uint64_t before = progress.milliseconds;
    file_.attempts.attempt(*file_.points[index], {asked.share, asked.proved_in_every_call, &store_}, again, progress);
    if (progress.outcome.is_from_cache) {
      progress.outcome.is_from_cache = attempt.is_from_cache;
      progress.outcome.messages = std::move(attempt.messages);
      progress.milliseconds = before + attempt.milliseconds;
    } else {
      add(again.statistics, context.statistics);
    }
    progress.has_analysed |= attempt.has_analysed;
    if (progress.is_final || progress.interruption) {
      break;
    }
  }
  plan.tell(index);
}

bool may_be_helped(const Options& options) {
  return options.graphs == ExportedGraphs::None && options.exported_precision == ExportedPrecision::None &&
         options.cache_audit == CacheAudit::Off && options.proof_checks != ProofChecks::Always;
}

} // namespace vouch::configurations

#include "server/lsp/verification_queue.hpp"

#include "server/engine/partial_report.hpp"
#include "server/formats/trace_file.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <spdlog/spdlog.h>
#include <tuple>
#include <utility>

namespace vouch::server {

namespace {

constexpr std::chrono::milliseconds progress_interval{100};

/// Keeps the runs of a verification for those who want to step through them, each once however often it is reported.
class TraceKeeper {
public:
  explicit TraceKeeper(const VerificationJob& job) : job_(job) {}

  /// The id of the trace's file; empty if there is none.
  std::string id_of(const Violation& violation) {
    const auto [known, is_new] = ids_.try_emplace({violation.code, violation.place.file, violation.place.line,
                                                   violation.place.column, violation.run.entry, violation.run.inputs});
    if (is_new) {
      known->second = keep(violation);
    }
    return known->second;
  }

private:
  /// Which violation, and the run to it.
  using Key = std::tuple<std::string, std::string, unsigned, unsigned, std::string, std::vector<std::string>>;

  std::string keep(const Violation& violation) {
    if (job_.traces_folder.empty() || violation.run.entry.empty()) {
      return {};
    }
    const auto id = write_trace_file(job_.traces_folder, {job_.request.input, job_.request.options, violation});
    if (!id) {
      spdlog::warn("a run cannot be kept: {}", id.error().message);
      return {};
    }
    return id.value();
  }

  const VerificationJob& job_;
  std::map<Key, std::string> ids_;
};

} // namespace

VerificationQueue::VerificationQueue(boost::asio::io_context& io, VerificationService& service, Events events)
    : io_(io), service_(service), events_(std::move(events)), thread_([this] { work(); }) {}

VerificationQueue::~VerificationQueue() { stop_all(); }

void VerificationQueue::submit(VerificationJob job) {
  live_.insert(job.run);
  const std::lock_guard lock(mutex_);
  waiting_.push_front(std::move(job));
  changed_.notify_one();
}

void VerificationQueue::cancel(RunId run) {
  live_.erase(run);
  const std::lock_guard lock(mutex_);
  std::erase_if(waiting_, [run](const VerificationJob& job) { return job.run == run; });
  if (running_ == run) {
    running_stop_.request_stop();
  }
}

WorkerThread::Wait VerificationQueue::shut_down(std::chrono::milliseconds limit) {
  stop_all();
  return thread_.wait_for(limit);
}

void VerificationQueue::stop_all() {
  const std::lock_guard lock(mutex_);
  is_shutting_down_ = true;
  waiting_.clear();
  running_stop_.request_stop();
  changed_.notify_one();
}

void VerificationQueue::work() {
  std::stop_source stop;
  while (const std::optional<VerificationJob> job = next_job(stop)) {
    execute(*job, stop);
    stop = std::stop_source();
  }
}

std::optional<VerificationJob> VerificationQueue::next_job(std::stop_source& stop) {
  std::unique_lock lock(mutex_);
  running_ = 0;
  changed_.wait(lock, [this] { return is_shutting_down_ || !waiting_.empty(); });
  if (is_shutting_down_) {
    return std::nullopt;
  }
  VerificationJob job = std::move(waiting_.front());
  waiting_.pop_front();
  running_ = job.run;
  running_stop_ = stop;
  return job;
}

/// Posts an event to the event loop, where it happens unless the run has been cancelled by then.
template <class Event>
void VerificationQueue::post(RunId run, Event event) {
  boost::asio::post(io_, [this, run, event = std::move(event)]() mutable {
    if (live_.contains(run)) {
      event();
    }
  });
}

void VerificationQueue::execute(const VerificationJob& job, const std::stop_source& stop) {
  const RunId run = job.run;
  post(run, [this, run] { events_.on_started(run); });

  VerificationContext context;
  context.stop = stop.get_token();
  if (job.budget) {
    context.deadline = std::chrono::steady_clock::now() + *job.budget;
  }
  context.memory_limit_bytes = job.memory_limit_bytes;
  auto next_progress = std::chrono::steady_clock::now();
  context.on_progress = [&](const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_progress) {
      return;
    }
    next_progress = now + progress_interval;
    std::string message(progress.phase);
    message += progress.detail.empty() ? "" : ": " + progress.detail;
    post(run, [this, run, message = std::move(message)] { events_.on_progress(run, message); });
  };
  SourceTexts texts(job.request.input.unsaved);
  TraceKeeper traces(job);
  const auto as_shown = [&](const FileReport& report) {
    return to_verified_document(report, job.target, texts,
                                [&](const Violation& violation) { return traces.id_of(violation); });
  };
  context.on_partial_report = [&](const FileReport& report) {
    post(run,
         [this, run, document = as_shown(report)]() mutable { events_.on_partial_result(run, std::move(document)); });
  };
  post(run, [this, run, document = as_shown(verify(job, context))]() mutable {
    live_.erase(run);
    events_.on_finished(run, std::move(document));
  });
}

FileReport VerificationQueue::verify(const VerificationJob& job, VerificationContext& context) {
  try {
    return service_.verify(job.request, context);
  } catch (const std::exception& problem) {
    // The thread's boundary: whatever is wrong with the service, the session goes on and the user is told.
    return unknown_report(job.request.input, std::string("internal error: ") + problem.what());
  }
}

} // namespace vouch::server

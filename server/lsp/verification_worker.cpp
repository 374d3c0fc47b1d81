#include "server/lsp/verification_worker.hpp"

#include "server/engine/partial_report.hpp"
#include "server/formats/trace_file.hpp"

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

VerificationWorker::VerificationWorker(boost::asio::io_context& io, VerificationService& service, WorkerEvents events)
    : io_(io), service_(service), events_(std::move(events)), thread_([this] { work(); }) {}

VerificationWorker::~VerificationWorker() { shut_down(std::chrono::milliseconds(0)); }

void VerificationWorker::start(VerificationJob job) {
  stop_ = std::stop_source();
  job_ = std::move(job);
  const std::lock_guard lock(mutex_);
  next_ = &*job_;
  next_stop_ = stop_.get_token();
  changed_.notify_one();
}

void VerificationWorker::stop() { stop_.request_stop(); }

WorkerThread::Wait VerificationWorker::shut_down(std::chrono::milliseconds limit) {
  stop();
  {
    const std::lock_guard lock(mutex_);
    is_shutting_down_ = true;
    changed_.notify_one();
  }
  return thread_.wait_for(limit);
}

void VerificationWorker::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return is_shutting_down_ || next_ != nullptr; });
    if (is_shutting_down_) {
      return;
    }
    const VerificationJob& job = *std::exchange(next_, nullptr);
    const std::stop_token stop = next_stop_;
    lock.unlock();
    post([this, run = job.run] { events_.on_started(run); });
    post([this, document = execute(job, stop)]() mutable {
      events_.on_finished(*std::exchange(job_, std::nullopt), std::move(document));
    });
    lock.lock();
  }
}

/// To be told on the event loop.
template <class Event>
void VerificationWorker::post(Event event) {
  boost::asio::post(io_, std::move(event));
}

VerifiedDocument VerificationWorker::execute(const VerificationJob& job, const std::stop_token& stop) {
  const RunId run = job.run;
  VerificationContext context;
  context.stop = stop;
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
    post([this, run, message = std::move(message)] { events_.on_progress(run, message); });
  };
  SourceTexts texts(job.request.input.unsaved);
  TraceKeeper traces(job);
  const auto as_shown = [&](const FileReport& report) {
    return to_verified_document(report, job.target, texts,
                                [&](const Violation& violation) { return traces.id_of(violation); });
  };
  context.on_partial_report = [&](const FileReport& report) {
    post([this, run, document = as_shown(report)]() mutable { events_.on_partial_result(run, std::move(document)); });
  };
  return as_shown(verify(job, context));
}

FileReport VerificationWorker::verify(const VerificationJob& job, VerificationContext& context) {
  try {
    return service_.verify(job.request, context);
  } catch (const std::exception& problem) {
    // The thread's boundary: whatever is wrong with the service, the session goes on and the user is told.
    return unknown_report(job.request.input, std::string("internal error: ") + problem.what());
  }
}

} // namespace vouch::server

#include "server/lsp/verification_queue.hpp"

#include <algorithm>
#include <utility>

namespace vouch::server {

VerificationQueue::VerificationQueue(boost::asio::io_context& io,
                                     const std::vector<std::reference_wrapper<VerificationService>>& services,
                                     Events events)
    : events_(std::move(events)), pause_(io) {
  for (VerificationService& service : services) {
    workers_.push_back(std::make_unique<VerificationWorker>(io, service, worker_events()));
  }
}

/// Those of a worker, without what is said of runs that are not live any more.
WorkerEvents VerificationQueue::worker_events() {
  return {[this](RunId run) {
            if (live_.contains(run)) {
              events_.on_started(run);
            }
          },
          [this](RunId run, std::string message) {
            if (live_.contains(run)) {
              events_.on_progress(run, std::move(message));
            }
          },
          [this](RunId run, VerifiedDocument partial) {
            if (live_.contains(run)) {
              events_.on_partial_result(run, std::move(partial));
            }
          },
          [this](VerificationJob job, VerifiedDocument result) { finish(std::move(job), std::move(result)); }};
}

void VerificationQueue::submit(VerificationJob job, const Urgency& urgency) {
  const RunId run = job.run;
  live_.emplace(run, urgency);
  waiting_.emplace(run, std::move(job));
  schedule();
}

void VerificationQueue::change_urgency(RunId run, const Urgency& urgency) {
  if (const auto found = live_.find(run); found != live_.end() && found->second != urgency) {
    found->second = urgency;
    schedule();
  }
}

void VerificationQueue::cancel(RunId run) {
  live_.erase(run);
  waiting_.erase(run);
  interrupted_.erase(run);
  if (VerificationWorker* worker = worker_at(run)) {
    worker->stop();
  }
}

WorkerThread::Wait VerificationQueue::shut_down(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (const auto& worker : workers_) {
    worker->shut_down(std::chrono::milliseconds(0));
  }
  for (const auto& worker : workers_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (worker->shut_down(std::max(left, std::chrono::milliseconds(0))) == WorkerThread::Wait::TimedOut) {
      return WorkerThread::Wait::TimedOut;
    }
  }
  return WorkerThread::Wait::Ended;
}

void VerificationQueue::schedule() {
  for (ScheduleStep step = next_step(); !std::holds_alternative<NothingToDo>(step); step = next_step()) {
    if (std::holds_alternative<Interrupt>(step)) {
      interrupt_after_pause();
      return;
    }
    auto job = waiting_.extract(std::get<Begin>(step).run);
    idle_worker()->start(std::move(job.mapped()));
  }
}

void VerificationQueue::interrupt_after_pause() {
  if (std::exchange(pause_state_, Pause::Running) == Pause::Running) {
    return;
  }
  pause_.expires_after(pause_before_interruption);
  pause_.async_wait([this](const boost::system::error_code& error) {
    pause_state_ = Pause::None;
    const ScheduleStep step = next_step();
    if (const auto* interrupt = std::get_if<Interrupt>(&step); interrupt != nullptr && !error) {
      interrupted_.insert(interrupt->run);
      worker_at(interrupt->run)->stop();
    }
  });
}

/// A worker that is about to be free is worth waiting for.
ScheduleStep VerificationQueue::next_step() const {
  const auto with_urgency = [this](RunId run) { return ScheduledRun{run, live_.at(run)}; };
  std::vector<ScheduledRun> waiting;
  for (const auto& [run, job] : waiting_) {
    waiting.push_back(with_urgency(run));
  }
  std::vector<ScheduledRun> running;
  std::size_t idle = 0;
  for (const auto& worker : workers_) {
    if (!worker->job()) {
      ++idle;
    } else if (const RunId run = worker->job()->run; live_.contains(run) && !interrupted_.contains(run)) {
      running.push_back(with_urgency(run));
    }
  }
  const bool is_making_room = running.size() + idle < workers_.size();
  return is_making_room && idle == 0 ? ScheduleStep(NothingToDo{})
                                     : server::next_step(waiting, running, running.size() + idle);
}

VerificationWorker* VerificationQueue::worker_at(RunId run) const {
  const auto found =
      std::ranges::find_if(workers_, [run](const auto& worker) { return worker->job() && worker->job()->run == run; });
  return found == workers_.end() ? nullptr : found->get();
}

VerificationWorker* VerificationQueue::idle_worker() const {
  const auto found = std::ranges::find_if(workers_, [](const auto& worker) { return !worker->job(); });
  return found == workers_.end() ? nullptr : found->get();
}

/// A worker is done with the job, which may have been cancelled or interrupted.
void VerificationQueue::finish(VerificationJob job, VerifiedDocument result) {
  const RunId run = job.run;
  if (interrupted_.erase(run) != 0) {
    waiting_.emplace(run, std::move(job));
    events_.on_interrupted(run);
  } else if (live_.erase(run) != 0) {
    events_.on_finished(run, std::move(result));
  }
  schedule();
}

} // namespace vouch::server

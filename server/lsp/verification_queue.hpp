#pragma once

#include "server/lsp/verification_worker.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace vouch::server {

/// Runs verifications on some workers, the most urgent first, and tells about them. Where all workers are busy with
/// what is less urgent, the least of it is interrupted and waits again. Belongs to the thread of the event loop. A run
/// that was cancelled gives no more events, not even those that are on their way at that moment.
class VerificationQueue {
public:
  struct Events {
    std::function<void(RunId)> on_started;
    std::function<void(RunId, std::string message)> on_progress;    ///< at most ten per second
    std::function<void(RunId, VerifiedDocument)> on_partial_result; ///< decided so far
    std::function<void(RunId)> on_interrupted;                      ///< it will start once more
    std::function<void(RunId, VerifiedDocument)> on_finished;
  };

  /// How long workers may go on with what is less urgent: as long as it takes to open some files at once.
  static constexpr std::chrono::milliseconds pause_before_interruption{20};

  /// A worker for each service. `io` must outlive the queue; it must not run any more once the queue is gone.
  VerificationQueue(boost::asio::io_context& io,
                    const std::vector<std::reference_wrapper<VerificationService>>& services, Events events);

  void submit(VerificationJob job, const Urgency& urgency);
  /// Unknown runs are none's business, here and below.
  void change_urgency(RunId run, const Urgency& urgency);

  /// Forgets a run that waits, tells one that runs to stop.
  void cancel(RunId run);

  /// Stops everything and waits for the services to return, at most `limit`.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit);

private:
  [[nodiscard]] WorkerEvents worker_events();
  void schedule();
  void interrupt_after_pause();
  [[nodiscard]] ScheduleStep next_step() const;
  [[nodiscard]] VerificationWorker* worker_at(RunId run) const;
  [[nodiscard]] VerificationWorker* idle_worker() const;
  void finish(VerificationJob job, VerifiedDocument result);

  Events events_;
  std::map<RunId, Urgency> live_;            ///< submitted, neither finished nor cancelled
  std::map<RunId, VerificationJob> waiting_; ///< live ones that no worker has
  std::set<RunId> interrupted_;              ///< live ones whose worker was told to stop
  boost::asio::steady_timer pause_;
  enum class Pause { None, Running } pause_state_ = Pause::None;
  std::vector<std::unique_ptr<VerificationWorker>> workers_; ///< last: they end before the rest
};

} // namespace vouch::server

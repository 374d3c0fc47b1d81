#pragma once

#include "protocol/asio.hpp"
#include "server/engine/verification_service.hpp"
#include "server/engine/worker_thread.hpp"
#include "server/lsp/verified_document.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace vouch::server {

/// Names one run of a verification; never used twice in a session.
using RunId = std::uint64_t;

struct VerificationJob {
  RunId run = 0;
  VerificationRequest request;
  std::optional<std::chrono::milliseconds> budget; ///< counted from when it starts; none: as long as it takes
  std::uint64_t memory_limit_bytes = 0;            ///< 0: none
  DiagnosticsTarget target;
  std::string traces_folder = {}; ///< where runs that violate something are kept; empty: nowhere
};

/// Runs verifications on a worker thread, the one submitted last first, and tells the event loop about them. Belongs to
/// the thread of the event loop, where all events arrive too. A run that was cancelled gives no more events, not even
/// those that are on their way at that moment.
class VerificationQueue {
public:
  struct Events {
    std::function<void(RunId)> on_started;
    std::function<void(RunId, std::string message)> on_progress;    ///< at most ten per second
    std::function<void(RunId, VerifiedDocument)> on_partial_result; ///< decided so far
    std::function<void(RunId, VerifiedDocument)> on_finished;
  };

  /// `io` must outlive the queue; it must not run any more once the queue is gone.
  VerificationQueue(boost::asio::io_context& io, VerificationService& service, Events events);
  /// Stops everything and waits until the service has returned.
  ~VerificationQueue();
  VerificationQueue(const VerificationQueue&) = delete;
  VerificationQueue& operator=(const VerificationQueue&) = delete;

  void submit(VerificationJob job);

  /// Forgets a run that waits, tells one that runs to stop. Unknown runs are none's business.
  void cancel(RunId run);

  /// Stops everything and waits for the service to return, at most `limit`.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit);

private:
  void work();
  std::optional<VerificationJob> next_job(std::stop_source& stop);
  void execute(const VerificationJob& job, const std::stop_source& stop);
  FileReport verify(const VerificationJob& job, VerificationContext& context);
  void stop_all();
  template <class Event>
  void post(RunId run, Event event);

  boost::asio::io_context& io_;
  VerificationService& service_;
  Events events_;
  std::set<RunId> live_; ///< submitted, neither finished nor cancelled; only the event loop's thread looks here

  std::mutex mutex_; ///< guards what follows
  std::condition_variable changed_;
  std::deque<VerificationJob> waiting_;
  RunId running_ = 0;
  std::stop_source running_stop_{std::nostopstate};
  bool is_shutting_down_ = false;

  WorkerThread thread_; ///< last, so that it ends before the rest
};

} // namespace vouch::server

#pragma once

#include "protocol/asio.hpp"
#include "server/engine/verification_service.hpp"
#include "server/engine/worker_thread.hpp"
#include "server/lsp/schedule.hpp"
#include "server/lsp/verified_document.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace vouch::server {

struct VerificationJob {
  RunId run = 0;
  VerificationRequest request;
  std::optional<std::chrono::milliseconds> budget; ///< counted from when it starts; none: as long as it takes
  std::uint64_t memory_limit_bytes = 0;            ///< 0: none
  DiagnosticsTarget target;
  std::string traces_folder = {}; ///< where runs that violate something are kept; empty: nowhere
};

/// What happens in a run. Told on the event loop, in this order.
struct WorkerEvents {
  std::function<void(RunId)> on_started;
  std::function<void(RunId, std::string message)> on_progress;        ///< at most ten per second
  std::function<void(RunId, VerifiedDocument)> on_partial_result;     ///< decided so far
  std::function<void(VerificationJob, VerifiedDocument)> on_finished; ///< also if it was stopped
};

/// A thread and a service, for one verification at a time. Belongs to the event loop's thread.
class VerificationWorker {
public:
  /// `io` must outlive the worker; it must not run any more once the worker is gone.
  VerificationWorker(boost::asio::io_context& io, VerificationService& service, WorkerEvents events);
  /// Stops what runs and waits until the service has returned.
  ~VerificationWorker();
  VerificationWorker(const VerificationWorker&) = delete;
  VerificationWorker& operator=(const VerificationWorker&) = delete;

  /// Requires that nothing runs.
  void start(VerificationJob job);

  /// What is under way, until `on_finished`.
  [[nodiscard]] const std::optional<VerificationJob>& job() const { return job_; }

  /// Tells what runs to stop.
  void stop();

  /// Stops what runs, begins nothing more, and waits for the service to return, at most `limit`.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit);

private:
  void work();
  VerifiedDocument execute(const VerificationJob& job, const std::stop_token& stop);
  FileReport verify(const VerificationJob& job, VerificationContext& context);
  template <class Event>
  void post(Event event);

  boost::asio::io_context& io_;
  VerificationService& service_;
  WorkerEvents events_;
  std::optional<VerificationJob> job_; ///< does not change while the thread is at it
  std::stop_source stop_;              ///< of `job_`

  std::mutex mutex_; ///< guards what follows
  std::condition_variable changed_;
  const VerificationJob* next_ = nullptr; ///< `job_`, which is still to be begun
  std::stop_token next_stop_;
  bool is_shutting_down_ = false;

  WorkerThread thread_; ///< last, so that it ends before the rest
};

} // namespace vouch::server

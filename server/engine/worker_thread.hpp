#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <pthread.h>

namespace vouch::server {

/// A thread with a stack that a recursive parser can live on, whose end can be waited for with a limit. Joins when it
/// is destroyed.
class WorkerThread {
public:
  /// Throws std::system_error if the system gives no thread.
  explicit WorkerThread(std::function<void()> body);
  ~WorkerThread();
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  enum class Wait { Ended, TimedOut };
  Wait wait_for(std::chrono::milliseconds limit);

private:
  static void* run(void* self);

  std::function<void()> body_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool has_ended_ = false;
  pthread_t thread_{};
};

} // namespace vouch::server

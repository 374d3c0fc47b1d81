#include "server/engine/worker_thread.hpp"

#include <system_error>
#include <utility>

namespace vouch::server {

namespace {

/// Clang overflows 1 MiB on an expression of 20 000 terms. Only touched pages cost memory.
constexpr std::size_t stack_bytes = 64U * 1024U * 1024U;

void check(int error) {
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start a thread");
  }
}

} // namespace

WorkerThread::WorkerThread(std::function<void()> body) : body_(std::move(body)) {
  pthread_attr_t attributes;
  check(pthread_attr_init(&attributes));
  check(pthread_attr_setstacksize(&attributes, stack_bytes));
  const int error = pthread_create(&thread_, &attributes, run, this);
  pthread_attr_destroy(&attributes);
  check(error);
}

WorkerThread::~WorkerThread() { pthread_join(thread_, nullptr); }

void* WorkerThread::run(void* self) {
  auto& thread = *static_cast<WorkerThread*>(self);
  thread.body_();
  const std::lock_guard lock(thread.mutex_);
  thread.has_ended_ = true;
  thread.ended_.notify_all();
  return nullptr;
}

WorkerThread::Wait WorkerThread::wait_for(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return ended_.wait_for(lock, limit, [this] { return has_ended_; }) ? Wait::Ended : Wait::TimedOut;
}

} // namespace vouch::server

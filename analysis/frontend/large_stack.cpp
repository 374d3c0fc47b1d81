#include "analysis/frontend/large_stack.hpp"

#include <exception>
#include <pthread.h>
#include <system_error>

namespace vouch::frontend {
namespace {

struct Task {
  const std::function<void()>* work;
  std::exception_ptr exception;
};

void* run(void* argument) {
  auto& task = *static_cast<Task*>(argument);
  try {
    (*task.work)();
  } catch (...) {
    task.exception = std::current_exception();
  }
  return nullptr;
}

} // namespace

void run_with_large_stack(const std::function<void()>& work) {
  Task task{&work, nullptr};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  int error = -1;
  // Only what is used gets memory; the smaller sizes are for address space limits.
  for (std::size_t mebibytes = 1024; error != 0 && mebibytes >= 16; mebibytes /= 4) {
    pthread_attr_setstacksize(&attributes, mebibytes << 20U);
    error = pthread_create(&thread, &attributes, run, &task);
  }
  pthread_attr_destroy(&attributes);
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "thread for the front end");
  }
  pthread_join(thread, nullptr);
  if (task.exception) {
    std::rethrow_exception(task.exception);
  }
}

} // namespace vouch::frontend

#include "server/isolated_verification.hpp"

#include "server/report_codec.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace vouch::server {
namespace {

/// The exit status of a child that could not allocate memory.
constexpr int out_of_memory_status = 9;

/// Deeply nested C means deep recursion in Clang.
constexpr rlim_t stack_bytes = rlim_t{100} << 20U;

/// How often the parent looks at the child's memory.
constexpr auto sampling_interval = std::chrono::milliseconds(20);

[[noreturn]] void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

struct Pipe {
  std::array<int, 2> ends = {-1, -1};

  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw_errno("pipe");
    }
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_end(std::size_t end) {
    if (ends[end] != -1) {
      close(ends[end]);
      ends[end] = -1;
    }
  }
};

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    auto written = write(descriptor, text.data(), text.size());
    if (written == -1 && errno == EINTR) {
      continue;
    }
    if (written == -1) {
      return; // the parent is gone
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The main thread's stack grows up to the limit, as far as the layout of the address space permits.
void raise_stack_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < stack_bytes) {
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? stack_bytes : std::min(stack_bytes, limit.rlim_max);
    setrlimit(RLIMIT_STACK, &limit);
  }
}

[[noreturn]] void run_child(const Verify& verify, const SourceInput& input, const Options& options, RunContext& context,
                            int report_descriptor, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(0); // the parent died before the line above
  }
  StopSignals::ignore_in_child();
  raise_stack_limit();
  dup2(STDERR_FILENO, STDOUT_FILENO); // stdout is for the report, whatever a library prints
  try {
    write_all(report_descriptor, encode_report(verify(input, options, context)));
  } catch (const std::bad_alloc&) {
    _exit(out_of_memory_status);
  }
  _exit(0);
}

std::uint64_t resident_memory_of(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t total_pages = 0;
  std::uint64_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Reads until the child closes its end. Gives the cause if the child has to be ended before that.
std::optional<Interruption> supervise(pid_t child, int report_descriptor, const Budget& budget, StopSignals& signals,
                                      std::string& received) {
  auto end = budget.deadline + budget.grace;
  std::array<char, 1U << 16U> buffer;
  while (true) {
    if (signals.arrived()) {
      return Interruption::Cancelled;
    }
    auto now = std::chrono::steady_clock::now();
    if (now >= end) {
      return Interruption::Timeout;
    }
    if (budget.memory_limit_bytes != 0 && resident_memory_of(child) > budget.memory_limit_bytes) {
      return Interruption::Memory;
    }
    auto wait = std::min(sampling_interval, std::chrono::ceil<std::chrono::milliseconds>(end - now));
    std::array<pollfd, 2> sources = {pollfd{report_descriptor, POLLIN, 0}, pollfd{signals.descriptor(), POLLIN, 0}};
    if (poll(sources.data(), sources.size(), static_cast<int>(wait.count())) <= 0 || sources[0].revents == 0) {
      continue;
    }
    auto count = read(report_descriptor, buffer.data(), buffer.size());
    if (count > 0) {
      received.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0) {
      return std::nullopt;
    } else if (errno != EINTR) {
      throw_errno("read");
    }
  }
}

/// Why a child that was not ended on purpose gave no report.
std::string crash_reason(int status) {
  if (WIFSIGNALED(status)) {
    return std::string("internal error: the engine ended with signal ") + strsignal(WTERMSIG(status));
  }
  return "internal error: the engine ended with status " + std::to_string(WEXITSTATUS(status));
}

FileReport unknown_report(const SourceInput& input, std::string reason) {
  FileReport report;
  report.path = input.path;
  report.reason = std::move(reason);
  return report;
}

} // namespace

FileReport interrupted_report(const SourceInput& input, Interruption cause) {
  switch (cause) {
  case Interruption::Cancelled:
    return unknown_report(input, "cancelled");
  case Interruption::Timeout:
    return unknown_report(input, "timeout");
  case Interruption::Memory:
    break;
  }
  return unknown_report(input, "memory");
}

IsolatedResult verify_isolated(const Verify& verify, const SourceInput& input, const Options& options,
                               RunContext context, const Budget& budget, StopSignals& signals) {
  auto begin = std::chrono::steady_clock::now();
  Pipe pipe;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == -1) {
    throw_errno("fork");
  }
  if (child == 0) {
    context.deadline = budget.deadline;
    context.memory_limit_bytes = budget.memory_limit_bytes / 100 * 95; // to end by itself, before it is ended
    run_child(verify, input, options, context, pipe.ends[1], parent);
  }
  pipe.close_end(1);

  std::string received;
  auto interruption = supervise(child, pipe.ends[0], budget, signals, received);
  if (interruption) {
    kill(child, SIGKILL);
  }
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, 0, &usage) == -1 && errno == EINTR) {
  }

  IsolatedResult result;
  result.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  auto decoded = decode_report(received);
  if (decoded) {
    result.report = std::move(*decoded);
    return result;
  }
  bool killed_by_system = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; // Linux does so when it is out of memory
  bool allocation_failed = WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory_status;
  if (interruption) {
    result.report = interrupted_report(input, *interruption);
  } else if (killed_by_system || allocation_failed) {
    result.report = interrupted_report(input, Interruption::Memory);
  } else {
    result.report = unknown_report(input, crash_reason(status));
  }
  result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

} // namespace vouch::server

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

/// What the child sends is lines: reports, each marked with one of these. The last one counts.
constexpr char partial_mark = 'p';
constexpr char final_mark = 'f';

void send(int descriptor, char mark, const FileReport& report) {
  write_all(descriptor, mark + encode_report(report) + "\n");
}

[[noreturn]] void run_child(const Verify& verify, const SourceInput& input, const Options& options,
                            VerificationContext& context, int report_descriptor, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(0); // the parent died before the line above
  }
  StopSignals::ignore_in_child();
  raise_stack_limit();
  dup2(STDERR_FILENO, STDOUT_FILENO); // stdout is for the report, whatever a library prints
  try {
    context.on_partial_report = [&](const FileReport& report) { send(report_descriptor, partial_mark, report); };
    send(report_descriptor, final_mark, verify(input, options, context));
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

/// Leaves the last whole line and what follows it.
void drop_superseded_lines(std::string& lines) {
  const std::size_t end = lines.rfind('\n');
  if (end != std::string::npos && end != 0) {
    const std::size_t previous = lines.rfind('\n', end - 1);
    lines.erase(0, previous == std::string::npos ? 0 : previous + 1);
  }
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
      drop_superseded_lines(received);
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

struct ReceivedReport {
  FileReport report;
  bool is_final = false;
};

/// The last report that came whole.
std::optional<ReceivedReport> last_report(const std::string& received) {
  const std::size_t end = received.find('\n');
  if (end == std::string::npos || end == 0) {
    return std::nullopt;
  }
  std::optional<FileReport> report = decode_report(std::string_view(received).substr(1, end - 1));
  if (!report) {
    return std::nullopt;
  }
  return ReceivedReport{std::move(*report), received.front() == final_mark};
}

/// `report`, where what was open when the run ended is unknown for `reason`.
FileReport cut_short(FileReport report, const std::string& reason) {
  auto replace = [&](std::string& text) {
    if (text == not_finished_reason) {
      text = reason;
    }
  };
  replace(report.reason);
  for (FunctionReport& function : report.functions) {
    replace(function.reason);
  }
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
                               const RunContext& run, const Budget& budget, StopSignals& signals) {
  auto begin = std::chrono::steady_clock::now();
  Pipe pipe;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == -1) {
    throw_errno("fork");
  }
  if (child == 0) {
    VerificationContext context{run, {}};
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
  std::optional<ReceivedReport> last = last_report(received);
  if (last && last->is_final) {
    result.report = std::move(last->report);
    return result;
  }
  bool killed_by_system = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL; // Linux does so when it is out of memory
  bool allocation_failed = WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory_status;
  if (!interruption && (killed_by_system || allocation_failed)) {
    interruption = Interruption::Memory;
  }
  FileReport nothing_known =
      interruption ? interrupted_report(input, *interruption) : unknown_report(input, crash_reason(status));
  result.report = last ? cut_short(std::move(last->report), nothing_known.reason) : std::move(nothing_known);
  result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

} // namespace vouch::server

#include "server/engine/isolated_verification.hpp"

#include "server/engine/child_process.hpp"
#include "server/engine/forked_helpers.hpp"
#include "server/engine/partial_report.hpp"
#include "server/engine/pipe.hpp"
#include "server/engine/report_codec.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace vouch::server {
namespace {

/// Deeply nested C means deep recursion in Clang.
constexpr rlim_t stack_bytes = rlim_t{100} << 20U;

[[noreturn]] void throw_errno(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

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

/// Leaves the last whole line and what follows it.
void drop_superseded_lines(std::string& lines) {
  const std::size_t end = lines.rfind('\n');
  if (end != std::string::npos && end != 0) {
    const std::size_t previous = lines.rfind('\n', end - 1);
    lines.erase(0, previous == std::string::npos ? 0 : previous + 1);
  }
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

/// One child at work.
class IsolatedRun {
public:
  IsolatedRun(const Verify& verify, const SourceInput& input, const Options& options, const RunContext& run,
              const Budget& budget, std::size_t helpers)
      : input_(input), budget_(budget) {
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ == -1) {
      throw_errno("fork");
    }
    if (child_ == 0) {
      VerificationContext context{run, {}, {}};
      context.deadline = budget.deadline;
      context.memory_limit_bytes = budget.memory_limit_bytes / 100 * 95; // to end by itself, before it is ended
      if (helpers > 1) {
        context.memory_limit_bytes /= helpers + 1;
        context.start_helpers = forked_helpers(helpers, budget.memory_limit_bytes / (helpers + 1));
      }
      run_child(verify, input, options, context, pipe_.write_end(), parent);
    }
    pipe_.close_write_end();
  }

  /// Becomes readable when there is something to `receive`.
  [[nodiscard]] int descriptor() const { return pipe_.read_end(); }
  [[nodiscard]] std::chrono::steady_clock::time_point end() const { return budget_.deadline + budget_.grace; }

  /// Ends the child if it has to be ended now. True if so.
  bool end_if_due(StopSignals& signals) {
    if (signals.arrived()) {
      interruption_ = Interruption::Cancelled;
    } else if (std::chrono::steady_clock::now() >= end()) {
      interruption_ = Interruption::Timeout;
    } else if (budget_.memory_limit_bytes != 0 && resident_memory_of(child_) > budget_.memory_limit_bytes) {
      interruption_ = Interruption::Memory;
    }
    return interruption_.has_value();
  }

  /// Reads what the child has sent. False: it has closed its end.
  bool receive() {
    std::array<char, 1U << 16U> buffer;
    const auto count = read(descriptor(), buffer.data(), buffer.size());
    if (count > 0) {
      received_.append(buffer.data(), static_cast<std::size_t>(count));
      drop_superseded_lines(received_);
    } else if (count == -1 && errno != EINTR) {
      throw_errno("read");
    }
    return count != 0;
  }

  /// Waits for the child, which has closed its end or has to end now.
  IsolatedResult finish() {
    if (interruption_) {
      kill(child_, SIGKILL);
    }
    int status = 0;
    rusage usage{};
    while (wait4(child_, &status, 0, &usage) == -1 && errno == EINTR) {
    }
    IsolatedResult result;
    result.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    std::optional<ReceivedReport> last = last_report(received_);
    if (last && last->is_final) {
      result.report = std::move(last->report);
      return result;
    }
    if (!interruption_ && ran_out_of_memory(status)) {
      interruption_ = Interruption::Memory;
    }
    FileReport nothing_known = interruption_
                                   ? interrupted_report(input_, *interruption_)
                                   : unknown_report(input_, "internal error: the engine " + how_it_ended(status));
    result.report = last ? cut_short(std::move(last->report), nothing_known.reason) : std::move(nothing_known);
    result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    return result;
  }

private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const SourceInput& input_;
  Budget budget_;
  Pipe pipe_;
  pid_t child_ = -1;
  std::string received_;
  std::optional<Interruption> interruption_;
};

/// Of what time is left, for one of `waiting` files of which `jobs` are verified at a time.
Budget fair_share(Budget budget, std::size_t jobs, std::size_t waiting) {
  const auto now = std::chrono::steady_clock::now();
  const auto left = budget.deadline - now;
  const auto share = left * static_cast<std::int64_t>(std::min(jobs, waiting)) / static_cast<std::int64_t>(waiting);
  if (share < left) {
    budget.deadline = now + share;
    budget.grace = std::chrono::duration_cast<std::chrono::milliseconds>(budget.grace * share.count() / left.count());
  }
  return budget;
}

} // namespace

IsolatedResult verify_isolated(const Verify& verify, const SourceInput& input, const Options& options,
                               const RunContext& run, const Budget& budget, StopSignals& signals) {
  IsolatedResult result;
  verify_isolated(verify, {&input, 1}, 1, options, run, budget, signals,
                  [&](std::size_t /*index*/, IsolatedResult finished) { result = std::move(finished); });
  return result;
}

void verify_isolated(const Verify& verify, std::span<const SourceInput> inputs, std::size_t jobs,
                     const Options& options, const RunContext& run, const Budget& budget, StopSignals& signals,
                     const std::function<void(std::size_t, IsolatedResult)>& on_finished) {
  struct Job {
    std::size_t index;
    std::unique_ptr<IsolatedRun> run;
  };
  const std::size_t helpers = jobs / std::max<std::size_t>(1, std::min(jobs, inputs.size())); // of each file
  jobs = std::max<std::size_t>(1, std::min(jobs, inputs.size()));
  Budget share = budget;
  share.memory_limit_bytes = budget.memory_limit_bytes / jobs;
  std::vector<Job> running;
  std::size_t next = 0;
  while (next < inputs.size() || !running.empty()) {
    while (next < inputs.size() && running.size() < jobs) {
      const std::size_t index = next++;
      if (signals.arrived()) {
        on_finished(index, {interrupted_report(inputs[index], Interruption::Cancelled), 0});
      } else if (std::chrono::steady_clock::now() >= budget.deadline) {
        on_finished(index, {interrupted_report(inputs[index], Interruption::Timeout), 0});
      } else {
        running.push_back(
            {index, std::make_unique<IsolatedRun>(verify, inputs[index], options, run,
                                                  fair_share(share, jobs, inputs.size() - index), helpers)});
      }
    }
    std::vector<pollfd> sources = {pollfd{signals.descriptor(), POLLIN, 0}};
    auto wait = memory_sampling_interval;
    for (const Job& job : running) {
      sources.push_back({job.run->descriptor(), POLLIN, 0});
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(job.run->end() - std::chrono::steady_clock::now());
      wait = std::clamp(left, std::chrono::milliseconds(0), wait);
    }
    if (running.empty()) {
      continue;
    }
    const bool has_something = poll(sources.data(), sources.size(), static_cast<int>(wait.count())) > 0;
    std::vector<Job> going_on;
    for (std::size_t i = 0; i < running.size(); ++i) {
      Job& job = running[i];
      const bool has_closed = has_something && sources[i + 1].revents != 0 && !job.run->receive();
      if (has_closed || job.run->end_if_due(signals)) {
        on_finished(job.index, job.run->finish());
      } else {
        going_on.push_back(std::move(job));
      }
    }
    running = std::move(going_on);
  }
}

} // namespace vouch::server

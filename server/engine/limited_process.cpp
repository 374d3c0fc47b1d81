#include "server/engine/limited_process.hpp"

#include "server/engine/pipe.hpp"
#include "server/engine/stop_signals.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouch::server {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int cannot_start_status = 127;

void limit(int resource, std::uint64_t most) {
  rlimit wanted{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &wanted) == 0) {
    wanted.rlim_cur = std::min<rlim_t>(wanted.rlim_max, most);
    wanted.rlim_max = wanted.rlim_cur;
    setrlimit(static_cast<__rlimit_resource>(resource), &wanted);
  }
}

void set_limits(const ProcessLimits& limits) {
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.processor_time.count()));
  if (limits.memory_bytes != 0) {
    limit(RLIMIT_AS, limits.memory_bytes);
  }
  limit(RLIMIT_FSIZE, limits.file_bytes);
  limit(RLIMIT_NPROC, limits.processes);
  limit(RLIMIT_CORE, 0);
}

/// What a signal handler or a mask of this process should not mean to another program.
void reset_signals() {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (int number : {SIGXFSZ, SIGPIPE}) {
    std::signal(number, SIG_DFL);
  }
}

/// Reads until the other end is closed or the time is over. False: it is over.
bool read_until(int descriptor, Clock::time_point end, std::size_t most, std::string& output) {
  std::array<char, 1U << 14U> buffer;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) {
      return false;
    }
    pollfd source{descriptor, POLLIN, 0};
    if (poll(&source, 1, static_cast<int>(left.count())) <= 0) {
      continue;
    }
    const auto count = read(descriptor, buffer.data(), buffer.size());
    if (count == 0) {
      return true;
    }
    if (count > 0 && output.size() < most) {
      output.append(buffer.data(), std::min(static_cast<std::size_t>(count), most - output.size()));
    }
  }
}

/// Waits for the process itself, which may live on after closing its output. False: the time is over.
bool wait_until(pid_t child, Clock::time_point end, int& status) {
  constexpr timespec pause{0, 2'000'000};
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() >= end) {
      return false;
    }
    nanosleep(&pause, nullptr);
  }
  return true;
}

/// `body` runs in the child, with the writing end of the pipe; it does not return.
ProcessEnd run_child(const std::function<void(int)>& body, const ProcessLimits& limits) {
  ProcessEnd result;
  Pipe pipe;
  const auto end = Clock::now() + limits.time;
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    body(pipe.write_end());
    _exit(cannot_start_status);
  }
  pipe.close_write_end();
  if (child == -1) {
    result.has_started = false;
    return result;
  }
  setpgid(child, child); // whoever is first
  int status = 0;
  result.has_timed_out =
      !read_until(pipe.read_end(), end, limits.output_bytes, result.output) || !wait_until(child, end, status);
  pipe.close_read_end();
  kill(-child, SIGKILL); // also what it has left behind
  if (result.has_timed_out) {
    while (waitpid(child, &status, 0) == -1 && errno == EINTR) {
    }
  }
  result.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return result;
}

} // namespace

ProcessEnd run_limited(const std::vector<std::string>& words, const std::string& directory,
                       const std::vector<std::string>& environment, const ProcessLimits& limits) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  std::ranges::transform(copies, std::back_inserter(arguments), [](std::string& word) { return word.data(); });
  arguments.push_back(nullptr);
  ProcessEnd result = run_child(
      [&](int output) {
        const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        dup2(nothing, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(output, STDERR_FILENO);
        reset_signals();
        for (const std::string& variable : environment) {
          const std::size_t equals = variable.find('=');
          setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
        }
        if (chdir(directory.c_str()) == 0) {
          set_limits(limits);
          execvp(arguments.front(), arguments.data());
        }
      },
      limits);
  result.has_started = result.has_started && result.exit_status != cannot_start_status;
  return result;
}

ProcessEnd compute_limited(const std::function<std::string()>& compute, const ProcessLimits& limits) {
  return run_child(
      [&](int output) {
        StopSignals::ignore_in_child();
        dup2(STDERR_FILENO, STDOUT_FILENO); // stdout belongs to the report
        write_all(output, compute());
        _exit(0);
      },
      limits);
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
    return word;
  }
  std::string result = "'";
  for (char c : word) {
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result + "'";
}

} // namespace vouch::server

#include "server/engine/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace vouch::server {

namespace {

constexpr int cannot_execute = 127;

} // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str())); // NOLINT(cppcoreguidelines-pro-type-const-cast): execv's type
  }
  words.push_back(nullptr);
  const pid_t parent = getpid();
  id_ = fork();
  if (id_ == 0) {
    // Only what is safe between fork and exec in a program with threads.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) {
      _exit(cannot_execute);
    }
    dup2(to_child_.read_end(), STDIN_FILENO);
    dup2(from_child_.write_end(), STDOUT_FILENO);
    execv(words[0], words.data());
    _exit(cannot_execute);
  }
  if (id_ == -1) {
    throw std::system_error(errno, std::generic_category(), "fork");
  }
  to_child_.close_read_end();
  from_child_.close_write_end();
}

ChildProcess::~ChildProcess() { kill_and_wait(); }

bool ChildProcess::has_ended() {
  if (state_ == State::Running && waitpid(id_, &status_, WNOHANG) == id_) {
    state_ = State::Reaped;
  }
  return state_ == State::Reaped;
}

int ChildProcess::kill_and_wait() {
  if (!has_ended()) {
    kill(id_, SIGKILL);
    while (waitpid(id_, &status_, 0) == -1 && errno == EINTR) {
    }
    state_ = State::Reaped;
  }
  return status_;
}

std::uint64_t resident_memory_of(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t total_pages = 0;
  std::uint64_t resident_pages = 0;
  statm >> total_pages >> resident_pages;
  return resident_pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

bool ran_out_of_memory(int status) {
  return (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ||
         (WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory_status);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return std::string("ended with signal ") + strsignal(WTERMSIG(status));
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

} // namespace vouch::server

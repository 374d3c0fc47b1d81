#include "tests/support/server_process.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace vouch::test {

namespace {

void check(int result, const char* what) {
  if (result == -1) {
    throw std::system_error(errno, std::generic_category(), what);
  }
}

} // namespace

ServerProcess::ServerProcess(const std::vector<std::string>& command) {
  int to_server[2];
  int from_server[2];
  check(pipe2(to_server, O_CLOEXEC), "pipe");
  check(pipe2(from_server, O_CLOEXEC), "pipe");
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str())); // NOLINT: execv's signature is older than const
  }
  words.push_back(nullptr);
  process_ = fork();
  check(process_, "fork");
  if (process_ == 0) {
    dup2(to_server[0], STDIN_FILENO);
    dup2(from_server[1], STDOUT_FILENO);
    execv(words[0], words.data());
    _exit(127);
  }
  ::close(to_server[0]);
  ::close(from_server[1]);
  client_ = std::make_unique<LspClient>(to_server[1], from_server[0]);
}

ServerProcess::~ServerProcess() {
  client_->close_input();
  if (!exit_status(std::chrono::seconds(5))) {
    kill(process_, SIGKILL);
    exit_status();
  }
}

std::optional<int> ServerProcess::exit_status(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (!status_) {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == process_) {
      status_ = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    } else if (std::chrono::steady_clock::now() >= end) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  return status_;
}

} // namespace vouch::test

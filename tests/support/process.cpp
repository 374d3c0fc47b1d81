#include "tests/support/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace vouch::testkit {
namespace {

/// A file without a name that collects what a program prints.
class OutputFile {
public:
  OutputFile() : file_(std::tmpfile()) {
    if (file_ == nullptr) {
      throw std::system_error(errno, std::generic_category(), "tmpfile");
    }
  }
  ~OutputFile() { std::fclose(file_); }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  [[nodiscard]] int descriptor() const { return fileno(file_); }

  [[nodiscard]] std::string text() const {
    std::string text(static_cast<std::size_t>(lseek(descriptor(), 0, SEEK_END)), '\0');
    auto count = pread(descriptor(), text.data(), text.size(), 0);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
  }

private:
  std::FILE* file_;
};

} // namespace

ProcessResult run_process(const std::vector<std::string>& words, std::optional<LateSignal> signal) {
  OutputFile out;
  OutputFile err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.descriptor(), STDERR_FILENO);
  std::vector<char*> arguments;
  for (const auto& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);

  auto begin = std::chrono::steady_clock::now();
  pid_t process = 0;
  int problem = posix_spawn(&process, words.front().c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (problem != 0) {
    throw std::system_error(problem, std::generic_category(), words.front());
  }
  if (signal) {
    std::this_thread::sleep_for(signal->after);
    kill(process, signal->number);
  }
  int status = 0;
  while (waitpid(process, &status, 0) == -1 && errno == EINTR) {
  }

  ProcessResult result;
  result.duration = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.out = out.text();
  result.err = err.text();
  return result;
}

std::vector<std::string> about_assertions(std::vector<std::string> words) {
  if (std::ranges::find(words, "--property") == words.end()) {
    const auto check = std::ranges::find(words, "check");
    words.insert(check == words.end() ? check : std::next(check), {"--property", "assert,reach-error"});
  }
  return words;
}

} // namespace vouch::testkit

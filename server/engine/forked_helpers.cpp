#include "server/engine/forked_helpers.hpp"

#include "analysis/support/run_context.hpp"
#include "server/engine/child_process.hpp"
#include "server/engine/stop_signals.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <poll.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vouch::server {
namespace {

using ToAnswer = std::function<std::string(const std::string&)>;
using Clock = std::chrono::steady_clock;

/// A message is its length, in this machine's order of bytes, and so many bytes.
using Length = std::uint64_t;

/// False: nobody reads any more.
bool send_message(int socket, std::string_view text) {
  const Length length = text.size();
  std::string message(sizeof(length), '\0');
  std::memcpy(message.data(), &length, sizeof(length));
  message += text;
  for (std::string_view rest = message; !rest.empty();) {
    const auto sent = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent == -1 && errno != EINTR) {
      return false;
    }
    rest.remove_prefix(sent == -1 ? 0 : static_cast<std::size_t>(sent));
  }
  return true;
}

/// Messages out of what arrives in pieces.
class MessageReader {
public:
  /// Reads what is there, and waits if that is nothing. False: the other end is closed.
  bool receive(int socket) {
    std::array<char, 1U << 16U> buffer;
    const auto count = recv(socket, buffer.data(), buffer.size(), 0);
    if (count > 0) {
      received_.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return count > 0 || (count == -1 && errno == EINTR);
  }

  /// The next one that is there as a whole.
  std::optional<std::string> next() {
    Length length = 0;
    if (received_.size() < sizeof(length)) {
      return std::nullopt;
    }
    std::memcpy(&length, received_.data(), sizeof(length));
    if (received_.size() - sizeof(length) < length) {
      return std::nullopt;
    }
    std::string message = received_.substr(sizeof(length), length);
    received_.erase(0, sizeof(length) + length);
    return message;
  }

private:
  std::string received_;
};

[[noreturn]] void serve(int socket, const ToAnswer& answer) {
  MessageReader reader;
  try {
    while (true) {
      while (const std::optional<std::string> question = reader.next()) {
        if (!send_message(socket, answer(*question))) {
          _exit(0);
        }
      }
      if (!reader.receive(socket)) {
        _exit(0);
      }
    }
  } catch (const std::bad_alloc&) {
    _exit(out_of_memory_status);
  }
}

/// One helper, as its starter sees it.
class ForkedHelper {
public:
  /// `others` are the sockets of earlier helpers, which are none of its business.
  ForkedHelper(const ToAnswer& answer, const std::vector<std::unique_ptr<ForkedHelper>>& others) {
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) == -1) {
      throw std::system_error(errno, std::generic_category(), "socketpair");
    }
    const pid_t parent = getpid();
    process_ = fork();
    if (process_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != parent) {
        _exit(0); // the parent died before the line above
      }
      StopSignals::ignore_in_child();
      dup2(STDERR_FILENO, STDOUT_FILENO);
      close(sockets[0]);
      std::ranges::for_each(others, [](const auto& other) { close(other->socket_); });
      serve(sockets[1], answer);
    }
    const int error = errno;
    close(sockets[1]);
    socket_ = sockets[0];
    if (process_ == -1) {
      close(socket_);
      throw std::system_error(error, std::generic_category(), "fork");
    }
  }

  ~ForkedHelper() {
    close(socket_);
    end();
  }
  ForkedHelper(const ForkedHelper&) = delete;
  ForkedHelper& operator=(const ForkedHelper&) = delete;

  [[nodiscard]] int socket() const { return socket_; }
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  [[nodiscard]] std::uint64_t resident_memory() const { return resident_memory_of(process_); }
  MessageReader& reader() { return reader_; }

  /// Returns what `wait` says about how it ended, and ends it if it has not.
  int end() {
    if (!std::exchange(has_ended_, true)) {
      kill(process_, SIGKILL);
      while (waitpid(process_, &status_, 0) == -1 && errno == EINTR) {
      }
    }
    return status_;
  }

  /// The same of one that is about to end by itself.
  int wait_for_end() {
    has_ended_ = true;
    while (waitpid(process_, &status_, 0) == -1 && errno == EINTR) {
    }
    return status_;
  }

private:
  int socket_ = -1;
  pid_t process_ = -1;
  bool has_ended_ = false;
  int status_ = 0;
  MessageReader reader_;
};

class ForkedHelpers final : public Helpers {
public:
  ForkedHelpers(std::size_t count, std::uint64_t memory_limit_bytes, const ToAnswer& answer)
      : memory_limit_bytes_(memory_limit_bytes) {
    try {
      while (helpers_.size() < count) {
        helpers_.push_back(std::make_unique<ForkedHelper>(answer, helpers_));
      }
    } catch (const std::system_error&) {
      if (helpers_.empty()) {
        throw;
      }
    }
  }

  [[nodiscard]] std::size_t count() const override { return helpers_.size(); }

  void ask(std::size_t helper, const std::string& question) override {
    send_message(helpers_[helper]->socket(), question); // that it has ended is told by `wait`
  }

  std::optional<Answer> wait(std::chrono::milliseconds limit) override {
    const Clock::time_point end = Clock::now() + limit;
    while (true) {
      if (std::optional<Answer> answer = next_answer()) {
        return answer;
      }
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
      if (left.count() <= 0) {
        return std::nullopt;
      }
      receive(std::min<std::chrono::milliseconds>(left, memory_sampling_interval));
    }
  }

private:
  /// Of what has arrived.
  std::optional<Answer> next_answer() {
    for (std::size_t i = 0; i < helpers_.size(); ++i) {
      if (std::optional<std::string> text = helpers_[i]->reader().next()) {
        return Answer{i, std::move(text), {}};
      }
    }
    for (std::size_t i = 0; i < helpers_.size(); ++i) {
      ForkedHelper& helper = *helpers_[i];
      if (!helper.has_ended() && memory_limit_bytes_ != 0 && helper.resident_memory() > memory_limit_bytes_) {
        helper.end();
        return Answer{i, std::nullopt, reason_of(Interruption::Memory)};
      }
    }
    return std::exchange(ended_, std::nullopt);
  }

  void receive(std::chrono::milliseconds limit) {
    std::vector<pollfd> sources;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < helpers_.size(); ++i) {
      if (!helpers_[i]->has_ended()) {
        sources.push_back({helpers_[i]->socket(), POLLIN, 0});
        indices.push_back(i);
      }
    }
    if (poll(sources.data(), sources.size(), static_cast<int>(limit.count())) <= 0) {
      return;
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
      ForkedHelper& helper = *helpers_[indices[i]];
      if (sources[i].revents != 0 && !helper.reader().receive(helper.socket())) {
        ended_ = Answer{indices[i], std::nullopt, how(helper.wait_for_end())};
        return; // of others later
      }
    }
  }

  static std::string how(int status) {
    return ran_out_of_memory(status) ? reason_of(Interruption::Memory)
                                     : "internal error: the engine " + how_it_ended(status);
  }

  std::uint64_t memory_limit_bytes_;
  std::vector<std::unique_ptr<ForkedHelper>> helpers_;
  std::optional<Answer> ended_; ///< one that nobody has heard of
};

} // namespace

StartHelpers forked_helpers(std::size_t count, std::uint64_t memory_limit_bytes) {
  return [count, memory_limit_bytes](const ToAnswer& answer) {
    return std::make_unique<ForkedHelpers>(count, memory_limit_bytes, answer);
  };
}

} // namespace vouch::server

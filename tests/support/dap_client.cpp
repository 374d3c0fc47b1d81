#include "tests/support/dap_client.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace vouch::test {

DapClient::DapClient(int to_adapter, int from_adapter) : to_adapter_(to_adapter), from_adapter_(from_adapter) {
  std::signal(SIGPIPE, SIG_IGN);
}

DapClient::~DapClient() {
  close_input();
  while (!next_message().is_null()) { // so that the record has all that was said
  }
  ::close(from_adapter_);
}

void DapClient::close_input() {
  if (to_adapter_ >= 0 && to_adapter_ != from_adapter_) {
    ::close(to_adapter_);
  } else if (to_adapter_ >= 0) {
    shutdown(to_adapter_, SHUT_WR);
  }
  to_adapter_ = -1;
}

void DapClient::send_bytes(std::string_view bytes) {
  record_.to_server(bytes);
  while (!bytes.empty() && to_adapter_ >= 0) {
    const ssize_t written = write(to_adapter_, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return; // the adapter is gone; whoever waits for an answer will notice
    }
    bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
}

Json DapClient::next_message() {
  constexpr std::string_view name = "Content-Length: ";
  while (true) {
    if (const std::size_t end = buffer_.find("\r\n\r\n"); end != std::string::npos) {
      EXPECT_TRUE(buffer_.starts_with(name)) << buffer_.substr(0, 200);
      const std::size_t length = std::stoul(buffer_.substr(name.size(), end - name.size()));
      if (buffer_.size() >= end + 4 + length) {
        Json message = Json::parse(buffer_.substr(end + 4, length));
        buffer_.erase(0, end + 4 + length);
        return message;
      }
    }
    pollfd wanted{from_adapter_, POLLIN, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::chrono::milliseconds(patience).count()));
    char bytes[65536];
    const ssize_t size = ready > 0 ? read(from_adapter_, bytes, sizeof bytes) : 0;
    if (size <= 0) {
      return nullptr;
    }
    record_.to_client({bytes, static_cast<std::size_t>(size)});
    buffer_.append(bytes, static_cast<std::size_t>(size));
  }
}

Json DapClient::request(const std::string& command, const Json& arguments) {
  const int seq = next_seq_++;
  send_body(Json{{"seq", seq}, {"type", "request"}, {"command", command}, {"arguments", arguments}}.dump());
  while (true) {
    Json message = next_message();
    if (message.is_null()) {
      ADD_FAILURE() << "no answer to " << command;
      return {{"success", false}, {"message", "no answer"}, {"body", Json::object()}};
    }
    if (message["type"] == "response") {
      EXPECT_EQ(message["request_seq"], seq);
      EXPECT_EQ(message["command"], command);
      return message;
    }
    events_.push_back(std::move(message));
  }
}

Json DapClient::ask(const std::string& command, const Json& arguments) {
  const Json response = request(command, arguments);
  EXPECT_TRUE(response["success"] == true) << command << " " << arguments << ": " << response.value("message", "");
  return response.value("body", Json::object());
}

Json DapClient::event(const std::string& name) {
  for (std::size_t i = 0;; ++i) {
    if (i == events_.size()) {
      Json message = next_message();
      if (message.is_null()) {
        ADD_FAILURE() << "there was never an event " << name;
        return Json::object();
      }
      events_.push_back(std::move(message));
    }
    if (events_[i].value("event", "") == name) {
      Json body = events_[i].value("body", Json::object());
      events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(i));
      return body;
    }
  }
}

Json DapClient::start(const Json& launch, const Json& initialize) {
  Json arguments = {{"adapterID", "vouch"}, {"clientName", "test"}};
  arguments.update(initialize);
  ask("initialize", arguments);
  ask("launch", launch);
  event("initialized");
  ask("configurationDone");
  return event("stopped");
}

Json DapClient::move(const std::string& command, const Json& arguments) {
  ask(command, arguments);
  return event("stopped");
}

Json DapClient::top_frame() {
  const Json body = ask("stackTrace", {{"threadId", 1}, {"startFrame", 0}, {"levels", 1}});
  return body.value("stackFrames", Json::array()).at(0);
}

std::string DapClient::value(const std::string& expression) {
  const Json response = request("evaluate", {{"expression", expression}, {"frameId", 1}, {"context", "watch"}});
  return response["success"] == true ? response["body"]["result"].get<std::string>()
                                     : "error: " + response["message"].get<std::string>();
}

Json DapClient::scope(const std::string& name) {
  top_frame();
  const Json body = ask("scopes", {{"frameId", 1}});
  for (const Json& scope : body["scopes"]) {
    if (scope["name"] == name) {
      return ask("variables", {{"variablesReference", scope["variablesReference"]}})["variables"];
    }
  }
  return Json::array();
}

Json DapClient::children(const Json& variable) {
  return ask("variables", {{"variablesReference", variable["variablesReference"]}})["variables"];
}

Json named(const Json& variables, const std::string& name) {
  for (const Json& variable : variables) {
    if (variable["name"] == name) {
      return variable;
    }
  }
  return nullptr;
}

AdapterProcess::AdapterProcess(const std::vector<std::string>& command) {
  int to_process[2];
  int from_process[2];
  if (pipe2(to_process, O_CLOEXEC) != 0 || pipe2(from_process, O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str())); // NOLINT: execv's signature is older than const
  }
  words.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) {
    dup2(to_process[0], STDIN_FILENO);
    dup2(from_process[1], STDOUT_FILENO);
    execv(words[0], words.data());
    _exit(127);
  }
  ::close(to_process[0]);
  ::close(from_process[1]);
  to_process_ = to_process[1];
  from_process_ = from_process[0];
}

AdapterProcess::~AdapterProcess() {
  if (!status_) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

std::optional<int> AdapterProcess::exit_status() {
  const auto end = std::chrono::steady_clock::now() + DapClient::patience;
  while (!status_ && std::chrono::steady_clock::now() < end) {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == process_) {
      status_ = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  return status_;
}

} // namespace vouch::test

#include "tests/support/lsp_client.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <gtest/gtest.h>
#include <unistd.h>

namespace vouch::test {

LspClient::LspClient(int to_server, int from_server) : to_server_(to_server), from_server_(from_server) {
  std::signal(SIGPIPE, SIG_IGN);
  reader_ = std::thread([this] { read_all(); });
}

LspClient::~LspClient() {
  close_input();
  reader_.join();
  close_output();
}

Json LspClient::default_capabilities() {
  return Json::parse(
      R"({"textDocument": {"publishDiagnostics": {"relatedInformation": true, "versionSupport": true}}})");
}

Json LspClient::initialize(const Json& capabilities, const Json& options) {
  Json params = {{"processId", nullptr}, {"rootUri", nullptr}, {"capabilities", capabilities}};
  params["initializationOptions"] = options.is_null() ? Json::object() : options;
  if (params["initializationOptions"].is_object() && !params["initializationOptions"].contains("properties")) {
    params["initializationOptions"]["properties"] = {"assert", "reach-error"};
  }
  const Json answer = response(request("initialize", params));
  notify("initialized", Json::object());
  return answer.value("result", Json());
}

int LspClient::request(const std::string& method, const Json& params) {
  int id = 0;
  {
    const std::lock_guard lock(mutex_);
    id = next_id_++;
    answered_[id] = false;
  }
  send_body(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
  return id;
}

void LspClient::notify(const std::string& method, const Json& params) {
  send_body(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
}

void LspClient::send_body(const std::string& body) {
  send_bytes("Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

void LspClient::send_bytes(std::string_view bytes) {
  const std::lock_guard lock(write_mutex_);
  record_.to_server(bytes);
  while (!bytes.empty() && to_server_ >= 0) {
    const ssize_t written = write(to_server_, bytes.data(), std::min(bytes.size(), chunk));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return; // the server is gone; whoever waits for an answer will notice
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void LspClient::close_input() {
  const std::lock_guard lock(write_mutex_);
  if (to_server_ >= 0) {
    ::close(to_server_);
    to_server_ = -1;
  }
}

void LspClient::close_output() {
  if (from_server_ >= 0) {
    ::close(from_server_);
    from_server_ = -1;
  }
}

void LspClient::open(const std::string& uri, const std::string& text, int version) {
  notify("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "c"}, {"version", version}, {"text", text}}}});
}

void LspClient::replace_all(const std::string& uri, const std::string& text, int version) {
  notify("textDocument/didChange",
         {{"textDocument", {{"uri", uri}, {"version", version}}}, {"contentChanges", Json::array({{{"text", text}}})}});
}

void LspClient::save(const std::string& uri) { notify("textDocument/didSave", {{"textDocument", {{"uri", uri}}}}); }
void LspClient::close(const std::string& uri) { notify("textDocument/didClose", {{"textDocument", {{"uri", uri}}}}); }

Json LspClient::response(int id) {
  return next([id](const Json& message) { return !message.contains("method") && message["id"] == id; },
              "a response to request " + std::to_string(id));
}

Json LspClient::next(const std::function<bool(const Json&)>& is_wanted, const std::string& what) {
  std::unique_lock lock(mutex_);
  Json found;
  const auto is_there = [&] {
    for (std::size_t i = 0; i < received_.size(); ++i) {
      if (!taken_[i] && is_wanted(received_[i])) {
        taken_[i] = true;
        found = received_[i];
        return true;
      }
    }
    return ended_;
  };
  arrived_.wait_for(lock, patience, is_there);
  if (found.is_null()) {
    ADD_FAILURE() << "there was never " << what << (ended_ ? ": the server's output has ended" : "");
  }
  return found;
}

Json LspClient::notification(const std::string& method) {
  const Json message = next([&](const Json& json) { return json.value("method", "") == method; }, method);
  return message.value("params", Json());
}

Json LspClient::diagnostics(const std::string& uri, std::optional<int> version) {
  const Json wanted = version ? Json(*version) : Json();
  const auto is_wanted = [&](const Json& json) {
    return json.value("method", "") == "textDocument/publishDiagnostics" && json["params"]["uri"] == uri &&
           json["params"].value("version", Json()) == wanted;
  };
  const std::string what = "diagnostics for " + uri + " version " + wanted.dump();
  return next(is_wanted, what).value("params", Json::object()).value("diagnostics", Json());
}

std::vector<Json> LspClient::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

std::size_t LspClient::count(const std::string& method) const {
  const std::lock_guard lock(mutex_);
  std::size_t number = 0;
  for (const Json& message : received_) {
    number += message.value("method", "") == method ? 1 : 0;
  }
  return number;
}

std::vector<std::string> LspClient::violations() const {
  const std::lock_guard lock(mutex_);
  return violations_;
}

bool LspClient::wait_for_end(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return arrived_.wait_for(lock, limit, [this] { return ended_; });
}

void LspClient::read_all() {
  std::string buffer;
  char received[65536];
  while (true) {
    const ssize_t size = read(from_server_, received, sizeof received);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size <= 0) {
      break;
    }
    record_.to_client({received, static_cast<std::size_t>(size)});
    buffer.append(received, static_cast<std::size_t>(size));
    constexpr std::string_view name = "Content-Length: ";
    while (true) {
      const std::size_t end = buffer.find("\r\n\r\n");
      if (end == std::string::npos) {
        break;
      }
      const std::string number = buffer.substr(name.size(), end - name.size());
      if (!buffer.starts_with(name) || number.find_first_not_of("0123456789") != std::string::npos) {
        complain("not a frame: " + buffer.substr(0, 200));
        buffer.clear();
        break;
      }
      const std::size_t length = std::stoul(number);
      if (buffer.size() < end + 4 + length) {
        break;
      }
      take(buffer.substr(end + 4, length));
      buffer.erase(0, end + 4 + length);
    }
  }
  if (!buffer.empty()) {
    complain("the output ends inside a frame: " + buffer.substr(0, 200));
  }
  const std::lock_guard lock(mutex_);
  ended_ = true;
  arrived_.notify_all();
}

void LspClient::take(const std::string& body) {
  Json message = Json::parse(body, nullptr, false);
  if (message.is_discarded() || !message.is_object() || message.value("jsonrpc", "") != "2.0") {
    complain("not a message: " + body.substr(0, 200));
    return;
  }
  if (!message.contains("method")) {
    const std::lock_guard lock(mutex_);
    if (message.contains("result") == message.contains("error")) {
      violations_.push_back("neither or both of result and error: " + body.substr(0, 200));
    }
    if (message["id"].is_number_integer()) {
      const auto asked = answered_.find(message["id"].get<int>());
      if (asked == answered_.end() || asked->second) {
        violations_.push_back("an answer to nothing: " + body.substr(0, 200));
      } else {
        asked->second = true;
      }
    }
  }
  if (message.contains("method") && message.contains("id")) {
    answer(message);
  }
  const std::lock_guard lock(mutex_);
  received_.push_back(std::move(message));
  taken_.push_back(false);
  arrived_.notify_all();
}

void LspClient::answer(const Json& request) {
  const auto found = answers.find(request["method"].get<std::string>());
  send_body(Json{{"jsonrpc", "2.0"}, {"id", request["id"]}, {"result", found == answers.end() ? Json() : found->second}}
                .dump());
}

void LspClient::complain(std::string what) {
  const std::lock_guard lock(mutex_);
  violations_.push_back(std::move(what));
}

} // namespace vouch::test

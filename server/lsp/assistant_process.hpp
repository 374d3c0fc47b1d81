#pragma once

#include "protocol/framed_stream.hpp"
#include "server/engine/assistance.hpp"
#include "server/engine/child_process.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouch::server {

/// Has requests answered by processes that are started for them, one each. Belongs to the event loop's thread.
class AssistantProcesses {
public:
  /// `command` starts a process that does what `run_assistant` does.
  AssistantProcesses(boost::asio::io_context& io, std::vector<std::string> command);
  ~AssistantProcesses();

  /// `on_answer` is called once, unless this object is gone before; with a refusal if the process ends without an
  /// answer or takes too long. The result names the request.
  std::uint64_t ask(const AssistanceRequest& request, std::function<void(AssistanceAnswer)> on_answer);

  /// Ends the request with a refusal, if it is not answered yet.
  void cancel(std::uint64_t number);

private:
  struct Assistant;
  void finish(std::uint64_t number, AssistanceAnswer answer);

  boost::asio::io_context& io_;
  std::vector<std::string> command_;
  std::map<std::uint64_t, std::unique_ptr<Assistant>> assistants_;
  std::uint64_t next_ = 1;
};

} // namespace vouch::server

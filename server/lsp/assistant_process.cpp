#include "server/lsp/assistant_process.hpp"

#include "server/support/standard_streams.hpp"

#include <utility>

namespace vouch::server {

namespace {

/// For compiling and running a test, besides the engine's time.
constexpr std::chrono::seconds additional_time{30};

} // namespace

struct AssistantProcesses::Assistant {
  Assistant(boost::asio::io_context& io, const std::vector<std::string>& command)
      : process(command), stream(io, own_copy(process.output()), own_copy(process.input())), limit(io) {}

  ChildProcess process;
  protocol::FramedStream stream;
  boost::asio::steady_timer limit;
  std::function<void(AssistanceAnswer)> on_answer;
};

AssistantProcesses::AssistantProcesses(boost::asio::io_context& io, std::vector<std::string> command)
    : io_(io), command_(std::move(command)) {}

AssistantProcesses::~AssistantProcesses() = default;

std::uint64_t AssistantProcesses::ask(const AssistanceRequest& request,
                                      std::function<void(AssistanceAnswer)> on_answer) {
  const std::uint64_t number = next_++;
  Assistant& assistant = *(assistants_[number] = std::make_unique<Assistant>(io_, command_));
  assistant.on_answer = std::move(on_answer);
  assistant.stream.start({[this, number](const std::string& body) {
                            std::optional<AssistanceAnswer> answer = decode_assistance_answer(body);
                            finish(number, answer ? *std::move(answer) : Refusal{"internal error: no answer"});
                          },
                          [this, number](protocol::StreamEnd, const std::string&) {
                            finish(number, Refusal{"internal error: the process ended without an answer"});
                            // Not from within the stream's own handler.
                            boost::asio::post(io_, [this, number] { assistants_.erase(number); });
                          }});
  assistant.stream.send(encode(request));
  assistant.limit.expires_after(assistance_time + additional_time);
  assistant.limit.async_wait([this, number](const boost::system::error_code& error) {
    if (!error) {
      finish(number, Refusal{"it takes too long"});
    }
  });
  return number;
}

void AssistantProcesses::cancel(std::uint64_t number) { finish(number, Refusal{"cancelled"}); }

void AssistantProcesses::finish(std::uint64_t number, AssistanceAnswer answer) {
  const auto found = assistants_.find(number);
  if (found == assistants_.end() || found->second->on_answer == nullptr) {
    return;
  }
  const auto on_answer = std::exchange(found->second->on_answer, nullptr);
  found->second->limit.cancel();
  found->second->process.kill_and_wait(); // which ends the stream
  on_answer(std::move(answer));
}

} // namespace vouch::server

#include "server/engine/worker.hpp"

#include "analysis/support/overloaded.hpp"
#include "protocol/framing.hpp"
#include "server/engine/forked_helpers.hpp"
#include "server/engine/partial_report.hpp"
#include "server/engine/pipe.hpp"
#include "server/engine/worker_messages.hpp"
#include "server/engine/worker_thread.hpp"
#include "server/support/standard_streams.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <unistd.h>

namespace vouch::server {

namespace {

constexpr std::chrono::milliseconds progress_interval{100};

/// How long an order may go on when whoever gave it is gone.
constexpr std::chrono::milliseconds abandoned_limit{500};

/// The engine on a thread of its own, while the main thread listens.
class Worker {
public:
  Worker(const Verify& verify, int output) : verify_(verify), output_(output) {}

  void obey(ToWorker message) {
    std::visit(
        Overloaded{[this](WorkOrder& order) { begin(std::move(order)); }, [this](StopWork) { stop_.request_stop(); }},
        message);
  }

  /// False: the engine does not listen.
  bool end() {
    stop_.request_stop();
    return thread_ == nullptr || thread_->wait_for(abandoned_limit) == WorkerThread::Wait::Ended;
  }

private:
  void begin(WorkOrder order) {
    thread_.reset(); // waits for the last order's thread, which has said its last word
    stop_ = std::stop_source();
    thread_ = std::make_unique<WorkerThread>(
        [this, order = std::move(order), stop = stop_.get_token()] { execute(order, stop); });
  }

  void execute(const WorkOrder& order, const std::stop_token& stop) {
    VerificationContext context;
    context.stop = stop;
    context.deadline = std::chrono::steady_clock::now() + order.budget;
    context.memory_limit_bytes = order.memory_limit_bytes;
    if (order.request.jobs > 1) {
      context.start_helpers = forked_helpers(order.request.jobs, order.memory_limit_bytes);
    }
    auto next_progress = std::chrono::steady_clock::now();
    context.on_progress = [&](const Progress& progress) {
      if (const auto now = std::chrono::steady_clock::now(); now >= next_progress) {
        next_progress = now + progress_interval;
        tell(WorkProgress{std::string(progress.phase), progress.detail});
      }
    };
    context.on_partial_report = [&](const FileReport& report) { tell(PartialResult{report}); };
    tell(FinalResult{verify(order.request, context)});
  }

  FileReport verify(const VerificationRequest& request, VerificationContext& context) {
    try {
      return verify_(request.input, request.options, context);
    } catch (const std::bad_alloc&) {
      return interrupted_report(request.input, Interruption::Memory);
    } catch (const std::exception& problem) {
      // The thread's boundary: whatever is wrong with the engine, the user is told.
      return unknown_report(request.input, std::string("internal error: ") + problem.what());
    }
  }

  void tell(const FromWorker& message) {
    if (!write_all(output_, protocol::frame(encode(message)))) {
      std::_Exit(EXIT_FAILURE); // nobody is interested any more
    }
  }

  const Verify& verify_;
  int output_;
  std::stop_source stop_;
  std::unique_ptr<WorkerThread> thread_;
};

} // namespace

int run_worker(const Verify& verify) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN); // Ctrl-C is for the server, which decides for its workers
  const int output = take_over_stdout();
  Worker worker(verify, output);
  protocol::FrameDecoder decoder;
  std::array<char, 1U << 16U> buffer;
  while (true) {
    const auto count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count == -1 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      break;
    }
    decoder.feed({buffer.data(), static_cast<std::size_t>(count)});
    while (const std::optional<std::string> body = decoder.next()) {
      std::optional<ToWorker> message = decode_to_worker(*body);
      if (!message) {
        std::fputs("vouch worker: a message that is none; only `vouch lsp` starts workers\n", stderr);
        std::_Exit(2);
      }
      worker.obey(*std::move(message));
    }
    if (decoder.error()) {
      std::fprintf(stderr, "vouch worker: %s; only `vouch lsp` starts workers\n", decoder.error()->c_str());
      std::_Exit(2);
    }
  }
  if (!worker.end()) {
    std::_Exit(EXIT_FAILURE);
  }
  return EXIT_SUCCESS;
}

} // namespace vouch::server

#include "server/engine/worker_service.hpp"

#include "analysis/support/overloaded.hpp"
#include "protocol/framing.hpp"
#include "server/engine/partial_report.hpp"
#include "server/engine/pipe.hpp"
#include "server/engine/worker_messages.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <poll.h>
#include <stop_token>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace vouch::server {

namespace {

using Clock = std::chrono::steady_clock;

/// How often the worker's memory is looked at while it works.
constexpr std::chrono::milliseconds sampling_interval{50};

class EventDescriptor {
public:
  EventDescriptor() : number_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (number_ == -1) {
      throw std::system_error(errno, std::generic_category(), "eventfd");
    }
  }
  ~EventDescriptor() { close(number_); }
  EventDescriptor(const EventDescriptor&) = delete;
  EventDescriptor& operator=(const EventDescriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }

private:
  int number_;
};

/// Becomes readable when a stop is requested.
class StopEvent {
public:
  explicit StopEvent(const std::stop_token& stop)
      : callback_(stop, [this] { eventfd_write(descriptor_.number(), 1); }) {}

  [[nodiscard]] int descriptor() const { return descriptor_.number(); }

private:
  EventDescriptor descriptor_;
  std::stop_callback<std::function<void()>> callback_; ///< goes first, and waits for a call under way: it writes
};

std::string reason_of_death(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    return "the verifying process was killed, perhaps because the system has no memory left";
  }
  return "internal error: the verifying process " + how_it_ended(status);
}

/// One order, from when it is given to its result.
class Order {
public:
  Order(ChildProcess& worker, const VerificationRequest& request, VerificationContext& context,
        const WorkerService::Patience& patience)
      : worker_(worker), request_(request), context_(context), patience_(patience), stop_(context.stop) {
    if (context.deadline) {
      end_ = *context.deadline + patience.after_deadline;
    }
  }

  FileReport result() {
    WorkOrder order{request_, context_.remaining(std::chrono::hours(24 * 365)), context_.memory_limit_bytes / 100 * 95};
    bool is_alive = write_all(worker_.input(), protocol::frame(encode(ToWorker(std::move(order)))));
    while (is_alive && !final_) {
      if (const std::optional<Interruption> due = wait()) {
        worker_.kill_and_wait();
        return with_reason(interrupted_report(request_.input, *due));
      }
      is_alive = receive();
    }
    if (final_) {
      return *std::move(final_);
    }
    has_died_ = true;
    return with_reason(unknown_report(request_.input, reason_of_death(worker_.kill_and_wait())));
  }

  /// Whether the worker was gone before it said anything.
  [[nodiscard]] bool was_never_begun() const { return has_died_ && !has_spoken_; }

private:
  /// Waits until the worker has said something or is gone. The reason if it has to be ended instead.
  std::optional<Interruption> wait() {
    while (true) {
      const auto now = Clock::now();
      if (now >= end_) {
        return is_stopping_ ? Interruption::Cancelled : Interruption::Timeout;
      }
      if (context_.memory_limit_bytes != 0 && resident_memory_of(worker_.id()) > context_.memory_limit_bytes) {
        return Interruption::Memory;
      }
      // A negative descriptor is ignored: the stop has been seen.
      std::array<pollfd, 2> sources = {pollfd{worker_.output(), POLLIN, 0},
                                       pollfd{is_stopping_ ? -1 : stop_.descriptor(), POLLIN, 0}};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end_ - now);
      const int milliseconds = static_cast<int>(std::min(left, sampling_interval).count());
      if (poll(sources.data(), sources.size(), milliseconds) <= 0) {
        continue;
      }
      if (sources[1].revents != 0) {
        is_stopping_ = true;
        end_ = std::min(end_, Clock::now() + patience_.after_stop);
        write_all(worker_.input(), protocol::frame(encode(ToWorker(StopWork{}))));
      }
      if (sources[0].revents != 0) {
        return std::nullopt;
      }
    }
  }

  /// False: the worker is gone, or talks nonsense.
  bool receive() {
    std::array<char, 1U << 16U> buffer;
    const auto count = read(worker_.output(), buffer.data(), buffer.size());
    if (count == -1 && errno == EINTR) {
      return true;
    }
    if (count <= 0) {
      return false;
    }
    decoder_.feed({buffer.data(), static_cast<std::size_t>(count)});
    while (const std::optional<std::string> body = decoder_.next()) {
      std::optional<FromWorker> message = decode_from_worker(*body);
      if (!message) {
        return false;
      }
      take(*std::move(message));
    }
    return !decoder_.error();
  }

  void take(FromWorker message) {
    has_spoken_ = true;
    std::visit(Overloaded{[this](const WorkProgress& progress) { context_.report(progress.phase, progress.detail); },
                          [this](PartialResult& partial) {
                            if (context_.on_partial_report) {
                              context_.on_partial_report(partial.report);
                            }
                            partial_ = std::move(partial.report);
                          },
                          [this](FinalResult& result) { final_ = std::move(result.report); }},
               message);
  }

  /// What was told so far, and the reason of `nothing_known` for the rest.
  FileReport with_reason(FileReport nothing_known) {
    FileReport report = partial_ ? cut_short(*std::move(partial_), nothing_known.reason) : std::move(nothing_known);
    report.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    return report;
  }

  ChildProcess& worker_;
  const VerificationRequest& request_;
  VerificationContext& context_;
  const WorkerService::Patience& patience_;
  StopEvent stop_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point end_ = Clock::time_point::max(); ///< when the worker is ended
  bool is_stopping_ = false;
  bool has_spoken_ = false;
  bool has_died_ = false;
  protocol::FrameDecoder decoder_;
  std::optional<FileReport> partial_;
  std::optional<FileReport> final_;
};

} // namespace

WorkerService::WorkerService(std::vector<std::string> command, Patience patience)
    : command_(std::move(command)), patience_(patience) {}

ChildProcess& WorkerService::worker() {
  if (worker_ == nullptr || worker_->has_ended()) {
    worker_ = std::make_unique<ChildProcess>(command_);
  }
  return *worker_;
}

FileReport WorkerService::verify(const VerificationRequest& request, VerificationContext& context) {
  const bool is_new = worker_ == nullptr;
  Order order(worker(), request, context, patience_);
  FileReport report = order.result();
  if (!is_new && order.was_never_begun()) { // it died while nobody looked
    worker_.reset();
    report = Order(worker(), request, context, patience_).result();
  }
  const bool has_grown =
      context.memory_limit_bytes != 0 && resident_memory_of(worker_->id()) > context.memory_limit_bytes / 2;
  if (worker_->has_ended() || has_grown) {
    worker_.reset(); // the allocator does not give back what a large verification has used
  }
  return report;
}

} // namespace vouch::server

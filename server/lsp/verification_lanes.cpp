#include "server/lsp/verification_lanes.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace vouch::server {

std::size_t worker_count() {
  constexpr std::size_t fewest = 2;
  constexpr std::size_t most = 8; // each is a process with memory of its own
  return std::clamp<std::size_t>(std::thread::hardware_concurrency() / 2, fewest, most);
}

std::string innermost_root(const std::vector<std::string>& roots, const std::string& path) {
  std::string innermost;
  for (const std::string& root : roots) {
    const bool is_inside = path.starts_with(root) && (root.ends_with('/') || path[root.size()] == '/');
    if (is_inside && root.size() > innermost.size()) {
      innermost = root;
    }
  }
  return innermost;
}

VerificationLanes::VerificationLanes(boost::asio::io_context& io, ServiceOfRoot service_of_root,
                                     VerificationQueue::Events events)
    : io_(io), service_of_root_(std::move(service_of_root)), events_(std::move(events)) {}

void VerificationLanes::submit(VerificationJob job, const Urgency& urgency) {
  VerificationQueue& queue = queue_for(job.request.input.path);
  queue.submit(std::move(job), urgency);
}

void VerificationLanes::change_urgency(RunId run, const Urgency& urgency) {
  for (auto& [root, lane] : lanes_) {
    lane.queue->change_urgency(run, urgency);
  }
}

void VerificationLanes::cancel(RunId run) {
  for (auto& [root, lane] : lanes_) {
    lane.queue->cancel(run);
  }
}

WorkerThread::Wait VerificationLanes::shut_down(std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (auto& [root, lane] : lanes_) {
    lane.queue->shut_down(std::chrono::milliseconds(0));
  }
  for (auto& [root, lane] : lanes_) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (lane.queue->shut_down(std::max(left, std::chrono::milliseconds(0))) == WorkerThread::Wait::TimedOut) {
      return WorkerThread::Wait::TimedOut;
    }
  }
  return WorkerThread::Wait::Ended;
}

/// That of the innermost root that contains the file.
VerificationQueue& VerificationLanes::queue_for(const std::string& path) {
  const std::string innermost = innermost_root(roots_, path);
  Lane& lane = lanes_[innermost];
  if (lane.queue == nullptr) {
    std::vector<std::reference_wrapper<VerificationService>> services;
    for (std::size_t count = 0; count < worker_count(); ++count) {
      services.emplace_back(*lane.services.emplace_back(service_of_root_(innermost)));
    }
    lane.queue = std::make_unique<VerificationQueue>(io_, services, events_);
  }
  return *lane.queue;
}

} // namespace vouch::server

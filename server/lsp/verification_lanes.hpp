#pragma once

#include "server/lsp/verification_queue.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouch::server {

/// Makes the service of a workspace root; the empty one is that of files outside of all roots.
using ServiceOfRoot = std::function<std::unique_ptr<VerificationService>(const std::string& root)>;

/// Files of a root that are verified at a time. Functions of one file are verified beside each other anyway; a second worker
/// is there so that nobody waits for a file that takes long, and more than two for all the files that nobody sees.
std::size_t worker_count();

/// The innermost of `roots` that contains the file at `path`; empty if none does.
std::string innermost_root(const std::vector<std::string>& roots, const std::string& path);

/// One queue with services of its own for each workspace root. Belongs to the event loop's thread.
class VerificationLanes {
public:
  VerificationLanes(boost::asio::io_context& io, ServiceOfRoot service_of_root, VerificationQueue::Events events);

  /// Absolute paths. Jobs that are under way stay where they are.
  void change_roots(std::vector<std::string> roots) { roots_ = std::move(roots); }
  [[nodiscard]] const std::vector<std::string>& roots() const { return roots_; }

  void submit(VerificationJob job, const Urgency& urgency);
  void change_urgency(RunId run, const Urgency& urgency);
  void cancel(RunId run);

  /// As `VerificationQueue::shut_down`, for all together.
  WorkerThread::Wait shut_down(std::chrono::milliseconds limit);

private:
  struct Lane {
    std::vector<std::unique_ptr<VerificationService>> services;
    std::unique_ptr<VerificationQueue> queue;
  };
  VerificationQueue& queue_for(const std::string& path);

  boost::asio::io_context& io_;
  ServiceOfRoot service_of_root_;
  VerificationQueue::Events events_;
  std::vector<std::string> roots_;
  std::map<std::string, Lane> lanes_; ///< by root, from when the first job comes
};

} // namespace vouch::server

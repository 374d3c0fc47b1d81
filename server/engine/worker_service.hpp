#pragma once

#include "server/engine/child_process.hpp"
#include "server/engine/verification_service.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace vouch::server {

/// The engine in another process, which is started when there is something to verify and stays for the next time. It
/// has to stop when it is told to; if it does not, uses too much memory or dies, that costs one answer, and the next
/// call starts another process.
class WorkerService final : public VerificationService {
public:
  struct Patience {
    std::chrono::milliseconds after_stop{400};      ///< until it is ended, when it should stop
    std::chrono::milliseconds after_deadline{1000}; ///< the same when its budget is used up
  };

  /// `command` starts a process that does what `run_worker` does.
  explicit WorkerService(std::vector<std::string> command) : WorkerService(std::move(command), Patience()) {}
  WorkerService(std::vector<std::string> command, Patience patience);

  FileReport verify(const VerificationRequest& request, VerificationContext& context) override;

private:
  ChildProcess& worker();

  std::vector<std::string> command_;
  Patience patience_;
  std::unique_ptr<ChildProcess> worker_; ///< none: not needed yet, or the last one had to go
};

} // namespace vouch::server

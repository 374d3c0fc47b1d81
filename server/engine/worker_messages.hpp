#pragma once

#include "server/engine/verification_service.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

/// What a language server and its worker tell each other: JSON in frames as LSP has them, on the worker's stdin and
/// stdout. Both ends are the same binary, so nothing of it is documented for others or kept compatible.
namespace vouch::server {

/// Verify this. Sent only while the worker has nothing to do.
struct WorkOrder {
  VerificationRequest request;
  std::chrono::milliseconds budget{0};
  std::uint64_t memory_limit_bytes = 0; ///< 0: none
};

/// Come back with what is decided by now.
struct StopWork {};

using ToWorker = std::variant<WorkOrder, StopWork>;

struct WorkProgress {
  std::string phase;
  std::string detail;
};

struct PartialResult {
  FileReport report;
};

/// The worker is free for the next order.
struct FinalResult {
  FileReport report;
};

using FromWorker = std::variant<WorkProgress, PartialResult, FinalResult>;

/// The body of a frame.
std::string encode(const ToWorker& message);
std::string encode(const FromWorker& message);

/// Nothing if `body` is not such a message.
std::optional<ToWorker> decode_to_worker(std::string_view body);
std::optional<FromWorker> decode_from_worker(std::string_view body);

} // namespace vouch::server

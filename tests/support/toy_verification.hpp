#pragma once

#include "server/lsp/verification_lanes.hpp"

#include <atomic>
#include <chrono>

/// Stands for the engine in tests of the server: decides by words in the text, in no time or as slowly as told.
namespace vouch::test {

/// What the text may contain:
///   `assert(0)`      a confirmed violation right there, in `main`, with a trace of three steps
///   `broken`         the C does not compile; Clang's error is at that word
///   `undecided`      `main` stays unknown, "refinement stuck"
///   `slow`           runs until it is stopped or its time is over, telling its progress
///   `half`           as `slow`, having told of `main` what is said otherwise; the function `rest` is open
///   `crash`          ends the process with signal ABRT
///   `greedy`         uses more and more memory
///   `deaf`           runs for ever, and does not listen to anybody
///   `stubborn`       runs for `stubborn_time`, and does not listen to anybody
///   `throws`         fails with an exception
/// Anything else is safe.
class ToyVerification final : public server::VerificationService {
public:
  static constexpr std::chrono::milliseconds stubborn_time{300};

  FileReport verify(const server::VerificationRequest& request, VerificationContext& context) override;

  std::atomic<int> started{0};
  std::atomic<int> stopped_early{0};
  std::atomic<std::uint64_t> longest_budget{0}; ///< of a function, in milliseconds
};

/// One toy for all workspace roots. It must outlive what is made with it.
server::ServiceOfRoot services_of(ToyVerification& toy);

} // namespace vouch::test

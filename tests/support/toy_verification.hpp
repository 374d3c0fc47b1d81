#pragma once

#include "server/verification_service.hpp"

#include <atomic>
#include <chrono>

/// Stands for the engine in tests of the server: decides by words in the text, in no time or as slowly as told.
namespace vouch::test {

/// What the text may contain:
///   `assert(0)`      a confirmed violation right there, in `main`, with a trace of three steps
///   `broken`         the C does not compile; Clang's error is at that word
///   `undecided`      `main` stays unknown, "refinement stuck"
///   `slow`           runs until it is stopped or its deadline passes, telling its progress
///   `stubborn`       runs for `stubborn_time`, and does not listen to anybody
///   `throws`         fails with an exception
/// Anything else is safe.
class ToyVerification final : public server::VerificationService {
public:
  static constexpr std::chrono::milliseconds stubborn_time{300};

  FileReport verify(const server::VerificationRequest& request, RunContext& context) override;

  std::atomic<int> started{0};
  std::atomic<int> stopped_early{0};
};

} // namespace vouch::test

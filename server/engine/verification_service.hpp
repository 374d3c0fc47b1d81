#pragma once

#include "analysis/report/report.hpp"

#include <cstddef>

namespace vouch::server {

struct VerificationRequest {
  SourceInput input;
  Options options;
  std::size_t jobs = 1; ///< functions of the file that are verified at a time
};

/// Who verifies: the engine in this process, or whatever stands for it, in another process or in a test.
///
/// `verify` is called on a thread of its own, one call at a time, and may take as long as `context` lets it.
class VerificationService {
public:
  virtual ~VerificationService() = default;
  virtual FileReport verify(const VerificationRequest& request, VerificationContext& context) = 0;
};

} // namespace vouch::server

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouch::testkit {

/// What the comments at the top of a test program say of it; see docs/testing.md.
struct ProgramExpectation {
  std::string verdict;                    ///< `expect`
  std::optional<unsigned> violation_line; ///< `expect-line`
  std::string reason;                     ///< `reason`: a part of it
  std::string code;                       ///< `expect-code`: of the violation's diagnostic; empty: any
  std::vector<std::string> options;       ///< `property` and `options`
  bool confirmed = true;                  ///< false: `unconfirmed`, which says why
};

/// Throws std::runtime_error if the comments make no sense.
ProgramExpectation read_expectation(const std::filesystem::path& program);

} // namespace vouch::testkit

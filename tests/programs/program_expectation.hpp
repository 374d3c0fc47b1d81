#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouch::testkit {

struct FunctionExpectation {
  std::string name;
  std::string verdict;
  std::string reason; ///< all of it; only of unknown functions
};

/// What the comments at the top of a test program say of it; see docs/testing.md.
struct ProgramExpectation {
  std::string verdict;                        ///< `expect`
  std::optional<unsigned> violation_line;     ///< `expect-line`
  std::string reason;                         ///< `reason`: a part of it
  std::string code;                           ///< `expect-code`: of the violation's diagnostic; empty: any
  std::vector<std::string> options;           ///< `property`, or else assert,reach-error; and `options`
  std::vector<FunctionExpectation> functions; ///< `function`: `name: verdict` or `name: unknown: reason`
  std::vector<std::string> assumptions;       ///< `assumes`: among what the report rests on
  std::vector<unsigned> hint_lines;           ///< `hint`: lines of hints at preconditions; there are no others
  bool confirmed = true;                      ///< false: `unconfirmed`, which says why
};

/// Throws std::runtime_error if the comments make no sense.
ProgramExpectation read_expectation(const std::filesystem::path& program);

} // namespace vouch::testkit

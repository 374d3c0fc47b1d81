#pragma once

#include <cstddef>
#include <string>
#include <vector>

/// What a report is beside an earlier one.
namespace vouch::server {

/// A violation as an earlier report has it.
struct KnownViolation {
  std::string fingerprint;
  std::string code;
  std::string message;
  std::string function; ///< empty if the report does not say
  std::string file;
  unsigned line = 0;
};

enum class BaselineState { New, Same };

/// A report beside an earlier one.
struct Comparison {
  std::string since;                              ///< where the earlier one was read
  std::vector<std::vector<BaselineState>> states; ///< by file and violation of the report
  std::vector<KnownViolation> mended;             ///< of the earlier report, and not there any more
  std::vector<KnownViolation> open; ///< likewise, but nobody knows: it is undecided now, or was not looked at
};

/// How many violations of the report are in that state.
std::size_t count_of(const Comparison& comparison, BaselineState state);

} // namespace vouch::server

#pragma once

#include "analysis/support/result.hpp"
#include "server/formats/check_report.hpp"

#include <string>
#include <vector>

/// What has become of the violations of an earlier report: what is new, what is as before, and what is mended.
namespace vouch::server {

struct Baseline {
  std::string file; ///< where it was read
  std::vector<KnownViolation> violations;
};

/// Reads what `vouch check` has printed with `--format json` or `--format sarif`. Fails with a sentence for the user if
/// the file cannot be read or is no such report.
Result<Baseline> read_baseline(const std::string& path);

/// Violations are the same if their fingerprints are, however the code has moved; of several with one fingerprint as
/// many are the same as there were. One that is missing is mended only if its file was verified for its property, and its
/// function is decided now, or is gone.
Comparison compare(const Baseline& baseline, const CheckReport& report);

} // namespace vouch::server

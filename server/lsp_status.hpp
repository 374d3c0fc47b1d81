#pragma once

#include "analysis/verifier.hpp"
#include "protocol/lsp_text.hpp"
#include "server/lsp_diagnostics.hpp"

#include <optional>
#include <string>
#include <vector>

namespace vouch::server {

/// What is known about one document now.
enum class VerificationState {
  Queued, ///< waits for its turn, or for a pause in typing
  Running,
  Finished,       ///< the verdicts are those of `version`
  DoesNotCompile, ///< no verdicts
  Stale,          ///< not verified, or edited since; the verdicts, if any, are those of an earlier version
  Cancelled,      ///< by the user; as stale
};

struct FunctionStatus {
  std::string name;
  protocol::Range range; ///< of the name
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  std::uint64_t milliseconds = 0;
  bool from_cache = false;
};

/// The params of the notification `vouch/status` and the result of the request `vouch/verify`. See docs/protocol.md.
struct VerificationStatus {
  std::string uri;
  std::int64_t version = 0; ///< of the document when this was sent
  VerificationState state = VerificationState::Stale;
  std::optional<std::int64_t> verdict_version; ///< to which all that follows belongs, once there is a verdict
  Verdict verdict = Verdict::Unknown;          ///< of the file
  std::string reason;                          ///< for Unknown
  double seconds = 0;
  std::vector<FunctionStatus> functions;
};

/// The status of the document once the run that gave `report` has finished.
VerificationStatus to_status(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts);

void to_json(protocol::Json& json, const VerificationStatus& status);

} // namespace vouch::server

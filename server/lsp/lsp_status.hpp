#pragma once

#include "protocol/lsp_text.hpp"
#include "server/lsp/verified_document.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace vouch::server {

/// What is known about one document now.
enum class VerificationState {
  Queued, ///< waits for its turn, or for a pause in typing
  Running,
  Finished,       ///< the verdicts are those of `version`
  DoesNotCompile, ///< no verdicts for this version
  Stale,          ///< not verified, or edited since; the verdicts, if any, are those of an earlier version
  Cancelled,      ///< by the user; as stale
};

/// What is known about one function now. Assumed: it can fail, and the source says why that is accepted.
enum class FunctionState { Stale, Queued, Running, Proved, Violated, Unknown, Assumed };

/// `stale`, `queued` and so on, as the protocol spells it.
const char* name_of(FunctionState state);

/// All that an editor can be told of a document, of which every surface is made: diagnostics, status, lenses, hovers.
struct DocumentStatus {
  std::string uri;
  std::int64_t version = 0;     ///< of the document now
  std::uint64_t generation = 0; ///< counts what has happened to the document: edits, runs, settings
  VerificationState state = VerificationState::Stale;
  std::optional<std::int64_t>
      verdict_version; ///< to which `verified` belongs; ranges have moved along with edits since
  VerifiedDocument verified;
  bool is_partial = false; ///< the run goes on: what is not finished in `verified` runs
  /// The functions whose verdicts may be others since `verdict_version`; none: all of them.
  std::optional<std::set<std::string>> outdated;
};

FunctionState state_of(const DocumentStatus& status, const VerifiedFunction& function);

/// The params of the notification `vouch/status` and the result of the request `vouch/verify`. See docs/protocol.md.
void to_json(protocol::Json& json, const DocumentStatus& status);

/// The result of the request `vouch/checks`: what was checked in each function.
protocol::Json checks_to_json(const DocumentStatus& status);

} // namespace vouch::server

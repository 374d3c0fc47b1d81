#include "server/lsp/lsp_status.hpp"

#include <algorithm>

namespace vouch::server {

namespace {

const char* name_of(VerificationState state) {
  switch (state) {
  case VerificationState::Queued:
    return "queued";
  case VerificationState::Running:
    return "running";
  case VerificationState::Finished:
    return "finished";
  case VerificationState::DoesNotCompile:
    return "doesNotCompile";
  case VerificationState::Stale:
    return "stale";
  case VerificationState::Cancelled:
    return "cancelled";
  }
  return "";
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::Safe:
    return "safe";
  case Verdict::Violated:
    return "violated";
  case Verdict::Unknown:
    return "unknown";
  }
  return "";
}

/// What the verdict says, if it is one of the document as it is now.
FunctionState state_of_verdict(const DocumentStatus& status, const VerifiedFunction& function) {
  switch (function.verdict) {
  case Verdict::Safe:
    return FunctionState::Proved;
  case Verdict::Unknown:
    return FunctionState::Unknown;
  case Verdict::Violated:
    break;
  }
  const bool is_accepted = std::ranges::all_of(status.verified.traces, [&function](const VerifiedTrace& trace) {
    return trace.function != function.name || !is_finding(trace) || trace.accepted_because.has_value();
  });
  return is_accepted ? FunctionState::Assumed : FunctionState::Violated;
}

} // namespace

const char* name_of(FunctionState state) {
  switch (state) {
  case FunctionState::Stale:
    return "stale";
  case FunctionState::Queued:
    return "queued";
  case FunctionState::Running:
    return "running";
  case FunctionState::Proved:
    return "proved";
  case FunctionState::Violated:
    return "violated";
  case FunctionState::Unknown:
    return "unknown";
  case FunctionState::Assumed:
    return "assumed";
  }
  return "";
}

FunctionState state_of(const DocumentStatus& status, const VerifiedFunction& function) {
  switch (status.state) {
  case VerificationState::Queued:
    return FunctionState::Queued;
  case VerificationState::Running:
    return status.is_partial && function.reason != not_finished_reason ? state_of_verdict(status, function)
                                                                       : FunctionState::Running;
  case VerificationState::Finished:
    return state_of_verdict(status, function);
  case VerificationState::DoesNotCompile:
  case VerificationState::Stale:
  case VerificationState::Cancelled:
    break;
  }
  return FunctionState::Stale;
}

void to_json(protocol::Json& json, const DocumentStatus& status) {
  using protocol::Json;
  json = Json{{"uri", status.uri},
              {"version", status.version},
              {"generation", status.generation},
              {"state", name_of(status.state)}};
  json["functions"] = Json::array();
  const VerifiedDocument& verified = status.verified;
  if (status.verdict_version) {
    json["verdictVersion"] = *status.verdict_version;
    json["verdict"] = name_of(verified.verdict);
    json["seconds"] = verified.seconds;
  }
  if (!verified.reason.empty()) {
    json["reason"] = verified.reason;
  }
  for (const VerifiedFunction& function : verified.functions) {
    Json entry{{"name", function.name},
               {"range", function.name_range},
               {"state", name_of(state_of(status, function))},
               {"verdict", name_of(function.verdict)},
               {"milliseconds", function.milliseconds},
               {"fromCache", function.from_cache}};
    if (!function.reason.empty()) {
      entry["reason"] = function.reason;
    }
    entry["traces"] = Json::array();
    for (const VerifiedTrace& trace : verified.traces) {
      if (trace.function == function.name && is_finding(trace)) {
        entry["traces"].push_back(trace.id);
      }
    }
    json["functions"].push_back(std::move(entry));
  }
}

} // namespace vouch::server

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

/// What the verdict says, if it is one of the document as it is now. A run that fails in a function is shown to its user,
/// whatever else is not known of that function.
FunctionState state_of_verdict(const DocumentStatus& status, const VerifiedFunction& function) {
  const auto is_its_own = [&function](const VerifiedTrace& trace) {
    return trace.function == function.name && is_finding(trace);
  };
  if (function.verdict != Verdict::Violated && std::ranges::none_of(status.verified.traces, is_its_own)) {
    return function.verdict == Verdict::Safe ? FunctionState::Proved : FunctionState::Unknown;
  }
  const bool is_accepted = std::ranges::all_of(status.verified.traces, [&](const VerifiedTrace& trace) {
    return !is_its_own(trace) || trace.accepted_because.has_value();
  });
  return is_accepted ? FunctionState::Assumed : FunctionState::Violated;
}

/// Whether the last verdict is still that of the function as it is now.
bool is_up_to_date(const DocumentStatus& status, const VerifiedFunction& function) {
  return status.verdict_version && status.outdated && !status.outdated->contains(function.name);
}

const char* name_of(CheckState state) {
  switch (state) {
  case CheckState::Proved:
    return "proved";
  case CheckState::LeftToCallers:
    return "leftToCallers";
  case CheckState::Open:
    return "open";
  case CheckState::Violated:
    return "violated";
  case CheckState::NotReached:
    break;
  }
  return "notReached";
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
  const bool is_known = is_up_to_date(status, function);
  const bool is_decided = is_known && function.verdict != Verdict::Unknown; // a run will hardly say anything else
  switch (status.state) {
  case VerificationState::Queued:
    return is_decided ? state_of_verdict(status, function) : FunctionState::Queued;
  case VerificationState::Running:
    return is_decided || (status.is_partial && !function.is_open) ? state_of_verdict(status, function)
                                                                  : FunctionState::Running;
  case VerificationState::Finished:
    return state_of_verdict(status, function);
  case VerificationState::Stale:
  case VerificationState::Cancelled:
    return is_known ? state_of_verdict(status, function) : FunctionState::Stale;
  case VerificationState::DoesNotCompile:
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
        if (trace.is_since_edit) {
          entry["since"] = "edit";
        }
      }
    }
    json["functions"].push_back(std::move(entry));
  }
}

protocol::Json checks_to_json(const DocumentStatus& status) {
  using protocol::Json;
  Json functions = Json::array();
  for (const VerifiedFunction& function : status.verified.functions) {
    Json entry{{"name", function.name}, {"range", function.name_range}, {"state", name_of(state_of(status, function))}};
    if (!function.reason.empty()) {
      entry["reason"] = function.reason;
    }
    entry["checks"] = Json::array();
    for (const VerifiedCheck& check : function.check_list) {
      entry["checks"].push_back(
          {{"range", check.range}, {"code", check.code}, {"message", check.message}, {"state", name_of(check.state)}});
    }
    functions.push_back(std::move(entry));
  }
  return Json{{"uri", status.uri}, {"functions", std::move(functions)}};
}

} // namespace vouch::server

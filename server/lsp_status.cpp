#include "server/lsp_status.hpp"

#include "server/to_protocol.hpp"

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

} // namespace

VerificationStatus to_status(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts) {
  VerificationStatus status;
  status.uri = target.uri;
  status.version = target.version;
  status.seconds = report.seconds;
  if (!report.compiles) {
    status.state = VerificationState::DoesNotCompile;
    return status;
  }
  status.state = VerificationState::Finished;
  status.verdict_version = target.version;
  status.verdict = report.verdict;
  status.reason = report.reason;
  const std::string& text = texts.text_of(target.path);
  for (const FunctionReport& function : report.functions) {
    status.functions.push_back({function.name, to_range(text, function.place, target.encoding), function.verdict,
                                function.reason, function.milliseconds, function.from_cache});
  }
  return status;
}

void to_json(protocol::Json& json, const VerificationStatus& status) {
  using protocol::Json;
  json = Json{{"uri", status.uri}, {"version", status.version}, {"state", name_of(status.state)}};
  json["functions"] = Json::array();
  if (status.verdict_version) {
    json["verdictVersion"] = *status.verdict_version;
    json["verdict"] = name_of(status.verdict);
    json["seconds"] = status.seconds;
  }
  if (!status.reason.empty()) {
    json["reason"] = status.reason;
  }
  for (const FunctionStatus& function : status.functions) {
    Json entry{{"name", function.name},
               {"range", function.range},
               {"verdict", name_of(function.verdict)},
               {"milliseconds", function.milliseconds},
               {"fromCache", function.from_cache}};
    if (!function.reason.empty()) {
      entry["reason"] = function.reason;
    }
    json["functions"].push_back(std::move(entry));
  }
}

} // namespace vouch::server

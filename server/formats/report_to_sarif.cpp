#include "server/formats/report_to_sarif.hpp"

#include "server/formats/acceptance.hpp"
#include "server/formats/sarif_rules.hpp"
#include "server/formats/trace_lines.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/source_texts.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <vector>

namespace vouch::server {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* source_root = "%SRCROOT%";
/// What code scanning takes for one result.
constexpr std::size_t most_locations = 10'000;
constexpr std::size_t most_results = 25'000;

OrderedJson kinds_of(TraceStepKind kind) {
  switch (kind) {
  case TraceStepKind::Statement:
    return OrderedJson::array();
  case TraceStepKind::Assignment:
    return OrderedJson::array({"value"});
  case TraceStepKind::BranchTaken:
    return OrderedJson::array({"branch", "true"});
  case TraceStepKind::BranchNotTaken:
    return OrderedJson::array({"branch", "false"});
  case TraceStepKind::Call:
    return OrderedJson::array({"call", "function"});
  case TraceStepKind::Return:
    return OrderedJson::array({"return", "function"});
  case TraceStepKind::Input:
    return OrderedJson::array({"acquire", "value"});
  case TraceStepKind::Violation:
    break;
  }
  return OrderedJson::array({"danger"});
}

const char* importance_of(TraceStepKind kind) {
  return kind == TraceStepKind::Violation   ? "essential"
         : kind == TraceStepKind::Statement ? "unimportant"
                                            : "important";
}

std::string message_of(const TraceStep& step) {
  std::string text = step.text;
  if (step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken) {
    text += step.kind == TraceStepKind::BranchTaken ? " is true" : " is false";
  }
  for (const auto& [name, value] : step.values) {
    text += (&name == &step.values.front().first ? " [" : ", ") + name + " = " + value;
  }
  return text + (step.values.empty() ? "" : "]");
}

class SarifWriter {
public:
  SarifWriter(const CheckReport& report, const SarifInvocation& invocation)
      : report_(report), invocation_(invocation), texts_({}) {}

  OrderedJson write() {
    OrderedJson results = OrderedJson::array();
    for (const FileReport& file : report_.files) {
      note_artifact(file.path, ArtifactRole::Target);
      for (const Violation& violation : file.violations) {
        if (results.size() < most_results) {
          results.push_back(result(violation));
        }
      }
    }
    if (report_.comparison) {
      compare(*report_.comparison, results);
    }
    OrderedJson run = {
        {"tool",
         {{"driver",
           {{"name", "Vouch"},
            {"fullName", report_.version},
            {"semanticVersion", semantic_version()},
            {"supportedTaxonomies", OrderedJson::array({{{"name", "CWE"}, {"index", 0}}})},
            {"rules", sarif_rules()}}}}},
        {"taxonomies", sarif_taxonomies()},
        {"originalUriBaseIds", {{source_root, {{"uri", uri_of(invocation_.working_directory + "/")}}}}},
        {"columnKind", "utf16CodeUnits"},
        {"invocations", OrderedJson::array({invocation()})},
    };
    run["artifacts"] = std::move(artifacts_);
    run["results"] = std::move(results);
    return {{"$schema", schema}, {"version", "2.1.0"}, {"runs", OrderedJson::array({std::move(run)})}};
  }

private:
  /// `1.2.3` of "vouch 1.2.3 (...)".
  [[nodiscard]] std::string semantic_version() const {
    const std::size_t begin = std::min(report_.version.find(' ') + 1, report_.version.size());
    return report_.version.substr(begin, report_.version.find(' ', begin) - begin);
  }

  OrderedJson artifact_location(const std::string& path) {
    const fs::path absolute = (fs::path(invocation_.working_directory) / path).lexically_normal();
    const fs::path relative = absolute.lexically_relative(invocation_.working_directory);
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    const std::string uri = uri_of(absolute.string());
    const std::string root = uri_of(invocation_.working_directory + "/");
    if (is_below && uri.starts_with(root)) {
      return {{"uri", uri.substr(root.size())}, {"uriBaseId", source_root}};
    }
    return {{"uri", uri}};
  }

  enum class ArtifactRole { Target, Other };
  std::size_t note_artifact(const std::string& path, ArtifactRole role) {
    auto [known, is_new] = artifact_indices_.emplace(path, artifacts_.size());
    if (is_new) {
      OrderedJson artifact = {{"location", artifact_location(path)}, {"sourceLanguage", "c"}};
      if (role == ArtifactRole::Target) {
        artifact["roles"] = OrderedJson::array({"analysisTarget"});
      }
      artifacts_.push_back(std::move(artifact));
    }
    return known->second;
  }

  /// In characters from 1, as SARIF counts; the engine counts bytes.
  OrderedJson region(const Place& place) {
    const protocol::Range range = to_range(texts_.lines_of(place.file), place, protocol::PositionEncoding::Utf16);
    OrderedJson result = {{"startLine", range.start.line + 1}, {"startColumn", range.start.character + 1}};
    result["endLine"] = range.end.line + 1;
    result["endColumn"] = range.end.character + 1;
    return result;
  }

  OrderedJson location(const Place& place, const std::string& function) {
    OrderedJson artifact = artifact_location(place.file);
    artifact["index"] = note_artifact(place.file, ArtifactRole::Other);
    OrderedJson result = {{"physicalLocation", {{"artifactLocation", std::move(artifact)}, {"region", region(place)}}}};
    if (!function.empty()) {
      result["logicalLocations"] = OrderedJson::array({{{"name", function}, {"kind", "function"}}});
    }
    return result;
  }

  OrderedJson thread_flow_location(const TraceStep& step, int nesting_level, std::size_t order) {
    OrderedJson place = location(step.place, step.function);
    place["message"] = {{"text", message_of(step)}};
    OrderedJson result = {{"location", std::move(place)},
                          {"nestingLevel", nesting_level},
                          {"executionOrder", order},
                          {"importance", step.is_relevant ? importance_of(step.kind) : "unimportant"}};
    if (OrderedJson kinds = kinds_of(step.kind); !kinds.empty()) {
      result["kinds"] = std::move(kinds);
    }
    for (const auto& [name, value] : step.values) {
      result["state"][name] = {{"text", value}};
    }
    return result;
  }

  OrderedJson result(const Violation& violation) {
    OrderedJson json = {{"ruleId", violation.code},
                        {"ruleIndex", sarif_rule_index(violation.code)},
                        {"kind", "fail"},
                        {"level", severity_of(violation.kind)},
                        {"message", {{"text", violation.message}}},
                        {"locations", OrderedJson::array({location(violation.place, violation.function)})}};
    if (!violation.fingerprint.empty()) {
      json["partialFingerprints"] = {{"vouchViolation/v1", violation.fingerprint}};
    }
    if (!violation.trace.empty()) {
      const std::vector<int> levels = nesting_levels(violation.trace);
      OrderedJson locations = OrderedJson::array();
      const std::size_t first = violation.trace.size() > most_locations ? violation.trace.size() - most_locations : 0;
      for (std::size_t i = first; i < violation.trace.size(); ++i) {
        locations.push_back(thread_flow_location(violation.trace[i], levels[i], i + 1));
      }
      const std::string about = violation.confirmed ? "a run that was executed" : "a run, not confirmed";
      json["codeFlows"] =
          OrderedJson::array({{{"message", {{"text", about}}},
                               {"threadFlows", OrderedJson::array({{{"locations", std::move(locations)}}})}}});
    }
    const auto reason = acceptance(texts_.text_of(violation.place.file), violation.place.line, violation.code);
    json["suppressions"] = OrderedJson::array();
    if (reason) {
      json["suppressions"].push_back({{"kind", "inSource"}, {"justification", *reason}});
    }
    const bool is_native = violation.native == NativeConfirmation::Confirmed;
    json["properties"] = {{"confirmed", is_native ? OrderedJson("native") : OrderedJson(violation.confirmed)}};
    return json;
  }

  /// SARIF's words for what is there beside an earlier report, and results for what was there only then.
  void compare(const Comparison& comparison, OrderedJson& results) {
    std::size_t next = 0;
    for (const std::vector<BaselineState>& states : comparison.states) {
      for (const BaselineState state : states) {
        if (next < results.size()) {
          results[next++]["baselineState"] = state == BaselineState::New ? "new" : "unchanged";
        }
      }
    }
    for (const KnownViolation& known : comparison.mended) {
      results.push_back(past_result(known));
      results.back()["kind"] = "pass";
      results.back()["baselineState"] = "absent";
    }
    for (const KnownViolation& known : comparison.open) {
      results.push_back(past_result(known));
      results.back()["kind"] = "open";
      results.back()["baselineState"] = "updated";
    }
  }

  OrderedJson past_result(const KnownViolation& known) {
    const Place place{known.file, known.line, 1, known.line, 1};
    OrderedJson json = {{"ruleId", known.code},
                        {"ruleIndex", sarif_rule_index(known.code)},
                        {"level", "none"},
                        {"message", {{"text", known.message}}},
                        {"locations", OrderedJson::array({location(place, known.function)})}};
    if (!known.fingerprint.empty()) {
      json["partialFingerprints"] = {{"vouchViolation/v1", known.fingerprint}};
    }
    return json;
  }

  OrderedJson notification(const char* level, const std::string& text, const Place& place) {
    OrderedJson json = {{"level", level}, {"message", {{"text", text}}}};
    if (place.line != 0) {
      json["locations"] = OrderedJson::array({location(place, "")});
    }
    return json;
  }

  OrderedJson invocation() {
    OrderedJson notifications = OrderedJson::array();
    bool is_successful = true;
    for (const FileReport& file : report_.files) {
      is_successful = is_successful && file.compiles;
      if (file.verdict == Verdict::Unknown) {
        notifications.push_back(notification(file.compiles ? "warning" : "error",
                                             file.path + " is undecided: " + file.reason, {file.path, 1, 1, 1, 1}));
      }
      for (const FunctionReport& function : file.functions) {
        const bool is_open = function.verdict == Verdict::Unknown && function.reason != not_called_reason;
        if (is_open) {
          notifications.push_back(
              notification("warning", "'" + function.name + "' is undecided: " + function.reason, function.place));
        }
      }
      for (const Message& message : file.messages) {
        const char* level = message.severity == MessageSeverity::Error     ? "error"
                            : message.severity == MessageSeverity::Warning ? "warning"
                                                                           : "note";
        notifications.push_back(notification(level, message.text, message.place));
      }
    }
    return {{"executionSuccessful", is_successful},
            {"exitCode", invocation_.exit_status},
            {"workingDirectory", {{"uri", uri_of(invocation_.working_directory + "/")}}},
            {"toolExecutionNotifications", std::move(notifications)}};
  }

  const CheckReport& report_;
  const SarifInvocation& invocation_;
  SourceTexts texts_;
  OrderedJson artifacts_ = OrderedJson::array();
  std::map<std::string, std::size_t> artifact_indices_;
};

} // namespace

nlohmann::ordered_json to_sarif(const CheckReport& report, const SarifInvocation& invocation) {
  return SarifWriter(report, invocation).write();
}

} // namespace vouch::server

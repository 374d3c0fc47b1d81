#include "server/lsp/lsp_run.hpp"

#include "server/formats/branch_reasons.hpp"
#include "server/formats/trace_lines.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/to_protocol.hpp"

#include <filesystem>

namespace vouch::server {

namespace {

using protocol::Json;

const char* name_of(ValueOrigin origin) {
  switch (origin) {
  case ValueOrigin::Write:
    return "write";
  case ValueOrigin::Input:
    return "input";
  case ValueOrigin::Caller:
    return "caller";
  case ValueOrigin::Start:
    return "start";
  case ValueOrigin::Unknown:
    break;
  }
  return "unknown";
}

class RunWriter {
public:
  RunWriter(const VerifiedTrace& trace, const StaticNames& statics, const std::string& path, SourceTexts& texts,
            protocol::PositionEncoding encoding)
      : violation_(trace.violation), reasons_(branch_reasons(violation_, statics)),
        directory_(std::filesystem::path(path).parent_path()), texts_(texts), encoding_(encoding) {}

  Json write(const std::vector<RunNode>& nodes) {
    Json result = Json::array();
    for (const RunNode& node : nodes) {
      result.push_back(write(node));
    }
    return result;
  }

private:
  Json write(const RunNode& node) {
    const TraceStep& step = violation_.trace[node.first_step];
    const std::string file = (directory_ / step.place.file).lexically_normal().string();
    Json values = Json::array();
    for (const auto& [name, value] : node.values) {
      values.push_back({{"name", name}, {"value", value}});
    }
    const bool is_branch = step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken;
    const char* kind = node.kind == RunNode::Kind::Rounds      ? "rounds"
                       : step.kind == TraceStepKind::Violation ? "violation"
                       : step.kind == TraceStepKind::Call      ? "call"
                       : is_branch                             ? "branch"
                                                               : "step";
    Json json{{"step", node.first_step + 1},
              {"text", node.text},
              {"kind", kind},
              {"function", step.function},
              {"uri", uri_of(file)},
              {"range", to_range(texts_.lines_of(file), step.place, encoding_)},
              {"values", std::move(values)},
              {"children", write(node.children)}};
    if (is_branch && node.kind == RunNode::Kind::Step) {
      json["because"] = because(node.first_step);
    }
    return json;
  }

  /// What the branch has read, and the step that wrote it.
  Json because(std::size_t branch) const {
    Json result = Json::array();
    const auto reasons = reasons_.find(branch);
    if (reasons == reasons_.end()) {
      return result;
    }
    for (const BranchReason& reason : reasons->second) {
      Json json{{"name", reason.name},
                {"value", reason.value},
                {"from", name_of(origin_of(violation_, reason))},
                {"text", phrase_of(violation_, reason)}};
      if (reason.writer) {
        json["step"] = *reason.writer + 1;
      }
      result.push_back(std::move(json));
    }
    return result;
  }

  const Violation& violation_;
  std::map<std::size_t, std::vector<BranchReason>> reasons_;
  std::filesystem::path directory_;
  SourceTexts& texts_;
  protocol::PositionEncoding encoding_;
};

} // namespace

void from_json(const Json& json, RunParams& params) {
  params.uri = protocol::required_member<std::string>(json, "uri");
  params.trace = protocol::required_member<std::string>(json, "trace");
}

StaticNames statics_of(const VerifiedDocument& document) {
  StaticNames statics;
  for (const VerifiedFunction& function : document.functions) {
    statics[function.name].insert(function.statics.begin(), function.statics.end());
  }
  return statics;
}

Json run_to_json(const VerifiedTrace& trace, const StaticNames& statics, const std::string& path, SourceTexts& texts,
                 protocol::PositionEncoding encoding) {
  return {{"trace", trace.id},
          {"code", trace.violation.code},
          {"message", trace.violation.message},
          {"function", trace.function},
          {"confirmed", trace.violation.confirmed},
          {"nodes", RunWriter(trace, statics, path, texts, encoding).write(run_tree(trace.violation))}};
}

} // namespace vouch::server

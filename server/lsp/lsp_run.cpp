#include "server/lsp/lsp_run.hpp"

#include "server/formats/trace_lines.hpp"
#include "server/support/file_uri.hpp"
#include "server/support/to_protocol.hpp"

#include <filesystem>

namespace vouch::server {

namespace {

using protocol::Json;

class RunWriter {
public:
  RunWriter(const VerifiedTrace& trace, const std::string& path, SourceTexts& texts,
            protocol::PositionEncoding encoding)
      : trace_(trace), directory_(std::filesystem::path(path).parent_path()), texts_(texts), encoding_(encoding) {}

  Json write(const std::vector<RunNode>& nodes) {
    Json result = Json::array();
    for (const RunNode& node : nodes) {
      result.push_back(write(node));
    }
    return result;
  }

private:
  Json write(const RunNode& node) {
    const TraceStep& step = trace_.violation.trace[node.first_step];
    const std::string file = (directory_ / step.place.file).lexically_normal().string();
    Json values = Json::array();
    for (const auto& [name, value] : node.values) {
      values.push_back({{"name", name}, {"value", value}});
    }
    return {{"step", node.first_step + 1},
            {"text", node.text},
            {"kind", node.kind == RunNode::Kind::Rounds      ? "rounds"
                     : step.kind == TraceStepKind::Violation ? "violation"
                     : step.kind == TraceStepKind::Call      ? "call"
                     : step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken ? "branch"
                                                                                                             : "step"},
            {"function", step.function},
            {"uri", uri_of(file)},
            {"range", to_range(texts_.lines_of(file), step.place, encoding_)},
            {"values", std::move(values)},
            {"children", write(node.children)}};
  }

  const VerifiedTrace& trace_;
  std::filesystem::path directory_;
  SourceTexts& texts_;
  protocol::PositionEncoding encoding_;
};

} // namespace

void from_json(const Json& json, RunParams& params) {
  params.uri = protocol::required_member<std::string>(json, "uri");
  params.trace = protocol::required_member<std::string>(json, "trace");
}

Json run_to_json(const VerifiedTrace& trace, const std::string& path, SourceTexts& texts,
                 protocol::PositionEncoding encoding) {
  return {{"trace", trace.id},
          {"code", trace.violation.code},
          {"message", trace.violation.message},
          {"function", trace.function},
          {"confirmed", trace.violation.confirmed},
          {"nodes", RunWriter(trace, path, texts, encoding).write(run_tree(trace.violation))}};
}

} // namespace vouch::server

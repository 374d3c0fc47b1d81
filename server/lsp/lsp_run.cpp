#include "server/lsp/lsp_run.hpp"

#include "server/formats/branch_reasons.hpp"
#include "server/formats/run_table.hpp"
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

std::string path_of_file(const FoundRun& run, const Place& place) {
  return (std::filesystem::path(run.path).parent_path() / place.file).lexically_normal().string();
}

ProgramNames names_of_program(const FoundRun& run) {
  ProgramNames names;
  for (const VerifiedFunction& function : run.document.functions) {
    names.statics[function.name].insert(function.statics.begin(), function.statics.end());
  }
  names.end_of_block = [&run](const Place& declaration) {
    return end_of_block(run.texts.text_of(path_of_file(run, declaration)), declaration);
  };
  return names;
}

/// What a step is and where it happens.
Json step_to_json(const FoundRun& run, std::size_t number, const std::string& text, RunNode::Kind node) {
  const TraceStep& step = run.trace.violation.trace[number];
  const bool is_branch = step.kind == TraceStepKind::BranchTaken || step.kind == TraceStepKind::BranchNotTaken;
  const char* kind = node == RunNode::Kind::Rounds           ? "rounds"
                     : step.kind == TraceStepKind::Violation ? "violation"
                     : step.kind == TraceStepKind::Call      ? "call"
                     : is_branch                             ? "branch"
                                                             : "step";
  const std::string file = path_of_file(run, step.place);
  return {{"step", number + 1},  {"text", text},
          {"kind", kind},        {"function", step.function},
          {"uri", uri_of(file)}, {"range", to_range(run.texts.lines_of(file), step.place, run.encoding)}};
}

class RunWriter {
public:
  explicit RunWriter(const FoundRun& run)
      : run_(run), violation_(run.trace.violation), reasons_(branch_reasons(violation_, names_of_program(run))) {}

  Json write(const std::vector<RunNode>& nodes) {
    Json result = Json::array();
    for (const RunNode& node : nodes) {
      result.push_back(write(node));
    }
    return result;
  }

private:
  Json write(const RunNode& node) {
    Json json = step_to_json(run_, node.first_step, node.text, node.kind);
    json["values"] = Json::array();
    for (const auto& [name, value] : node.values) {
      json["values"].push_back({{"name", name}, {"value", value}});
    }
    json["children"] = write(node.children);
    if (json["kind"] == "branch") {
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

  const FoundRun& run_;
  const Violation& violation_;
  std::map<std::size_t, std::vector<BranchReason>> reasons_;
};

Json head_of(const VerifiedTrace& trace) {
  return {{"trace", trace.id},
          {"code", trace.violation.code},
          {"message", trace.violation.message},
          {"function", trace.function},
          {"confirmed", trace.violation.confirmed}};
}

} // namespace

void from_json(const Json& json, RunParams& params) {
  params.uri = protocol::required_member<std::string>(json, "uri");
  params.trace = protocol::required_member<std::string>(json, "trace");
}

void from_json(const Json& json, RunTableParams& params) {
  from_json(json, params.run);
  params.variables = protocol::optional_member<std::vector<std::string>>(json, "variables").value_or(params.variables);
}

Json run_to_json(const FoundRun& run) {
  Json json = head_of(run.trace);
  json["nodes"] = RunWriter(run).write(run_tree(run.trace.violation));
  return json;
}

Json run_table_to_json(const FoundRun& run, const std::vector<std::string>& variables) {
  const Violation& violation = run.trace.violation;
  const RunTable table =
      run_table(violation, names_of_program(run), variables.empty() ? names_that_decide(violation) : variables);
  Json json = head_of(run.trace);
  json["variables"] = names_in_run(violation);
  json["columns"] = table.names;
  json["rows"] = Json::array();
  for (const RunTable::Row& row : table.rows) {
    Json one =
        step_to_json(run, row.first_step, row.text, row.fold == nullptr ? RunNode::Kind::Step : RunNode::Kind::Rounds);
    one["cells"] = Json::array();
    for (const auto& cell : row.cells) {
      one["cells"].push_back(
          cell ? Json{{"value", cell->value}, {"changed", cell->change == RunTable::Cell::Change::Changed}} : Json());
    }
    json["rows"].push_back(std::move(one));
  }
  return json;
}

} // namespace vouch::server

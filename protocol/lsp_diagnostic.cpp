#include "protocol/lsp_diagnostic.hpp"

namespace vouch::protocol {

void to_json(Json& json, const DiagnosticRelatedInformation& information) {
  json = Json{{"location", information.location}, {"message", information.message}};
}

void to_json(Json& json, const DiagnosticData& data) {
  json = Json{{"trace", data.trace}, {"function", data.function}, {"fingerprint", data.fingerprint}};
  if (!data.since.empty()) {
    json["since"] = data.since;
  }
}

void to_json(Json& json, const Diagnostic& diagnostic) {
  json = Json{{"range", diagnostic.range},
              {"severity", static_cast<int>(diagnostic.severity)},
              {"source", diagnostic.source},
              {"message", diagnostic.message}};
  if (!diagnostic.code.empty()) {
    json["code"] = diagnostic.code;
  }
  if (!diagnostic.code_page.empty()) {
    json["codeDescription"] = Json{{"href", diagnostic.code_page}};
  }
  for (const DiagnosticTag tag : diagnostic.tags) {
    json["tags"].push_back(static_cast<int>(tag));
  }
  if (diagnostic.data) {
    json["data"] = *diagnostic.data;
  }
  if (!diagnostic.related_information.empty()) {
    json["relatedInformation"] = diagnostic.related_information;
  }
}

void to_json(Json& json, const PublishDiagnosticsParams& params) {
  json = Json{{"uri", params.uri}, {"diagnostics", params.diagnostics}};
  if (params.version) {
    json["version"] = *params.version;
  }
}

} // namespace vouch::protocol

#include "protocol/lsp_diagnostic.hpp"

namespace vouch::protocol {

void to_json(Json& json, const DiagnosticRelatedInformation& information) {
  json = Json{{"location", information.location}, {"message", information.message}};
}

void to_json(Json& json, const Diagnostic& diagnostic) {
  json = Json{{"range", diagnostic.range},
              {"severity", static_cast<int>(diagnostic.severity)},
              {"source", diagnostic.source},
              {"message", diagnostic.message}};
  if (!diagnostic.code.empty()) {
    json["code"] = diagnostic.code;
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

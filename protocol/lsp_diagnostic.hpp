#pragma once

#include "protocol/lsp_text.hpp"

/// Diagnostics (LSP 3.17, section "Diagnostic").
namespace vouch::protocol {

enum class DiagnosticSeverity { Error = 1, Warning = 2, Information = 3, Hint = 4 };
enum class DiagnosticTag { Unnecessary = 1, Deprecated = 2 };

struct DiagnosticRelatedInformation {
  Location location;
  std::string message;
  friend bool operator==(const DiagnosticRelatedInformation&, const DiagnosticRelatedInformation&) = default;
};

/// What comes back with a code action for the diagnostic.
struct DiagnosticData {
  std::string trace;
  std::string function;
  std::string fingerprint; ///< of the violation
  std::string since = {};  ///< `edit`: the violation is there since the document was edited; empty: nobody knows
  friend bool operator==(const DiagnosticData&, const DiagnosticData&) = default;
};

struct Diagnostic {
  Range range;
  DiagnosticSeverity severity = DiagnosticSeverity::Error;
  std::string code; ///< empty: none
  std::string source;
  std::string message;
  std::vector<DiagnosticRelatedInformation> related_information = {};
  std::string code_page = {}; ///< the URI of a page about the code; empty: none
  std::vector<DiagnosticTag> tags = {};
  std::optional<DiagnosticData> data = std::nullopt;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

struct PublishDiagnosticsParams {
  std::string uri;
  std::optional<std::int64_t> version;
  std::vector<Diagnostic> diagnostics;
};

void to_json(Json& json, const DiagnosticRelatedInformation& information);
void to_json(Json& json, const DiagnosticData& data);
void to_json(Json& json, const Diagnostic& diagnostic);
void to_json(Json& json, const PublishDiagnosticsParams& params);

} // namespace vouch::protocol

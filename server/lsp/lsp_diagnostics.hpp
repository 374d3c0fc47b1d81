#pragma once

#include "analysis/report/report.hpp"
#include "protocol/lsp_diagnostic.hpp"
#include "protocol/lsp_lifecycle.hpp"
#include "server/support/source_texts.hpp"

#include <string>
#include <vector>

namespace vouch::server {

/// Whose diagnostics, and for what client.
struct DiagnosticsTarget {
  std::string uri;
  std::string path; ///< absolute
  std::int64_t version = 0;
  protocol::PositionEncoding encoding = protocol::PositionEncoding::Utf16;
  protocol::Support related_information = protocol::Support::Yes; ///< without it traces go into the message
  std::string pages_folder = {}; ///< where the pages about properties are; empty: nowhere
};

/// What an editor shows of `report`, all of it in the target's own document: what lies in a header stands at the
/// `#include` that brings it in, with the place itself as related information. `texts` are those that were verified.
///
/// If the C is broken these are Clang's errors and nothing else. Otherwise: violations (errors if they were replayed
/// from `main`, else warnings), and one information per reason why functions stay undecided.
std::vector<protocol::Diagnostic> to_diagnostics(const FileReport& report, const DiagnosticsTarget& target,
                                                 SourceTexts& texts);

/// What happens in one step of the violation's run, on one line: `x > 2 is true  (x = 3)`.
std::string describe(const Violation& violation, std::size_t step);

} // namespace vouch::server

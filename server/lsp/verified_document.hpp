#pragma once

#include "analysis/report/report.hpp"
#include "protocol/lsp_diagnostic.hpp"
#include "server/lsp/lsp_diagnostics.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What a verification says about one open document, in the terms of the protocol: the one source of everything that an
/// editor shows of it. All ranges are in the document itself.
namespace vouch::server {

/// A place where something could go wrong that was asked for.
struct VerifiedCheck {
  protocol::Range range;
  std::string code;
  std::string message;
  CheckState state = CheckState::Open;
};

/// Where a pointer may lead.
struct VerifiedPointer {
  std::string name;
  protocol::Range scope; ///< where that is its name
  std::vector<std::string> objects;
  bool leads_elsewhere = false;
};

struct VerifiedFunction {
  std::string name;
  protocol::Range name_range;
  protocol::Range body; ///< the whole definition
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  std::uint64_t milliseconds = 0;
  bool from_cache = false;
  FunctionSummary summary;
  CheckCount checks;
  std::vector<std::string> preconditions; ///< what Safe assumes of callers that the code does not state
  bool is_left_to_callers = false;        ///< Unknown, and only for what hints say of callers
  std::vector<VerifiedCheck> check_list = {};
  std::vector<std::string> calls = {}; ///< as in `FunctionReport`, and so are the next two
  std::vector<std::string> statics = {};
  bool is_for_all_callers = false;
  std::vector<std::string> assumptions = {}; ///< as in `FunctionReport`
  std::vector<VerifiedPointer> pointers = {};
  bool is_open = false; ///< the run goes on and has not decided it; what is said of it was known before
};

struct VerifiedLoop {
  std::string function;
  protocol::Range range; ///< of the condition
  std::string text;      ///< of the invariant, a C expression
  std::vector<std::string> variables;
};

/// A step of a run that happens in the document, if it has values or is the one that fails.
struct VerifiedStep {
  protocol::Range range;
  std::vector<std::pair<std::string, std::string>> values;
  std::size_t number = 0; ///< from 1
  TraceStepKind kind = TraceStepKind::Statement;
};

/// A run that violates a property.
struct VerifiedTrace {
  std::string id;
  std::string function;  ///< whose property it violates
  std::string entry;     ///< where it starts
  protocol::Range range; ///< of what it violates
  Violation violation;
  std::vector<VerifiedStep> steps;
  std::optional<std::string> accepted_because; ///< the source says so; see acceptance.hpp
  bool is_since_edit = false;                  ///< see new_violations.hpp
};

struct VerifiedDocument {
  bool compiles = true;
  Verdict verdict = Verdict::Unknown;
  std::string reason; ///< for Unknown
  double seconds = 0;
  std::vector<VerifiedFunction> functions;
  std::vector<VerifiedLoop> loops;
  std::vector<VerifiedTrace> traces;
  std::vector<protocol::Diagnostic> diagnostics;
  std::vector<std::string> assumptions;
  std::vector<std::string> linked_files;   ///< as in `FileReport`
  std::vector<std::string> included_files; ///< likewise
};

/// Keeps a run for those who want to step through it, and returns its id; empty if that cannot be done.
using KeepTrace = std::function<std::string(const Violation&)>;

/// `report` as `target`'s client sees it; `texts` are those that were verified.
VerifiedDocument to_verified_document(const FileReport& report, const DiagnosticsTarget& target, SourceTexts& texts,
                                      const KeepTrace& keep_trace);

/// `before`, with what `partial`, of a run that goes on, has decided by now: of functions that are decided what the run
/// says, of others what was known. Those are `is_open`.
VerifiedDocument updated(VerifiedDocument before, const VerifiedDocument& partial);

/// The same verdicts behind an edit of the document that has replaced `range` by a text that ends at `new_end`.
VerifiedDocument moved(VerifiedDocument document, const protocol::Range& range, protocol::Position new_end);

/// `document`, in which the compiled program does what the run with this id does.
VerifiedDocument confirmed_natively(VerifiedDocument document, std::string_view trace);

/// `document`, in which the compiled program does something else: the violation is unknown.
VerifiedDocument refuted_natively(VerifiedDocument document, std::string_view trace, const std::string& difference);

/// Whose definition contains `position`; null if there is none.
const VerifiedFunction* function_at(const VerifiedDocument& document, protocol::Position position);

const VerifiedTrace* trace_with(const VerifiedDocument& document, std::string_view id);

/// Whether it is a run that violates something, and no hint at a precondition.
bool is_finding(const VerifiedTrace& trace);

/// Whether the protocol's half-open range contains the position, or ends there.
bool contains(const protocol::Range& range, protocol::Position position);

} // namespace vouch::server

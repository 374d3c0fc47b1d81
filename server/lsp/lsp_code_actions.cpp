#include "server/lsp/lsp_code_actions.hpp"

#include "server/formats/acceptance.hpp"
#include "server/support/to_protocol.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace vouch::server {

namespace {

using protocol::CodeAction;
using protocol::Json;

constexpr const char* quick_fix = "quickfix";

/// Of a selection that a user may want to have proved.
constexpr std::size_t longest_condition = 200;

/// Whether a client that wants only kinds `only` wants `kind`: kinds contain those that go on behind a dot.
bool is_wanted(const std::vector<std::string>& only, const std::string& kind) {
  return only.empty() || std::ranges::any_of(only, [&kind](const std::string& wanted) {
           return kind == wanted || kind.starts_with(wanted + ".");
         });
}

std::string indentation_of_line(const std::string& text, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t current = 0; current < line && begin != std::string::npos; ++current) {
    begin = text.find('\n', begin);
    begin = begin == std::string::npos ? begin : begin + 1;
  }
  if (begin == std::string::npos) {
    return {};
  }
  return text.substr(begin, std::min(text.find_first_not_of(" \t", begin), text.size()) - begin);
}

/// The reason is left to the user: without one the comment accepts nothing.
CodeAction accept(const DocumentStatus& status, const Document& document, const VerifiedTrace& trace) {
  const std::uint32_t line = trace.range.start.line;
  const std::string comment =
      indentation_of_line(document.text, line) + acceptance_comment(trace.violation.code, "") + "\n";
  CodeAction action;
  action.title = "Accept this violation, with a reason";
  action.kind = quick_fix;
  action.edit = protocol::WorkspaceEdit{{{status.uri, {{{{line, 0}, {line, 0}}, comment}}}}};
  return action;
}

CodeAction with_command(protocol::Command command) {
  CodeAction action;
  action.title = command.title;
  action.kind = quick_fix;
  action.command = std::move(command);
  return action;
}

void add_actions_for(const VerifiedTrace& trace, const DocumentStatus& status, const Document& document,
                     DebuggerStart debugger, const std::vector<Json>& diagnostics, std::vector<CodeAction>& actions) {
  const std::size_t first = actions.size();
  if (!trace.id.empty()) {
    if (debugger == DebuggerStart::ByClient) {
      actions.push_back(
          with_command(trace_command("Step through the run that fails", commands::step_through, status, trace)));
    }
    actions.push_back(
        with_command(trace_command("Save the run that fails as a test", commands::make_test, status, trace)));
    if (trace.violation.kind != FindingKind::WillHappen) {
      actions.push_back(with_command(trace_command("Add the missing precondition of `" + trace.function + "`",
                                                   commands::add_precondition, status, trace)));
    }
    actions.push_back(
        with_command(trace_command("Show the values of the run that fails", commands::select_trace, status, trace)));
  }
  if (!trace.accepted_because) {
    actions.push_back(accept(status, document, trace));
  }
  for (std::size_t i = first; i < actions.size(); ++i) {
    actions[i].diagnostics = diagnostics;
  }
}

CodeAction insert(const VerifiedLoop& loop, const DocumentStatus& status) {
  CodeAction action = with_command({"Insert `" + loop.text + "` as an assertion",
                                    commands::insert_invariant,
                                    {Json{{"uri", status.uri}, {"loop", loop.range}, {"expression", loop.text}}}});
  action.kind = "refactor.rewrite";
  return action;
}

/// Of what the user has selected, if it may be a condition.
std::optional<CodeAction> prove(const DocumentStatus& status, const Document& document, const protocol::Range& range,
                                protocol::PositionEncoding encoding) {
  const std::size_t begin = to_offset(document.text, range.start, encoding);
  const std::size_t end = to_offset(document.text, range.end, encoding);
  const std::string selected = document.text.substr(begin, end - std::min(begin, end));
  const bool may_be_condition = selected.size() <= longest_condition &&
                                selected.find_first_of("\n\r;{}") == std::string::npos &&
                                selected.find_first_not_of(" \t") != std::string::npos;
  if (!may_be_condition || function_at(status.verified, range.start) == nullptr) {
    return std::nullopt;
  }
  CodeAction action = with_command({"Prove `" + selected + "` here",
                                    commands::prove,
                                    {Json{{"uri", status.uri}, {"position", range.start}, {"expression", selected}}}});
  action.kind = "source.vouch.prove";
  return action;
}

void add_actions_for(const VerifiedFunction& function, const DocumentStatus& status, std::vector<CodeAction>& actions) {
  if (state_of(status, function) == FunctionState::Unknown && function.reason == "timeout") {
    actions.push_back(with_command(
        function_command("Give `" + function.name + "` more time", commands::give_more_time, status, function.name)));
  }
  actions.push_back(with_command(function_command("Verify the callers of `" + function.name + "`",
                                                  commands::verify_callers, status, function.name)));
  actions.back().kind = "source.vouch";
}

bool overlap(const protocol::Range& one, const protocol::Range& other) {
  return one.start <= other.end && other.start <= one.end;
}

} // namespace

std::vector<CodeAction> code_actions(const DocumentStatus& status, const Document& document,
                                     const protocol::CodeActionParams& params, DebuggerStart debugger,
                                     protocol::PositionEncoding encoding) {
  std::vector<CodeAction> actions;
  for (const VerifiedTrace& trace : status.verified.traces) {
    std::vector<Json> diagnostics;
    for (const protocol::ActionDiagnostic& diagnostic : params.diagnostics) {
      if (diagnostic.data && diagnostic.data->fingerprint == trace.violation.fingerprint) {
        diagnostics.push_back(diagnostic.json);
      }
    }
    if (!diagnostics.empty() || overlap(trace.range, params.range)) {
      add_actions_for(trace, status, document, debugger, diagnostics, actions);
    }
  }
  for (const VerifiedLoop& loop : status.verified.loops) {
    const bool is_there =
        loop.range.start.line <= params.range.end.line && params.range.start.line <= loop.range.end.line;
    if (is_there && status.state == VerificationState::Finished) {
      actions.push_back(insert(loop, status));
    }
  }
  if (std::optional<CodeAction> question = prove(status, document, params.range, encoding)) {
    actions.push_back(*std::move(question));
  }
  if (const VerifiedFunction* function = function_at(status.verified, params.range.start)) {
    add_actions_for(*function, status, actions);
  }
  std::erase_if(actions, [&params](const CodeAction& action) { return !is_wanted(params.only, action.kind); });
  return actions;
}

} // namespace vouch::server

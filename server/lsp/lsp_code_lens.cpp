#include "server/lsp/lsp_code_lens.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace vouch::server {

namespace {

using protocol::CodeLens;
using protocol::Command;
using protocol::Json;

constexpr const char* timeout_reason = "timeout";
constexpr const char* separator = " · ";

std::string cost_of(const VerifiedFunction& function) {
  const double seconds = static_cast<double>(function.milliseconds) / 1000;
  const bool is_worth_mentioning = function.milliseconds >= 10;
  const std::string time = fmt::format("{}{:.{}f} s", separator, seconds, seconds < 0.1 ? 2 : 1);
  return (is_worth_mentioning ? time : "") + (function.from_cache ? fmt::format("{}cached", separator) : "");
}

std::string checks_of(const VerifiedFunction& function) {
  const std::uint64_t left = function.checks.left_to_callers;
  return fmt::format("{}{} check{}{}", separator, function.checks.total, function.checks.total == 1 ? "" : "s",
                     left == 0 ? "" : fmt::format(", {} left to callers", left));
}

std::string preconditions_of(const VerifiedFunction& function) {
  return function.preconditions.empty() ? ""
                                        : fmt::format("{}if {}", separator, fmt::join(function.preconditions, ", "));
}

/// Which part of an undecided function is; nothing if all of it.
std::string open_part_of(const VerifiedFunction& function) {
  const bool is_a_part = function.checks.open != 0 && function.checks.open < function.checks.total;
  return is_a_part ? fmt::format(" ({} of {} checks open)", function.checks.open, function.checks.total) : "";
}

std::string last_verdict(const VerifiedFunction& function) {
  switch (function.verdict) {
  case Verdict::Safe:
    return fmt::format("{}was proved", separator);
  case Verdict::Violated:
    return fmt::format("{}could fail", separator);
  case Verdict::Unknown:
    break;
  }
  return {};
}

const VerifiedTrace* first_trace_of(const DocumentStatus& status, const VerifiedFunction& function) {
  for (const VerifiedTrace& trace : status.verified.traces) {
    if (trace.function == function.name && is_finding(trace)) {
      return &trace;
    }
  }
  return nullptr;
}

bool is_since_edit(const DocumentStatus& status, const VerifiedFunction& function) {
  return std::ranges::any_of(status.verified.traces, [&](const VerifiedTrace& trace) {
    return trace.function == function.name && trace.is_since_edit;
  });
}

std::string reason_of_acceptance(const DocumentStatus& status, const VerifiedFunction& function) {
  const VerifiedTrace* trace = first_trace_of(status, function);
  return trace == nullptr ? std::string() : trace->accepted_because.value_or("");
}

} // namespace

std::string describe(const DocumentStatus& status, const VerifiedFunction& function) {
  switch (state_of(status, function)) {
  case FunctionState::Stale:
    return "out of date" + last_verdict(function);
  case FunctionState::Queued:
    return "queued";
  case FunctionState::Running:
    return "verifying…";
  case FunctionState::Proved:
    return function.checks.total == 0 ? "nothing to check"
                                      : "proved" + checks_of(function) + preconditions_of(function) + cost_of(function);
  case FunctionState::Violated:
    return is_since_edit(status, function) ? fmt::format("can fail{}since this edit", separator) : "can fail";
  case FunctionState::Assumed:
    return "can fail, accepted: " + reason_of_acceptance(status, function);
  case FunctionState::Unknown:
    break;
  }
  const char* verdict = function.is_left_to_callers ? "proved but for what callers decide: " : "unknown: ";
  return verdict + function.reason + open_part_of(function);
}

Command trace_command(std::string title, const char* command, const DocumentStatus& status,
                      const VerifiedTrace& trace) {
  return {std::move(title), command, {Json{{"trace", trace.id}, {"uri", status.uri}}}};
}

Command function_command(std::string title, const char* command, const DocumentStatus& status,
                         const std::string& function) {
  return {std::move(title), command, {Json{{"uri", status.uri}, {"function", function}}}};
}

std::vector<CodeLens> code_lenses(const DocumentStatus& status, DebuggerStart debugger) {
  std::vector<CodeLens> lenses;
  for (const VerifiedFunction& function : status.verified.functions) {
    const auto add = [&](Command command) { lenses.push_back({function.name_range, std::move(command)}); };
    add({describe(status, function), "", {}});
    const FunctionState state = state_of(status, function);
    const VerifiedTrace* trace = first_trace_of(status, function);
    const bool can_fail = state == FunctionState::Violated || state == FunctionState::Assumed;
    if (can_fail && trace != nullptr && !trace->id.empty()) {
      if (debugger == DebuggerStart::ByClient) {
        add(trace_command("step through", commands::step_through, status, *trace));
      }
      add(trace_command("make test", commands::make_test, status, *trace));
    }
    if (state == FunctionState::Unknown && function.reason == timeout_reason) {
      add(function_command("give it more time", commands::give_more_time, status, function.name));
    }
  }
  return lenses;
}

} // namespace vouch::server

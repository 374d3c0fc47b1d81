#include "server/dap/dap_session.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

/// The part of a session that sets breakpoints and finds the steps at a line.
namespace vouch::server {

using protocol::Json;
using protocol::NoAnswer;
using protocol::Outcome;
namespace dap = protocol::dap;

namespace {

/// Of a loop, those nearest to where the user stands.
constexpr std::size_t most_goto_targets = 100;

constexpr const char* never_reached = "the run never comes here";

} // namespace

void DapSession::add_breakpoints() {
  connection_.on_request<dap::SetBreakpointsArguments, Json>(
      "setBreakpoints",
      [this](const dap::SetBreakpointsArguments& arguments) { return Outcome<Json>(set_breakpoints(arguments)); });
  connection_.on_request<dap::SetFunctionBreakpointsArguments, Json>(
      "setFunctionBreakpoints", [this](const dap::SetFunctionBreakpointsArguments& arguments) {
        return Outcome<Json>(set_function_breakpoints(arguments));
      });
  connection_.on_request<dap::SetDataBreakpointsArguments, Json>(
      "setDataBreakpoints", [this](const dap::SetDataBreakpointsArguments& arguments) {
        return Outcome<Json>(set_data_breakpoints(arguments));
      });
  connection_.on_request<dap::DataBreakpointInfoArguments, Json>(
      "dataBreakpointInfo", [this](const dap::DataBreakpointInfoArguments& arguments) {
        return Outcome<Json>(run_->inspection.data_breakpoint_info(arguments));
      });
  // The run ends at the violation, so that it always stops there.
  connection_.on_request<protocol::NoParams, NoAnswer>("setExceptionBreakpoints",
                                                       [](protocol::NoParams) { return NoAnswer(); });
  connection_.on_request<dap::BreakpointLocationsArguments, Json>(
      "breakpointLocations", [this](const dap::BreakpointLocationsArguments& arguments) {
        return Outcome<Json>(breakpoint_locations(arguments));
      });
  connection_.on_request<dap::GotoTargetsArguments, Json>(
      "gotoTargets",
      [this](const dap::GotoTargetsArguments& arguments) { return Outcome<Json>(goto_targets(arguments)); });
}

std::optional<unsigned> DapSession::code_line(const std::string& file, unsigned line) const {
  std::optional<unsigned> best;
  for (const Place& place : run_->code) {
    if (place.file == file && place.line >= line && (!best || place.line < *best)) {
      best = place.line;
    }
  }
  return best;
}

Json DapSession::set_breakpoints(const dap::SetBreakpointsArguments& arguments) {
  dap::BreakpointsAnswer answer;
  const auto file = run_->sources.file_of(arguments.source);
  if (file) {
    run_->breakpoints.clear_lines(*file);
  }
  for (const dap::SourceBreakpoint& wanted : arguments.breakpoints) {
    dap::Breakpoint made;
    const auto line = file ? code_line(*file, line_from_client(wanted.line)) : std::nullopt;
    if (!line) {
      made.message = file ? "there is no statement here or below" : "this file has no part in the run";
    } else {
      const auto [id, problem] =
          run_->breakpoints.add_line(*file, *line, {wanted.condition, wanted.hit_condition, wanted.log_message});
      made.id = id;
      made.verified = problem.empty();
      made.message = problem;
      if (made.verified && run_->recording->arrivals(*file, *line).empty()) {
        made.message = never_reached;
      }
      made.source = run_->sources.source_of(*file);
      made.line = line_for_client(*line);
    }
    answer.breakpoints.push_back(std::move(made));
  }
  return answer;
}

Json DapSession::set_function_breakpoints(const dap::SetFunctionBreakpointsArguments& arguments) {
  dap::BreakpointsAnswer answer;
  run_->breakpoints.clear_functions();
  for (const dap::FunctionBreakpoint& wanted : arguments.breakpoints) {
    const auto [id, problem] =
        run_->breakpoints.add_function(wanted.name, {wanted.condition, wanted.hit_condition, {}});
    const bool is_called = !run_->recording->calls_of(wanted.name).empty();
    answer.breakpoints.push_back({id,
                                  problem.empty() && is_called,
                                  !problem.empty() ? problem
                                  : is_called      ? ""
                                                   : "the run never calls it",
                                  {},
                                  0});
  }
  return answer;
}

Json DapSession::set_data_breakpoints(const dap::SetDataBreakpointsArguments& arguments) {
  dap::BreakpointsAnswer answer;
  run_->breakpoints.clear_data();
  for (const dap::DataBreakpoint& wanted : arguments.breakpoints) {
    const auto [id, problem] = run_->breakpoints.add_data(wanted.data_id, {wanted.condition, wanted.hit_condition, {}});
    answer.breakpoints.push_back({id, problem.empty(), problem, {}, 0});
  }
  return answer;
}

Json DapSession::breakpoint_locations(const dap::BreakpointLocationsArguments& arguments) const {
  Json locations = Json::array();
  const auto file = run_->sources.file_of(arguments.source);
  const unsigned first = line_from_client(arguments.line);
  const unsigned last = arguments.end_line ? line_from_client(*arguments.end_line) : first;
  for (const Place& place : run_->code) {
    if (file == place.file && place.line >= first && place.line <= last) {
      locations.push_back(
          {{"line", line_for_client(place.line)},
           {"column", static_cast<std::int64_t>(run_->sources.utf16_column(place.file, place.line, place.column)) - 1 +
                          positions_.first_column}});
    }
  }
  return {{"breakpoints", std::move(locations)}};
}

Json DapSession::goto_targets(const dap::GotoTargetsArguments& arguments) const {
  Json targets = Json::array();
  const auto file = run_->sources.file_of(arguments.source);
  const auto line = file ? code_line(*file, line_from_client(arguments.line)) : std::nullopt;
  if (!line) {
    return {{"targets", std::move(targets)}};
  }
  const auto steps = run_->recording->arrivals(*file, *line);
  const auto nearest = static_cast<std::size_t>(std::ranges::lower_bound(steps, run_->step) - steps.begin());
  const std::size_t first = nearest - std::min(nearest, most_goto_targets / 2);
  for (std::size_t i = first; i < std::min(steps.size(), first + most_goto_targets); ++i) {
    const RunStep step = run_->recording->step(steps[i]);
    targets.push_back({{"id", steps[i]},
                       {"label", fmt::format("step {}: {} ({} of {})", steps[i], step.text, i + 1, steps.size())},
                       {"line", line_for_client(step.place.line)}});
  }
  return {{"targets", std::move(targets)}};
}

} // namespace vouch::server

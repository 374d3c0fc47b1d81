#include "server/dap/dap_session.hpp"

#include "protocol/dap_format.hpp"
#include "server/formats/check_report.hpp"
#include "server/formats/property_pages.hpp"
#include "server/formats/trace_phrase.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <set>
#include <spdlog/spdlog.h>
#include <utility>

namespace vouch::server {

using protocol::ErrorCode;
using protocol::Json;
using protocol::NoAnswer;
using protocol::NoParams;
using protocol::Outcome;
using protocol::Responder;
using protocol::ResponseError;
namespace dap = protocol::dap;

namespace {

constexpr std::int64_t thread_id = 1;
constexpr std::chrono::seconds longest_launch{120};

std::vector<std::string> files_of(const std::vector<Place>& code, const Violation& violation) {
  std::set<std::string> files = {violation.place.file};
  for (const Place& place : code) {
    files.insert(place.file);
  }
  return {files.begin(), files.end()};
}

Json capabilities() {
  return {{"supportsConfigurationDoneRequest", true},
          {"supportsFunctionBreakpoints", true},
          {"supportsConditionalBreakpoints", true},
          {"supportsHitConditionalBreakpoints", true},
          {"supportsLogPoints", true},
          {"supportsEvaluateForHovers", true},
          {"supportsStepBack", true},
          {"supportsGotoTargetsRequest", true},
          {"supportsRestartRequest", true},
          {"supportsRestartFrame", true},
          {"supportsExceptionInfoRequest", true},
          {"supportsDelayedStackTraceLoading", true},
          {"supportsDataBreakpoints", true},
          {"supportsBreakpointLocationsRequest", true},
          {"supportsSteppingGranularity", true},
          {"supportsCompletionsRequest", true},
          {"supportsTerminateRequest", true},
          {"supportsCancelRequest", true},
          {"exceptionBreakpointFilters",
           Json::array({{{"filter", "violation"}, {"label", "Violated properties"}, {"default", true}}})}};
}

} // namespace

DapSession::Run::Run(std::unique_ptr<RunRecording> recorded, const SourceInput& input, ClientPositions positions,
                     PathFormat format, const std::function<void(const std::string&)>& tell)
    : recording(std::move(recorded)), code(recording->code_places()),
      sources(input, files_of(code, recording->violation()), format), inspection(*recording, sources, positions),
      breakpoints(*recording, tell) {}

DapSession::DapSession(RecordRun record, DapOptions options, Hooks hooks)
    : record_(std::move(record)), options_(std::move(options)), hooks_(std::move(hooks)),
      connection_(std::make_unique<protocol::DapFormat>(),
                  {[this](std::string body) { hooks_.send(std::move(body)); },
                   [](const std::string& complaint) { spdlog::warn("{}", complaint); },
                   [this](const std::string& command) { return refusal(command); }}) {
  add_life_cycle();
  add_movement();
  add_breakpoints();
  add_inspection();
}

std::optional<ResponseError> DapSession::refusal(const std::string& command) const {
  const bool is_initialize = command == "initialize";
  if (is_initialize == is_initialized_) {
    return ResponseError{ErrorCode::InvalidRequest,
                         is_initialize ? "the session is initialized already" : "the first request must be initialize"};
  }
  constexpr std::array always = {
      "initialize", "launch", "disconnect", "terminate", "cancel", "configurationDone", "setExceptionBreakpoints"};
  if (run_ == nullptr && std::ranges::find(always, command) == always.end()) {
    return ResponseError{ErrorCode::InvalidRequest, "nothing has been launched"};
  }
  return std::nullopt;
}

void DapSession::add_life_cycle() {
  connection_.on_request<dap::InitializeArguments, Json>("initialize",
                                                         [this](const dap::InitializeArguments& arguments) {
                                                           initialize(arguments);
                                                           return Outcome<Json>(capabilities());
                                                         });
  connection_.on_deferred_request<dap::LaunchArguments, NoAnswer>(
      "launch", [this](const dap::LaunchArguments& arguments, Responder<NoAnswer> responder) {
        launch(arguments, std::move(responder));
      });
  connection_.on_deferred_request<NoParams, NoAnswer>("configurationDone",
                                                      [this](NoParams, Responder<NoAnswer> responder) {
                                                        responder.answer({});
                                                        const bool was_configured = std::exchange(is_configured_, true);
                                                        if (run_ != nullptr && !was_configured) {
                                                          begin();
                                                        }
                                                      });
  const auto end = [this](NoParams, Responder<NoAnswer> responder) {
    responder.answer({});
    connection_.notify("terminated", Json::object());
    hooks_.on_end();
  };
  connection_.on_deferred_request<NoParams, NoAnswer>("disconnect", end);
  connection_.on_deferred_request<NoParams, NoAnswer>("terminate", end);
  connection_.on_request<NoParams, NoAnswer>("cancel", [](NoParams) { return NoAnswer(); }); // all others are answered
}

void DapSession::initialize(const dap::InitializeArguments& arguments) {
  is_initialized_ = true;
  path_format_ = arguments.paths_are_uris ? PathFormat::Uri : PathFormat::Path;
  positions_ = {arguments.lines_start_at_1 ? 1 : 0, arguments.columns_start_at_1 ? 1 : 0};
  spdlog::info("debug session with {}", arguments.client_name.empty() ? "an unnamed client" : arguments.client_name);
}

void DapSession::launch(const dap::LaunchArguments& arguments, Responder<NoAnswer> responder) {
  const auto replay = find_replay(arguments, options_.traces_folder);
  if (!replay) {
    return responder.fail({ErrorCode::RequestFailed, replay.error().message});
  }
  RunContext context;
  context.deadline = std::chrono::steady_clock::now() + longest_launch;
  auto recording = record_(replay->trace.input, replay->trace.options, replay->trace.violation, context);
  if (!recording) {
    std::string message = recording.error().message;
    for (const std::string& warning : replay->warnings) {
      message += "; " + warning;
    }
    return responder.fail({ErrorCode::RequestFailed, std::move(message)});
  }
  launched_ = arguments;
  run_ = std::make_unique<Run>(std::move(recording).value(), replay->trace.input, positions_, path_format_,
                               [this](const std::string& line) { tell(line); });
  responder.answer({});
  for (const std::string& warning : replay->warnings) {
    tell(warning + "; the run still ends in the same violation", "important");
  }
  tell(fmt::format("The run has {} steps. It ends in: {}", run_->recording->last_step(),
                   run_->recording->violation().message));
  connection_.notify("initialized", Json::object());
  if (is_configured_) {
    begin();
  }
}

void DapSession::begin() {
  const std::size_t last = run_->recording->last_step();
  if (launched_.stop_at == "violation") {
    stop_at({last, "exception", {}});
  } else if (launched_.stop_on_entry) {
    run_->breakpoints.log_between(0, 0);
    stop_at({0, "entry", {}});
  } else {
    stop_at(stop_going_to(last, "exception"));
  }
}

void DapSession::tell(const std::string& line, const char* category) {
  connection_.notify("output", Json{{"category", category}, {"output", line + "\n"}});
}

/// Where the run stops on its way to a step: there, or at the first breakpoint.
DapSession::Stop DapSession::stop_going_to(std::size_t target, const std::string& reason) {
  const std::size_t from = run_->step;
  const std::size_t last = run_->recording->last_step();
  if (auto hit = run_->breakpoints.find(from, target); hit && hit->step != last) {
    const char* word = hit->kind == BreakpointKind::Line       ? "breakpoint"
                       : hit->kind == BreakpointKind::Function ? "function breakpoint"
                                                               : "data breakpoint";
    return {hit->step, word, hit->id};
  }
  return {target, target == last ? "exception" : reason, {}};
}

void DapSession::stop_at(const Stop& stop) {
  if (stop.step > run_->step) {
    run_->breakpoints.log_between(run_->step, stop.step);
  }
  run_->step = stop.step;
  run_->inspection.move_to(stop.step);
  const Violation& violation = run_->recording->violation();
  Json body = {{"reason", stop.reason},
               {"threadId", thread_id},
               {"allThreadsStopped", true},
               {"description", fmt::format("Step {} of {}", stop.step, run_->recording->last_step())}};
  if (stop.reason == "exception") {
    body["description"] = message_at_failure(violation);
    body["text"] = message_at_failure(violation);
  }
  if (stop.breakpoint) {
    body["hitBreakpointIds"] = Json::array({*stop.breakpoint});
  }
  connection_.notify("stopped", body);
}

/// With the granularity `line` as far as the same line of the same activation.
std::size_t DapSession::forwards(const std::string& granularity,
                                 const std::function<std::size_t(std::size_t)>& next) const {
  const RunRecording& run = *run_->recording;
  const RunStep begin = run.step(run_->step);
  std::size_t step = next(run_->step);
  while (granularity == "line" && step < run.last_step()) {
    const RunStep now = run.step(step);
    const bool is_same_line =
        now.depth == begin.depth && now.place.file == begin.place.file && now.place.line == begin.place.line;
    if (!is_same_line) {
      break;
    }
    step = next(step);
  }
  return step;
}

std::size_t DapSession::backwards(const std::string& granularity) const {
  const RunRecording& run = *run_->recording;
  if (granularity == "instruction") {
    return run_->step - std::min<std::size_t>(run_->step, 1);
  }
  std::size_t step = run.step_over(run_->step, Direction::Backwards);
  while (granularity == "line" && step > 0) { // to the beginning of the line
    const RunStep now = run.step(step);
    const std::size_t earlier = run.step_over(step, Direction::Backwards);
    const RunStep before = run.step(earlier);
    const bool is_same_line =
        before.depth == now.depth && before.place.file == now.place.file && before.place.line == now.place.line;
    if (!is_same_line) {
      break;
    }
    step = earlier;
  }
  return step;
}

void DapSession::add_movement() {
  /// Answers first: the client wants to know that the run goes on before it hears that it has stopped.
  const auto on_movement = [this](const char* command, std::function<Stop(const dap::StepArguments&)> find_stop) {
    connection_.on_deferred_request<dap::StepArguments, Json>(
        command, [this, command = std::string(command),
                  find_stop = std::move(find_stop)](const dap::StepArguments& arguments, Responder<Json> responder) {
          responder.answer(command == "continue" ? Json{{"allThreadsContinued", true}} : Json());
          stop_at(find_stop(arguments));
        });
  };
  on_movement("next", [this](const dap::StepArguments& arguments) {
    const auto over = [this](std::size_t step) { return run_->recording->step_over(step, Direction::Forwards); };
    return stop_going_to(forwards(arguments.granularity, over), "step");
  });
  on_movement("stepIn", [this](const dap::StepArguments& arguments) {
    const std::size_t last = run_->recording->last_step();
    return stop_going_to(forwards(arguments.granularity, [last](std::size_t step) { return std::min(step + 1, last); }),
                         "step");
  });
  on_movement("stepOut", [this](const dap::StepArguments&) {
    return stop_going_to(run_->recording->step_out(run_->step), "step");
  });
  on_movement("continue",
              [this](const dap::StepArguments&) { return stop_going_to(run_->recording->last_step(), "exception"); });
  on_movement("stepBack", [this](const dap::StepArguments& arguments) {
    const std::size_t target = backwards(arguments.granularity);
    return stop_going_to(target, target == 0 ? "entry" : "step");
  });
  on_movement("reverseContinue", [this](const dap::StepArguments&) { return stop_going_to(0, "entry"); });
  on_movement("pause", [this](const dap::StepArguments&) { return Stop{run_->step, "pause", {}}; });
  on_movement("restart", [this](const dap::StepArguments&) {
    return launched_.stop_at == "violation" ? Stop{run_->recording->last_step(), "exception", {}}
                                            : Stop{0, "entry", {}};
  });
  connection_.on_deferred_request<dap::FrameArguments, NoAnswer>(
      "restartFrame", [this](const dap::FrameArguments& arguments, Responder<NoAnswer> responder) {
        const StackFrame* frame = run_->inspection.frame(arguments.frame_id);
        if (frame == nullptr) {
          return responder.fail({ErrorCode::InvalidParams, "this frame does not exist at this step"});
        }
        responder.answer({});
        stop_at({frame->first_step, "restart", {}});
      });
  connection_.on_deferred_request<dap::GotoArguments, NoAnswer>(
      "goto", [this](const dap::GotoArguments& arguments, Responder<NoAnswer> responder) {
        const bool exists =
            arguments.target_id >= 0 && static_cast<std::size_t>(arguments.target_id) <= run_->recording->last_step();
        if (!exists) {
          return responder.fail({ErrorCode::InvalidParams, "there is no such step"});
        }
        const auto step = static_cast<std::size_t>(arguments.target_id);
        responder.answer({});
        stop_at({step, step == run_->recording->last_step() ? "exception" : "goto", {}});
      });
}

void DapSession::add_inspection() {
  connection_.on_request<NoParams, Json>("threads", [](NoParams) {
    return Outcome<Json>(Json{{"threads", Json::array({{{"id", thread_id}, {"name", "run"}}})}});
  });
  connection_.on_request<dap::StackTraceArguments, Json>(
      "stackTrace", [this](const dap::StackTraceArguments& arguments) {
        return Outcome<Json>(run_->inspection.stack_trace(arguments));
      });
  connection_.on_request<dap::FrameArguments, Json>(
      "scopes", [this](const dap::FrameArguments& arguments) { return run_->inspection.scopes(arguments); });
  connection_.on_request<dap::VariablesArguments, Json>(
      "variables", [this](const dap::VariablesArguments& arguments) { return run_->inspection.variables(arguments); });
  connection_.on_request<dap::EvaluateArguments, Json>(
      "evaluate", [this](const dap::EvaluateArguments& arguments) { return run_->inspection.evaluate(arguments); });
  connection_.on_request<dap::CompletionsArguments, Json>(
      "completions", [this](const dap::CompletionsArguments& arguments) {
        return Outcome<Json>(run_->inspection.completions(arguments));
      });
  connection_.on_request<dap::SourceArguments, Json>("source", [this](const dap::SourceArguments& arguments) {
    const std::string* text = run_->sources.text_of(arguments.reference);
    return text != nullptr ? Outcome<Json>(Json{{"content", *text}, {"mimeType", "text/x-c"}})
                           : Outcome<Json>(ResponseError{ErrorCode::InvalidParams, "there is no such source"});
  });
  connection_.on_request<NoParams, Json>("exceptionInfo", [this](NoParams) {
    return run_->step == run_->recording->last_step()
               ? Outcome<Json>(exception_info())
               : Outcome<Json>(ResponseError{ErrorCode::RequestFailed, "nothing is violated at this step"});
  });
}

Json DapSession::exception_info() const {
  const Violation& violation = run_->recording->violation();
  const std::string page = uri_of_property_page(violation.code, options_.pages_folder);
  std::string text = message_at_failure(violation);
  if (!page.empty()) {
    text += fmt::format("\nwhat it means: {}", page);
  }
  return {
      {"exceptionId", violation.code},
      {"description", message_at_failure(violation)},
      {"breakMode", "always"},
      {"details",
       {{"message", std::move(text)}, {"typeName", violation.code}, {"fullTypeName", spelling(violation.property)}}}};
}

unsigned DapSession::line_from_client(std::int64_t line) const {
  const std::int64_t number = line - positions_.first_line + 1;
  return number >= 0 && number <= std::numeric_limits<unsigned>::max() ? static_cast<unsigned>(number) : 0;
}

std::int64_t DapSession::line_for_client(unsigned line) const {
  return static_cast<std::int64_t>(line) - 1 + positions_.first_line;
}

} // namespace vouch::server

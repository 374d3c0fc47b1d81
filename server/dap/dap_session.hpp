#pragma once

#include "analysis/run_recording.hpp"
#include "protocol/connection.hpp"
#include "protocol/dap_types.hpp"
#include "server/dap/dap_breakpoints.hpp"
#include "server/dap/dap_inspection.hpp"
#include "server/dap/dap_launch.hpp"
#include "server/dap/dap_options.hpp"
#include "server/dap/dap_sources.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace vouch::server {

/// One conversation with one debug client, from `initialize` to `disconnect`. Bytes come in and go out through the
/// caller.
///
/// The run is recorded at `launch`. From then on a position in it, a step, is all the state there is: nothing runs,
/// every request is answered before the next one is read.
class DapSession {
public:
  struct Hooks {
    std::function<void(std::string body)> send;
    std::function<void()> on_end; ///< the client has said that it is done
  };

  DapSession(RecordRun record, DapOptions options, Hooks hooks);

  void receive(std::string_view body) { connection_.receive(body); }
  void report_broken_stream(std::string why) { connection_.report_broken_stream(std::move(why)); }

private:
  /// All that `launch` makes.
  struct Run {
    Run(std::unique_ptr<RunRecording> recorded, const SourceInput& input, ClientPositions positions, PathFormat format,
        const std::function<void(const std::string&)>& tell);

    std::unique_ptr<RunRecording> recording;
    std::vector<Place> code;
    DapSources sources;
    DapInspection inspection;
    DapBreakpoints breakpoints;
    std::size_t step = 0;
  };

  /// Why the client is told that the run stands where it does.
  struct Stop {
    std::size_t step = 0;
    std::string reason;
    std::optional<std::int64_t> breakpoint;
  };

  [[nodiscard]] std::optional<protocol::ResponseError> refusal(const std::string& command) const;
  void add_life_cycle();
  void add_movement();
  void add_breakpoints();
  void add_inspection();

  void initialize(const protocol::dap::InitializeArguments& arguments);
  void launch(const protocol::dap::LaunchArguments& arguments, protocol::Responder<protocol::NoAnswer> responder);
  void begin();
  [[nodiscard]] Stop stop_going_to(std::size_t target, const std::string& reason);
  void stop_at(const Stop& stop);
  void tell(const std::string& line, const char* category = "console");
  [[nodiscard]] std::size_t forwards(const std::string& granularity,
                                     const std::function<std::size_t(std::size_t)>& next) const;
  [[nodiscard]] std::size_t backwards(const std::string& granularity) const;

  protocol::Json set_breakpoints(const protocol::dap::SetBreakpointsArguments& arguments);
  protocol::Json set_function_breakpoints(const protocol::dap::SetFunctionBreakpointsArguments& arguments);
  protocol::Json set_data_breakpoints(const protocol::dap::SetDataBreakpointsArguments& arguments);
  protocol::Json breakpoint_locations(const protocol::dap::BreakpointLocationsArguments& arguments) const;
  protocol::Json goto_targets(const protocol::dap::GotoTargetsArguments& arguments) const;
  [[nodiscard]] protocol::Json exception_info() const;
  /// The first line from `line` on where a step can be; nothing if there is none.
  [[nodiscard]] std::optional<unsigned> code_line(const std::string& file, unsigned line) const;
  [[nodiscard]] unsigned line_from_client(std::int64_t line) const;
  [[nodiscard]] std::int64_t line_for_client(unsigned line) const;

  RecordRun record_;
  DapOptions options_;
  Hooks hooks_;
  protocol::Connection connection_;
  ClientPositions positions_;
  PathFormat path_format_ = PathFormat::Path;
  bool is_initialized_ = false;
  bool is_configured_ = false;
  protocol::dap::LaunchArguments launched_;
  std::unique_ptr<Run> run_; ///< once launched
};

} // namespace vouch::server

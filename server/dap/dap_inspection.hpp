#pragma once

#include "analysis/run_recording.hpp"
#include "protocol/dap_types.hpp"
#include "protocol/message.hpp"
#include "server/dap/dap_sources.hpp"

#include <string>
#include <variant>
#include <vector>

namespace vouch::server {

/// Which numbers a client's lines and columns begin with.
struct ClientPositions {
  std::int64_t first_line = 1;
  std::int64_t first_column = 1;
};

/// Answers a client's questions about the step at which it stands. What it hands out, ids of frames and references of
/// variables, is good until the step changes. Clients cannot but ask for what is over now and then: they get nothing,
/// and no error. References are never used again, so that nobody takes one value for another.
class DapInspection {
public:
  /// Both must outlive this.
  DapInspection(RunRecording& recording, const DapSources& sources, ClientPositions positions);

  void move_to(std::size_t step);

  [[nodiscard]] protocol::Json stack_trace(const protocol::dap::StackTraceArguments& arguments) const;
  protocol::Outcome<protocol::Json> scopes(const protocol::dap::FrameArguments& arguments);
  protocol::Outcome<protocol::Json> variables(const protocol::dap::VariablesArguments& arguments);
  protocol::Outcome<protocol::Json> evaluate(const protocol::dap::EvaluateArguments& arguments);
  [[nodiscard]] protocol::Json data_breakpoint_info(const protocol::dap::DataBreakpointInfoArguments& arguments);
  [[nodiscard]] protocol::Json completions(const protocol::dap::CompletionsArguments& arguments);
  /// The frame with an id of `stack_trace`; nothing if there is none.
  [[nodiscard]] const StackFrame* frame(std::int64_t id) const;

private:
  /// What a reference stands for: a scope of a frame, or the value of an expression there.
  struct Container {
    std::size_t frame = 0;
    std::variant<VariableScope, std::string> content;
  };

  std::int64_t reference_for(Container container);
  /// What a reference of this step stands for; null: none of this step.
  [[nodiscard]] const Container* container(std::int64_t reference) const;
  protocol::dap::Variable shown(const InspectedVariable& variable, std::size_t frame);
  [[nodiscard]] std::size_t frame_index(std::int64_t id) const;
  [[nodiscard]] std::string expression_of(const protocol::dap::DataBreakpointInfoArguments& arguments);

  RunRecording& recording_;
  const DapSources& sources_;
  ClientPositions positions_;
  std::size_t step_ = 0;
  std::vector<StackFrame> stack_;
  std::size_t deepest_stack_ = 0;
  std::int64_t first_reference_ = 1;  ///< of this step
  std::vector<Container> containers_; ///< by reference, from `first_reference_`
};

} // namespace vouch::server

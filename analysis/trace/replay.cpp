#include "analysis/trace/replay.hpp"

namespace vouch::trace {

namespace {

/// In how many of the other layouts the run gets to the target.
struct OtherLayouts {
  std::size_t tried = 0;
  std::size_t reached = 0;
};

OtherLayouts run_in_other_layouts(const Interpreter& interpreter, cfa::LocationId start, cfa::LocationId target,
                                  const std::vector<cfa::Integer>& inputs, Limits limits) {
  OtherLayouts layouts;
  for (Layout layout : {Layout::Shifted, Layout::Scattered, Layout::Shared}) {
    limits.layout = layout;
    ListedInputs again(inputs);
    const RunResult result = interpreter.run(start, again, limits);
    const auto* reached = std::get_if<ReachedTarget>(&result.outcome);
    ++layouts.tried;
    layouts.reached += reached != nullptr && reached->location == target ? 1U : 0U;
  }
  return layouts;
}

/// Why the run does not count in the usual layout; nothing if it does.
std::string objection(const RunResult& result, cfa::LocationId target, const cfa::Cfa& cfa) {
  const auto* reached = std::get_if<ReachedTarget>(&result.outcome);
  if (reached == nullptr) {
    return "the run does not get there: " + to_string(result.outcome, cfa);
  }
  if (reached->location != target) {
    return "the run ends earlier: " + to_string(result.outcome, cfa);
  }
  return result.used_overapproximation ? "the run needs a value that the engine only over-approximates" : "";
}

} // namespace

Replay replay(const Interpreter& interpreter, cfa::LocationId start, cfa::LocationId target, InputSource& inputs,
              const Limits& limits) {
  Replay replay;
  RecordedInputs recorded(inputs);
  replay.result = interpreter.run(start, recorded, limits);
  replay.reason = objection(replay.result, target, *interpreter.program().cfa);
  replay.confirmed = replay.reason.empty();
  if (replay.result.depends_on_addresses) {
    const OtherLayouts others = run_in_other_layouts(interpreter, start, target, recorded.values(), limits);
    if (replay.confirmed ? others.reached < others.tried : others.reached > 0) {
      replay.confirmed = false;
      replay.reason = "whether it happens depends on where objects lie in memory";
    }
  }
  return replay;
}

Replay replay(const cfa::Cfa& cfa, cfa::LocationId start, cfa::LocationId target, std::vector<cfa::Integer> inputs,
              const Limits& limits) {
  ListedInputs source(std::move(inputs));
  return replay(Interpreter(cfa), start, target, source, limits);
}

} // namespace vouch::trace

#include "analysis/trace/replay.hpp"

namespace vouch::trace {

Replay replay(const Interpreter& interpreter, cfa::LocationId start, cfa::LocationId target, InputSource& inputs,
              const Limits& limits) {
  Replay replay;
  replay.result = interpreter.run(start, inputs, limits);
  const auto* reached = std::get_if<ReachedTarget>(&replay.result.outcome);
  if (reached == nullptr) {
    replay.reason = "the run does not get there: " + to_string(replay.result.outcome, *interpreter.program().cfa);
  } else if (reached->location != target) {
    replay.reason = "the run ends earlier: " + to_string(replay.result.outcome, *interpreter.program().cfa);
  } else if (replay.result.used_overapproximation) {
    replay.reason = "the run needs a value that the engine only over-approximates";
  } else {
    replay.confirmed = true;
  }
  return replay;
}

Replay replay(const cfa::Cfa& cfa, cfa::LocationId start, cfa::LocationId target, std::vector<cfa::Integer> inputs,
              const Limits& limits) {
  ListedInputs source(std::move(inputs));
  return replay(Interpreter(cfa), start, target, source, limits);
}

} // namespace vouch::trace

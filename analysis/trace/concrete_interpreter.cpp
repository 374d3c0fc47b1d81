#include "analysis/trace/concrete_interpreter.hpp"

#include "analysis/support/overloaded.hpp"
#include "analysis/trace/execution.hpp"

namespace vouch::trace {

Interpreter::Interpreter(const cfa::Cfa& cfa) : program_(compile(cfa)) {}

RunResult Interpreter::run(cfa::LocationId start, InputSource& inputs, const Limits& limits,
                           RunObserver* observer) const {
  return Execution(program_, inputs, limits, observer).run(start);
}

std::string to_string(const Outcome& outcome, const cfa::Cfa& cfa) {
  auto at = [&](cfa::EdgeId edge) { return " at " + vouch::to_string(cfa.edge(edge).range); };
  return std::visit(
      Overloaded{
          [&](const ReachedTarget& o) {
            const cfa::Location& location = cfa.location(o.location);
            return "violation at " + vouch::to_string(location.range);
          },
          [](const Halted& o) {
            return std::string(o.reason == HaltReason::Returned ? "returned"
                               : o.reason == HaltReason::Ended  ? "ended"
                                                                : "blocked by an assumption");
          },
          [&](const UndefinedBehaviour& o) { return std::string(to_string(o.kind)) + at(o.edge); },
          [&](const ReachedUnsupported& o) { return "unsupported: " + o.construct + at(o.edge); },
          [](const StepLimit&) { return std::string("step limit"); },
          [](const MemoryLimit&) { return std::string("memory limit"); },
          [&](const InputsExhausted& o) { return "no more inputs" + at(o.edge); },
          [&](const InconsistentInput& o) { return "contradicting results of an external function" + at(o.edge); },
          [](const Stopped& o) {
            switch (o.cause) {
            case Interruption::Cancelled:
              return std::string("cancelled");
            case Interruption::Timeout:
              return std::string("timeout");
            case Interruption::Memory:
              return std::string("memory limit");
            case Interruption::States:
              return std::string("limit of states");
            }
            return std::string("stopped");
          },
      },
      outcome);
}

} // namespace vouch::trace

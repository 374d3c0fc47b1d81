#pragma once

#include "analysis/support/run_context.hpp"
#include "analysis/trace/fault.hpp"
#include "analysis/trace/input_source.hpp"
#include "analysis/trace/machine.hpp"

#include <string>
#include <variant>

namespace vouch::trace {

struct ReachedTarget {
  cfa::LocationId location;
};

/// The run is over and nothing was violated. Returned: from the function where it started. Ended: at a location
/// without edges. Blocked: no assumption holds.
enum class HaltReason { Returned, Ended, Blocked };
struct Halted {
  HaltReason reason = HaltReason::Returned;
  cfa::LocationId location = {};
};

struct UndefinedBehaviour {
  UndefinedBehaviourKind kind = UndefinedBehaviourKind::SignedOverflow;
  cfa::EdgeId edge;
};

struct ReachedUnsupported {
  std::string construct;
  cfa::EdgeId edge;
};

struct StepLimit {};

/// The objects of the run need more than `Limits::memory_bytes`.
struct MemoryLimit {};

struct InputsExhausted {
  cfa::EdgeId edge;
};

/// The source gave an external function a result that contradicts an earlier call with equal arguments.
struct InconsistentInput {
  cfa::EdgeId edge;
};

/// `Limits::context` said so.
struct Stopped {
  Interruption cause = Interruption::Cancelled;
};

using Outcome = std::variant<ReachedTarget, Halted, UndefinedBehaviour, ReachedUnsupported, StepLimit, MemoryLimit,
                             InputsExhausted, InconsistentInput, Stopped>;

/// For messages: "signed integer overflow at file.c:3:7".
std::string to_string(const Outcome& outcome, const cfa::Cfa& cfa);

struct RunResult {
  Outcome outcome;
  std::uint64_t steps = 0;  ///< edges executed
  std::uint64_t inputs = 0; ///< values asked for, undetermined bytes and registers included
  /// A value was used that exists, but that the engine cannot compute. A violation does not count then.
  bool used_overapproximation = false;
  /// The run depends on where objects lie in memory. Other addresses may give another run.
  bool depends_on_addresses = false;
};

struct Limits {
  std::uint64_t steps = 100'000'000;
  std::uint64_t memory_bytes = std::uint64_t{256} << 20U;
  const RunContext* context = nullptr; ///< asked every few thousand steps; may be null
  Layout layout = Layout::Usual;
};

/// Sees every edge right after it was executed. The edge's operands are still in the machine's slots.
class RunObserver {
public:
  virtual ~RunObserver() = default;
  virtual void executed(cfa::EdgeId edge, const Machine& machine) = 0;
};

/// Executes a Cfa. Make it once and run it often: edges are compiled on construction.
///
/// A run is determined by the start location, the inputs and the limits. Calls may be recursive. At a branch it takes
/// the one edge whose condition holds; an edge that leads to a target location ends the run there.
class Interpreter {
public:
  /// `cfa` must outlive the interpreter.
  explicit Interpreter(const cfa::Cfa& cfa);

  RunResult run(cfa::LocationId start, InputSource& inputs, const Limits& limits,
                RunObserver* observer = nullptr) const;

  [[nodiscard]] const Program& program() const { return program_; }

private:
  Program program_;
};

} // namespace vouch::trace

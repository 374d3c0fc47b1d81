#pragma once

#include "analysis/trace/concrete_interpreter.hpp"

#include <string>
#include <vector>

namespace vouch::trace {

/// What the interpreter says about a violation that something else found.
struct Replay {
  /// The run ended at the expected target, used no over-approximation, and ends there wherever objects lie in memory.
  bool confirmed = false;
  std::string reason; ///< unless confirmed
  RunResult result;
};

/// Runs the program from `start` with `inputs`, in the order in which the run asks for them (see `InputSource`).
Replay replay(const cfa::Cfa& cfa, cfa::LocationId start, cfa::LocationId target, std::vector<cfa::Integer> inputs,
              const Limits& limits = {});

/// The same with any source of inputs, on an interpreter that exists already.
Replay replay(const Interpreter& interpreter, cfa::LocationId start, cfa::LocationId target, InputSource& inputs,
              const Limits& limits);

} // namespace vouch::trace

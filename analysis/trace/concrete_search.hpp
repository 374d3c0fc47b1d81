#pragma once

#include "analysis/trace/concrete_interpreter.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace vouch::trace {

struct SearchLimits {
  std::chrono::milliseconds time = std::chrono::milliseconds(500);
  std::uint64_t runs = 1'000'000;
  /// Of one run. Most runs get far less.
  std::uint64_t steps = 50'000'000;
  std::uint64_t seed = 1;
};

/// Inputs that lead to a target; `replay` confirms them.
struct FoundViolation {
  cfa::LocationId target;
  std::vector<cfa::Integer> inputs;
};

struct SearchResult {
  std::optional<FoundViolation> violation;
  /// The program has only one run and that run has ended, with `violation` or without one: nothing else is violated,
  /// ever. It asked for no input, read nothing undetermined, had no undefined behaviour, met nothing unsupported and did
  /// not depend on where objects lie in memory. A proof only if the run started where the program starts, in `main`.
  bool has_only_one_run_and_it_ends = false;
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
};

/// Looks for a violation by executing from `start`: first with zeros, then with small values, limits of types,
/// constants of the program and their neighbours, and random bits, in changing mixtures. The same seed gives the same
/// runs; how many of them depends on the time.
///
/// Throws `Interrupted` if `context` ends the run.
SearchResult search_by_execution(const Interpreter& interpreter, cfa::LocationId start, const SearchLimits& limits,
                                 const RunContext& context);

} // namespace vouch::trace

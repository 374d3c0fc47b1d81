#pragma once

#include "analysis/trace/concrete_interpreter.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace vouch::trace {

struct SearchLimits {
  std::chrono::milliseconds time = std::chrono::milliseconds(500); ///< of the processor
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

/// How runs that violate nothing came to their ends.
struct RunEnds {
  /// In undefined behaviour, or else at an assumption that does not hold.
  struct CutOff {
    Outcome outcome;
    std::uint64_t steps = 0;
  };

  bool some_end = false;         ///< as the program means them to: by returning, or by `exit` and the like
  bool some_go_on = false;       ///< only a limit of the search has ended them
  std::optional<CutOff> cut_off; ///< the longest run of those that are cut off, of undefined behaviour if there is any

  /// Takes in one more run.
  void note(const RunResult& run);
  /// Takes in those that somebody else has noted.
  void note(const RunEnds& others);
};

struct SearchResult {
  std::optional<FoundViolation> violation;
  /// The program has only one run and that run has ended, with `violation` or without one: nothing else is violated,
  /// ever. It asked for no input, read nothing undetermined, had no undefined behaviour, met nothing unsupported and
  /// did not depend on where objects lie in memory. A proof only if the run started where the program starts, in
  /// `main`.
  bool has_only_one_run_and_it_ends = false;
  RunEnds ends;
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

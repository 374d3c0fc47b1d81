#pragma once

#include "analysis/support/processor_clock.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace vouch {

/// What the engine counts while it runs.
struct Statistics {
  std::uint64_t refinements = 0;
  std::uint64_t abstract_states = 0;
  std::uint64_t solver_queries = 0;
  std::uint64_t block_hits = 0;
  std::uint64_t block_misses = 0;
  std::uint64_t block_checks = 0;  ///< claims of an earlier run that were looked at
  std::uint64_t block_cuts = 0;    ///< recursive entries that used a result that was not finished
  std::uint64_t block_readded = 0; ///< entries that had to be looked at again because of new exits
  std::uint64_t block_rounds = 0;  ///< how often a block's result grew after it had been used
  /// Processor time for looking why a path cannot be followed, whatever domain or solver says so.
  std::uint64_t interpolation_nanoseconds = 0;
  /// Of `abstract_states`, by the names of configurations.
  std::map<std::string, std::uint64_t> states_by_analysis = {};
};

/// All counters that are one number.
inline constexpr std::array statistics_counters = {&Statistics::refinements,    &Statistics::abstract_states,
                                                   &Statistics::solver_queries, &Statistics::block_hits,
                                                   &Statistics::block_misses,   &Statistics::block_checks,
                                                   &Statistics::block_cuts,     &Statistics::block_readded,
                                                   &Statistics::block_rounds,   &Statistics::interpolation_nanoseconds};

/// Adds all that `more` has counted to `sum`.
void add(const Statistics& more, Statistics& sum);

/// Counts the processor time of its thread from its construction to its destruction, also where that is an exception.
class CountedTime {
public:
  explicit CountedTime(std::uint64_t& nanoseconds) : nanoseconds_(nanoseconds), start_(ProcessorClock::now()) {}
  ~CountedTime() { nanoseconds_ += static_cast<std::uint64_t>((ProcessorClock::now() - start_).count()); }
  CountedTime(const CountedTime&) = delete;
  CountedTime& operator=(const CountedTime&) = delete;

private:
  std::uint64_t& nanoseconds_;
  ProcessorClock::time_point start_;
};

} // namespace vouch

#include "analysis/support/statistics.hpp"

namespace vouch {

void add(const Statistics& more, Statistics& sum) {
  for (const auto counter : statistics_counters) {
    sum.*counter += more.*counter;
  }
  for (const auto& [analysis, states] : more.states_by_analysis) {
    sum.states_by_analysis[analysis] += states;
  }
}

} // namespace vouch

#include "analysis/smt/interpolation/formula_reuse.hpp"

#include "analysis/support/processor_clock.hpp"

#include <algorithm>
#include <utility>

/// Interpolants of an unrolled loop tend to count its rounds: x >= 0, x >= 1, x >= 2. A formula that survives a round
/// and still leads to what is said behind the loop can stand at all of the loop's cuts: x >= 0 three times.
///
/// Invariant: cuts[0 .. i] together with the original formulas behind them are sequence interpolants. A run of cuts is
/// only replaced as a whole, after its inner steps and the step that leaves it were checked.
namespace vouch::smt {

namespace {

constexpr std::chrono::milliseconds query_limit{500};

class Reuse {
public:
  Reuse(TermManager& terms, RunContext& context, const Path& path) : terms_(terms), context_(context), path_(path) {}

  /// Whether `before` and step `step` imply `after`, which is over the state behind the step.
  bool leads_to(const Term& before, std::size_t step, const Term& after) {
    const Transition& transition = path_.transitions[step];
    Term conclusion = at_exit(terms_, transition, after);
    auto asked = [&](const Query& query) {
      return query.before == before && query.relation == transition.relation && query.conclusion == conclusion;
    };
    auto known = std::find_if(queries_.begin(), queries_.end(), asked);
    if (known == queries_.end()) {
      Term premise = terms_.logical_and(std::vector{path_.background, before, transition.relation});
      bool holds = implies_surely(terms_, context_, premise, conclusion, query_limit);
      queries_.push_back({before, transition.relation, conclusion, holds});
      return holds;
    }
    return known->holds;
  }

private:
  struct Query {
    Term before;
    Term relation;
    Term conclusion;
    bool holds;
  };

  TermManager& terms_;
  RunContext& context_;
  const Path& path_;
  std::vector<Query> queries_; ///< the rounds of a loop are mostly the same step
};

} // namespace

std::vector<Term> with_reused_formulas(TermManager& terms, RunContext& context, const Path& path,
                                       std::vector<Term> cuts, std::chrono::milliseconds limit) {
  const auto end = ProcessorClock::now() + limit;
  Reuse reuse(terms, context, path);
  for (std::size_t first = 0; first < cuts.size(); ++first) {
    std::size_t last = first;
    while (last + 1 < cuts.size() && path.locations[last + 1] == path.locations[first]) {
      ++last;
    }
    const Term formula = cuts[first];
    bool survives = last > first && ProcessorClock::now() < end;
    for (std::size_t step = first + 1; survives && step <= last; ++step) {
      survives = reuse.leads_to(formula, step, formula);
    }
    const Term behind = last + 1 < cuts.size() ? cuts[last + 1] : terms.boolean(false);
    if (survives && reuse.leads_to(formula, last + 1, behind)) {
      std::fill(cuts.begin() + static_cast<std::ptrdiff_t>(first), cuts.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                formula);
      first = last;
    }
  }
  return cuts;
}

} // namespace vouch::smt

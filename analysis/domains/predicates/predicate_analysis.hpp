#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/condition_predicates.hpp"
#include "analysis/domains/predicates/left_to_others.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/domains/predicates/segments.hpp"
#include "analysis/support/hash.hpp"

#include <span>
#include <vector>

namespace vouch::domains {

/// The successor computation only extends the path; at a block end precision adjustment replaces it by an abstraction.
enum class SegmentPhase { Inside, Ended };

/// Stands for `abstraction && path`. Behind precision adjustment of a block end the path is empty.
struct PredicateState {
  cfa::LocationId location;
  AbstractionRef abstraction;
  PathFormulaId path;
  SegmentPhase phase = SegmentPhase::Inside;

  friend std::size_t hash_value(const PredicateState& state) {
    return hash_of(state.location, state.abstraction.get(), state.path);
  }
  friend bool operator==(const PredicateState&, const PredicateState&) = default;
};

/// Predicate analysis with adjustable-block encoding. Citation and example: path_formula.hpp.
///
/// Invariant: an abstraction formula over-approximates all states in which the program reaches the block end along the
/// chain of segments that the abstraction records. Where components are adjusted together, what the others say there is
/// part of the abstraction, too, and holds where the next segment starts, so that predicates need not repeat it. States
/// that are not at the end of a segment merge whenever they began at the same abstraction; ends of segments stay apart
/// and cover each other by implication.
///
/// Functions and loops that are analysed on their own: their analysis starts from an abstraction over what they can see
/// (`reduce`), in which the values of everything that they may change are also known by the name of
/// `Encoder::entry_value_of`. So the abstraction at their exit relates values there to values at the entry, and becomes
/// one step of the path of whoever entered (`expand`), where it is true of any activation; `rebuild` gives a recursive
/// caller its registers back. Friedberger 2015 abstracts at the call and behind the return instead, so that each
/// summary is seen through the caller's predicates.
///
/// Example: `int f(int x) { return x > 0 ? f(x - 1) + 1 : 0; }` with the predicate result = x<entry> at the exit. The
/// path of the caller in `y = f(3)` is: x@1 = 3, result@1 = x@1, y@1 = result@1.
class PredicateAnalysis {
public:
  using State = PredicateState;
  using Precision = PredicatePrecision;

  PredicateAnalysis(const cfa::Cfa& cfa, PathFormulas& formulas, PredicateAbstractor& abstractor,
                    const Segments& segments, smt::Encoder& encoder);

  /// The same analysis that leaves this to the others of a product.
  [[nodiscard]] PredicateAnalysis leaving(const LeftToOthers& left) const;
  /// The same analysis that takes over what other components of a product give up, by the conditions of the program about it.
  [[nodiscard]] PredicateAnalysis taking_over(std::shared_ptr<ConditionPredicates> conditions) const;

  [[nodiscard]] State initial_state(cfa::LocationId start) const;
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& context) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] std::size_t merge_key(const State& state) const {
    return hash_of(state.location, state.abstraction.get());
  }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  /// At the end of a segment: with what the others say, once they have adjusted. What they said before that may be more
  /// than holds in the states that they cover from now on; where predicates take over what they have given up, it is what
  /// these know.
  [[nodiscard]] core::Adjustment<State, Precision> adjust_together(const State& state, const Precision& precision,
                                                                   const core::ProductChange& change) const;
  [[nodiscard]] Precision join_precision(const Precision& precision, const Precision& increment) const {
    return precision.joined(increment);
  }
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State expand(const State& entry, const core::BlockContext& block, const State& exit) const;
  [[nodiscard]] State rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const;

private:
  /// What the abstraction of a segment is where nobody asks at length.
  [[nodiscard]] std::optional<smt::Term> looked_at_shortly(const State& state) const;
  [[nodiscard]] std::vector<smt::Term> predicates_at(cfa::LocationId location, const Precision& precision) const;
  [[nodiscard]] bool is_segment_end(const State& state) const { return state.path == formulas_->start(); }
  /// Predicates about what others have given up.
  [[nodiscard]] PredicateSet taken_over(const core::ProductChange& change) const;
  /// The abstraction, by what is tracked at its location under `precision`. The given one if it has no beginning.
  [[nodiscard]] Abstraction computed_again(const Abstraction& abstraction, const Precision& precision) const;

  const cfa::Cfa* cfa_;
  PathFormulas* formulas_;
  PredicateAbstractor* abstractor_;
  const Segments* segments_;
  BlockSymbols symbols_;
  smt::Term truth_;
  LeftToOthers left_to_others_;
  std::shared_ptr<ConditionPredicates> conditions_; ///< null: nothing is taken over
};

/// What others may ask of a product with predicates: the abstraction that its path starts from, that path, and whether
/// the former has just been computed, at the end of a block. And the same product at the end of a block with another
/// abstraction.
const AbstractionRef& abstraction_of(const core::AbstractState& state);
PathFormulaId path_since_abstraction(const core::AbstractState& state);
bool is_segment_end(const core::AbstractState& state);
core::AbstractState with_abstraction(const core::AbstractState& state, AbstractionRef abstraction);

} // namespace vouch::domains

#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/domains/predicates/block_symbols.hpp"
#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/domains/predicates/predicate_abstraction.hpp"
#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/support/hash.hpp"

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vouch::domains {

/// The successor computation only extends the path; at a block end precision adjustment replaces it by an abstraction.
enum class BlockPhase { Inside, Ended };

/// Stands for `abstraction && path`. Behind precision adjustment of a block end the path is empty.
struct PredicateState {
  cfa::LocationId location;
  AbstractionRef abstraction;
  PathFormulaId path;
  BlockPhase phase = BlockPhase::Inside;
  /// Where a block has ended: what the other components say. Goes into the abstraction.
  std::vector<cfa::ExpressionRef> said = {};

  friend std::size_t hash_value(const PredicateState& state) {
    return hash_of(state.location, state.abstraction.get(), state.path);
  }
  friend bool operator==(const PredicateState&, const PredicateState&) = default;
};

/// Where blocks end, that is, where the abstraction is computed. These are the blocks of adjustable-block encoding;
/// those of block-abstraction memoization (`cfa::Block`) are larger, and end where one of these ends.
class Blocks {
public:
  /// `recursive`: the functions that can call themselves. `remembered`: what is analysed on its own.
  Blocks(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive,
         const facts::BlockPartition& remembered, BlockOperator block_operator);

  /// Whether a block ends behind `edge`. Loop heads, targets, and the exits of what is analysed on its own are block
  /// ends under every operator. The call of a function that is analysed on its own never is: its summary becomes a step
  /// of the caller's block.
  [[nodiscard]] bool end_behind(const cfa::Edge& edge) const;
  /// Whether a block ends at `exit` when `loop` has been crossed in one step: at another loop, or at an exit of what is
  /// around it. Else its summary, too, is a step of a larger block.
  [[nodiscard]] bool end_behind_loop(const facts::Block& loop, cfa::LocationId exit) const;
  [[nodiscard]] bool is_recursive(cfa::FunctionId function) const { return recursive_.contains(function); }
  /// The function that is analysed on its own and whose exit this is.
  [[nodiscard]] const cfa::Function* function_left_at(cfa::LocationId location) const;

  /// Whether the function is analysed on its own.
  [[nodiscard]] bool is_remembered(cfa::FunctionId function) const;

private:
  /// Whether `exit` is one of a part that contains `from` and is analysed on its own, `without` aside.
  [[nodiscard]] bool is_exit(cfa::LocationId exit, cfa::LocationId from, const facts::Block* without) const;

  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  const facts::BlockPartition& remembered_;
  BlockOperator block_operator_;
  std::unordered_map<cfa::LocationId, std::vector<facts::BlockId>> left_at_; ///< by exit
};

/// Predicate analysis with adjustable-block encoding. Citation and example: path_formula.hpp.
///
/// Invariant: an abstraction formula over-approximates all states in which the program reaches the block end along the
/// chain of blocks that the abstraction records. What other components say there holds where
/// the next block starts, too, so that predicates need not repeat it. States that are not block ends merge whenever they began at
/// the same abstraction; block ends stay apart and cover each other by implication.
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

  PredicateAnalysis(const cfa::Cfa& cfa, PathFormulas& formulas, PredicateAbstractor& abstractor, const Blocks& blocks,
                    smt::Encoder& encoder);

  [[nodiscard]] State initial_state(cfa::LocationId start) const;
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& context) const;
  /// Takes what the others say at a block end.
  [[nodiscard]] std::vector<State> strengthen(const State& state, const core::ProductView& product,
                                              const core::EdgeContext& context) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] std::size_t merge_key(const State& state) const {
    return hash_of(state.location, state.abstraction.get());
  }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] Precision join_precision(const Precision& precision, const Precision& increment) const {
    return precision.joined(increment);
  }
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State expand(const State& entry, const core::BlockContext& block, const State& exit) const;
  [[nodiscard]] State rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const;

private:
  [[nodiscard]] std::vector<smt::Term> predicates_at(cfa::LocationId location, const Precision& precision) const;
  [[nodiscard]] bool is_block_end(const State& state) const { return state.path == formulas_->start(); }

  const cfa::Cfa* cfa_;
  PathFormulas* formulas_;
  PredicateAbstractor* abstractor_;
  const Blocks* blocks_;
  BlockSymbols symbols_;
  smt::Term truth_;
};

/// What others may ask of a product with predicates: the abstraction that its path starts from, that path, and whether
/// the former has just been computed, at the end of a block. And the same product at the end of a block with another
/// abstraction.
const AbstractionRef& abstraction_of(const core::AbstractState& state);
PathFormulaId path_since_abstraction(const core::AbstractState& state);
bool is_block_end(const core::AbstractState& state);
core::AbstractState with_abstraction(const core::AbstractState& state, AbstractionRef abstraction);

} // namespace vouch::domains

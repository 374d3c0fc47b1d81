#pragma once

#include "analysis/core/analysis.hpp"
#include "analysis/domains/path_formula.hpp"
#include "analysis/domains/predicate_abstraction.hpp"
#include "analysis/domains/predicate_precision.hpp"
#include "analysis/support/hash.hpp"

#include <span>
#include <unordered_set>

namespace vouch::domains {

/// The successor computation only extends the path; at a block end precision adjustment replaces it by an abstraction.
enum class BlockPhase { Inside, Ended };

/// Stands for `abstraction && path`. Behind precision adjustment of a block end the path is empty.
struct PredicateState {
  cfa::LocationId location;
  AbstractionRef abstraction;
  PathFormulaId path;
  BlockPhase phase = BlockPhase::Inside;
  /// Where a block has ended: what the value analysis knows of the registers. Goes into the abstraction.
  PatriciaMap<ExplicitValue> values = {};

  friend std::size_t hash_value(const PredicateState& state) {
    return hash_of(state.location, state.abstraction.get(), state.path);
  }
  friend bool operator==(const PredicateState&, const PredicateState&) = default;
};

/// Where blocks end, that is, where the abstraction is computed.
class Blocks {
public:
  /// `recursive`: the functions that can call themselves.
  Blocks(const cfa::Cfa& cfa, const std::unordered_set<cfa::FunctionId>& recursive, BlockOperator block_operator)
      : cfa_(cfa), recursive_(recursive), block_operator_(block_operator) {}

  /// Whether a block ends behind `edge`. Loop heads and targets are block ends under every operator, and so is the
  /// entry of a recursive function.
  [[nodiscard]] bool end_behind(const cfa::Edge& edge) const;

private:
  const cfa::Cfa& cfa_;
  const std::unordered_set<cfa::FunctionId>& recursive_;
  BlockOperator block_operator_;
};

/// Predicate analysis with adjustable-block encoding. Citation and example: path_formula.hpp.
///
/// Invariant: an abstraction formula over-approximates all states in which the program reaches the block end along the
/// chain of blocks that the abstraction records. Together with the value analysis, the next block starts from its values,
/// too, so that predicates need not repeat them. States that are not block ends merge whenever they began at the same
/// abstraction; block ends stay apart and cover each other by implication.
class PredicateAnalysis {
public:
  using State = PredicateState;
  using Precision = PredicatePrecision;

  PredicateAnalysis(const cfa::Cfa& cfa, PathFormulas& formulas, PredicateAbstractor& abstractor, const Blocks& blocks,
                    const smt::Term& truth);

  [[nodiscard]] State initial_state(cfa::LocationId start) const;
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& context) const;
  /// Takes the values that are known at a block end.
  [[nodiscard]] std::vector<State> strengthen(const State& state, const core::ProductView& product,
                                              const core::EdgeContext& context) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] std::size_t merge_key(const State& state) const { return hash_of(state.location, state.abstraction.get()); }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] Precision join_precision(const Precision& precision, const Precision& increment) const {
    return precision.joined(increment);
  }

private:
  [[nodiscard]] bool is_block_end(const State& state) const { return state.path == formulas_->start(); }

  const cfa::Cfa* cfa_;
  PathFormulas* formulas_;
  PredicateAbstractor* abstractor_;
  const Blocks* blocks_;
  smt::Term truth_;
};

} // namespace vouch::domains

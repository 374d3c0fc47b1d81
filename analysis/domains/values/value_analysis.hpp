#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/core/erased_value.hpp"
#include "analysis/domains/values/value_precision.hpp"
#include "analysis/domains/values/value_state.hpp"
#include "analysis/domains/values/value_threshold.hpp"
#include "analysis/facts/live_variables.hpp"
#include "analysis/facts/values_left.hpp"

#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

/// Explicit-value analysis, after D. Beyer and S. Loewe: "Explicit-value analysis based on CEGAR and interpolation",
/// Univ. of Passau, MIP-1205, 2012, section 3. What is tracked, the precision says, by location: behind each edge the rest is
/// forgotten. Refinement finds out what that has to be (refinement/values).
///
/// Invariant: a state's assignments hold in every concrete state that it stands for. Values are those of C's machine,
/// of integers, floats and pointers, in registers and in memory. States never merge of themselves, so that every path
/// has its own values; a product may join them, and what both say is left. One state covers another if it says the same
/// or less.
///
/// Worked example: `x = 0; if (n) x = 1; if (x) y = 2;` has the states {x=0} and {x=1} behind the first branch; only
/// the second one takes the second branch: {x=1, y=2} and {n=0, x=0} are what is left.
///
/// Registers are forgotten where they die, and objects where nothing leads to them any more, which makes states alike.
///
/// The analysis finds neither relations between unknown values nor ends of loops that it cannot count out; for these
/// there are predicates.
namespace vouch::domains {

class ValueAnalysis {
public:
  using State = ValueState;
  using Precision = ValuePrecision;

  /// All must outlive the analysis.
  ValueAnalysis(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, const facts::LiveVariables& live);
  /// The same where the blocks of `blocks` are analysed on their own.
  ValueAnalysis(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, const facts::LiveVariables& live,
                const facts::BlockPartition& blocks);

  /// The same analysis that begins by tracking this and not everything.
  [[nodiscard]] ValueAnalysis starting_with(ValuePrecision precision) const;
  /// The same that joins states, instead of keeping them apart.
  [[nodiscard]] ValueAnalysis merging() const;
  /// The same that gives up what has more values. Where they are counted in all states, copies count together.
  [[nodiscard]] ValueAnalysis up_to(const ValueThreshold& threshold) const;

  [[nodiscard]] State initial_state(cfa::LocationId /*location*/) const { return {}; }
  [[nodiscard]] Precision initial_precision() const { return initial_precision_; }
  [[nodiscard]] Precision join_precision(const Precision& precision, const Precision& increment) const {
    return precision.joined(increment);
  }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] std::optional<State> join(const State& added, const State& reached) const {
    return joined(reached, added);
  }
  [[nodiscard]] bool keeps_apart() const { return merge_ == ValueMerge::Separate; }
  [[nodiscard]] std::size_t merge_key(const State& state) const {
    return merge_ == ValueMerge::Separate ? hash_value(state) : 0;
  }
  /// By the registers alone: of the states that agree in these, few differ in memory.
  [[nodiscard]] std::size_t shape(const State& state) const { return state.registers.hash_of_keys(); }
  [[nodiscard]] std::size_t projection(const State& state, const State& onto) const {
    return state.registers.hash_restricted_to(onto.registers).value_or(0);
  }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& precision,
                                                          const core::ReachedView<State>& reached) const;
  [[nodiscard]] std::vector<cfa::ExpressionRef> says(const State& state) const;
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  /// What the block may touch: its parameters, variables of static lifetime, objects, counts of allocations.
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State expand(const State& entry, const core::BlockContext& block, const State& exit) const;
  [[nodiscard]] State rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const;
  /// Whether calls of the function are a block.
  [[nodiscard]] bool is_block(cfa::FunctionId function) const;
  /// Where a path is followed through the call of a block: the first state inside it, of the state behind the edge of the call.
  /// Other activations' registers are not there.
  [[nodiscard]] State state_inside(const State& entry, cfa::FunctionId callee) const;
  /// The caller's state in front of the edge of the return, of its state behind the edge of the call and that at the exit.
  [[nodiscard]] State state_behind_call(const State& entry, cfa::FunctionId callee, const State& exit) const;

private:
  class Step;

  /// What the state is to be left without; and if that has changed, the precision that has counted the values.
  [[nodiscard]] std::pair<GivenUp, std::optional<ValuePrecision>>
  counted(const State& state, const Precision& precision, const core::ReachedView<State>& reached) const;
  [[nodiscard]] bool is_used(cfa::VariableId variable, const core::BlockContext& block) const;
  [[nodiscard]] bool is_touched(ObjectId object, const core::BlockContext& block) const;

  const cfa::Cfa* cfa_;
  const facts::MemoryRegions* regions_;
  const facts::LiveVariables* live_;
  std::shared_ptr<const facts::ConstantTables> tables_; ///< null: none is long
  std::shared_ptr<const std::unordered_map<cfa::EdgeId, facts::ValueLeft>> values_left_;
  std::unordered_set<cfa::FunctionId> recursive_;
  ValuePrecision initial_precision_ = ValuePrecision::everything();
  /// At heads of loops, what no variable leads to is forgotten, and objects are counted anew. Not where blocks are entered: there,
  /// names have to mean the same on both sides.
  enum class ObjectNames { Canonical, AsMade };
  ObjectNames object_names_ = ObjectNames::Canonical;
  ValueMerge merge_ = ValueMerge::Separate;
  std::optional<ValueThreshold> threshold_;                       ///< nothing: all values that there are
  std::shared_ptr<SeenValues> seen_;                              ///< in all states, if that is where they are counted
  const facts::BlockPartition* blocks_ = nullptr;                 ///< null: there are none
  std::vector<std::vector<cfa::VariableId>> automatic_variables_; ///< by function
  std::vector<std::vector<cfa::EdgeId>> stack_allocations_;       ///< by function: of objects that end with it
  std::shared_ptr<cfa::ExpressionPool> said_ = std::make_shared<cfa::ExpressionPool>(); ///< what states say
};

/// What the analysis knows in a state that it is a component of; requires that it is one.
const ValueState& values_of(const core::AbstractState& state);
/// What the analysis tracks, of a precision that it is a component of; nothing if it is none.
ValuePrecision tracked_in(const core::Precision& precision);

} // namespace vouch::domains

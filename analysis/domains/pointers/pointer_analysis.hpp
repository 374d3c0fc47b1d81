#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/support/patricia_map.hpp"

#include <compare>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

/// Where pointers in registers may lead: the pointer analysis that D. Beyer, T. A. Henzinger, G. Theoduloz combine with predicates in
/// "Configurable Software Verification", CAV 2007, section 3 (after J. Fischer, R. Jhala, R. Majumdar: "Joining Dataflow with
/// Predicates", ESEC/FSE 2005).
///
/// Invariant: in every concrete state that a state stands for, each register that it mentions is null, the start of one of the
/// objects, or one of the functions; what it does not mention may be anything. States join: a pointer may lead wherever it may in
/// either. In a product with predicates, that happens only where these agree: a predicated lattice.
///
/// Worked example: `if (f) p = &a; else p = 0; if (f) *p = 1;` Without a predicate p is null or a where the branches meet. With f
/// as a predicate there are two states, f with p = a and !f with p = null, and p is not null in front of the store.
///
/// Only null is told from objects: of two objects one may have ended, and the other may have its address.
namespace vouch::domains {

/// Null.
struct NullPointer {
  friend auto operator<=>(const NullPointer&, const NullPointer&) = default;
};
/// Null, the start of a variable in memory, of something that an `Allocate` made, or a function.
using PointerTarget = std::variant<NullPointer, cfa::VariableId, cfa::EdgeId, cfa::FunctionId>;
/// At least one.
struct PointerTargets {
  std::vector<PointerTarget> all; ///< ascending, each once
  friend bool operator==(const PointerTargets&, const PointerTargets&) = default;
  friend std::size_t hash_value(const PointerTargets& targets) { return targets.all.size(); }
};

struct PointerState {
  PatriciaMap<PointerTargets> registers;

  friend bool operator==(const PointerState&, const PointerState&) = default;
  friend std::size_t hash_value(const PointerState& state) { return state.registers.hash_of_keys(); }
};

class PointerAnalysis {
public:
  using State = PointerState;
  using Precision = core::NoPrecision;
  static constexpr const char* name = "pointers";

  /// `cfa` must outlive the analysis.
  explicit PointerAnalysis(const cfa::Cfa& cfa) : cfa_(&cfa) {}

  [[nodiscard]] State initial_state(cfa::LocationId /*location*/) const { return {}; }
  [[nodiscard]] Precision initial_precision() const { return {}; }
  [[nodiscard]] std::vector<State> post(const State& state, const Precision& precision,
                                        const core::EdgeContext& edge) const;
  [[nodiscard]] State merge(const State& added, const State& reached, const Precision& precision) const;
  [[nodiscard]] std::optional<State> join(const State& added, const State& reached) const;
  [[nodiscard]] std::size_t merge_key(const State& /*state*/) const { return 0; }
  [[nodiscard]] bool stop(const State& state, std::span<const State* const> reached, const Precision& precision) const;
  [[nodiscard]] core::Adjustment<State, Precision> adjust(const State& state, const Precision& /*precision*/,
                                                          const core::ReachedView<State>& /*reached*/) const {
    return core::Continue<State, Precision>{state};
  }
  /// What is null, and what is not.
  [[nodiscard]] std::vector<cfa::ExpressionRef> says(const State& state) const;
  [[nodiscard]] std::vector<core::StatePart> describe(const State& state, const cfa::Cfa& cfa) const;
  /// See core/block_registers.hpp.
  [[nodiscard]] std::optional<State> reduce(const State& state, const Precision& precision,
                                            const core::BlockContext& block) const;
  [[nodiscard]] State rebuild(const State& entry, const core::BlockContext& block, const State& expanded) const;

private:
  const cfa::Cfa* cfa_;
  std::shared_ptr<cfa::ExpressionPool> said_ = std::make_shared<cfa::ExpressionPool>();
};

} // namespace vouch::domains

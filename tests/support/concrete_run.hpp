#pragma once

#include "analysis/cfa/cfa.hpp"
#include "analysis/core/erased_value.hpp"

#include <map>
#include <optional>
#include <vector>

/// The meaning of the abstract states of location, call stack, explicit values, intervals and `ConstantPropagation`, by example: concrete
/// states, one step of execution, and whether an abstract state contains a concrete one. The laws of the operators rest on
/// this.
namespace vouch::test {

struct ConcreteState {
  cfa::LocationId location;
  cfa::FunctionId bottom;
  std::vector<cfa::EdgeId> calls;
  std::map<cfa::VariableId, cfa::Integer> values;
  /// Set: the run ended at this edge, which the engine does not follow (unsupported, or a recursive call).
  std::optional<cfa::EdgeId> ended_at;

  friend bool operator==(const ConcreteState&, const ConcreteState&) = default;
};

/// A start of a run at `location`, where every variable has the value `values` gives.
ConcreteState concrete_start(const cfa::Cfa& cfa, cfa::LocationId location,
                             std::map<cfa::VariableId, cfa::Integer> values);

/// The state behind `edge`, if the run can take it; inputs read `input`. `state` must know every variable.
std::optional<ConcreteState> step(const cfa::Cfa& cfa, const ConcreteState& state, cfa::EdgeId edge,
                                  cfa::Integer input);

/// Whether `abstract`, a state of one of these domains or of a product of them, stands for `concrete`, among
/// others.
bool contains(const cfa::Cfa& cfa, const core::AbstractState& abstract, const ConcreteState& concrete);

/// One of the states that a product of these domains stands for: what it leaves open is taken from `values`.
ConcreteState concretisation(const core::AbstractState& product, std::map<cfa::VariableId, cfa::Integer> values);

} // namespace vouch::test

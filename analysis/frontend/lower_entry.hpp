#pragma once

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/contract_memory.hpp"
#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/unconstrained_pointers.hpp"

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouch::frontend {

/// What runs around the program's functions: the calls that a verification starts with, and what ends it.
class EntryLowering {
public:
  explicit EntryLowering(LoweringContext& lowering) : lowering_(lowering), unit_(lowering.unit()) {}

  /// Static storage of the library models.
  void start_library(StaticContents contents);
  /// `fill_variables` is called when there is all that arguments lead to, so that what variables of the file hold may
  /// lead there, too. Returns what callers are taken to keep to without its being in C's own words, as "s is a string".
  std::vector<std::string> call_with_unconstrained_arguments(const FunctionInterface& callee, Contract contract,
                                                             const std::function<void()>& fill_variables);
  void call_without_arguments(cfa::FunctionId callee);
  /// What `atexit` registered, if the program uses it.
  void run_exit_handlers();
  /// The functions with the attribute `destructor`, in their order.
  void run_destructors();

private:
  using Numbers = std::unordered_map<const clang::ValueDecl*, cfa::ExpressionRef>; ///< values of parameters

  /// Any value at all.
  std::vector<cfa::ExpressionRef> unconstrained_argument(const ParameterInterface& parameter,
                                                         UnconstrainedPointers& pointers);
  void settle(const ParameterInterface& parameter, const std::vector<cfa::ExpressionRef>& argument);
  void assume_contract(const FunctionInterface& callee);
  cfa::ExpressionRef count_of(const clang::Expr* expression, const Numbers& numbers);
  cfa::ExpressionRef stated_count(const StatedMemory& memory, clang::QualType element, const Numbers& numbers);
  void note_stated(const StatedMemory& memory, const clang::ValueDecl* parameter);

  LoweringContext& lowering_;
  Unit& unit_;
};

} // namespace vouch::frontend

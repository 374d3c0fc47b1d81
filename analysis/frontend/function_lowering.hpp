#pragma once

#include "analysis/frontend/contract.hpp"
#include "analysis/frontend/lowering_context.hpp"
#include "analysis/frontend/unit.hpp"

#include <functional>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Lowers one function. Expressions come out free of side effects; their side effects become edges, in C's order with
/// operands from left to right.
///
/// This is the door; what is behind it works over one `LoweringContext`.
class FunctionLowering {
public:
  /// `place`: where everything in the function is, for the user; invalid: where it is written.
  FunctionLowering(Unit& unit, cfa::FunctionId function, SourceRange place = {})
      : lowering_(unit, function, std::move(place)) {}

  /// Requires `interface.declaration` to be a definition.
  void lower_definition(const FunctionInterface& interface);
  /// The body of a function without a definition, for calls through pointers.
  void lower_undefined(const FunctionInterface& interface);

  /// For synthetic functions that start a verification.
  void set_up_static_objects(StaticContents contents);
  /// The same for one object: the beginning of its lifetime, and what it holds then.
  void begin_static(const StaticObject& object);
  /// Whether the program has the symbol whose address `object` holds, if it holds one. Behind all beginnings.
  void choose_symbol(const StaticObject& object);
  void initialise_static(const StaticObject& object, StaticContents contents);
  /// What the edges so far read, write or take the address of.
  [[nodiscard]] std::vector<cfa::VariableId> mentioned_variables() const {
    return lowering_.draft().mentioned_variables();
  }
  /// Static storage of the library models.
  void start_library(StaticContents contents);
  /// See `EntryLowering`.
  std::vector<std::string> call_with_unconstrained_arguments(const FunctionInterface& callee, Contract contract,
                                                             const std::function<void()>& fill_variables);
  void call_without_arguments(cfa::FunctionId callee);
  /// What `atexit` registered, if the program uses it.
  void run_exit_handlers();
  /// The functions with the attribute `destructor`, in their order.
  void run_destructors();
  /// Whether memory is left over when `function` has returned.
  void check_leak_behind(const FunctionInterface& function);
  void end_as_unsupported(const std::string& construct, const SourceRange& range);

  /// Ends the function: control flows from here to its exit, and the result goes into the CFA.
  void finish();

private:
  LoweringContext lowering_;
};

} // namespace vouch::frontend

#pragma once

#include "analysis/report/options.hpp"
#include "analysis/support/source_range.hpp"

#include <optional>
#include <string>
#include <variant>

/// Where a statement can be added to the main file.
namespace vouch::frontend {

/// What `assert(...)` would mean in the file.
enum class AssertionMacro { Available, NotDeclared, Disabled };

/// `before`, a statement and `behind` can be put at `position`. If `closing` is valid, a `}` has to be put there.
struct StatementSlot {
  SourcePosition position;
  std::string before;
  std::string behind;
  SourcePosition closing;
  AssertionMacro assertions = AssertionMacro::Available;
};

/// At the beginning of the body of the loop whose place, as an invariant has it, begins there; behind the label of a
/// loop made by `goto`.
struct LoopAt {
  SourcePosition place;
};
/// At the beginning of the function's body.
struct BodyOf {
  std::string function;
};
using SlotRequest = std::variant<LoopAt, BodyOf>;

/// Nothing if there is no such place, it comes from a macro, or the file does not compile. Options read: `data_model`.
std::optional<StatementSlot> find_slot(const SourceInput& input, const Options& options, const SlotRequest& request);

} // namespace vouch::frontend

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
/// Before the innermost statement that has something at `place` or, between statements, before the next one of the block;
/// behind the last one at the end of the block. Conditions of loops and branches belong to the whole statement.
struct BeforeStatement {
  SourcePosition place;
};
using SlotRequest = std::variant<LoopAt, BodyOf, BeforeStatement>;

/// Nothing if there is no such place, it comes from a macro, or the file does not compile. Options read: `data_model`.
std::optional<StatementSlot> find_slot(const SourceInput& input, const Options& options, const SlotRequest& request);

/// What became of an expression that stands in a file as `(void)(EXPRESSION);`.
enum class ExpressionKind { Condition, NotScalar, HasEffects, NotOneExpression };
struct ReadExpression {
  ExpressionKind kind = ExpressionKind::NotOneExpression;
  std::string problem; ///< if it is not one expression: what the compiler says, if it says something
};

/// Of the one that begins at `begin` in the main file and whose semicolon ends at `end`. Options read: `data_model`.
ReadExpression read_expression(const SourceInput& input, const Options& options, SourcePosition begin,
                               SourcePosition end);

} // namespace vouch::frontend

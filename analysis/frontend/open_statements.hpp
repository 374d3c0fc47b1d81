#pragma once

#include "analysis/cfa/operation.hpp"
#include "analysis/frontend/draft.hpp"
#include "analysis/frontend/origin.hpp"

#include <clang/AST/Stmt.h>
#include <cstddef>
#include <optional>
#include <vector>

/// What is remembered of the statements that the one being lowered is inside of.
namespace vouch::frontend {

/// A `switch` whose body is lowered: the cases so far.
struct Switch {
  struct Case {
    cfa::Integer low;
    cfa::Integer high;
    DraftLocation location;
    Origin origin;
  };
  std::vector<Case> cases;
  std::optional<DraftLocation> default_location;
};

/// Where `break` and `continue` lead.
struct JumpTargets {
  enum class Kind {
    Loop,
    LoopHead, ///< a condition or step with a statement expression: compilers differ in what it may leave
    Switch,   ///< `continue` leads out of it
  } kind = Kind::Loop;
  DraftLocation break_to;
  DraftLocation continue_to;
  std::size_t open_blocks; ///< those that remain
};

/// A block, and what happens where control leaves it.
struct OpenBlock {
  const clang::Stmt* block;
  std::vector<cfa::Operation> endings;
};

} // namespace vouch::frontend

#pragma once

#include "analysis/frontend/function_lowering.hpp"
#include "analysis/frontend/unit.hpp"
#include "analysis/support/run_context.hpp"

#include <clang/AST/ASTContext.h>
#include <string>
#include <vector>

namespace vouch::frontend {

/// Where verification is to start.
struct EntryChoice {
  std::vector<const clang::FunctionDecl*> functions; ///< definitions; empty: the requested one does not exist
  StaticContents contents = StaticContents::Initialised;
  /// Definitions with the attribute `constructor`, in the order in which they run before `main`.
  std::vector<const clang::FunctionDecl*> constructors;
  /// A definition with the attribute `destructor`, which would run at the end; null if there is none.
  const clang::FunctionDecl* destructor = nullptr;

  /// Everything that runs may start in.
  [[nodiscard]] std::vector<const clang::FunctionDecl*> roots() const;
};

/// `requested`: a function's name; empty: `main` if it is defined, else every externally visible function that is
/// defined in the main file. A program starts at `main`, and at a requested function that takes no arguments in a file
/// without `main`; all others are verified as parts of an unknown program, whose variables may hold anything.
EntryChoice choose_entry_points(const clang::ASTContext& context, const SourceMap& source,
                                const std::string& requested);

/// Makes a synthetic function for each of `choice.functions` that sets up the variables with static storage and calls
/// it. Where there are several, each sets up only those that can matter to it (static_set_up.hpp).
void add_entry_points(Unit& unit, const EntryChoice& choice, const RunContext& run);

} // namespace vouch::frontend

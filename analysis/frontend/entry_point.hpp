#pragma once

#include "analysis/frontend/addresses_elsewhere.hpp"
#include "analysis/frontend/file_statics.hpp"
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
  /// All other definitions in the file and what it includes, but for the system's, where no single entry was requested.
  std::vector<const clang::FunctionDecl*> internal_functions;
  StaticContents contents = StaticContents::Initialised;
  FileStatics statics;               ///< what is known of some all the same where they are Unconstrained
  AddressesElsewhere elsewhere = {}; ///< of nothing where a program starts
  /// Definitions with the attribute `constructor`, in the order in which they run before `main`.
  std::vector<const clang::FunctionDecl*> constructors;
  /// Definitions with the attribute `destructor`, in the order in which they run behind `main`.
  std::vector<const clang::FunctionDecl*> destructors;
  /// What runs before or behind `main` in a way that is not known, as a construct; empty if there is nothing.
  std::string unknown_start;

  /// Everything that runs may start in.
  [[nodiscard]] std::vector<const clang::FunctionDecl*> roots() const;
};

/// `requested`: a function's name; empty: `main` if it is defined, else every function that is defined in the main file
/// and can be called from outside: it is externally visible, or its address gets there (escaping_addresses.hpp). If there
/// is none, the file is one that others include, or that includes all it has: then its functions, or those. A program
/// starts at `main`; all others are verified as parts of an unknown program, whose variables may hold anything.
EntryChoice choose_entry_points(const clang::ASTContext& context, const SourceMap& source,
                                const std::string& requested);

/// Notes what runs before and behind `main` in the files that `context` has by now. Nothing does where no program
/// starts.
void add_constructors_and_destructors(const clang::ASTContext& context, EntryChoice& choice);

/// Makes a synthetic function for each of `choice.functions` that sets up the variables with static storage and calls
/// it, for each of `choice.internal_functions` that is called, and for each function that was linked in and is about numbers
/// alone. Where there are several, each sets up only those that can matter to it (static_set_up.hpp).
void add_entry_points(Unit& unit, const EntryChoice& choice, const RunContext& run);

} // namespace vouch::frontend

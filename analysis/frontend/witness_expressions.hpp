#pragma once

#include "analysis/frontend/source_map.hpp"
#include "analysis/report/report.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <optional>
#include <string>
#include <vector>

/// What the text of a witness becomes in the program that it is woven into (docs/decisions/0182).
///
///   int __vouch_witness(int length, int truth);
///
/// marks an expression that a witness brings, as `__vouch_witness(6, (i <= n) ? 1 : 0)`: its value is the expression's
/// truth. Only what is an expression as a whole and has no effect may stand there, and where computing it is undefined,
/// the verdict is unknown.
///
///   static long vouch_segment;
///   enum { __vouch_target_line = 8, __vouch_target_segment = 3 };
///
/// Of violations in that line of the main file only those count where `vouch_segment` has that value.
namespace vouch::frontend {

inline constexpr const char* witness_function = "__vouch_witness";

/// What evaluating the expression does beyond giving a value, in words such as "calls a function"; empty if it does nothing. Also of
/// what is not evaluated, for who writes it there means something.
std::string effect_in(const clang::Stmt* expression);

/// Why expressions of a witness are none that may be asked about; empty if there is no objection.
std::vector<Message> objections_to_witness(const clang::ASTContext& context, const SourceMap& source);

/// The violations that a witness tells of.
struct WitnessTarget {
  unsigned line = 0;
  const clang::VarDecl* segment = nullptr;
  long passed = 0; ///< what `segment` has to be
};
std::optional<WitnessTarget> witness_target(const clang::ASTContext& context);

} // namespace vouch::frontend

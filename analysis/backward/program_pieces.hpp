#pragma once

#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/proofs/program_walk.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The program as what backward reachability walks over: places where runs are looked at, and what is between them.
namespace vouch::backward {

/// All paths without a loop from one place to the next, or to a target.
struct Piece {
  std::size_t from = 0;          ///< index of the place
  std::optional<std::size_t> to; ///< nothing: a target
  core::TargetKey target = {};   ///< if it is one
  domains::PathFormulaId paths;
};

/// The places are the start, which comes first, and the heads of loops, each with the calls that are open there.
struct ProgramPieces {
  std::vector<proofs::ProgramPoint> places;
  std::vector<Piece> pieces;
};

/// What `formulas` gets are paths; `excluded` targets are left out. Why not, where the program cannot be taken apart so: it
/// calls itself, or does what the engine does not understand.
struct NoPieces {
  std::string reason;
};
std::variant<ProgramPieces, NoPieces> pieces_of(const cfa::Cfa& cfa, const facts::TargetReachability& targets,
                                                const core::TargetKeys& excluded, cfa::LocationId start,
                                                domains::PathFormulas& formulas);

} // namespace vouch::backward

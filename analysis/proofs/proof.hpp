#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/smt/terms/term.hpp"

#include <compare>
#include <map>
#include <vector>

/// What an exploration with the predicate analysis claims to have proved.
namespace vouch::proofs {

struct ProgramPoint {
  cfa::LocationId location;
  std::vector<cfa::EdgeId> calls; ///< that have not returned, the first one first

  friend bool operator==(const ProgramPoint&, const ProgramPoint&) = default;
  friend auto operator<=>(const ProgramPoint&, const ProgramPoint&) = default;
};

/// Formulas over unindexed symbols; where there are several, one of them holds.
using Proof = std::map<ProgramPoint, std::vector<smt::Term>>;

/// What is claimed of a function or loop that was analysed on its own.
struct BlockClaim {
  core::BlockContext block;
  smt::Term entry; ///< over the values at the entry
  /// Within the block, without the calls that are open when it is entered; those of its exits included. They may speak
  /// of values at the entry by their names. `entry` holds at the entry besides.
  Proof points;
  /// Whether something may follow the return of the block's function. If not, the claim serves only where nothing can.
  bool is_followed = true;
};

} // namespace vouch::proofs

#pragma once

#include "analysis/domains/predicates/path_formula.hpp"
#include "analysis/proofs/proof.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

/// What the claims about a block are worth to whoever enters it: a precondition, and a relation between the values at
/// the entry and those at each exit.
namespace vouch::proofs {

struct BlockContract {
  struct Terms {
    std::vector<smt::Term> entries;                         ///< one must hold at the entry
    std::map<cfa::LocationId, domains::BlockSummary> exits; ///< what then holds there
  };
  Terms if_followed; ///< where something may follow the return of the block's function
  Terms otherwise; ///< elsewhere: more claims serve; they may have left exits out from which nothing leads to a target
  /// Of a loop: what it may call. If one of these was running before, the loop's own analysis did not know.
  std::unordered_set<cfa::FunctionId> called = {};
};
using BlockContracts = std::map<cfa::LocationId, BlockContract>; ///< by the block's entry

/// Where control leaves the block: at the end of the function, behind the loop.
[[nodiscard]] std::vector<cfa::LocationId> exits_of(const facts::Block& block, const cfa::Cfa& cfa);

/// Why `claim` cannot be used, whatever it says: its loop can be left elsewhere than at its exits, or a formula speaks
/// of something that has another meaning, or none, where the block is used.
[[nodiscard]] std::optional<std::string> objection_to(const BlockClaim& claim, const cfa::Cfa& cfa,
                                                      smt::Encoder& encoder);

/// The contracts of all blocks that `claims` are about.
BlockContracts contracts_of(std::span<const BlockClaim> claims, const cfa::Cfa& cfa, smt::Encoder& encoder);

} // namespace vouch::proofs

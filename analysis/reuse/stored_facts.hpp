#pragma once

#include "analysis/findings/proved_facts.hpp"
#include "analysis/reuse/canonical_code.hpp"

#include <string>
#include <vector>

/// Facts in a form that outlives the process. Within a function, places have the numbers of its canonical code
/// (reuse/canonical_code.hpp), so that they are found again wherever that code is the same, whatever names and lines it
/// has by then. Whoever restores them has compared the fingerprints of the functions.
namespace vouch::reuse {

/// An expression: `pieces[0] places[0] pieces[1] ...`. Places: `%3+0`, variable 3 of the function's code; or a stable
/// name and the offset.
struct StoredExpression {
  std::vector<std::string> pieces;
  std::vector<std::string> places;
  friend bool operator==(const StoredExpression&, const StoredExpression&) = default;
};

struct StoredLoop {
  std::size_t head = 0;
  std::vector<StoredExpression> conjuncts;
  std::vector<StoredExpression> implied;
  std::vector<StoredExpression> for_all;
  friend bool operator==(const StoredLoop&, const StoredLoop&) = default;
};

struct StoredFunctionFacts {
  std::string function; ///< its stable name
  std::vector<StoredLoop> loops;
  std::vector<std::size_t> unreachable;   ///< locations
  std::vector<std::string> followed = {}; ///< variables, as places of expressions
  friend bool operator==(const StoredFunctionFacts&, const StoredFunctionFacts&) = default;
};
using StoredFacts = std::vector<StoredFunctionFacts>;

StoredFacts stored(const findings::ProvedFacts& facts, const cfa::Cfa& cfa, const StableNames& names);

/// What is not found is left out.
findings::ProvedFacts restored(const StoredFacts& stored, const cfa::Cfa& cfa, const StableNames& names);

} // namespace vouch::reuse

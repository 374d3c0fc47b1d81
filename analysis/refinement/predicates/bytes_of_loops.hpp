#pragma once

#include "analysis/domains/predicates/predicate_precision.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

/// Where loops read and write single bytes, and what predicates about these places are made of.
namespace vouch::refinement {

/// An index into a longer one may be too large for a signed number of 32 bits.
const cfa::Integer longest_string = std::numeric_limits<std::int32_t>::max();

/// `pointer`, or `pointer + factor * index`, both in registers.
struct Place {
  cfa::VariableId pointer;
  std::optional<cfa::VariableId> index;
  cfa::Integer factor = 1;

  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Places with the region that each is in.
using Places = std::set<std::pair<Place, facts::RegionId>>;

/// By register: those that it is compared with.
using Limits = std::map<cfa::VariableId, std::set<cfa::VariableId>>;

/// Where a loop reads bytes, and where it writes them.
struct BytesOfLoop {
  Places read;
  Places written;
  std::set<Place> tested; ///< whether they are 0, or what else
  Limits limits;
};

/// Of the loop with this head; registers are named as at the head. Distances that are constants are left out: `s[n - 1]` is s
/// and n. Places are left out that are a pointer and more than one index, or that are no registers.
BytesOfLoop bytes_of_loop(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId head);

/// What a pointer leads into.
struct ObjectTerms {
  smt::Term base;
  smt::Term end;
  std::vector<smt::Term> allocated; ///< what checks ask of it, beside its size
};

/// The object of the place, in `sizes` of objects. Where no start is carried along, the pointer has never left it. The
/// pointer may be a variable in memory, too: that is one to its first byte.
ObjectTerms object_of(const Place& place, smt::Encoder& encoder, smt::SymbolId sizes);

smt::Term address_of(const Place& place, smt::Encoder& encoder);

bool is_of_bytes(facts::RegionId region, const facts::MemoryRegions& regions);

/// That there is an object, that its last byte, in a region of bytes, is 0, and that it is not huge.
domains::PredicateSet string_in(const ObjectTerms& object, facts::RegionId bytes, smt::Encoder& encoder);

/// That there is something to write to, or nothing to be written.
domains::PredicateSet null_or_allocated(const Place& written, smt::Encoder& encoder, smt::SymbolId sizes);

/// Predicates by which writing to one place leaves alone what is still to be read from the other: the place is in another
/// object, or behind what was read. None if both lead into one object whatever they are.
domains::PredicateSet kept_apart(const Place& read, const Place& written, smt::Encoder& encoder, smt::SymbolId sizes);

} // namespace vouch::refinement

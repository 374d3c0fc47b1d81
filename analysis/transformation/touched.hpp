#pragma once

#include "analysis/facts/known_pointer.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/support/id_set.hpp"

#include <array>
#include <vector>

/// What a piece of code reads and writes.
namespace vouch::transformation {

enum class Effect { Reads, Writes, LeavesUndetermined };

/// Of `bytes`, counted from where `pointer` leads to, which are in `regions`. A null pointer: of every object.
struct MemoryUse {
  Effect effect = Effect::Reads;
  cfa::ExpressionRef pointer = nullptr;
  facts::Bytes bytes;
  IdSet<facts::RegionId> regions;
};

/// More than any object has.
constexpr facts::Bytes all_bytes{-(cfa::Integer{1} << 63), cfa::Integer{1} << 63};

/// The loads in `expression`, which is one of the program.
std::vector<MemoryUse> uses_in(cfa::ExpressionRef expression, const facts::MemoryRegions& regions);
/// Those in the expressions of `operation`, and what it does itself.
std::vector<MemoryUse> uses_of(const cfa::Operation& operation, const facts::MemoryRegions& regions);

/// All regions of the objects that `pointer` may lead to.
IdSet<facts::RegionId> regions_behind(cfa::ExpressionRef pointer, const facts::MemoryRegions& regions);

/// The bytes of `use`, counted from the pointer that its pointer is computed from (`cfa::base_of`).
facts::Bytes bytes_from_base(const MemoryUse& use);

/// Of bytes of a variable, counted from its start.
struct VariableUse {
  Effect effect = Effect::Reads;
  cfa::VariableId variable;
  facts::Bytes bytes;
};

/// Regions of memory and registers stand for all that they may be about; of variables in memory that no pointer leads to
/// but those that code is seen to pass on, their bytes are known.
struct Touched {
  IdSet<cfa::VariableId> registers_read;
  IdSet<cfa::VariableId> registers_written;
  std::array<IdSet<facts::RegionId>, 3> regions; ///< by effect
  std::vector<VariableUse> variables;
  bool leaves_all_undetermined = false;  ///< variables that are known by name, too
  IdSet<facts::RegionId> lifetimes_read; ///< of the objects with these regions: whether they have ended
  IdSet<facts::RegionId> lifetimes_ended;

  [[nodiscard]] IdSet<facts::RegionId>& of(Effect effect) { return regions[static_cast<std::size_t>(effect)]; }
  [[nodiscard]] const IdSet<facts::RegionId>& of(Effect effect) const {
    return regions[static_cast<std::size_t>(effect)];
  }
  void insert(const Touched& other);
};

/// Whether `b` notices what `a` writes. To undetermined values by both counts for nothing.
bool disturbs(const Touched& a, const Touched& b);

} // namespace vouch::transformation

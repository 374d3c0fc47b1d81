#pragma once

#include "analysis/facts/memory_regions.hpp"

#include <set>

namespace vouch::facts {

/// The functions whose address a pointer may hold.
struct FunctionSet {
  std::set<cfa::FunctionId> functions;
  bool has_unknown = false; ///< it may come from where the Cfa does not show
  friend bool operator==(const FunctionSet&, const FunctionSet&) = default;
};

/// Which functions pointers may point to: the addresses that flow into them through registers and regions of memory,
/// wherever and whenever (L. O. Andersen, "Program analysis and specialization for the C programming language", 1994,
/// for functions only; objects are `PointsTo`'s).
///
/// A pointer that was made from an integer, comes from outside, or is read from memory that the outside or accesses of
/// other types may have written, is not known.
///
/// Example: `op first[] = {f}, second[] = {g}; op p = first[i];` p is f: the tables are different regions.
class FunctionPointers {
public:
  /// Both must outlive the result.
  FunctionPointers(const cfa::Cfa& cfa, const MemoryRegions& regions);

  /// Whether `pointer`, an expression of the Cfa, may be the address of `function` in a run without undefined
  /// behaviour.
  [[nodiscard]] bool may_be(cfa::ExpressionRef pointer, cfa::FunctionId function) const;

private:
  [[nodiscard]] FunctionSet value_of(cfa::ExpressionRef expression) const;
  [[nodiscard]] FunctionSet loaded(cfa::ExpressionRef address, const cfa::Type& type) const;
  void apply(const cfa::Operation& operation);
  void flow(const FunctionSet& value, FunctionSet& target);

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  std::vector<FunctionSet> registers_; ///< by variable
  std::vector<FunctionSet> memory_;    ///< by region
  bool changed_ = false;
};

/// Whether `edge` assumes that a pointer is the address of a function that it cannot be.
bool assumes_impossible_function(const cfa::Edge& edge, const FunctionPointers& pointers);

} // namespace vouch::facts

#pragma once

#include "analysis/facts/blocks.hpp"
#include "analysis/facts/memory_regions.hpp"
#include "analysis/support/id_set.hpp"

/// What the run of a part of the program may read and write, everything included that it calls.
///
/// Follows J. Banning, "An efficient way to find the side effects of procedure calls and the aliases of variables",
/// POPL 1979, with memory by regions (memory_regions.hpp): the effects of a function are those of its own edges and of
/// its callees, so all functions of one strongly connected component of the call graph have the same effects, and one
/// pass over the components, callees first, is enough. Calls through pointers are calls in the Cfa.
///
/// Invariant: a run from the entry of a function to its return changes no variable of static lifetime in a register and
/// no region that is not in the function's written sets, and its course depends on none that is not in the read sets,
/// except on those that it writes before. Runs that come to an `Unsupported` edge are not meant: they decide nothing.
///
/// Example: `int g, h; void f(void) { g = h; } void k(int *p) { f(); *p = 1; }`, called as `k(&x)`
///   f: reads {h}, writes {g}.  k: reads {h}, writes {g} and the region of x.
namespace vouch::facts {

using ObjectGroupId = StrongId<struct ObjectGroupTag>;

struct SideEffects {
  /// Variables of static lifetime in registers. Of loop blocks also the automatic registers of the activation that runs
  /// the loop, not those of other activations of the same function.
  IdSet<cfa::VariableId> registers_read;
  IdSet<cfa::VariableId> registers_written;
  /// Written is also what becomes undetermined: the contents of variables when their lifetime starts, of objects when
  /// they are made.
  IdSet<RegionId> regions_read;
  IdSet<RegionId> regions_written;
  IdSet<ObjectGroupId> groups;    ///< whose objects may be accessed, made, ended or asked about
  IdSet<cfa::EdgeId> allocations; ///< the `Allocate` edges
  bool makes_objects = false;     ///< by `Allocate`, of any kind
  bool ends_objects = false;      ///< by `Free`
  bool declares_objects = false;  ///< starts the lifetime of a variable in memory
  bool checks_objects = false;    ///< asks about the state of objects, or uses what is known of it

  void insert(const SideEffects& other);
  friend bool operator==(const SideEffects&, const SideEffects&) = default;
};

/// The side effects of all functions of a Cfa and of the blocks of a partition.
class SideEffectTable {
public:
  /// `cfa` and `regions` must outlive the result. Functions of one component of the call graph share one summary.
  SideEffectTable(const cfa::Cfa& cfa, const MemoryRegions& regions, const BlockPartition& partition);

  [[nodiscard]] const SideEffects& of(cfa::FunctionId function) const {
    return components_[component_of_[function.index()]];
  }
  [[nodiscard]] const SideEffects& of(BlockId block) const;

  [[nodiscard]] std::size_t group_count() const { return groups_.size(); }
  [[nodiscard]] const ObjectGroup& group(ObjectGroupId id) const { return *groups_[id.index()]; }
  /// Requires a group of the `MemoryRegions` that some operation or variable of the Cfa belongs to.
  [[nodiscard]] ObjectGroupId id_of(const ObjectGroup& group) const { return group_ids_.at(&group); }

private:
  void number_groups();
  void find_pointer_to(const ObjectGroup& group, SideEffects& effects) const;
  void add_own_effects(cfa::EdgeId id, SideEffects& effects) const;
  void add_expression(cfa::ExpressionRef expression, SideEffects& effects) const;
  void add_everything_read(SideEffects& effects) const;
  void touch(const ObjectGroup& group, SideEffects& effects) const { effects.groups.insert(id_of(group)); }
  void write(const ObjectGroup& group, SideEffects& effects) const;
  [[nodiscard]] SideEffects of_loop(const Block& block) const;

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  std::vector<const ObjectGroup*> groups_;
  std::unordered_map<const ObjectGroup*, ObjectGroupId> group_ids_;
  IdSet<cfa::VariableId> static_registers_;
  std::vector<SideEffects> components_;
  std::vector<std::size_t> component_of_; ///< by function
  std::vector<SideEffects> loops_;        ///< of the loop blocks
  std::vector<const SideEffects*> of_block_;
};

} // namespace vouch::facts

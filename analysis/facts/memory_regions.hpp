#pragma once

#include "analysis/facts/dangling_pointers.hpp"
#include "analysis/facts/freed_before.hpp"
#include "analysis/facts/points_to.hpp"

/// Memory, split into regions that no two accesses share: every `Load` and `Store` of a Cfa reads or writes exactly one
/// region. An analysis may so model each region as an array of its own.
///
/// Two accesses are in one region if they point to objects of the same class (see points_to.hpp) and their bytes may
/// overlap: the field `f` of all structures of one class is a region, and so is a whole array.
namespace vouch::facts {

using RegionId = StrongId<struct RegionTag>;

/// Objects that the same pointers may point to.
struct ObjectGroup {
  std::vector<cfa::VariableId> variables;
  std::vector<cfa::EdgeId> allocations;
  std::vector<cfa::GivenTypeId> given; ///< objects of callers that pointers lead to, of these types
  bool has_unknown_objects = false;    ///< objects that the program has not made
  ObjectClassId object_class;          ///< of points-to analysis
  bool is_constant = false;            ///< all of it are variables that are
  bool is_kept_elsewhere = false;      ///< all of it are variables that are constant, or not shared
  /// A pointer that is used as one to these objects may have a value that is neither null nor the address of an object.
  bool has_invalid_pointers = false;
  std::vector<RegionId> regions;

  /// Whether `havoc` leaves the group as it is, whatever it is of that may change.
  [[nodiscard]] bool is_kept_by(const cfa::HavocMemory& havoc) const {
    return cfa::is_by_code_elsewhere(havoc) ? is_kept_elsewhere : cfa::keeps_constants(havoc) && is_constant;
  }
  /// Whether the group is one variable and nothing else.
  [[nodiscard]] bool is_one_variable() const {
    return variables.size() == 1 && allocations.empty() && given.empty() && !has_unknown_objects;
  }
};

/// In bytes, what an object that the operation makes has at least.
cfa::Integer least_size(const cfa::Allocate& allocation);

/// All accesses of the region have this type's size and meet entirely or not at all. The type is that of the accesses
/// if they agree, else the unsigned integer of that size.
struct UniformCells {
  cfa::Type type;
  std::uint64_t size = 1; ///< in bytes
  Congruence offsets;     ///< of all cells, from the start of the object
};

/// Accesses of different sizes, or that overlap partly: the region is a collection of bytes.
struct MixedCells {
  /// One for each size of integers and of pointers that is accessed, if in all objects the offset of each access is a
  /// multiple of its size; else none. Cells of one view meet entirely or not at all, those of two views may overlap.
  std::vector<UniformCells> views = {};
};

struct MemoryRegion {
  std::string name; ///< unique in the Cfa, for formulas and messages
  std::size_t group = 0;
  std::variant<UniformCells, MixedCells> cells;
};

/// The cells of the region that hold pointers, if it has only these or a view of them; else null.
const UniformCells* pointer_cells(const MemoryRegion& region);

class MemoryRegions {
public:
  explicit MemoryRegions(const cfa::Cfa& cfa);

  [[nodiscard]] std::size_t region_count() const { return regions_.size(); }
  [[nodiscard]] const MemoryRegion& region(RegionId id) const { return regions_[id.index()]; }
  [[nodiscard]] const ObjectGroup& group_of(RegionId id) const { return groups_[region(id).group]; }

  /// The region that a `Load` or `Store` of a `type` at `address` uses. Requires that the Cfa has that access.
  [[nodiscard]] RegionId region_of(cfa::ExpressionRef address, const cfa::Type& type) const;
  /// All objects that `address`, an expression of the Cfa, may point into.
  [[nodiscard]] const ObjectGroup& group_of(cfa::ExpressionRef address) const;
  [[nodiscard]] const ObjectGroup& group_of(cfa::VariableId variable) const;
  [[nodiscard]] const ObjectGroup& group_of_allocation(cfa::EdgeId edge) const;
  [[nodiscard]] const ObjectGroup& group_of(cfa::GivenTypeId type) const;
  /// Of a class of `points_to`.
  [[nodiscard]] const ObjectGroup& group_of(ObjectClassId objects) const { return groups_[group_index(objects)]; }
  /// Where in its object `address` points; nothing if that is not known at all.
  [[nodiscard]] std::optional<Congruence> offsets_of(cfa::ExpressionRef address) const;
  /// In bytes, if `address` is so far behind the start of its object in all runs.
  [[nodiscard]] std::optional<cfa::Integer> distance_from_start(cfa::ExpressionRef address) const;

  /// Whether `address` is null, the address of a function or indeterminate wherever it is used.
  [[nodiscard]] bool points_nowhere(cfa::ExpressionRef address) const {
    return !points_to_.pointer(address).target.is_valid();
  }
  [[nodiscard]] const PointsTo& points_to() const { return points_to_; }
  /// Whether an object of the group may have been freed when a run comes to `location`; if that is invalid, in any run.
  [[nodiscard]] bool may_be_freed(const ObjectGroup& group, cfa::LocationId location) const {
    return freed_.may_be_freed(group.object_class, location);
  }
  /// Of a variable that a memory check may be about: whether a pointer to it may be kept for longer than it lives.
  [[nodiscard]] bool may_dangle(cfa::VariableId variable) const {
    return dangling_pointers().variables().contains(variable);
  }
  /// The same when a run is at `location`; if that is invalid, in any run.
  [[nodiscard]] bool may_dangle(cfa::VariableId variable, cfa::LocationId location) const {
    return may_dangle(variable) && dangling_pointers().may_have_ended(variable, location);
  }
  /// There are none where there are no memory checks.
  [[nodiscard]] const DanglingPointers& dangling_pointers() const;

private:
  void number_groups();
  void split(std::size_t group, const std::vector<MemoryAccess>& accesses);
  [[nodiscard]] bool are_aligned(const ObjectGroup& group, std::uint64_t size) const;
  [[nodiscard]] bool is_aligned(const MemoryAccess& access, const ObjectGroup& group) const;
  [[nodiscard]] std::vector<UniformCells> views_of(const std::vector<const MemoryAccess*>& accesses,
                                                   const ObjectGroup& group) const;
  [[nodiscard]] cfa::VariableId first_variable(const ObjectGroup& group) const;
  [[nodiscard]] std::string region_name(const ObjectGroup& group, const std::optional<Congruence>& offsets) const;
  RegionId add_region(std::size_t group, const std::variant<UniformCells, MixedCells>& cells, std::string name);
  [[nodiscard]] std::size_t group_index(ObjectClassId id) const;

  const cfa::Cfa& cfa_;
  PointsTo points_to_;
  FreedBefore freed_;
  mutable std::optional<DanglingPointers> dangling_; ///< once somebody has asked
  std::vector<ObjectGroup> groups_;
  std::unordered_map<ObjectClassId, std::size_t> group_indices_;
  std::vector<MemoryRegion> regions_;
  /// By address; for each the types of the accesses there.
  std::unordered_map<cfa::ExpressionRef, std::vector<std::pair<cfa::Type, RegionId>>> accesses_;
};

} // namespace vouch::facts

#include "analysis/facts/memory_regions.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace vouch::facts {
namespace {

/// Group 0 holds what undefined behaviour alone can reach: accesses through null or indeterminate pointers.
constexpr std::size_t nowhere = 0;

/// With more different access patterns than this, a group is not split into regions.
constexpr std::size_t most_patterns = 256;

/// Partitions 0..n-1.
class Partition {
public:
  explicit Partition(std::size_t size) : parents_(size) { std::iota(parents_.begin(), parents_.end(), std::size_t{0}); }
  std::size_t find(std::size_t element) {
    while (parents_[element] != element) {
      parents_[element] = parents_[parents_[element]];
      element = parents_[element];
    }
    return element;
  }
  void unite(std::size_t a, std::size_t b) { parents_[std::max(find(a), find(b))] = std::min(find(a), find(b)); }

private:
  std::vector<std::size_t> parents_;
};

/// The parts of `patterns` whose bytes may overlap when they are copied by multiples of `copy_distance`.
Partition overlapping(const std::vector<AccessPattern>& patterns, cfa::Integer copy_distance) {
  Partition parts(patterns.size());
  if (patterns.size() > most_patterns) {
    for (std::size_t i = 1; i < patterns.size(); ++i) {
      parts.unite(0, i);
    }
    return parts;
  }
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (may_overlap(fold(patterns[i].offsets, copy_distance), patterns[i].size,
                      fold(patterns[j].offsets, copy_distance), patterns[j].size)) {
        parts.unite(i, j);
      }
    }
  }
  return parts;
}

struct RegionAccesses {
  std::vector<const MemoryAccess*> accesses;
  std::optional<Congruence> offsets; ///< of all of them
  bool has_unknown_offsets = false;
};

bool agree_on_size(const RegionAccesses& part) {
  std::uint64_t size = cfa::size_in_bytes(part.accesses.front()->type);
  return std::all_of(part.accesses.begin(), part.accesses.end(),
                     [&](const MemoryAccess* access) { return cfa::size_in_bytes(access->type) == size; });
}

/// Of cells for these accesses, which have one size.
std::optional<cfa::Type> cell_type(const std::vector<const MemoryAccess*>& accesses) {
  const cfa::Type& type = accesses.front()->type;
  if (std::ranges::all_of(accesses, [&](const MemoryAccess* access) { return access->type == type; })) {
    return type;
  }
  std::uint64_t size = cfa::size_in_bytes(type);
  bool has_integer_type = size <= 8;
  return has_integer_type
             ? std::optional<cfa::Type>(cfa::IntegerType{static_cast<unsigned>(8 * size), cfa::Signedness::Unsigned})
             : std::nullopt;
}

} // namespace

cfa::Integer least_size(const cfa::Allocate& allocation) {
  const auto* constant = std::get_if<cfa::Constant>(&allocation.size->node);
  return constant != nullptr ? constant->value : allocation.least_size;
}

const UniformCells* pointer_cells(const MemoryRegion& region) {
  const auto hold_pointers = [](const UniformCells& cells) { return cfa::is_pointer(cells.type); };
  if (const auto* cells = std::get_if<UniformCells>(&region.cells)) {
    return hold_pointers(*cells) ? cells : nullptr;
  }
  const std::vector<UniformCells>& views = std::get<MixedCells>(region.cells).views;
  const auto found = std::ranges::find_if(views, hold_pointers);
  return found == views.end() ? nullptr : &*found;
}

MemoryRegions::MemoryRegions(const cfa::Cfa& cfa) : cfa_(cfa), points_to_(cfa), freed_(cfa, points_to_) {
  groups_.emplace_back();
  number_groups();
  std::vector<std::vector<MemoryAccess>> by_group(groups_.size());
  for (const MemoryAccess& access : points_to_.accesses()) {
    bool is_valid = access.pointer.target.is_valid() && !access.pointer.offsets.is_empty();
    by_group[is_valid ? group_index(access.pointer.target) : nowhere].push_back(access);
  }
  RegionId undefined = add_region(nowhere, MixedCells{}, "memory::<undefined>");
  for (const MemoryAccess& access : by_group[nowhere]) {
    accesses_[access.address].emplace_back(access.type, undefined);
  }
  for (std::size_t group = nowhere + 1; group < by_group.size(); ++group) {
    split(group, by_group[group]);
  }
}

const DanglingPointers& MemoryRegions::dangling_pointers() const {
  if (!dangling_) {
    dangling_ = points_to_.memory_checks().empty() ? DanglingPointers() : DanglingPointers(cfa_, points_to_);
  }
  return *dangling_;
}

std::size_t MemoryRegions::group_index(ObjectClassId id) const {
  auto position = group_indices_.find(points_to_.representative(id));
  return position == group_indices_.end() ? nowhere : position->second;
}

/// Groups in the order of their first variable or allocation, so that results do not depend on how classes were merged.
void MemoryRegions::number_groups() {
  auto group = [this](ObjectClassId id) -> ObjectGroup& {
    auto [position, is_new] = group_indices_.try_emplace(points_to_.representative(id), groups_.size());
    if (is_new) {
      groups_.emplace_back().object_class = points_to_.representative(id);
    }
    return groups_[position->second];
  };
  for (std::size_t index = 0; index < cfa_.variable_count(); ++index) {
    if (cfa_.variable(cfa::VariableId(index)).storage == cfa::Storage::Memory) {
      group(points_to_.class_of(cfa::VariableId(index))).variables.emplace_back(index);
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    if (std::holds_alternative<cfa::Allocate>(cfa_.edge(cfa::EdgeId(index)).operation)) {
      group(points_to_.class_of_allocation(cfa::EdgeId(index))).allocations.emplace_back(index);
    }
  }
  for (std::size_t index = 0; index < cfa_.given_type_count(); ++index) {
    group(points_to_.class_of(cfa::GivenTypeId(index))).given.emplace_back(index);
  }
  group(points_to_.unknown_class()).has_unknown_objects = true;
  for (const MemoryAccess& access : points_to_.accesses()) {
    if (access.pointer.target.is_valid()) {
      group(access.pointer.target);
    }
  }
  for (std::size_t index = 0; index < cfa_.edge_count(); ++index) {
    const auto* release = std::get_if<cfa::Free>(&cfa_.edge(cfa::EdgeId(index)).operation);
    if (release != nullptr && points_to_.pointer(release->address).target.is_valid()) {
      group(points_to_.pointer(release->address).target);
    }
  }
  for (ObjectClassId id : points_to_.classes_with_invalid_pointers()) {
    if (const auto known = group_indices_.find(id); known != group_indices_.end()) {
      groups_[known->second].has_invalid_pointers = true;
    }
  }
  for (ObjectGroup& numbered : groups_) {
    const bool has_others = !numbered.allocations.empty() || !numbered.given.empty() || numbered.has_unknown_objects;
    const auto are_all = [&](const auto& is_wanted) {
      return !has_others && !numbered.variables.empty() &&
             std::ranges::all_of(numbered.variables, [&](cfa::VariableId id) { return is_wanted(cfa_.variable(id)); });
    };
    numbered.is_constant = are_all([](const cfa::Variable& variable) { return variable.is_constant; });
    numbered.is_kept_elsewhere = are_all(
        [](const cfa::Variable& variable) { return variable.is_constant || variable.sharing != cfa::Sharing::Shared; });
  }
}

RegionId MemoryRegions::add_region(std::size_t group, const std::variant<UniformCells, MixedCells>& cells,
                                   std::string name) {
  RegionId id(regions_.size());
  bool is_taken = std::any_of(regions_.begin(), regions_.end(), [&](const MemoryRegion& r) { return r.name == name; });
  if (is_taken) {
    name += "#" + std::to_string(id.index());
  }
  regions_.push_back({std::move(name), group, cells});
  groups_[group].regions.push_back(id);
  return id;
}

void MemoryRegions::split(std::size_t group, const std::vector<MemoryAccess>& accesses) {
  std::vector<AccessPattern> patterns;
  std::map<AccessPattern, std::size_t> numbers;
  std::vector<std::vector<std::size_t>> pattern_numbers; // by access
  for (const MemoryAccess& access : accesses) {
    std::vector<std::size_t>& own = pattern_numbers.emplace_back();
    for (const AccessPattern& pattern : patterns_of(access)) {
      auto [position, is_new] = numbers.try_emplace(pattern, patterns.size());
      if (is_new) {
        patterns.push_back(pattern);
      }
      own.push_back(position->second);
    }
  }
  cfa::Integer distance = accesses.empty() ? 0 : points_to_.copy_distance(accesses.front().pointer.target);
  Partition parts = overlapping(patterns, distance);
  for (const std::vector<std::size_t>& own : pattern_numbers) {
    parts.unite(own.front(), own.back());
  }

  std::map<std::size_t, RegionAccesses> by_part;
  for (std::size_t index = 0; index < accesses.size(); ++index) {
    RegionAccesses& part = by_part[parts.find(pattern_numbers[index].front())];
    part.accesses.push_back(&accesses[index]);
    part.has_unknown_offsets |= accesses[index].pointer.offsets.unknown;
    for (std::size_t number : pattern_numbers[index]) {
      const Congruence& offsets = patterns[number].offsets;
      part.offsets = part.offsets ? join(*part.offsets, offsets) : offsets;
    }
  }
  for (const auto& [number, part] : by_part) {
    std::uint64_t size = cfa::size_in_bytes(part.accesses.front()->type);
    std::optional<cfa::Type> type = cell_type(part.accesses);
    bool is_uniform = type && agree_on_size(part) && part.offsets->modulus % static_cast<cfa::Integer>(size) == 0 &&
                      (!part.has_unknown_offsets || are_aligned(groups_[group], size));
    std::string name = region_name(groups_[group], part.offsets);
    RegionId id = is_uniform ? add_region(group, UniformCells{*type, size, *part.offsets}, std::move(name))
                             : add_region(group, MixedCells{views_of(part.accesses, groups_[group])}, std::move(name));
    for (const MemoryAccess* access : part.accesses) {
      accesses_[access->address].emplace_back(access->type, id);
    }
  }
}

/// Whether an aligned address in an object of the group has an aligned offset. Objects smaller than a cell have none.
bool MemoryRegions::are_aligned(const ObjectGroup& group, std::uint64_t size) const {
  auto is_aligned = [&](cfa::VariableId id) {
    const cfa::Variable& variable = cfa_.variable(id);
    return cfa::size_in_bytes(variable.type) < size || alignment_of(variable) % static_cast<cfa::Integer>(size) == 0;
  };
  return std::all_of(group.variables.begin(), group.variables.end(), is_aligned) &&
         std::all_of(group.allocations.begin(), group.allocations.end(), [&](cfa::EdgeId edge) {
           const cfa::VariableId variable = std::get<cfa::Allocate>(cfa_.edge(edge).operation).variable;
           return !variable.is_valid() || is_aligned(variable);
         });
}

bool MemoryRegions::is_aligned(const MemoryAccess& access, const ObjectGroup& group) const {
  return std::ranges::all_of(patterns_of(access),
                             [](const AccessPattern& pattern) {
                               return pattern.offsets.modulus % pattern.size == 0 &&
                                      pattern.offsets.residue % pattern.size == 0;
                             }) &&
         (!access.pointer.offsets.unknown || are_aligned(group, cfa::size_in_bytes(access.type)));
}

std::vector<UniformCells> MemoryRegions::views_of(const std::vector<const MemoryAccess*>& accesses,
                                                  const ObjectGroup& group) const {
  const bool are_all_aligned =
      std::ranges::all_of(accesses, [&](const MemoryAccess* access) { return is_aligned(*access, group); });
  if (!are_all_aligned) {
    return {};
  }
  std::map<std::pair<std::uint64_t, bool>, std::vector<const MemoryAccess*>> by_view;
  for (const MemoryAccess* access : accesses) {
    if (cfa::as_integer(access->type) != nullptr || cfa::is_pointer(access->type)) {
      by_view[{cfa::size_in_bytes(access->type), cfa::is_pointer(access->type)}].push_back(access);
    }
  }
  std::vector<UniformCells> result;
  for (const auto& [key, members] : by_view) {
    const std::uint64_t size = key.first;
    if (const std::optional<cfa::Type> type = cell_type(members)) {
      result.push_back({*type, size, Congruence::of(0, static_cast<cfa::Integer>(size))});
    }
  }
  return result;
}

/// Among the group's variables, or one whose objects are allocated; invalid: there is none.
cfa::VariableId MemoryRegions::first_variable(const ObjectGroup& group) const {
  if (!group.variables.empty()) {
    return group.variables.front();
  }
  return group.allocations.empty() ? cfa::VariableId()
                                   : std::get<cfa::Allocate>(cfa_.edge(group.allocations.front()).operation).variable;
}

std::string MemoryRegions::region_name(const ObjectGroup& group, const std::optional<Congruence>& offsets) const {
  std::string name = "memory::";
  if (group.has_unknown_objects) {
    name += "<unknown>";
  } else if (cfa::VariableId first = first_variable(group); first.is_valid()) {
    const cfa::Variable& variable = cfa_.variable(first);
    name += variable.function.is_valid() ? cfa_.function(variable.function).name + "::" : "";
    name += variable.name + (group.variables.size() + group.allocations.size() == 1 ? "" : "...");
  } else {
    name += "<allocated>";
  }
  if (offsets && offsets->residue != 0) {
    name += "+" + cfa::to_string(offsets->residue);
  }
  return name;
}

RegionId MemoryRegions::region_of(cfa::ExpressionRef address, const cfa::Type& type) const {
  for (const auto& [access_type, region] : accesses_.at(address)) {
    if (access_type == type) {
      return region;
    }
  }
  return RegionId(nowhere);
}

const ObjectGroup& MemoryRegions::group_of(cfa::ExpressionRef address) const {
  AbstractPointer pointer = points_to_.pointer(address);
  return groups_[pointer.target.is_valid() ? group_index(pointer.target) : nowhere];
}

const ObjectGroup& MemoryRegions::group_of(cfa::VariableId variable) const {
  return groups_[group_index(points_to_.class_of(variable))];
}

const ObjectGroup& MemoryRegions::group_of_allocation(cfa::EdgeId edge) const {
  return groups_[group_index(points_to_.class_of_allocation(edge))];
}

const ObjectGroup& MemoryRegions::group_of(cfa::GivenTypeId type) const {
  return groups_[group_index(points_to_.class_of(type))];
}

std::optional<Congruence> MemoryRegions::offsets_of(cfa::ExpressionRef address) const {
  Offsets offsets = points_to_.pointer(address).offsets;
  return offsets.unknown ? std::nullopt : offsets.known;
}

std::optional<cfa::Integer> MemoryRegions::distance_from_start(cfa::ExpressionRef address) const {
  const std::optional<Congruence> offset = offsets_of(address);
  return offset && offset->is_exact() && offset->residue >= 0 ? std::optional(offset->residue) : std::nullopt;
}

} // namespace vouch::facts

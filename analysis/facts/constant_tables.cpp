#include "analysis/facts/constant_tables.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/parts_of_start.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_set>
#include <vector>

namespace vouch::facts {
namespace {

constexpr std::uint64_t bits_per_byte = 8;

/// Where a constant address leads to.
struct Position {
  cfa::VariableId variable;
  cfa::Integer offset = 0;
};

std::optional<Position> position_of(cfa::ExpressionRef address, const MemoryRegions& regions) {
  const auto* base = std::get_if<cfa::AddressOf>(&cfa::base_of(address)->node);
  const std::optional<cfa::Integer> offset = regions.distance_from_start(address);
  return base != nullptr && offset ? std::optional(Position{base->variable, *offset}) : std::nullopt;
}

/// Least significant byte first.
cfa::Integer number_at_byte(const std::vector<std::uint8_t>& bytes, std::size_t begin, const cfa::Type& type) {
  cfa::Integer value = 0;
  for (std::size_t index = cfa::size_in_bytes(type); index-- > 0;) {
    value = (value << bits_per_byte) + bytes[begin + index];
  }
  return value <= cfa::maximum_value(type) ? value : value - (cfa::maximum_value(type) + 1) * 2;
}

/// What is written to groups of constant variables.
class Writes {
public:
  Writes(const cfa::Cfa& cfa, const MemoryRegions& regions) : cfa_(cfa), regions_(regions) {
    const std::vector<bool> begins = parts_of_starts(cfa);
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
      const bool is_at_start = begins[cfa.location(edge.source).function.index()];
      std::visit(Overloaded{
                     [&](const cfa::Store& op) { store(op, is_at_start); },
                     [&](const cfa::SetMemory& op) { set(op, is_at_start); },
                     [&](const cfa::WriteBytes& op) { write(op, is_at_start); },
                     [&](const cfa::CopyMemory& op) { spoil(op.destination); },
                     [&](const cfa::ReceiveMemory& op) { spoil(op.destination); },
                     [&](const cfa::HavocMemory& op) { havoc(op); },
                     [&](const cfa::Free& op) { spoil(op.address); },
                     [&](const cfa::Declare& op) { declare(op, is_at_start); },
                     [](const auto&) {},
                 },
                 edge.operation);
    }
  }

  /// By region of those groups that got all their contents from constants at the start.
  [[nodiscard]] std::unordered_map<RegionId, NumberRange> ranges() const {
    std::unordered_map<RegionId, NumberRange> result;
    for (const auto& [region, numbers] : stored_) {
      const ObjectGroup& group = regions_.group_of(region);
      const bool is_known = is_constant_table(group) && !unknown_.contains(region) && !spoilt_.contains(&group) &&
                            std::ranges::all_of(group.variables, [&](cfa::VariableId id) { return is_complete(id); });
      if (is_known) {
        result.emplace(region, range_of(numbers));
      }
    }
    return result;
  }

  /// By variable: what was written there at once, and stays, as constants do.
  [[nodiscard]] std::unordered_map<cfa::VariableId, std::shared_ptr<const std::vector<std::uint8_t>>> contents() const {
    auto result = contents_;
    std::erase_if(result, [&](const auto& entry) {
      const cfa::Variable& variable = cfa_.variable(entry.first);
      const ObjectGroup& group = regions_.group_of(entry.first);
      const bool is_written_later = group.is_constant && (spoilt_.contains(&group) || written_later_.contains(&group));
      return is_written_later || !variable.is_constant || !cfa::has_static_storage(variable) ||
             has_other_contents_.contains(entry.first);
    });
    return result;
  }

private:
  [[nodiscard]] bool is_constant_table(const ObjectGroup& group) const {
    return group.is_constant && group.allocations.empty() && group.given.empty() && !group.has_unknown_objects &&
           std::ranges::all_of(group.variables,
                               [&](cfa::VariableId id) { return cfa::has_static_storage(cfa_.variable(id)); });
  }

  [[nodiscard]] bool is_complete(cfa::VariableId id) const {
    const auto written = written_.find(id);
    return filled_.contains(id) ||
           (written != written_.end() && std::ranges::find(written->second, false) == written->second.end());
  }

  void store(const cfa::Store& op, bool is_at_start) {
    if (regions_.points_nowhere(op.address) || !regions_.group_of(op.address).is_constant) {
      return;
    }
    const RegionId region = regions_.region_of(op.address, op.value->type);
    const auto* cells = std::get_if<UniformCells>(&regions_.region(region).cells);
    const auto* number = std::get_if<cfa::Constant>(&op.value->node);
    const std::optional<Position> position = position_of(op.address, regions_);
    if (!is_at_start || !position || contents_.contains(position->variable)) {
      written_later_.insert(&regions_.group_of(op.address));
    }
    if (cells == nullptr || cells->type != op.value->type || number == nullptr || !position || !is_at_start) {
      unknown_.insert(region);
    } else {
      add(region, number->value);
    }
    if (position && is_at_start) {
      std::vector<bool>& written = written_[position->variable];
      written.resize(cfa::size_in_bytes(cfa_.variable(position->variable).type), false);
      const auto first = static_cast<std::size_t>(position->offset);
      for (std::size_t byte = first; byte < std::min(first + cfa::size_in_bytes(op.value->type), written.size());
           ++byte) {
        written[byte] = true;
      }
    }
  }

  void set(const cfa::SetMemory& op, bool is_at_start) {
    if (regions_.points_nowhere(op.destination) || !regions_.group_of(op.destination).is_constant) {
      return;
    }
    const ObjectGroup& group = regions_.group_of(op.destination);
    const auto* byte = std::get_if<cfa::Constant>(&op.byte->node);
    const auto* size = std::get_if<cfa::Constant>(&op.size->node);
    const std::optional<Position> position = position_of(op.destination, regions_);
    if (byte == nullptr || byte->value != 0 || size == nullptr || !position || !is_at_start) {
      spoilt_.insert(&group);
      return;
    }
    for (RegionId region : group.regions) {
      add(region, 0);
    }
    const auto all = static_cast<cfa::Integer>(cfa::size_in_bytes(cfa_.variable(position->variable).type));
    if (position->offset == 0 && size->value >= all) {
      filled_.insert(position->variable);
    }
  }

  void write(const cfa::WriteBytes& op, bool is_at_start) {
    if (regions_.points_nowhere(op.destination)) {
      return;
    }
    const ObjectGroup& group = regions_.group_of(op.destination);
    const std::optional<Position> position = position_of(op.destination, regions_);
    if (position) {
      const bool is_first = contents_.emplace(position->variable, op.bytes).second;
      if (!is_first || position->offset != 0 || !is_at_start) {
        has_other_contents_.insert(position->variable);
      }
    }
    if (!group.is_constant) {
      return;
    }
    if (!position || position->offset != 0 || !is_at_start) {
      spoilt_.insert(&group);
      return;
    }
    for (RegionId region : group.regions) {
      const auto* cells = std::get_if<UniformCells>(&regions_.region(region).cells);
      const auto* type = cells != nullptr ? cfa::as_integer(cells->type) : nullptr;
      const bool is_of_bytes = type != nullptr && type->width == cells->size * bits_per_byte;
      if (is_of_bytes && cells->offsets.residue >= 0) {
        add_cells(region, *cells, *op.bytes);
      } else {
        unknown_.insert(region);
      }
    }
    if (op.bytes->size() >= cfa::size_in_bytes(cfa_.variable(position->variable).type)) {
      filled_.insert(position->variable);
    }
  }

  /// Of an object that begins with `bytes`: those that are cells of the region.
  void add_cells(RegionId region, const UniformCells& cells, const std::vector<std::uint8_t>& bytes) {
    for (auto begin = static_cast<std::size_t>(cells.offsets.residue); begin + cells.size <= bytes.size();
         begin += static_cast<std::size_t>(cells.offsets.modulus)) {
      add(region, number_at_byte(bytes, begin, cells.type));
      if (cells.offsets.is_exact()) {
        return;
      }
    }
  }

  void havoc(const cfa::HavocMemory& op) {
    if (op.address != nullptr) {
      return spoil(op.address);
    }
    for (std::size_t index = 0; index < regions_.region_count(); ++index) {
      const ObjectGroup& group = regions_.group_of(RegionId(index));
      if (!group.is_kept_by(op)) {
        spoilt_.insert(&group);
      }
    }
  }

  /// A variable that has several lives has no contents when the next one begins.
  void declare(const cfa::Declare& op, bool is_at_start) {
    if (!is_at_start || !declared_.insert(op.variable).second) {
      has_other_contents_.insert(op.variable);
      spoilt_.insert(&regions_.group_of(op.variable));
    }
  }

  void spoil(cfa::ExpressionRef address) {
    if (!regions_.points_nowhere(address)) {
      spoilt_.insert(&regions_.group_of(address));
    }
  }

  void add(RegionId region, cfa::Integer number) { stored_[region].insert(number); }

  /// Requires some.
  static NumberRange range_of(const std::set<cfa::Integer>& numbers) {
    NumberRange result{*numbers.begin(), *numbers.begin(), *numbers.begin(), *numbers.rbegin()};
    for (auto number = std::next(numbers.begin()); number != numbers.end(); ++number) {
      if (*number - *std::prev(number) > result.above - result.below) {
        result.below = *std::prev(number);
        result.above = *number;
      }
    }
    return result;
  }

  const cfa::Cfa& cfa_;
  const MemoryRegions& regions_;
  std::unordered_map<RegionId, std::set<cfa::Integer>> stored_;
  std::unordered_set<RegionId> unknown_; ///< something else may have been stored there
  std::unordered_set<const ObjectGroup*> spoilt_;
  std::unordered_set<const ObjectGroup*> written_later_;                                           ///< one by one
  std::unordered_map<cfa::VariableId, std::shared_ptr<const std::vector<std::uint8_t>>> contents_; ///< written at once
  std::unordered_set<cfa::VariableId> has_other_contents_;                                         ///< at some time
  std::unordered_set<cfa::VariableId> declared_;
  std::unordered_set<cfa::VariableId> filled_;                     ///< at once
  std::unordered_map<cfa::VariableId, std::vector<bool>> written_; ///< which bytes of it
};

} // namespace

ConstantTables::ConstantTables(const cfa::Cfa& cfa, const MemoryRegions& regions) : regions_(regions) {
  const Writes writes(cfa, regions);
  ranges_ = writes.ranges();
  contents_ = writes.contents();
}

std::optional<cfa::Integer> ConstantTables::number_at(cfa::VariableId variable, cfa::Integer offset,
                                                      const cfa::Type& type) const {
  const auto* integer = cfa::as_integer(type);
  const std::vector<std::uint8_t>* bytes = contents_of(variable);
  const auto size = static_cast<cfa::Integer>(cfa::size_in_bytes(type));
  const bool is_known = bytes != nullptr && integer != nullptr && integer->width == size * bits_per_byte &&
                        offset >= 0 && offset + size <= static_cast<cfa::Integer>(bytes->size());
  return is_known ? std::optional(number_at_byte(*bytes, static_cast<std::size_t>(offset), type)) : std::nullopt;
}

const std::vector<std::uint8_t>* ConstantTables::contents_of(cfa::VariableId variable) const {
  const auto found = contents_.find(variable);
  return found != contents_.end() ? found->second.get() : nullptr;
}

std::optional<NumberRange> ConstantTables::range_of(RegionId region) const {
  const auto found = ranges_.find(region);
  return found != ranges_.end() ? std::optional(found->second) : std::nullopt;
}

std::shared_ptr<const ConstantTables> long_tables(const cfa::Cfa& cfa, const MemoryRegions& regions) {
  for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
    if (std::holds_alternative<cfa::WriteBytes>(cfa.edge(cfa::EdgeId(index)).operation)) {
      return std::make_shared<const ConstantTables>(cfa, regions);
    }
  }
  return nullptr;
}

std::optional<NumberRange> ConstantTables::range_of(cfa::ExpressionRef expression) const {
  const auto* load = std::get_if<cfa::Load>(&expression->node);
  if (load == nullptr || cfa::as_integer(expression->type) == nullptr || regions_.points_nowhere(load->address)) {
    return std::nullopt;
  }
  const std::optional<Position> position = position_of(load->address, regions_);
  const std::optional<cfa::Integer> number =
      position ? number_at(position->variable, position->offset, expression->type) : std::nullopt;
  if (number) {
    return NumberRange{*number, *number, *number, *number};
  }
  const RegionId region = regions_.region_of(load->address, expression->type);
  const auto* cells = std::get_if<UniformCells>(&regions_.region(region).cells);
  return cells != nullptr && cells->type == expression->type ? range_of(region) : std::nullopt;
}

} // namespace vouch::facts

#include "analysis/domains/numbers/table_ranges.hpp"

#include "analysis/cfa/comparison.hpp"
#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/parts_of_start.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace vouch::domains {
namespace {

using smt::Interval;

/// Where a constant address leads to.
struct Position {
  cfa::VariableId variable;
  cfa::Integer offset = 0;
};

/// What is written to groups of constant variables.
class Writes {
public:
  Writes(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start)
      : cfa_(cfa), regions_(regions) {
    std::unordered_map<cfa::FunctionId, bool> begins;
    for (std::size_t index = 0; index < cfa.edge_count(); ++index) {
      const cfa::Edge& edge = cfa.edge(cfa::EdgeId(index));
      const auto [known, is_new] = begins.emplace(cfa.location(edge.source).function, false);
      if (is_new) {
        known->second = cfa.function(known->first).is_synthetic && facts::is_part_of_start(cfa, start, known->first);
      }
      const bool is_at_start = known->second;
      std::visit(Overloaded{
                     [&](const cfa::Store& op) { store(op, is_at_start); },
                     [&](const cfa::SetMemory& op) { set(op, is_at_start); },
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
  [[nodiscard]] std::unordered_map<facts::RegionId, Interval> ranges() const {
    std::unordered_map<facts::RegionId, Interval> result = stored_;
    std::erase_if(result, [&](const auto& entry) {
      const facts::ObjectGroup& group = regions_.group_of(entry.first);
      return !is_constant_table(group) || unknown_.contains(entry.first) || spoilt_.contains(&group) ||
             !std::ranges::all_of(group.variables, [&](cfa::VariableId id) { return is_complete(id); });
    });
    return result;
  }

private:
  [[nodiscard]] std::optional<Position> position_of(cfa::ExpressionRef address) const {
    const auto* base = std::get_if<cfa::AddressOf>(&cfa::base_of(address)->node);
    const std::optional<cfa::Integer> offset = regions_.distance_from_start(address);
    return base != nullptr && offset ? std::optional(Position{base->variable, *offset}) : std::nullopt;
  }

  [[nodiscard]] bool is_constant_table(const facts::ObjectGroup& group) const {
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
    const facts::RegionId region = regions_.region_of(op.address, op.value->type);
    const auto* cells = std::get_if<facts::UniformCells>(&regions_.region(region).cells);
    const auto* number = std::get_if<cfa::Constant>(&op.value->node);
    const std::optional<Position> position = position_of(op.address);
    if (cells == nullptr || cells->type != op.value->type || number == nullptr || !position || !is_at_start) {
      unknown_.insert(region);
    } else {
      add(region, Interval::point(number->value));
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
    const facts::ObjectGroup& group = regions_.group_of(op.destination);
    const auto* byte = std::get_if<cfa::Constant>(&op.byte->node);
    const auto* size = std::get_if<cfa::Constant>(&op.size->node);
    const std::optional<Position> position = position_of(op.destination);
    if (byte == nullptr || byte->value != 0 || size == nullptr || !position || !is_at_start) {
      spoilt_.insert(&group);
      return;
    }
    for (facts::RegionId region : group.regions) {
      add(region, Interval::point(0));
    }
    const auto all = static_cast<cfa::Integer>(cfa::size_in_bytes(cfa_.variable(position->variable).type));
    if (position->offset == 0 && size->value >= all) {
      filled_.insert(position->variable);
    }
  }

  void havoc(const cfa::HavocMemory& op) {
    if (op.address != nullptr) {
      return spoil(op.address);
    }
    for (std::size_t index = 0; index < regions_.region_count(); ++index) {
      const facts::ObjectGroup& group = regions_.group_of(facts::RegionId(index));
      if (!group.is_kept_by(op)) {
        spoilt_.insert(&group);
      }
    }
  }

  /// A variable that has several lives has no contents when the next one begins.
  void declare(const cfa::Declare& op, bool is_at_start) {
    if (!is_at_start || !declared_.insert(op.variable).second) {
      spoilt_.insert(&regions_.group_of(op.variable));
    }
  }

  void spoil(cfa::ExpressionRef address) {
    if (!regions_.points_nowhere(address)) {
      spoilt_.insert(&regions_.group_of(address));
    }
  }

  void add(facts::RegionId region, const Interval& interval) {
    const auto [entry, is_new] = stored_.emplace(region, interval);
    entry->second = is_new ? interval : smt::hull(entry->second, interval);
  }

  const cfa::Cfa& cfa_;
  const facts::MemoryRegions& regions_;
  std::unordered_map<facts::RegionId, Interval> stored_;
  std::unordered_set<facts::RegionId> unknown_; ///< something else may have been stored there
  std::unordered_set<const facts::ObjectGroup*> spoilt_;
  std::unordered_set<cfa::VariableId> declared_;
  std::unordered_set<cfa::VariableId> filled_;                     ///< with zeros
  std::unordered_map<cfa::VariableId, std::vector<bool>> written_; ///< which bytes of it
};

} // namespace

TableRanges::TableRanges(const cfa::Cfa& cfa, const facts::MemoryRegions& regions, cfa::LocationId start)
    : regions_(regions), ranges_(Writes(cfa, regions, start).ranges()) {}

std::optional<Interval> TableRanges::of(cfa::ExpressionRef expression) const {
  const auto* load = std::get_if<cfa::Load>(&expression->node);
  if (load == nullptr || cfa::as_integer(expression->type) == nullptr || regions_.points_nowhere(load->address)) {
    return std::nullopt;
  }
  const facts::RegionId region = regions_.region_of(load->address, expression->type);
  const auto* cells = std::get_if<facts::UniformCells>(&regions_.region(region).cells);
  const auto found = ranges_.find(region);
  return cells != nullptr && cells->type == expression->type && found != ranges_.end() ? std::optional(found->second)
                                                                                       : std::nullopt;
}

} // namespace vouch::domains

#include "analysis/smt/encoding/memory_encoder.hpp"

#include <algorithm>

/// Blocks of memory that are copied, and blocks whose sizes are computed.
namespace vouch::smt {

using cfa::Integer;
using facts::RegionId;

std::optional<std::vector<Integer>> MemoryEncoder::cells_up_to_end(const MemoryBlock& block,
                                                                   const facts::UniformCells& cells) const {
  const facts::ObjectGroup& objects = *block.group;
  if (block.computed_size.is_null() || !block.offsets || objects.has_unknown_objects || !objects.allocations.empty() ||
      !objects.given.empty()) {
    return std::nullopt;
  }
  Integer end = 0;
  for (const cfa::VariableId id : objects.variables) {
    end = std::max(end, static_cast<Integer>(cfa::size_in_bytes(context_.cfa.variable(id).type)));
  }
  const facts::Congruence distances = subtract(cells.offsets, *block.offsets);
  const auto cell_size = static_cast<Integer>(cells.size);
  const Integer stride = distances.modulus;
  if (stride == 0) { // one cell in each object
    const bool is_behind_begin = distances.residue >= 0;
    const bool is_in_front = distances.residue + cell_size <= 0;
    return is_behind_begin ? std::optional(std::vector{distances.residue})
           : is_in_front   ? std::optional(std::vector<Integer>())
                           : std::nullopt;
  }
  if (stride < cell_size || distances.residue > stride - cell_size || end / stride > most_cells) {
    return std::nullopt;
  }
  std::vector<Integer> result;
  for (Integer distance = distances.residue; distance < end; distance += stride) {
    result.push_back(distance);
  }
  return result;
}

Term MemoryEncoder::in_block(const MemoryBlock& block, Integer distance, const facts::UniformCells& cells,
                             const Term& inside, const Term& outside) {
  const auto number = [&](Integer bytes) {
    return context_.scalars->constant(bytes, context_.addresses.pointer_type()).term;
  };
  const Integer end = distance + static_cast<Integer>(cells.size);
  const Term is_inside = context_.scalars->at_most(number(end), block.computed_size);
  const Term is_outside = context_.scalars->at_most(block.computed_size, number(distance));
  const Term torn = step_.choose(inside.sort());
  step_.over_approximate();
  return context_.terms.if_then_else(is_inside, inside, context_.terms.if_then_else(is_outside, outside, torn));
}

void MemoryEncoder::copy(const MemoryBlock& destination, const MemoryBlock& source) {
  if (destination.size == Integer{0}) {
    return;
  }
  for (RegionId region : destination.group->regions) {
    copy(region, destination, source);
  }
}

/// Both blocks are in objects of one group (cfa::PointsTo sees to that), so in the same regions.
void MemoryEncoder::copy(RegionId region, const MemoryBlock& destination, const MemoryBlock& source) {
  if (!is_modelled(region)) {
    step_.over_approximate();
    return;
  }
  const std::vector<CellsInArray> parts = cells_of(region);
  if (parts.empty() && destination.size && *destination.size <= most_bytes) {
    forget_bases(region, destination);
    Term old = step_.read(context_.symbol_of(region));
    Term array = old;
    for (Integer distance = 0; distance < *destination.size; ++distance) {
      array = context_.terms.store(array, at(destination.address, distance),
                                   context_.terms.select(old, at(source.address, distance)));
    }
    assign(region, array);
    return;
  }
  if (parts.empty()) {
    forget_region(region);
    return;
  }
  const Contents old = contents(region);
  Contents changed = old;
  if (parts.size() == 1 && old.bases.is_null()) {
    const CellsInArray& part = parts.front();
    const auto distances = cells_up_to_end(destination, part.cells);
    if (distances && destination.group == source.group && distances == cells_up_to_end(source, part.cells)) {
      for (const Integer distance : *distances) {
        const Term place = in_array(destination.address, distance, part);
        const Term copied = context_.terms.select(old.cells, in_array(source.address, distance, part));
        const Term kept = context_.terms.select(old.cells, place);
        changed.cells =
            context_.terms.store(changed.cells, place, in_block(destination, distance, part.cells, copied, kept));
      }
      return assign(region, changed);
    }
  }
  for (const CellsInArray& part : parts) {
    std::optional<std::vector<Cell>> written = cells_in(destination, part.cells);
    std::optional<std::vector<Cell>> read = cells_in(source, part.cells);
    bool have_same_shape = written && read && written->size() == read->size();
    for (std::size_t index = 0; have_same_shape && index < written->size(); ++index) {
      have_same_shape = (*written)[index].distance == (*read)[index].distance;
    }
    if (!have_same_shape || destination.group != source.group) {
      forget_region(region);
      return;
    }
    for (const Cell& cell : *written) {
      if (cell.coverage != Coverage::Inside) {
        overwrite(changed, part, destination.address, cell.distance, cell_of_bytes(part.cells.type, std::nullopt));
        step_.over_approximate();
        continue;
      }
      changed.cells =
          context_.terms.store(changed.cells, in_array(destination.address, cell.distance, part),
                               context_.terms.select(old.cells, in_array(source.address, cell.distance, part)));
      if (!old.bases.is_null() && cfa::is_pointer(part.cells.type)) {
        changed.bases = context_.terms.store(changed.bases, at(destination.address, cell.distance),
                                             context_.terms.select(old.bases, at(source.address, cell.distance)));
      }
    }
  }
  assign(region, changed);
}

} // namespace vouch::smt

#include "analysis/smt/encoding/memory_encoder.hpp"

#include <algorithm>

/// Regions that are accessed by several sizes: their views among the integers, and what is known of pointers in them. See
/// docs/decisions/0220.
namespace vouch::smt {
namespace {

using cfa::Integer;
using cfa::Type;
using facts::RegionId;

/// Between the views of a region, in its array: larger than any address.
constexpr Integer view_distance = Integer{1} << 66U;

} // namespace

std::vector<MemoryEncoder::CellsInArray> MemoryEncoder::cells_of(RegionId region) const {
  std::vector<CellsInArray> result;
  if (const facts::UniformCells* cells = uniform(region)) {
    result.push_back({*cells});
  } else if (context_.theory == Theory::Integers) {
    for (const facts::UniformCells& view : std::get<facts::MixedCells>(context_.regions.region(region).cells).views) {
      result.push_back({view, view_distance * static_cast<Integer>(result.size())});
    }
  }
  return result;
}

std::optional<MemoryEncoder::CellsInArray> MemoryEncoder::cells_for(RegionId region, const Type& type) const {
  if (const facts::UniformCells* cells = uniform(region)) {
    return CellsInArray{*cells};
  }
  const std::vector<CellsInArray> views = cells_of(region);
  const auto found = std::ranges::find_if(views, [&](const CellsInArray& view) {
    return !cfa::is_float(type) && view.cells.size == cfa::size_in_bytes(type) &&
           cfa::is_pointer(view.cells.type) == cfa::is_pointer(type);
  });
  return found == views.end() ? std::nullopt : std::optional(*found);
}

Term MemoryEncoder::in_array(const Term& address, Integer distance, const CellsInArray& cells) {
  return cells.shift == 0 ? at(address, distance)
                          : context_.terms.add(address, context_.terms.integer(distance + cells.shift));
}

Term MemoryEncoder::with_arbitrary(const Term& array, const Sort& sort, const CellsInArray& cells, const Term& address,
                                   const std::optional<facts::Congruence>& offsets, Integer size) {
  const auto cell_size = static_cast<Integer>(cells.cells.size);
  Term result = array;
  if (cell_size <= size) {
    for (Integer distance = 0; distance < size; distance += cell_size) {
      result = context_.terms.store(result, in_array(address, distance, cells), step_.choose(sort));
    }
    return result;
  }
  if (offsets && offsets->modulus % cell_size == 0) {
    const Integer distance = offsets->residue % cell_size;
    return context_.terms.store(result, in_array(address, distance < 0 ? -distance - cell_size : -distance, cells),
                                step_.choose(sort));
  }
  // The one cell around `address`, among others that it may be.
  const Term cell = step_.choose(address.sort());
  step_.require(context_.scalars->at_most(cell, address));
  step_.require(context_.scalars->at_most(address, at(cell, cell_size - size)));
  return context_.terms.store(result, in_array(cell, 0, cells), step_.choose(sort));
}

void MemoryEncoder::store_in_views(RegionId region, const Term& address,
                                   const std::optional<facts::Congruence>& offsets, const Value& value,
                                   const Type& type) {
  step_.over_approximate();
  const std::vector<CellsInArray> views = cells_of(region);
  if (views.empty()) {
    return;
  }
  const std::optional<CellsInArray> own = cells_for(region, type);
  Term array = step_.read(context_.symbol_of(region));
  for (const CellsInArray& view : views) {
    if (own && own->shift == view.shift) {
      const Term cell = cell_term(reinterpret(value, type, view.cells.type), view.cells.type);
      array = context_.terms.store(array, in_array(address, 0, view), cell);
    } else {
      array = with_arbitrary(array, context_.cell_sort(view.cells.type), view, address, offsets,
                             static_cast<Integer>(cfa::size_in_bytes(type)));
    }
  }
  assign(region, array);
}

void MemoryEncoder::forget_bases(RegionId region, const Term& address, const std::optional<facts::Congruence>& offsets,
                                 Integer size) {
  const std::optional<SymbolId> bases = context_.base_symbol_of(region);
  if (!bases) {
    return;
  }
  const CellsInArray pointers{*facts::pointer_cells(context_.regions.region(region))};
  const Sort sort = context_.scalars->sort_of(context_.addresses.pointer_type());
  const Term changed = with_arbitrary(step_.read(*bases), sort, pointers, address, offsets, size);
  step_.require(context_.terms.equal(step_.write(*bases), changed));
}

void MemoryEncoder::forget_bases(RegionId region, const MemoryBlock& block) {
  const std::optional<SymbolId> bases = context_.base_symbol_of(region);
  if (!bases) {
    return;
  }
  const std::optional<std::vector<Cell>> met = cells_in(block, *facts::pointer_cells(context_.regions.region(region)));
  Term changed = step_.read(*bases);
  for (const Cell& cell : met.value_or(std::vector<Cell>())) {
    const Sort sort = context_.scalars->sort_of(context_.addresses.pointer_type());
    changed = context_.terms.store(changed, at(block.address, cell.distance), step_.choose(sort));
  }
  const Term after = step_.write(*bases);
  if (met) {
    step_.require(context_.terms.equal(after, changed));
  }
}

} // namespace vouch::smt

#include "analysis/smt/encoding/memory_encoder.hpp"

namespace vouch::smt {
namespace {

using cfa::Integer;
using cfa::Type;
using facts::RegionId;

unsigned byte_width(const Type& type) { return static_cast<unsigned>(8 * cfa::size_in_bytes(type)); }

Type unsigned_of_width(unsigned width) { return cfa::IntegerType{width, cfa::Signedness::Unsigned}; }

Interval range_of(const Type& type) { return cfa::is_float(type) ? Interval{} : Interval::of(type); }

} // namespace

const facts::UniformCells* MemoryEncoder::uniform(RegionId region) const {
  return std::get_if<facts::UniformCells>(&context_.regions.region(region).cells);
}

bool MemoryEncoder::is_modelled(RegionId region) const {
  return context_.theory == Theory::Bitvectors || !cells_of(region).empty();
}

Term MemoryEncoder::at(const Term& address, Integer distance) {
  return distance == 0 ? address
                       : context_.scalars->plus(
                             address, context_.scalars->constant(distance, context_.addresses.pointer_type()).term);
}

void MemoryEncoder::assign(RegionId region, const Term& array) {
  step_.require(context_.terms.equal(step_.write(context_.symbol_of(region)), array));
}

/// The same bits as a value of another type of the same size.
Value MemoryEncoder::reinterpret(const Value& value, const Type& from, const Type& to) {
  if (from == to) {
    return value;
  }
  const auto* source = std::get_if<cfa::FloatType>(&from);
  const auto* target = std::get_if<cfa::FloatType>(&to);
  if (source == nullptr && target == nullptr) {
    return context_.scalars->convert(value, from, to);
  }
  bool has_address = cfa::is_pointer(from) || cfa::is_pointer(to);
  bool have_same_bits = !has_address && (source == nullptr || source->width == byte_width(to)) &&
                        (target == nullptr || target->width == byte_width(from));
  if (!have_same_bits) { // also x87's format and what shares its 16 bytes
    step_.over_approximate();
    Term arbitrary = step_.choose(context_.cell_sort(to));
    step_.require(cell_in_range(arbitrary, to));
    return {arbitrary, range_of(to)};
  }
  Value bits = source != nullptr ? context_.floats->bits_of_cell(value.term, *source) : value;
  Type bits_from = source != nullptr ? unsigned_of_width(source->width) : from;
  if (target == nullptr) {
    return context_.scalars->convert(bits, bits_from, to);
  }
  Type bits_to = unsigned_of_width(target->width);
  bits = context_.scalars->convert(bits, bits_from, bits_to);
  return {context_.floats->cell_of_bits(context_.scalars->number(bits, bits_to), *target), Interval{}};
}

Term MemoryEncoder::cell_in_range(const Term& cell, const Type& type) {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return context_.in_range(format != nullptr ? context_.floats->from_cell(cell, *format) : cell, type);
}

/// Between registers and cells.
Value MemoryEncoder::stored(const Value& value, const Type& type) {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? Value{context_.floats->to_cell(value.term, *format, step_), Interval{}} : value;
}

Value MemoryEncoder::loaded(const Value& cell, const Type& type) {
  const auto* format = std::get_if<cfa::FloatType>(&type);
  return format != nullptr ? Value{context_.floats->from_cell(cell.term, *format), Interval{}} : cell;
}

Term MemoryEncoder::cell_term(const Value& cell, const Type& type) {
  return cfa::is_float(type) ? cell.term : context_.scalars->number(cell, type);
}

/// Little-endian.
Term MemoryEncoder::load_bytes(const Term& array, const Term& address, Integer count) {
  Term value = context_.terms.select(array, address);
  for (Integer byte = 1; byte < count; ++byte) {
    value = context_.terms.bitvector_binary(TermManager::BitvectorOperator::Concat,
                                            context_.terms.select(array, at(address, byte)), value);
  }
  return value;
}

Value MemoryEncoder::load(RegionId region, const Term& address, const Type& type) {
  Term array = step_.read(context_.symbol_of(region));
  if (const std::optional<CellsInArray> part = cells_for(region, type)) {
    Term cell = context_.terms.select(array, in_array(address, 0, *part));
    step_.require(cell_in_range(cell, part->cells.type));
    return loaded(reinterpret({cell, range_of(part->cells.type)}, part->cells.type, type), type);
  }
  if (context_.theory == Theory::Integers) {
    step_.over_approximate();
    Term value = step_.choose(context_.sort_of(type));
    step_.require(context_.in_range(value, type));
    return {value, range_of(type)};
  }
  Term bytes = load_bytes(array, address, static_cast<Integer>(cfa::size_in_bytes(type)));
  unsigned width = context_.cell_sort(type).width;
  return loaded(
      {width == bytes.sort().width ? bytes : context_.terms.bitvector_extract(bytes, width - 1, 0), range_of(type)},
      type);
}

void MemoryEncoder::store(RegionId region, const Term& address, const std::optional<facts::Congruence>& offsets,
                          const Value& number, const Type& type) {
  Value value = stored(number, type);
  Term array = step_.read(context_.symbol_of(region));
  if (const facts::UniformCells* cells = uniform(region)) {
    Value cell = reinterpret(value, type, cells->type);
    assign(region, context_.terms.store(array, address, cell_term(cell, cells->type)));
    return;
  }
  if (!cfa::is_pointer(type)) {
    forget_bases(region, address, offsets, static_cast<Integer>(cfa::size_in_bytes(type)));
  }
  if (context_.theory == Theory::Integers) {
    store_in_views(region, address, offsets, value, type);
    return;
  }
  Term bytes = cell_term(value, type);
  bool has_padding = cfa::is_float(type); // of x87's format: keeps what it was
  unsigned written_bits = has_padding ? bytes.sort().width : byte_width(type);
  unsigned extra_bits = written_bits - bytes.sort().width;
  if (extra_bits > 0) {
    const cfa::IntegerType* integer = cfa::as_integer(type);
    bool extends_sign = integer != nullptr && integer->is_signed();
    bytes = context_.terms.bitvector_extend(extends_sign ? TermManager::BitvectorExtension::Sign
                                                         : TermManager::BitvectorExtension::Zero,
                                            bytes, extra_bits);
  }
  for (unsigned byte = 0; 8 * byte < written_bits; ++byte) {
    array =
        context_.terms.store(array, at(address, byte), context_.terms.bitvector_extract(bytes, 8 * byte + 7, 8 * byte));
  }
  assign(region, array);
}

Term MemoryEncoder::load_base(RegionId region, const Term& address) {
  Term base = context_.terms.select(step_.read(context_.base_symbol_of(region).value()), address);
  step_.require(context_.in_range(base, context_.addresses.pointer_type()));
  return base;
}

void MemoryEncoder::store_base(RegionId region, const Term& address, const Term& base) {
  const SymbolId symbol = context_.base_symbol_of(region).value();
  Term bases = context_.terms.store(step_.read(symbol), address, base);
  step_.require(context_.terms.equal(step_.write(symbol), bases));
}

MemoryEncoder::Contents MemoryEncoder::contents(RegionId region) {
  const std::optional<SymbolId> bases = context_.base_symbol_of(region);
  return {step_.read(context_.symbol_of(region)), bases ? step_.read(*bases) : Term()};
}

void MemoryEncoder::assign(RegionId region, const Contents& contents) {
  assign(region, contents.cells);
  if (!contents.bases.is_null()) {
    step_.require(context_.terms.equal(step_.write(context_.base_symbol_of(region).value()), contents.bases));
  }
}

void MemoryEncoder::overwrite(Contents& contents, const CellsInArray& part, const Term& address, Integer distance,
                              const Term& cell) {
  contents.cells = context_.terms.store(contents.cells, in_array(address, distance, part), cell);
  if (!contents.bases.is_null() && cfa::is_pointer(part.cells.type)) {
    Term arbitrary = step_.choose(context_.scalars->sort_of(context_.addresses.pointer_type()));
    contents.bases = context_.terms.store(contents.bases, at(address, distance), arbitrary);
  }
}

void MemoryEncoder::havoc(RegionId region) {
  if (is_modelled(region)) {
    step_.write(context_.symbol_of(region));
    if (const std::optional<SymbolId> bases = context_.base_symbol_of(region)) {
      step_.write(*bases);
    }
  }
}

void MemoryEncoder::forget_region(RegionId region) {
  step_.over_approximate();
  havoc(region);
}

void MemoryEncoder::fill_coarsely(RegionId region, const MemoryBlock& block) {
  if (block.before == MemoryBlock::Before::Undetermined) {
    step_.over_approximate();
  } else {
    forget_region(region);
  }
}

void MemoryEncoder::havoc(const facts::ObjectGroup& group) {
  for (RegionId region : group.regions) {
    havoc(region);
  }
  if (!group.is_one_variable()) {
    step_.over_approximate();
  }
}

void MemoryEncoder::havoc_everything(const cfa::HavocMemory& havoc) {
  for (std::size_t index = 0; index < context_.regions.region_count(); ++index) {
    if (!context_.regions.group_of(RegionId(index)).is_kept_by(havoc)) {
      this->havoc(RegionId(index));
    }
  }
}

/// Distances d with: (offset of the block + d) is the offset of a cell, for any of the offsets that they may have.
std::optional<std::vector<MemoryEncoder::Cell>> MemoryEncoder::cells_in(const MemoryBlock& block,
                                                                        const facts::UniformCells& cells) {
  if (!block.size || !block.offsets) {
    return std::nullopt;
  }
  auto cell_size = static_cast<Integer>(cells.size);
  facts::Congruence distances = subtract(cells.offsets, *block.offsets);
  Integer stride = distances.modulus;
  if (stride % cell_size != 0 || (stride != 0 && *block.size / stride > most_cells)) {
    return std::nullopt;
  }
  std::vector<Cell> result;
  auto add = [&](Integer distance) {
    bool is_inside = distance >= 0 && distance + cell_size <= *block.size;
    bool is_met = distance + cell_size > 0 && distance < *block.size;
    if (is_met) {
      result.push_back({distance, is_inside ? Coverage::Inside : Coverage::Across});
    }
  };
  if (stride == 0) {
    add(distances.residue);
    return result;
  }
  for (Integer distance = distances.residue - stride; distance < *block.size; distance += stride) {
    add(distance);
  }
  return result;
}

Term MemoryEncoder::cell_of_bytes(const Type& type, std::optional<Integer> byte) {
  Sort sort = context_.cell_sort(type);
  bool has_whole_bytes = sort.kind == SortKind::Integer || sort.width == byte_width(type);
  if (!byte || !has_whole_bytes || byte_width(type) > 64) {
    if (byte) {
      step_.over_approximate();
    }
    return step_.choose(sort);
  }
  Integer value = 0;
  for (unsigned shift = 0; shift < byte_width(type); shift += 8) {
    value += *byte << shift;
  }
  if (const auto* format = std::get_if<cfa::FloatType>(&type)) {
    Type whole = unsigned_of_width(format->width);
    return context_.floats->cell_of_bits(context_.scalars->constant(value, whole).term, *format);
  }
  return context_.scalars->constant(cfa::wrap(value, type), type).term;
}

void MemoryEncoder::fill(RegionId region, const MemoryBlock& block, std::optional<Integer> byte) {
  bool is_all_there_is = block.whole_variable && block.group->is_one_variable();
  if (!is_modelled(region)) {
    step_.over_approximate();
  } else if (is_all_there_is && byte) {
    fill_everything(region, *byte);
  } else if (is_all_there_is) {
    havoc(region);
  } else if (!cells_of(region).empty()) {
    fill_cells(region, block, byte);
  } else {
    fill_bytes(region, block, byte);
  }
}

/// For a region of one object: what lies outside of it is never accessed.
void MemoryEncoder::fill_everything(RegionId region, Integer byte) {
  const facts::UniformCells* cells = uniform(region);
  Sort address = context_.scalars->sort_of(context_.addresses.pointer_type());
  if (cells == nullptr && context_.theory == Theory::Integers && byte != 0) { // in each view another number
    forget_region(region);
    return;
  }
  Term element = cells != nullptr                      ? cell_of_bytes(cells->type, byte)
                 : context_.theory == Theory::Integers ? context_.terms.integer(0)
                                                       : context_.terms.bitvector(byte, 8);
  assign(region, context_.terms.constant_array(address, element));
  if (const std::optional<SymbolId> bases = context_.base_symbol_of(region)) {
    step_.write(*bases);
  }
}

void MemoryEncoder::fill_bytes(RegionId region, const MemoryBlock& block, std::optional<Integer> byte) {
  if (!block.size || *block.size > most_bytes) {
    fill_coarsely(region, block);
    return;
  }
  forget_bases(region, block);
  Term array = step_.read(context_.symbol_of(region));
  for (Integer distance = 0; distance < *block.size; ++distance) {
    Term element = byte ? context_.terms.bitvector(*byte, 8) : step_.choose(Sort::bitvector(8));
    array = context_.terms.store(array, at(block.address, distance), element);
  }
  assign(region, array);
}

void MemoryEncoder::fill_cells(RegionId region, const MemoryBlock& block, std::optional<Integer> byte) {
  Contents changed = contents(region);
  const std::vector<CellsInArray> parts = cells_of(region);
  if (parts.size() == 1 && changed.bases.is_null()) {
    const CellsInArray& part = parts.front();
    if (const auto distances = cells_up_to_end(block, part.cells)) {
      for (const Integer distance : *distances) {
        const Term place = in_array(block.address, distance, part);
        const Term old = context_.terms.select(changed.cells, place);
        const Term element = in_block(block, distance, part.cells, cell_of_bytes(part.cells.type, byte), old);
        changed.cells = context_.terms.store(changed.cells, place, element);
      }
      return assign(region, changed);
    }
  }
  for (const CellsInArray& part : parts) {
    std::optional<std::vector<Cell>> met = cells_in(block, part.cells);
    if (!met) {
      fill_coarsely(region, block);
      return;
    }
    for (const Cell& cell : *met) {
      bool is_inside = cell.coverage == Coverage::Inside;
      Term element = cell_of_bytes(part.cells.type, is_inside ? byte : std::nullopt);
      overwrite(changed, part, block.address, cell.distance, element);
      if (!is_inside) {
        step_.over_approximate();
      }
    }
  }
  assign(region, changed);
}

void MemoryEncoder::fill(const MemoryBlock& block, std::optional<Integer> byte) {
  if (block.size == Integer{0}) {
    return;
  }
  for (RegionId region : block.group->regions) {
    fill(region, block, byte);
  }
}

void MemoryEncoder::forget(const MemoryBlock& block) { fill(block, std::nullopt); }

void MemoryEncoder::forget(const MemoryBlock& block, const Term& size) {
  if (block.size) {
    return forget(block);
  }
  for (RegionId region : block.group->regions) {
    forget_up_to(region, block, size);
  }
}

/// Where the region is one cell of each object, as a field is, that cell is met or not; of more cells all become arbitrary.
void MemoryEncoder::forget_up_to(RegionId region, const MemoryBlock& block, const Term& size) {
  const std::vector<CellsInArray> parts = is_modelled(region) ? cells_of(region) : std::vector<CellsInArray>();
  const bool is_one_cell =
      parts.size() == 1 && parts.front().cells.offsets.is_exact() && block.offsets && block.offsets->is_exact();
  if (!is_one_cell) {
    return forget_region(region);
  }
  const CellsInArray& part = parts.front();
  const Integer distance = part.cells.offsets.residue - block.offsets->residue;
  if (distance + static_cast<Integer>(part.cells.size) <= 0) {
    return; // it lies in front of the block
  }
  Contents changed = contents(region);
  Term cell = cell_of_bytes(part.cells.type, std::nullopt);
  if (distance >= 0) {
    const Term is_behind =
        context_.scalars->at_most(size, context_.scalars->constant(distance, context_.addresses.pointer_type()).term);
    const Term old = context_.terms.select(changed.cells, in_array(block.address, distance, part));
    cell = context_.terms.if_then_else(is_behind, old, cell);
  }
  overwrite(changed, part, block.address, distance, cell);
  assign(region, changed);
}

} // namespace vouch::smt

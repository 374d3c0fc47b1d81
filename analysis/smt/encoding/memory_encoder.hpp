#pragma once

#include "analysis/smt/encoding/encoding_context.hpp"

namespace vouch::smt {

/// Bytes of memory that one operation treats alike.
struct MemoryBlock {
  Term address;
  const facts::ObjectGroup* group = nullptr;
  /// Where the block begins in its object, as far as that is known.
  std::optional<facts::Congruence> offsets;
  /// In bytes, if it is a number.
  std::optional<cfa::Integer> size;
  /// The variable that the block is, from its first byte to its last, if that is so.
  std::optional<cfa::VariableId> whole_variable;
  /// What was there before nobody can know, as it has just begun to exist.
  enum class Before { Known, Undetermined } before = Before::Known;
  /// The size where it is no number; null: it is not known either.
  Term computed_size = {};
};

/// Encodes memory: one array per region, from addresses to cells. A region of uniform cells has an element per cell, in
/// both theories. A region of mixed accesses is an array of bytes among the bit-vectors. Among the integers it has its
/// views (facts::MixedCells) side by side in one array: a store writes its own cell, and cells of other views that share
/// bytes with it become arbitrary. Without views, what is loaded from there is arbitrary.
///
/// Example: views of 1 and of 4 bytes; `*(int *)p = 7; p[5] = 1;` with p at offset 0 of its object.
///   memory'  = store(memory with p .. p + 3 arbitrary, p + shift, 7)
///   memory'' = store(memory' with p + 4 + shift arbitrary, p + 5, 1)           so p + shift still holds 7
///
/// Blocks of a few cells are treated cell by cell, also where only the objects say that there are few; of larger ones all that was known about their regions is forgotten,
/// which over-approximates. Larger ones of undetermined contents keep these, which over-approximates less.
class MemoryEncoder {
public:
  MemoryEncoder(EncodingContext& context, Step& step) : context_(context), step_(step) {}

  Value load(facts::RegionId region, const Term& address, const cfa::Type& type);
  /// `offsets`: where `address` may be in its object, as far as that is known.
  void store(facts::RegionId region, const Term& address, const std::optional<facts::Congruence>& offsets,
             const Value& value, const cfa::Type& type);

  /// The bases of the pointers in a region's cells. Require that the region carries them.
  Term load_base(facts::RegionId region, const Term& address);
  void store_base(facts::RegionId region, const Term& address, const Term& base);

  /// The bytes become undetermined.
  void forget(const MemoryBlock& block);
  /// The same for `size` bytes from where the block begins, as many as these are.
  void forget(const MemoryBlock& block, const Term& size);
  /// Every byte becomes `byte`, a number from 0 to 255 if it is known.
  void fill(const MemoryBlock& block, std::optional<cfa::Integer> byte);
  /// As memmove, for blocks of one size.
  void copy(const MemoryBlock& destination, const MemoryBlock& source);
  /// Anything may be in these regions.
  void havoc(const facts::ObjectGroup& group);
  void havoc_everything(const cfa::HavocMemory& havoc);

private:
  /// That blocks are taken apart into, at most.
  static constexpr cfa::Integer most_cells = 32;
  static constexpr cfa::Integer most_bytes = 64;

  /// The cells that a block meets: their distances from its address. `Inside`: with all their bytes.
  enum class Coverage { Inside, Across };
  struct Cell {
    cfa::Integer distance = 0;
    Coverage coverage = Coverage::Inside;
  };
  /// Cells of one size in a region's array, each as far behind its address.
  struct CellsInArray {
    facts::UniformCells cells;
    cfa::Integer shift = 0;
  };
  /// The region's only cells, or its views; none: it is not made of cells.
  [[nodiscard]] std::vector<CellsInArray> cells_of(facts::RegionId region) const;
  /// Those of them that a load or store of `type` uses; nothing: none.
  [[nodiscard]] std::optional<CellsInArray> cells_for(facts::RegionId region, const cfa::Type& type) const;
  Term in_array(const Term& address, cfa::Integer distance, const CellsInArray& cells);
  void store_in_views(facts::RegionId region, const Term& address, const std::optional<facts::Congruence>& offsets,
                      const Value& value, const cfa::Type& type);
  void forget_up_to(facts::RegionId region, const MemoryBlock& block, const Term& size);
  /// `array` with arbitrary values, of the sort, for the cells that share bytes with `size` bytes at `address`. Both are
  /// aligned.
  Term with_arbitrary(const Term& array, const Sort& sort, const CellsInArray& cells, const Term& address,
                      const std::optional<facts::Congruence>& offsets, cfa::Integer size);
  /// Behind a store of no pointer into a region of several views: what is known of pointers there that it overwrites is
  /// gone.
  void forget_bases(facts::RegionId region, const Term& address, const std::optional<facts::Congruence>& offsets,
                    cfa::Integer size);
  /// The same for a block of bytes that is filled, or that another is copied to.
  void forget_bases(facts::RegionId region, const MemoryBlock& block);
  /// Nothing if there are too many or their places are not known.
  static std::optional<std::vector<Cell>> cells_in(const MemoryBlock& block, const facts::UniformCells& cells);

  /// The same for a block whose size is computed, up to the end of the largest object; nothing as well if the block does not
  /// begin with a cell.
  [[nodiscard]] std::optional<std::vector<cfa::Integer>> cells_up_to_end(const MemoryBlock& block,
                                                                         const facts::UniformCells& cells) const;
  /// `inside` if the cell so far behind the begin of the block is in it, `outside` if not, and anything if its end is.
  Term in_block(const MemoryBlock& block, cfa::Integer distance, const facts::UniformCells& cells, const Term& inside,
                const Term& outside);
  void fill(facts::RegionId region, const MemoryBlock& block, std::optional<cfa::Integer> byte);
  void fill_everything(facts::RegionId region, cfa::Integer byte);
  void fill_bytes(facts::RegionId region, const MemoryBlock& block, std::optional<cfa::Integer> byte);
  void fill_cells(facts::RegionId region, const MemoryBlock& block, std::optional<cfa::Integer> byte);
  void copy(facts::RegionId region, const MemoryBlock& destination, const MemoryBlock& source);
  void havoc(facts::RegionId region);
  void forget_region(facts::RegionId region);
  /// For what cannot be done cell by cell.
  void fill_coarsely(facts::RegionId region, const MemoryBlock& block);

  /// Whether the region has an array that means something in this theory.
  [[nodiscard]] bool is_modelled(facts::RegionId region) const;
  [[nodiscard]] const facts::UniformCells* uniform(facts::RegionId region) const;
  Term at(const Term& address, cfa::Integer distance);
  Term load_bytes(const Term& array, const Term& address, cfa::Integer count);
  /// The bits of a cell as a cell of another type.
  Value reinterpret(const Value& value, const cfa::Type& from, const cfa::Type& to);
  Term cell_in_range(const Term& cell, const cfa::Type& type);
  Term cell_term(const Value& cell, const cfa::Type& type);
  Value stored(const Value& value, const cfa::Type& type);
  Value loaded(const Value& cell, const cfa::Type& type);
  /// A cell of this type whose bytes are all `byte`; arbitrary if that cannot be said.
  Term cell_of_bytes(const cfa::Type& type, std::optional<cfa::Integer> byte);
  void assign(facts::RegionId region, const Term& array);

  /// What is stored in a region, while an operation changes cells of it: the cells, and the bases of pointers in them.
  struct Contents {
    Term cells;
    Term bases; ///< null: not carried
  };
  Contents contents(facts::RegionId region);
  void assign(facts::RegionId region, const Contents& contents);
  /// The cell that begins so far behind `address` becomes `cell`; what is known of its base is gone.
  void overwrite(Contents& contents, const CellsInArray& part, const Term& address, cfa::Integer distance,
                 const Term& cell);

  EncodingContext& context_;
  Step& step_;
};

} // namespace vouch::smt

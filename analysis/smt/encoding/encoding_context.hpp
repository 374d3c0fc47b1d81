#pragma once

#include "analysis/facts/carried_bases.hpp"
#include "analysis/facts/constant_tables.hpp"
#include "analysis/facts/object_sources.hpp"
#include "analysis/facts/repeated_edges.hpp"
#include "analysis/smt/encoding/address_space.hpp"
#include "analysis/smt/encoding/float_theory.hpp"

#include <unordered_map>
#include <unordered_set>

namespace vouch::smt {

/// What the encoding of one Cfa in one theory is made of; shared by the encoder's parts.
struct EncodingContext {
  EncodingContext(TermManager& terms, const cfa::Cfa& cfa, const facts::MemoryRegions& regions, Theory theory);
  EncodingContext(const EncodingContext&) = delete;
  EncodingContext& operator=(const EncodingContext&) = delete;
  ~EncodingContext() = default;

  TermManager& terms;
  const cfa::Cfa& cfa;
  const facts::MemoryRegions& regions;
  const Theory theory;
  SymbolTable symbols;
  std::unique_ptr<ScalarTheory> scalars;
  std::unique_ptr<FloatTheory> floats;
  AddressSpace addresses;
  SymbolId heap_top;
  /// Of the Cfa's memory checks; see object_table.hpp.
  SymbolId object_states; ///< invalid if no check asks for objects
  SymbolId object_sizes;
  std::unordered_set<const facts::ObjectGroup*> listed_groups; ///< whose objects are in the two
  facts::ObjectSources sources;                                ///< which pointers point into one object
  facts::RepeatedEdges repeated;                               ///< which variables are made more than once in a run
  facts::CarriedBases carried;                                 ///< which pointers have symbols for their bases
  std::shared_ptr<const facts::ConstantTables> tables;         ///< null: none is too long to be written one by one
  bool checks_bounds = false; ///< pointers may leave their objects, and are to be followed where they go

  /// Of a variable in a register. Symbols are made when they are asked for first: a program has many variables of which
  /// one verification sees few.
  SymbolId symbol_of(cfa::VariableId variable);
  SymbolId symbol_of(facts::RegionId region);
  /// Of the base of a pointer in a register, and of those in a region's cells; nothing where they are not carried.
  std::optional<SymbolId> base_symbol_of(cfa::VariableId pointer);
  std::optional<SymbolId> base_symbol_of(facts::RegionId pointers);
  /// The symbol for the value of `symbol` where the present block was entered.
  SymbolId entry_value_of(SymbolId symbol);
  /// The symbol for what `symbol` has once a call has returned that is under way.
  SymbolId saved_value_of(SymbolId symbol);
  /// Of a value of the type in a register, and in a cell of memory.
  [[nodiscard]] Sort sort_of(const cfa::Type& type) const;
  [[nodiscard]] Sort cell_sort(const cfa::Type& type) const;
  /// That `value`, of the sort of `type`, is a value of `type`.
  Term in_range(const Term& value, const cfa::Type& type);
  /// That the value of the symbol is one it can have; requires a symbol of the program's state.
  Term in_range(SymbolId symbol, const Term& value);
  /// The symbol's value before the step. At the start of a block, its range is all that is known: says so.
  Term read(SymbolId symbol, Step& step);
  /// The sort of a region's array; regions of bytes have none among the integers, and are not modelled there.
  [[nodiscard]] Sort memory_sort(facts::RegionId region) const;

private:
  void note_memory_checks();

  std::vector<SymbolId> variables_; ///< by variable; invalid: not made yet
  std::vector<SymbolId> memory_;    ///< by region
  std::unordered_map<cfa::VariableId, SymbolId> register_bases_;
  std::unordered_map<facts::RegionId, SymbolId> region_bases_;
  std::unordered_map<SymbolId, SymbolId> entry_values_;
  std::unordered_map<SymbolId, SymbolId> saved_values_;
};

} // namespace vouch::smt

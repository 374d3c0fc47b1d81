#pragma once

#include "analysis/facts/memory_regions.hpp"
#include "analysis/smt/encoding/ssa_map.hpp"
#include "analysis/smt/terms/term.hpp"

#include <optional>

namespace vouch::smt {

/// The first address that no object made so far reaches; allocations take theirs from there on.
struct HeapTop {
  friend bool operator==(const HeapTop&, const HeapTop&) = default;
};

/// By the address where an object begins: what has become of it, and its size. See object_table.hpp.
struct ObjectStates {
  friend bool operator==(const ObjectStates&, const ObjectStates&) = default;
};
struct ObjectSizes {
  friend bool operator==(const ObjectSizes&, const ObjectSizes&) = default;
};

/// The address where the object begins that a pointer is derived from: that in a register, and those in the cells of a
/// region, by the cell's address. See facts/carried_bases.hpp.
struct RegisterBase {
  cfa::VariableId pointer;
  friend bool operator==(const RegisterBase&, const RegisterBase&) = default;
};
struct RegionBases {
  facts::RegionId pointers;
  friend bool operator==(const RegionBases&, const RegionBases&) = default;
};

/// Values that nothing determines. Every index is a different one, and none is part of the program's state.
struct Choice {
  Sort sort;
  friend bool operator==(const Choice&, const Choice&) = default;
};

/// The value that another symbol had where the block that is being analysed was entered; nothing writes it. Formulas
/// about the exit of a block relate the values there to these.
struct EntryValue {
  SymbolId of;
  friend bool operator==(const EntryValue&, const EntryValue&) = default;
};

/// The value that a register had when its function called itself, directly or through others, and that it gets back
/// behind that call.
struct SavedValue {
  SymbolId of;
  friend bool operator==(const SavedValue&, const SavedValue&) = default;
};

/// What a symbol stands for.
using SymbolMeaning = std::variant<cfa::VariableId, facts::RegionId, HeapTop, ObjectStates, ObjectSizes, RegisterBase,
                                   RegionBases, Choice, EntryValue, SavedValue>;

/// A constant of a formula, taken apart. No index: the symbol as predicates have it.
struct IndexedSymbol {
  SymbolId symbol;
  std::optional<unsigned> index;
  friend bool operator==(const IndexedSymbol&, const IndexedSymbol&) = default;
};

/// Gives symbols their names, sorts and constants: `main::x` unindexed, `main::x@3` with index 3.
class SymbolTable {
public:
  explicit SymbolTable(TermManager& terms) : terms_(terms) {}

  /// `name` gets a suffix if another symbol has it.
  SymbolId add(SymbolMeaning meaning, std::string name, const Sort& sort);

  [[nodiscard]] std::size_t size() const { return symbols_.size(); }
  [[nodiscard]] const SymbolMeaning& meaning(SymbolId id) const { return symbols_[id.index()].meaning; }
  [[nodiscard]] const std::string& name(SymbolId id) const { return symbols_[id.index()].name; }
  [[nodiscard]] const Sort& sort(SymbolId id) const { return symbols_[id.index()].sort; }

  Term constant(SymbolId id);
  Term constant(SymbolId id, unsigned index);
  /// The symbol behind a constant that this table has made.
  [[nodiscard]] std::optional<IndexedSymbol> find(const Term& constant) const;

  /// The symbol for choices of this sort.
  SymbolId choice(const Sort& sort);

private:
  struct Symbol {
    SymbolMeaning meaning;
    std::string name;
    Sort sort;
    Term unindexed;
    std::vector<Term> indexed;
  };

  TermManager& terms_;
  std::vector<Symbol> symbols_;
  std::unordered_map<std::string, unsigned> name_uses_;
  std::vector<SymbolId> choices_;
  std::unordered_map<Term, IndexedSymbol> constants_;
};

} // namespace vouch::smt

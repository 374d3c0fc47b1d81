#pragma once

#include "analysis/cfa/compared_place.hpp"
#include "analysis/facts/side_effects.hpp"
#include "analysis/smt/encoding/encoding_context.hpp"

#include <span>
#include <vector>

namespace vouch::smt {

/// A value that the program takes from outside on an edge.
struct InputSite {
  cfa::EdgeId edge;
  Term value;                  ///< the constant for the target's value behind the edge
  std::vector<Term> arguments; ///< of an External input: their values before the edge
};

/// A value that the program reads from memory on an edge.
struct LoadSite {
  cfa::ExpressionRef load = nullptr;
  Term value;
};

/// What one edge does: `formula` relates the symbols' values before (at the indices of the map that `encode` got) and
/// behind the edge (at the indices of `out`). It has at least the solutions that runs without undefined behaviour
/// have, and if `is_exact` no others; in the integer theory also the ranges of the values at index 0 that it reads.
struct EncodedStep {
  Term formula;
  SsaMap out;
  bool is_exact = true;
  std::vector<InputSite> inputs;
  std::vector<LoadSite> loads;
  Term limits =
      {}; ///< the part of the formula that ends runs: accesses and divisions that have to be defined; null: none
  Term made = {}; ///< the address of the object that the edge makes, or 0; null if it makes none
};

/// Two ways to one place: with `first` conjoined to a formula that ends at the first map, and `second` to one that ends
/// at the second, both end at `ssa`.
struct MergedSsa {
  SsaMap ssa;
  Term first;
  Term second;
};

/// Gives the edges of a Cfa their meaning as formulas in one theory.
///
/// A formula of a path or block is the conjunction of its edges' formulas; branches meet by `merge`. Every constant in
/// it is a symbol at an index, or rigid (an address, in the integer theory): then `background` says what is known about
/// it.
class Encoder {
public:
  /// All arguments must outlive the encoder.
  Encoder(TermManager& terms, const cfa::Cfa& cfa, const facts::MemoryRegions& regions, Theory theory);
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() = default;

  [[nodiscard]] Theory theory() const { return context_.theory; }
  TermManager& terms() { return context_.terms; }

  EncodedStep encode(cfa::EdgeId edge, const SsaMap& in);
  MergedSsa merge(const SsaMap& first, const SsaMap& second);
  /// Whether the edge only lets some values pass; others give values to what they write, whatever there was.
  [[nodiscard]] bool is_assumption(cfa::EdgeId edge) const {
    return std::holds_alternative<cfa::Assume>(context_.cfa.edge(edge).operation);
  }

  /// The run of a block as one step. `summary` relates symbols at the block's exit to `entry_value_of` them, `written`
  /// are those that the block may change.
  EncodedStep encode_block(const Term& summary, std::span<const SymbolId> written, const SsaMap& in);
  /// Before a call of `callee` by another activation of it: what its parameters have behind the call; and behind it,
  /// that they have this again. In between, the parameters are those of the new activation.
  EncodedStep save_parameters(cfa::FunctionId callee, const SsaMap& in);
  EncodedStep restore_parameters(cfa::FunctionId callee, const SsaMap& in);
  /// The return of `callee` to another activation of it, on a path that has gone through `callee`: its registers get
  /// back the values that they had at the indices `call`; but not the return variables.
  EncodedStep restore_registers(cfa::FunctionId callee, const SsaMap& call, const SsaMap& in);
  /// What a block with these effects may change: registers of static lifetime, memory, what is known of objects.
  std::vector<SymbolId> symbols_written(const facts::SideEffects& effects);

  /// Of a variable in a register.
  SymbolId symbol_of(cfa::VariableId variable) { return context_.symbol_of(variable); }
  SymbolId symbol_of(facts::RegionId region) { return context_.symbol_of(region); }
  /// All that formulas know of a register or region: its symbol, and that of bases of pointers where these are carried.
  std::vector<SymbolId> symbols_of(cfa::VariableId variable);
  std::vector<SymbolId> symbols_of(facts::RegionId region);
  /// The symbol for the base of a pointer in a register, or for those in a region; nothing where they are not carried.
  std::optional<SymbolId> base_symbol_of(cfa::VariableId pointer);
  std::optional<SymbolId> base_symbol_of(facts::RegionId pointers);
  /// The register whose value, or whose pointer's base, the symbol is; nothing for other symbols.
  [[nodiscard]] std::optional<cfa::VariableId> register_of(SymbolId symbol) const;
  SymbolId entry_value_of(SymbolId symbol) { return context_.entry_value_of(symbol); }
  [[nodiscard]] SymbolId heap_top() const { return context_.heap_top; }
  /// What is known of objects; nothing where no check asks for them.
  [[nodiscard]] std::optional<SymbolId> object_states() const {
    return context_.object_states.is_valid() ? std::optional(context_.object_states) : std::nullopt;
  }
  [[nodiscard]] std::optional<SymbolId> object_sizes() const {
    return context_.object_sizes.is_valid() ? std::optional(context_.object_sizes) : std::nullopt;
  }
  /// What checks ask of an allocated object that begins at the value of `base`, beside its size. Requires
  /// `object_states`.
  std::vector<Term> conditions_of_allocated(SymbolId base);
  /// The same of a variable in memory, which has the size of its type, while it is declared.
  std::vector<Term> conditions_of_declared(cfa::VariableId variable);
  [[nodiscard]] bool is_in_memory(cfa::VariableId variable) const {
    return context_.cfa.variable(variable).storage == cfa::Storage::Memory;
  }
  /// In bytes.
  [[nodiscard]] cfa::Integer size_of_declared(cfa::VariableId variable) const {
    return static_cast<cfa::Integer>(cfa::size_in_bytes(context_.cfa.variable(variable).type));
  }
  [[nodiscard]] const SymbolMeaning& meaning(SymbolId symbol) const { return context_.symbols.meaning(symbol); }
  [[nodiscard]] const std::string& name_of(SymbolId symbol) const { return context_.symbols.name(symbol); }
  [[nodiscard]] const Sort& sort_of(SymbolId symbol) const { return context_.symbols.sort(symbol); }
  /// Whether the symbol is part of the program's state, and not just a value that was arbitrary once.
  [[nodiscard]] bool is_state(SymbolId symbol) const { return !std::holds_alternative<Choice>(meaning(symbol)); }

  /// The constant for a symbol as predicates have it, and at an index.
  Term symbol(SymbolId symbol) { return context_.symbols.constant(symbol); }
  Term indexed(SymbolId symbol, unsigned index) { return context_.symbols.constant(symbol, index); }
  /// The symbol and index of a constant; nothing for rigid and foreign constants.
  [[nodiscard]] std::optional<IndexedSymbol> find(const Term& constant) const {
    return context_.symbols.find(constant);
  }
  [[nodiscard]] bool is_rigid(const Term& constant) const { return context_.addresses.is_rigid(constant); }
  /// What lies at the address that a rigid constant is; nothing for other constants. And the address of something.
  [[nodiscard]] std::optional<AddressMeaning> address_meaning(const Term& constant) const {
    return context_.addresses.meaning(constant);
  }
  Term address(const AddressMeaning& meaning) { return context_.addresses.address(meaning); }
  /// The function at a number among the bit-vectors, where addresses are numbers.
  [[nodiscard]] std::optional<cfa::FunctionId> function_at(cfa::Integer number) const {
    return context_.addresses.function_at(number);
  }

  /// A formula over symbols, as one over their values at the indices of `ssa`; and back, whatever the indices are.
  Term instantiate(const Term& formula, const SsaMap& ssa);
  Term without_indices(const Term& formula);
  /// That a value is one that the symbol can have. True in the bit-vector theory.
  Term in_range(SymbolId symbol, const Term& value) { return context_.in_range(symbol, value); }
  /// A value of a scalar type as formulas have it; of a float the bit pattern is given.
  Term constant(cfa::Integer value, const cfa::Type& type);
  /// The condition over symbols. Requires that it is about a variable in a register.
  Term comparison(const cfa::ComparedPlace& condition);
  /// What is known about the rigid constants that occur in `formula`. To be conjoined before a solver sees it.
  Term background(const Term& formula);

private:
  EncodingContext context_;
};

} // namespace vouch::smt

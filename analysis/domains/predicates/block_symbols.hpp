#pragma once

#include "analysis/core/configurable_program_analysis.hpp"
#include "analysis/smt/encoding/encoder.hpp"

#include <vector>

/// Which symbols a function or loop that is analysed on its own has in common with its surroundings.
namespace vouch::domains {

class BlockSymbols {
public:
  /// Both must outlive the object; `encoder` is that of the abstraction.
  BlockSymbols(const cfa::Cfa& cfa, smt::Encoder& encoder) : cfa_(&cfa), encoder_(&encoder) {}

  /// What a run of the block may change as its surroundings see it: of a function also its return variables, but no
  /// other automatic variable. Of a loop also what `exit`, a formula at one of its exits, says of variables of the
  /// functions that the loop calls: their symbols had other values before.
  [[nodiscard]] std::vector<smt::SymbolId> changed(const core::BlockContext& block, const smt::Term& exit) const;

  /// The symbols whose values at the entry have a name of their own while the block is analysed: those that the block
  /// may change, and of a function its parameters.
  [[nodiscard]] std::vector<smt::SymbolId> named_at_entry(const core::BlockContext& block) const;

  /// That the values of these at the entry are the present ones.
  [[nodiscard]] smt::Term entry_equalities(const core::BlockContext& block) const;

  /// Whether `predicate` may be a fact about the entry: it speaks neither of a function's own variables, which are not
  /// there yet, nor of another entry.
  [[nodiscard]] bool is_known_at_entry(const smt::Term& predicate, const facts::Block& block) const;

  /// Whether `predicate` may be a fact about the entry, and says something about what the block reads or writes.
  [[nodiscard]] bool matters_at_entry(const smt::Term& predicate, const core::BlockContext& block) const;

  /// Whether `predicate`, tracked at the function's exit, means something to its callers.
  [[nodiscard]] bool is_visible_at_exit(const smt::Term& predicate, const cfa::Function& function) const;

  /// Whether each activation of a function has its own.
  [[nodiscard]] bool is_automatic(smt::SymbolId symbol) const;

private:
  [[nodiscard]] std::vector<smt::SymbolId> symbols_of(const smt::Term& predicate) const;
  /// The automatic register that the symbol is; nothing if it is something else.
  [[nodiscard]] std::optional<cfa::VariableId> automatic_register(smt::SymbolId symbol) const;

  const cfa::Cfa* cfa_;
  smt::Encoder* encoder_;
};

} // namespace vouch::domains

#include "analysis/domains/predicates/block_symbols.hpp"

#include "analysis/cfa/storage_duration.hpp"
#include "analysis/facts/call_graph.hpp"
#include "analysis/support/overloaded.hpp"

#include <algorithm>

namespace vouch::domains {
namespace {

bool contains(const std::vector<cfa::VariableId>& variables, cfa::VariableId variable) {
  return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

void append(std::vector<smt::SymbolId>& symbols, const std::vector<smt::SymbolId>& others) {
  symbols.insert(symbols.end(), others.begin(), others.end());
}

} // namespace

std::vector<smt::SymbolId> BlockSymbols::changed(const core::BlockContext& block, const smt::Term& exit) const {
  std::vector<smt::SymbolId> result = encoder_->symbols_written(block.effects);
  if (block.block.kind == facts::BlockKind::Function) {
    for (cfa::VariableId variable : cfa_->function(block.block.function).return_variables) {
      append(result, encoder_->symbols_of(variable));
    }
    return result;
  }
  std::optional<std::unordered_set<cfa::FunctionId>> called;
  for (smt::SymbolId symbol : symbols_of(exit)) {
    const std::optional<cfa::VariableId> variable = automatic_register(symbol);
    if (!variable || cfa_->variable(*variable).function == block.block.function) {
      continue;
    }
    if (!called) {
      called = facts::functions_called(*cfa_, block.block);
    }
    if (called->contains(cfa_->variable(*variable).function)) {
      result.push_back(symbol);
    }
  }
  return result;
}

std::vector<smt::SymbolId> BlockSymbols::named_at_entry(const core::BlockContext& block) const {
  std::vector<smt::SymbolId> result = encoder_->symbols_written(block.effects);
  if (block.block.kind == facts::BlockKind::Function) {
    for (cfa::VariableId variable : cfa_->function(block.block.function).parameters) {
      append(result, encoder_->symbols_of(variable));
    }
  }
  return result;
}

smt::Term BlockSymbols::entry_equalities(const core::BlockContext& block) const {
  std::vector<smt::Term> equalities;
  for (smt::SymbolId symbol : named_at_entry(block)) {
    equalities.push_back(
        encoder_->terms().equal(encoder_->symbol(encoder_->entry_value_of(symbol)), encoder_->symbol(symbol)));
  }
  return encoder_->terms().logical_and(equalities);
}

bool BlockSymbols::is_known_at_entry(const smt::Term& predicate, const facts::Block& block) const {
  const std::vector<smt::SymbolId> symbols = symbols_of(predicate);
  const std::vector<cfa::VariableId>& parameters = cfa_->function(block.function).parameters;
  return std::none_of(symbols.begin(), symbols.end(), [&](smt::SymbolId symbol) {
    const std::optional<cfa::VariableId> variable = automatic_register(symbol);
    const bool is_local = block.kind == facts::BlockKind::Function && variable && !contains(parameters, *variable);
    return is_local || std::holds_alternative<smt::EntryValue>(encoder_->meaning(symbol));
  });
}

bool BlockSymbols::matters_at_entry(const smt::Term& predicate, const core::BlockContext& block) const {
  const std::vector<smt::SymbolId> symbols = symbols_of(predicate);
  const std::vector<cfa::VariableId>& parameters = cfa_->function(block.block.function).parameters;
  const bool is_function = block.block.kind == facts::BlockKind::Function;
  const auto uses_register = [&](cfa::VariableId variable) {
    return (is_function && contains(parameters, variable)) || block.effects.registers_read.contains(variable) ||
           block.effects.registers_written.contains(variable);
  };
  const auto uses_region = [&](facts::RegionId region) {
    return block.effects.regions_read.contains(region) || block.effects.regions_written.contains(region);
  };
  const bool is_used = std::any_of(symbols.begin(), symbols.end(), [&](smt::SymbolId symbol) {
    return std::visit(Overloaded{
                          [&](cfa::VariableId variable) { return uses_register(variable); },
                          [&](const smt::RegisterBase& base) { return uses_register(base.pointer); },
                          [&](facts::RegionId region) { return uses_region(region); },
                          [&](const smt::RegionBases& bases) { return uses_region(bases.pointers); },
                          [](const auto&) { return true; },
                      },
                      encoder_->meaning(symbol));
  });
  return is_used && is_known_at_entry(predicate, block.block);
}

bool BlockSymbols::is_visible_at_exit(const smt::Term& predicate, const cfa::Function& function) const {
  const std::vector<smt::SymbolId> symbols = symbols_of(predicate);
  return std::none_of(symbols.begin(), symbols.end(), [&](smt::SymbolId symbol) {
    const std::optional<cfa::VariableId> variable = automatic_register(symbol);
    return variable && !contains(function.return_variables, *variable);
  });
}

std::vector<smt::SymbolId> BlockSymbols::symbols_of(const smt::Term& predicate) const {
  std::vector<smt::SymbolId> result;
  for (const smt::Term& constant : encoder_->terms().constants(predicate)) {
    if (const std::optional<smt::IndexedSymbol> found = encoder_->find(constant)) {
      result.push_back(found->symbol);
    }
  }
  return result;
}

bool BlockSymbols::is_automatic(smt::SymbolId symbol) const { return automatic_register(symbol).has_value(); }

std::optional<cfa::VariableId> BlockSymbols::automatic_register(smt::SymbolId symbol) const {
  if (const auto* saved = std::get_if<smt::SavedValue>(&encoder_->meaning(symbol))) {
    return automatic_register(saved->of);
  }
  const std::optional<cfa::VariableId> variable = encoder_->register_of(symbol);
  return variable && cfa::has_automatic_storage(cfa_->variable(*variable)) ? variable : std::nullopt;
}

} // namespace vouch::domains

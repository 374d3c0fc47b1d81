#include "analysis/smt/encoding/symbol_table.hpp"

namespace vouch::smt {
namespace {

std::string sort_name(const Sort& sort) {
  switch (sort.kind) {
  case SortKind::Boolean:
    return "boolean";
  case SortKind::Integer:
    return "integer";
  case SortKind::Bitvector:
    return "bits" + std::to_string(sort.width);
  case SortKind::Float:
    return "float" + std::to_string(sort.width);
  case SortKind::Array:
    return "array";
  }
  return {};
}

} // namespace

SymbolId SymbolTable::add(SymbolMeaning meaning, std::string name, const Sort& sort) {
  if (unsigned uses = ++name_uses_[name]; uses > 1) {
    name += "#" + std::to_string(uses);
    ++name_uses_[name];
  }
  symbols_.push_back({std::move(meaning), std::move(name), sort, {}, {}});
  return SymbolId(symbols_.size() - 1);
}

Term SymbolTable::constant(SymbolId id) {
  Symbol& symbol = symbols_[id.index()];
  if (symbol.unindexed.is_null()) {
    symbol.unindexed = terms_.constant(symbol.name, symbol.sort);
    constants_.emplace(symbol.unindexed, IndexedSymbol{id, std::nullopt});
  }
  return symbol.unindexed;
}

Term SymbolTable::constant(SymbolId id, unsigned index) {
  Symbol& symbol = symbols_[id.index()];
  if (symbol.indexed.size() <= index) {
    symbol.indexed.resize(index + 1);
  }
  Term& constant = symbol.indexed[index];
  if (constant.is_null()) {
    constant = terms_.constant(symbol.name + "@" + std::to_string(index), symbol.sort);
    constants_.emplace(constant, IndexedSymbol{id, index});
  }
  return constant;
}

std::optional<IndexedSymbol> SymbolTable::find(const Term& constant) const {
  auto position = constants_.find(constant);
  return position == constants_.end() ? std::nullopt : std::optional(position->second);
}

SymbolId SymbolTable::choice(const Sort& sort) {
  for (SymbolId id : choices_) {
    if (symbols_[id.index()].sort == sort) {
      return id;
    }
  }
  choices_.push_back(add(Choice{sort}, "choice::" + sort_name(sort), sort));
  return choices_.back();
}

} // namespace vouch::smt
